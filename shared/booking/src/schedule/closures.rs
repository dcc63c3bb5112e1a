//! Days on which a branch is closed.

use serde_json::json;

use super::request::{ClosureRequest, ListClosuresRequest};
use super::{ClosureView, Schedule, ScheduleError};
use crate::freed::{self, Freed};
use crate::slots::Closure;
use crate::slots::ledger::DayLedger;
use crate::teams::Teams;
use parlour_people::auth::Caller;
use parlour_people::staff::Staff;
use parlour_setup::branches::{Branches, SlotPolicy};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::table::{Record as _, Stored, TableError, keys};
use parlour_values::id::{BranchId, ClosureId, StaffId};
use parlour_values::time::IstDate;

/// The most ledgers that fit one transaction beside the closure, the branch's version, the event and the idempotency
/// record.
const DAYS_TOGETHER: usize = 95;

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
        if Branches::of(salon).get(&request.branch_id).await?.is_none() {
            return Err(ScheduleError::invalid("branchId", "must be an existing branch").into());
        }
        // The branch's own staff come first, then staff of other branches, who may hold a booking here too: a closure is
        // the one request whose cost grows with everybody.
        let staff = Staff::of(salon).all().await?;
        let (own, others): (Vec<_>, Vec<_>) =
            staff.iter().partition(|member| member.branch_ids.contains(&request.branch_id));
        let people: Vec<&StaffId> = own.iter().chain(&others).map(|member| &member.id).collect();
        let ledgers = self.days_to_close(request, &people).await?;

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
        // A request that read one of these days to take time of it cannot write it any more, and sees the closure when
        // it tries again.
        ledgers.iter().take(DAYS_TOGETHER).for_each(|(read, day)| transaction.save(read.as_ref(), day));
        transaction.audit(
            EventType::BranchClosed,
            Closure::KIND,
            closure.id.as_str(),
            json!({ "branchId": closure.branch_id, "date": closure.date }),
        );
        transaction.keep_response(&super::ClosureAnswer { closure: view.clone() });
        match transaction.commit().await {
            Err(setback) if setback.failed_at(Closure::KIND) => return Err(ScheduleError::AlreadyClosed.into()),
            committed => committed?,
        }
        let rest: Vec<&StaffId> = own.iter().skip(DAYS_TOGETHER).map(|member| &member.id).collect();
        self.close_rest(caller, request, &closure.id, &rest).await?;
        Ok(view)
    }

    /// The days of these people as read; refuses if one of them holds a promised booking at the branch.
    async fn days_to_close(
        &self,
        request: &ClosureRequest,
        people: &[&StaffId],
    ) -> Result<Vec<(Option<Stored<DayLedger>>, DayLedger)>, Failure<ScheduleError>> {
        let key = |person: &StaffId| keys::staff_day(person, request.date);
        let mut found = self.0.table.get_many(people.iter().map(|person| key(person))).await?;
        let mut days = Vec::with_capacity(people.len());
        for person in people {
            let read = found.take::<DayLedger>(&key(person))?;
            let empty = || DayLedger::empty((*person).clone(), request.date);
            let day = read.as_ref().map_or_else(empty, |read| read.record.clone());
            days.push((read, day));
        }
        let held = days.iter().flat_map(|(_, day)| day.confirmed().filter(|busy| busy.branch_id == request.branch_id));
        self.refuse_over(held.map(|busy| &busy.booking_id).collect()).await?;
        Ok(days)
    }

    /// The branch's own staff that did not fit the closure's transaction. Where a booking was confirmed meanwhile, the
    /// closure is taken back.
    async fn close_rest(
        &self,
        caller: &Caller,
        request: &ClosureRequest,
        closure: &ClosureId,
        people: &[&StaffId],
    ) -> Result<(), Failure<ScheduleError>> {
        for some in people.chunks(DAYS_TOGETHER) {
            let rewritten = self.0.retry_on_conflict(|| async move {
                let mut transaction = self.0.transaction(&caller.act);
                let days = self.days_to_close(request, some).await?;
                days.iter().for_each(|(read, day)| transaction.save(read.as_ref(), day));
                Ok(transaction.commit().await?)
            });
            if let Err(failure) = rewritten.await {
                self.reopen(caller, closure).await?;
                return Err(failure);
            }
        }
        Ok(())
    }

    pub async fn reopen(&self, caller: &Caller, id: &ClosureId) -> Result<(), Failure<ScheduleError>> {
        let (branch, date) = parts_of(id).ok_or(ScheduleError::Unknown("closure"))?;
        let closure = self
            .0
            .table
            .get::<Closure>(&keys::closure(&branch, date))
            .await?
            .ok_or(ScheduleError::Unknown("closure"))?;
        let now = caller.act.at;
        let known = Branches::of(self.0).get(&branch).await?;
        let mut transaction = self.0.transaction(&caller.act);
        let policy = known.map_or(SlotPolicy::Open, |branch| branch.settings.slot_policy);
        freed::tell(&mut transaction, Freed::on((&branch, policy), date, None, now), now);
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
        let reference = Teams::of(self.0).branch_reference(branch).await?;
        let ahead = reference.closures.iter().filter(|closure| closure.date >= from);
        Ok(ahead.map(|closure| ClosureView::from(&closure.record)).collect())
    }

    /// Of one branch or of all, by date.
    pub async fn closures(&self, request: &ListClosuresRequest) -> Result<(Vec<ClosureView>, Meta), TableError> {
        let read = Teams::of(self.0).branch_references(request.branch_id.as_ref()).await?;
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
