//! One's own place in the schedule.

use super::board::day_view;
use super::{MeAnswer, MyBooking, MyDay, MyUser, Schedule, ScheduleError, SpanRequest};
use crate::bookings::Booking;
use crate::slots::{Interval, Rosters};
use crate::staff::{StaffMember, StaffView};
use crate::table::{Stored, TableError, keys};
use crate::time::TimeOfDay;
use crate::web::Caller;

impl Schedule<'_> {
    pub async fn me(&self, caller: &Caller) -> Result<MeAnswer, TableError> {
        let member = self.member(caller).await?;
        Ok(MeAnswer { user: MyUser::from(&caller.user), staff: member.map(|member| StaffView::from(&member.record)) })
    }

    /// The staff member the caller is, if they are one.
    pub async fn member(&self, caller: &Caller) -> Result<Option<Stored<StaffMember>>, TableError> {
        let staff = self.0.staff().all().await?;
        Ok(staff.into_iter().find(|member| member.user_id.as_ref() == Some(&caller.user.id)))
    }

    /// The staff member the caller must be to have leave of their own.
    pub async fn own_member(&self, caller: &Caller) -> Result<StaffMember, ScheduleError> {
        Ok(self.member(caller).await?.ok_or(ScheduleError::NotStaff)?.record)
    }

    pub async fn my_days(&self, caller: &Caller, request: &SpanRequest) -> Result<Vec<MyDay>, ScheduleError> {
        let salon = self.0;
        let Some(member) = self.member(caller).await? else { return Ok(Vec::new()) };
        let (from, to) = request.days(salon.clock.today());
        let roster_key = keys::roster(&member.id);
        let (ledgers, rosters, branches) = tokio::try_join!(
            self.days_between(&member.id, from, to),
            salon.table.get::<Rosters>(&roster_key),
            async { salon.branches().all().await },
        )?;
        let opening = branches
            .iter()
            .find(|branch| member.branch_ids.first() == Some(&branch.id))
            .map_or(Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::MIDNIGHT }, |branch| branch.opening());
        let ids = ledgers.iter().flat_map(|ledger| ledger.busy()).map(|busy| keys::booking(&busy.booking_id));
        let mut found = salon.table.get_many(ids).await?;
        let mut days = Vec::new();
        for date in from.through(to) {
            let view = day_view(date, rosters.as_ref().map(|rosters| &rosters.record), &ledgers, opening);
            let mut bookings = Vec::new();
            for busy in ledgers.iter().filter(|ledger| ledger.date == date).flat_map(|ledger| ledger.busy()) {
                if let Some(booking) = found.take::<Booking>(&keys::booking(&busy.booking_id))? {
                    bookings.push(MyBooking::from(&booking.record));
                }
            }
            days.push(MyDay { date, shifts: view.shifts, breaks: view.breaks, leave: view.leave, bookings });
        }
        Ok(days)
    }
}
