//! Days on which a branch is closed.

use std::sync::Arc;

use futures::future::try_join_all;
use serde_json::json;

use super::request::{ClosureRequest, ListClosuresRequest};
use super::{ClosureView, Schedule, ScheduleError};
use crate::auth::Caller;
use crate::events::EventType;
use crate::failure::Failure;
use crate::id::{BookingId, BranchId, ClosureId};
use crate::paging::{Meta, page_of};
use crate::slots::ledger::DayLedger;
use crate::slots::{BranchReference, Closure};
use crate::table::{Condition, Record as _, Stored, TableError, Topic, keys};
use crate::time::IstDate;

/// The most ledgers that fit one transaction beside the closure, the branch's version, the audit entry and the
/// idempotency record.
const DAYS_CHECKED: usize = 95;

/// A branch has at most one closure a day, so branch and date make up the id.
fn closure_id(branch: &BranchId, date: IstDate) -> String {
    format!("{branch}-{date}")
}

fn parts_of(id: &ClosureId) -> Option<(BranchId, IstDate)> {
    let text = id.as_str();
    let (branch, date) = text.split_at_checked(text.len().checked_sub(10)?)?;
    Some((BranchId::from(branch.strip_suffix('-')?), date.parse().ok()?))
}

impl Schedule<'_> {
    pub async fn close(
        &self,
        caller: &Caller,
        request: &ClosureRequest,
    ) -> Result<ClosureView, Failure<ScheduleError>> {
        self.0.retry_on_conflict(|| self.write_closure(caller, request)).await
    }

    async fn write_closure(
        &self,
        caller: &Caller,
        request: &ClosureRequest,
    ) -> Result<ClosureView, Failure<ScheduleError>> {
        let salon = self.0;
        if salon.branches().get(&request.branch_id).await?.is_none() {
            return Err(ScheduleError::invalid("branchId", "must be an existing branch").into());
        }
        // The transaction checks that no ledger changed since it was read, so that no booking is confirmed in between.
        // The branch's own staff come first, then staff of other branches, who may hold a booking here too: a closure is
        // the one request whose cost grows with everybody.
        let staff = salon.staff().all().await?;
        let (own, others): (Vec<_>, Vec<_>) =
            staff.iter().partition(|member| member.branch_ids.contains(&request.branch_id));
        let days: Vec<_> =
            own.into_iter().chain(others).map(|member| keys::staff_day(&member.id, request.date)).collect();
        let mut found = salon.table.get_many(days.clone()).await?;
        let mut ledgers: Vec<(crate::table::Key, Option<Stored<DayLedger>>)> = Vec::new();
        for key in days {
            let ledger = found.take::<DayLedger>(&key)?;
            ledgers.push((key, ledger));
        }
        let held: Vec<&BookingId> = ledgers
            .iter()
            .filter_map(|(_, ledger)| ledger.as_ref())
            .flat_map(|ledger| ledger.confirmed().filter(|busy| busy.branch_id == request.branch_id))
            .map(|busy| &busy.booking_id)
            .collect();
        self.refuse_over(held).await?;

        let closure = Closure {
            id: salon.random.issue(closure_id(&request.branch_id, request.date)).into(),
            branch_id: request.branch_id.clone(),
            date: request.date,
            reason: request.reason.to_string(),
            created_by: caller.user.id.clone(),
            created_at: caller.act.at,
        };
        let view = ClosureView::from(&closure);
        let mut transaction = salon.transaction(&caller.act);
        transaction.create(&closure);
        for (key, ledger) in ledgers.into_iter().take(DAYS_CHECKED) {
            let condition = ledger.map_or(Condition::Absent, |ledger| Condition::Version(ledger.version));
            transaction.check(DayLedger::KIND, key, condition);
        }
        transaction.audit(
            EventType::BranchClosed,
            Closure::KIND,
            closure.id.as_str(),
            json!({ "branchId": closure.branch_id, "date": closure.date }),
        );
        transaction.keep_response(&super::ClosureAnswer { closure: view.clone() });
        match transaction.commit().await {
            Err(setback) if setback.failed_at(Closure::KIND) => Err(ScheduleError::AlreadyClosed.into()),
            committed => committed.map(|()| view).map_err(Failure::from),
        }
    }

    pub async fn reopen(&self, caller: &Caller, id: &ClosureId) -> Result<(), Failure<ScheduleError>> {
        let (branch, date) = parts_of(id).ok_or(ScheduleError::Unknown("closure"))?;
        let closure = self
            .0
            .table
            .get::<Closure>(&keys::closure(&branch, date))
            .await?
            .ok_or(ScheduleError::Unknown("closure"))?;
        let mut transaction = self.0.transaction(&caller.act);
        transaction.remove(&closure);
        transaction.audit(
            EventType::BranchReopened,
            Closure::KIND,
            id.as_str(),
            json!({ "branchId": branch, "date": date }),
        );
        transaction.commit().await?;
        Ok(())
    }

    /// Of one branch, from a day on, by date.
    pub async fn closures_from(&self, branch: &BranchId, from: IstDate) -> Result<Vec<ClosureView>, TableError> {
        let reference = self.0.branch_reference(branch).await?;
        let ahead = reference.closures.iter().filter(|closure| closure.date >= from);
        Ok(ahead.map(|closure| ClosureView::from(&closure.record)).collect())
    }

    /// Of one branch or of all, by date.
    pub async fn closures(&self, request: &ListClosuresRequest) -> Result<(Vec<ClosureView>, Meta), TableError> {
        let branches: Vec<BranchId> = match &request.branch_id {
            Some(branch) => vec![branch.clone()],
            None => self.0.branches().all().await?.iter().map(|branch| branch.id.clone()).collect(),
        };
        let topics: Vec<Topic> = branches.into_iter().map(Topic::Branch).collect();
        let (versions, _) = self.0.table.versions(&topics, []).await?;
        let reads = topics.iter().zip(versions).map(|(topic, version)| self.0.reference_at(topic, version));
        let read: Vec<Arc<BranchReference>> = try_join_all(reads.collect::<Vec<_>>()).await?;
        let mut closures: Vec<&Stored<Closure>> = read.iter().flat_map(|branch| &branch.closures).collect();
        closures.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
        let views = closures.iter().map(|closure| ClosureView::from(&closure.record));
        Ok(page_of(views, request.page, request.page_size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branch_and_day_name_a_closure() {
        let date: IstDate = "2026-11-17".parse().unwrap();
        let id = closure_id(&"b-1".into(), date);
        assert_eq!(parts_of(&id.into()), Some(("b-1".into(), date)));
        for bad in ["", "x", "2026-11-17", "b-2026-11-32", "é2026-11-17"] {
            assert_eq!(parts_of(&bad.into()).filter(|(branch, _)| !branch.as_str().is_empty()), None, "{bad}");
        }
    }
}
