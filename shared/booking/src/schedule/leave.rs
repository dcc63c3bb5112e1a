//! Leave: requesting, deciding, withdrawing, taking back. Approved leave is recorded in the ledger of each day.

use serde_json::json;

use super::clashes::promised_in;
use super::me::LeaveTaker;
use super::records::{Leave, LeaveBook, LeaveSpan, LeaveStatus};
use super::request::{AskLeaveRequest, LeaveListRequest};
use super::rosters::ledger_of;
use super::{LeaveAnswer, LeaveView, Schedule, ScheduleError};
use crate::bookings::Booking;
use crate::freed::{self, Freed};
use crate::slots::ledger::DayLedger;
use parlour_people::auth::Caller;
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::table::{Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::{LeaveId, StaffId};
use parlour_values::time::{Instant, IstDate};

impl Schedule<'_> {
    /// Every request, newest first; of one status, or all.
    pub async fn leave(&self, request: &LeaveListRequest) -> Result<(Vec<LeaveView>, Meta), TableError> {
        let statuses: Vec<LeaveStatus> =
            request.status.map_or_else(|| LeaveStatus::ALL.to_vec(), |status| vec![status]);
        let reads: Vec<_> = statuses
            .iter()
            .map(|status| self.0.table.query::<Leave>(Partition::g1(keys::leave_of_status(status.as_str()))))
            .collect();
        let leave = newest_first(at_once::try_all(reads).await?.into_iter().flatten().collect());
        Ok(page_of(leave.into_iter(), request.page, request.page_size))
    }

    /// The caller's own requests, newest first.
    pub async fn my_leave(
        &self,
        caller: &Caller,
        request: &LeaveListRequest,
    ) -> Result<(Vec<LeaveView>, Meta), TableError> {
        let taker = self.leave_taker(caller).await?;
        let question = Partition::of(keys::staff_partition(&taker.id)).starting(keys::LEAVE_PREFIX);
        let own = self.0.table.query::<Leave>(question).await?;
        let wanted = |leave: &Stored<Leave>| request.status.is_none_or(|status| leave.status == status);
        let leave = newest_first(own.into_iter().filter(wanted).collect());
        Ok(page_of(leave.into_iter(), request.page, request.page_size))
    }

    pub async fn ask_leave(
        &self,
        caller: &Caller,
        request: &AskLeaveRequest,
    ) -> Result<LeaveAnswer, Failure<ScheduleError>> {
        let taker = self.leave_taker(caller).await?;
        self.0.retry_on_conflict(|| self.write_leave(caller, &taker, request)).await
    }

    async fn write_leave(
        &self,
        caller: &Caller,
        taker: &LeaveTaker,
        request: &AskLeaveRequest,
    ) -> Result<LeaveAnswer, Failure<ScheduleError>> {
        let act = &caller.act;
        let today = act.at.ist_date();
        let (read, days) = tokio::try_join!(self.book(&taker.id), self.days_asked_for(&taker.id, request))?;
        let book = read.as_ref().map_or_else(|| LeaveBook::empty(taker.id.clone()), |read| read.record.clone());
        if book.overlaps(request.start_date, request.end_date) {
            return Err(ScheduleError::OverlappingLeave.into());
        }
        if request.start_date < today {
            return Err(ScheduleError::InThePast.into());
        }
        let leave = Leave {
            id: self.0.random.id(),
            staff_id: taker.id.clone(),
            staff_name: taker.name.clone(),
            user_id: caller.user.id.clone(),
            is_member: taker.is_member,
            leave_type: request.leave_type,
            start_date: request.start_date,
            end_date: request.end_date,
            reason: request.reason.as_deref().map(str::to_owned),
            status: LeaveStatus::Pending,
            note: None,
            decided_by: None,
            decided_at: None,
            created_at: act.at,
            updated_at: act.at,
        };
        let answer = LeaveAnswer::from(LeaveView::from(&leave));
        let span = LeaveSpan { id: leave.id.clone(), start: leave.start_date, end: leave.end_date };
        let mut transaction = self.0.transaction(act);
        transaction.save(read.as_ref(), &book.with(span, today));
        transaction.create(&leave);
        transaction.audit(
            EventType::LeaveRequested,
            Leave::KIND,
            leave.id.as_str(),
            json!({ "startDate": leave.start_date, "endDate": leave.end_date }),
        );
        transaction.keep_response(&answer);
        let (clashes, ()) =
            tokio::try_join!(async { self.clashes(&days, |_| true).await.map_err(Failure::from) }, async {
                transaction.commit().await.map_err(Failure::<ScheduleError>::from)
            })?;
        Ok(LeaveAnswer { clashes, ..answer })
    }

    /// In a dry run, the ledgers of the days that are asked for.
    async fn days_asked_for(
        &self,
        staff: &StaffId,
        request: &AskLeaveRequest,
    ) -> Result<Vec<DayLedger>, Failure<ScheduleError>> {
        if !self.0.is_dry_run() {
            return Ok(Vec::new());
        }
        let days = self.days_between(staff, request.start_date, request.end_date).await?;
        Ok(days.into_iter().map(|day| day.record).collect())
    }

    /// Withdraws the caller's own request while it is pending, or approved and not yet begun.
    pub async fn withdraw_leave(&self, caller: &Caller, id: &LeaveId) -> Result<(), Failure<ScheduleError>> {
        let (act, taker) = (&caller.act, &self.leave_taker(caller).await?);
        self.0
            .retry_on_conflict(|| async move {
                let (read, book) = tokio::try_join!(self.request(id), self.book(&taker.id))?;
                let read = read.filter(|leave| leave.staff_id == taker.id).ok_or(ScheduleError::Unknown("leave"))?;
                if !read.can_be_withdrawn(act.at.ist_date()) {
                    return Err(ScheduleError::WrongState.into());
                }
                let leave = Leave { status: LeaveStatus::Cancelled, updated_at: act.at, ..read.record.clone() };
                let days = if read.status == LeaveStatus::Approved { self.ledgers(&read).await? } else { Vec::new() };
                let freed = self.freed_by(&read, &days, act.at).await?;
                let mut transaction = self.0.transaction(act);
                freed::tell(&mut transaction, freed, act.at);
                transaction.replace(&read, &leave);
                for (stored, mut ledger) in days {
                    if ledger.take_back_leave(id) {
                        transaction.save(stored.as_ref(), &ledger);
                    }
                }
                if let Some(book) = &book {
                    transaction.replace(book, &book.without(id));
                }
                transaction.audit(
                    EventType::LeaveWithdrawn,
                    Leave::KIND,
                    id.as_str(),
                    json!({ "status": leave.status }),
                );
                transaction.commit().await?;
                Ok(())
            })
            .await
    }

    pub async fn approve_leave(
        &self,
        caller: &Caller,
        id: &LeaveId,
        note: Option<&str>,
    ) -> Result<LeaveView, Failure<ScheduleError>> {
        self.0.retry_on_conflict(|| self.decide_leave(caller, id, LeaveStatus::Approved, note)).await
    }

    pub async fn reject_leave(
        &self,
        caller: &Caller,
        id: &LeaveId,
        note: &str,
    ) -> Result<LeaveView, Failure<ScheduleError>> {
        self.0.retry_on_conflict(|| self.decide_leave(caller, id, LeaveStatus::Rejected, Some(note))).await
    }

    async fn decide_leave(
        &self,
        caller: &Caller,
        id: &LeaveId,
        status: LeaveStatus,
        note: Option<&str>,
    ) -> Result<LeaveView, Failure<ScheduleError>> {
        let act = &caller.act;
        let read = self.request(id).await?.ok_or(ScheduleError::Unknown("leave"))?;
        if caller.acts_for(&read.user_id) {
            return Err(ScheduleError::OwnRequest.into());
        }
        if read.status != LeaveStatus::Pending {
            return Err(ScheduleError::WrongState.into());
        }
        let (days, book) = tokio::try_join!(self.ledgers(&read), self.book(&read.staff_id))?;
        let leave = read.decided(status, note, caller);
        let mut transaction = self.0.transaction(act);
        transaction.replace(&read, &leave);
        let is_approved = status == LeaveStatus::Approved;
        if is_approved {
            self.refuse_over(promised_in(days.iter().map(|(_, day)| day))).await?;
            for (stored, mut ledger) in days {
                ledger.give_leave(id.clone());
                transaction.save(stored.as_ref(), &ledger);
            }
        } else if let Some(book) = &book {
            transaction.replace(book, &book.without(id));
        }
        let what = if is_approved { EventType::LeaveApproved } else { EventType::LeaveRejected };
        transaction.audit(what, Leave::KIND, id.as_str(), json!({ "status": status }));
        transaction.commit().await?;
        Ok(LeaveView::from(&leave))
    }

    /// Takes approved leave back: its days from today on can be booked again.
    pub async fn revoke_leave(
        &self,
        caller: &Caller,
        id: &LeaveId,
        note: &str,
    ) -> Result<LeaveView, Failure<ScheduleError>> {
        self.0.retry_on_conflict(|| self.write_revoked(caller, id, note)).await
    }

    async fn write_revoked(
        &self,
        caller: &Caller,
        id: &LeaveId,
        note: &str,
    ) -> Result<LeaveView, Failure<ScheduleError>> {
        let (act, today) = (&caller.act, caller.act.at.ist_date());
        let read = self.request(id).await?.ok_or(ScheduleError::Unknown("leave"))?;
        if !read.status.can_be_revoked(read.end_date, today) {
            return Err(ScheduleError::WrongState.into());
        }
        let (days, book) = tokio::try_join!(self.ledgers(&read), self.book(&read.staff_id))?;
        let leave = read.decided(LeaveStatus::Revoked, Some(note), caller);
        let freed = self.freed_by(&read, &days, act.at).await?;
        let mut transaction = self.0.transaction(act);
        freed::tell(&mut transaction, freed, act.at);
        transaction.replace(&read, &leave);
        for (stored, mut ledger) in days.into_iter().filter(|(_, ledger)| ledger.date >= today) {
            if ledger.take_back_leave(id) {
                transaction.save(stored.as_ref(), &ledger);
            }
        }
        if let Some(book) = &book {
            transaction.replace(book, &book.without(id));
        }
        transaction.audit(EventType::LeaveRevoked, Leave::KIND, id.as_str(), json!({ "status": leave.status }));
        transaction.commit().await?;
        Ok(LeaveView::from(&leave))
    }

    /// For each of these requests for leave, the bookings that approving it would be refused over.
    pub async fn clashes_of_leave(&self, requests: &[LeaveView]) -> Result<Vec<Vec<Booking>>, TableError> {
        let reads = requests.iter().map(async |leave| {
            let taker = leave.staff_id.clone().unwrap_or_else(|| LeaveTaker::without_place(&leave.user_id));
            let days = self.days_between(&taker, leave.start_date, leave.end_date).await?;
            let mut bookings = self.promised(promised_in(days.iter().map(|day| &day.record))).await?;
            bookings.sort_by_key(|booking| (booking.date, booking.start));
            Ok(bookings)
        });
        at_once::try_all(reads).await
    }

    /// The time that comes free with leave that is taken back.
    async fn freed_by(
        &self,
        leave: &Leave,
        days: &[(Option<Stored<DayLedger>>, DayLedger)],
        now: Instant,
    ) -> Result<Vec<Freed>, TableError> {
        let dates: &[Option<IstDate>] = match days {
            [] => &[],
            [(_, only)] => &[Some(only.date)],
            _ => &[None],
        };
        freed::of_person(self.0, &leave.staff_id, dates, None, now).await
    }

    async fn request(&self, id: &LeaveId) -> Result<Option<Stored<Leave>>, Failure<ScheduleError>> {
        Ok(self.0.table.get(&keys::leave(id)).await?)
    }

    async fn book(&self, staff: &StaffId) -> Result<Option<Stored<LeaveBook>>, Failure<ScheduleError>> {
        Ok(self.0.table.get(&keys::leave_book(staff)).await?)
    }

    /// The ledger of each day of the leave.
    async fn ledgers(
        &self,
        leave: &Leave,
    ) -> Result<Vec<(Option<Stored<DayLedger>>, DayLedger)>, Failure<ScheduleError>> {
        let mut found = self.0.table.get_many(leave.days().map(|day| keys::staff_day(&leave.staff_id, day))).await?;
        let mut ledgers = Vec::new();
        for day in leave.days() {
            let stored = found.take::<DayLedger>(&keys::staff_day(&leave.staff_id, day))?;
            let ledger = ledger_of(stored.as_ref(), &leave.staff_id, day);
            ledgers.push((stored, ledger));
        }
        Ok(ledgers)
    }
}

fn newest_first(mut leave: Vec<Stored<Leave>>) -> Vec<LeaveView> {
    leave.sort_by(|a, b| b.id.cmp(&a.id));
    leave.iter().map(|leave| LeaveView::from(&leave.record)).collect()
}

impl Leave {
    fn decided(&self, status: LeaveStatus, note: Option<&str>, caller: &Caller) -> Self {
        let now = caller.act.at;
        Self {
            status,
            note: note.map(str::to_owned),
            decided_by: Some(caller.user.id.clone()),
            decided_at: Some(now),
            updated_at: now,
            ..self.clone()
        }
    }
}
