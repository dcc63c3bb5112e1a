//! A visit that is confirmed as it is made, by a plan that was found for it: an accepted offer, one of a repeat.

use super::book::{number, take_plan};
use super::order::booked;
use super::{Booking, BookingCustomer, BookingError, BookingOrigin, Bookings, NewBooking};
use crate::slots::plan::PlannedService;
use crate::teams::Team;
use parlour_setup::branches::{Branch, must_stay_operational};
use parlour_setup::catalogue::{Service, ServiceType};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::table::Stored;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, RepeatId, StaffId};
use parlour_values::time::{Interval, IstDate, Minutes};

/// Everything of it but its number.
pub struct PlannedVisit<'a> {
    pub id: BookingId,
    pub branch: &'a Stored<Branch>,
    pub customer: BookingCustomer<'a>,
    pub service_type: ServiceType,
    pub date: IstDate,
    /// In the order of the plan, with whom the customer wished for.
    pub services: &'a [(&'a Service, Option<&'a StaffId>)],
    pub plan: &'a [PlannedService],
    /// The team that the plan was found in, read with its days.
    pub team: &'a Team,
    pub notes: Option<String>,
    pub repeat_id: Option<RepeatId>,
}

impl Bookings<'_> {
    /// The booking, and the transaction that makes it and takes its time; whoever calls says what happened, tells the customer
    /// and commits.
    pub async fn confirming<'t>(
        &'t self,
        act: &'t Act,
        visit: PlannedVisit<'_>,
    ) -> Result<(Booking, Transaction<'t>), Failure<BookingError>> {
        let salon = self.0;
        let PlannedVisit { branch, date, service_type, plan, team, .. } = visit;
        let months = MonthIndex::of(salon, MonthlyList::Bookings(&branch.id));
        let (is_new_month, sequence) =
            tokio::try_join!(months.lacks(date.calendar_month()), self.next_number(&branch.id, service_type, act.at),)?;
        let time = Interval {
            start: plan.iter().map(|planned| planned.time.start).min().ok_or(BookingError::Unknown)?,
            end: plan.iter().map(|planned| planned.time.end).max().ok_or(BookingError::Unknown)?,
        };
        let new = NewBooking {
            id: visit.id,
            number: salon.random.issue(number(branch, service_type, sequence, act.at)),
            branch,
            customer: visit.customer,
            service_type,
            date,
            time,
            services: booked(visit.services, &salon.random),
            buffer: visit.services.iter().map(|(service, _)| service.buffer).sum::<Minutes>(),
            notes: visit.notes,
            origin: BookingOrigin::Request { lead_id: None },
        };
        let booking = Booking { repeat_id: visit.repeat_id, ..Booking::new(new, act.at) };
        let booking = booking.promised(plan, team, act.at);
        let mut transaction = salon.transaction(act);
        transaction.create(&booking);
        take_plan(&mut transaction, team, &booking, act.at);
        must_stay_operational(branch, &mut transaction);
        if is_new_month {
            months.add(&mut transaction, date.calendar_month());
        }
        transaction.enqueue(booking.noshow_check());
        Ok((booking, transaction))
    }
}
