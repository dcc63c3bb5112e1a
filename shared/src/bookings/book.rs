//! A customer's request for an appointment.

use chrono::TimeDelta;
use serde_json::json;

use super::answer::Booked;
use super::number::BookingNumber;
use super::order::{Appointment, Order, both, operational, times};
use super::request::BookRequest;
use super::{Booking, BookingError, Bookings};
use crate::auth::Caller;
use crate::branches::{Branch, check_code};
use crate::catalogue::ServiceType;
use crate::id::{BranchId, LeadId};
use crate::input::Problems;
use crate::leads::Lead;
use crate::month_index::MonthIndex;
use crate::outbox::Event;
use crate::slots::SlotPolicy;
use crate::slots::availability::{alternatives, free_people};
use crate::table::keys::MonthlyList;
use crate::table::{Record as _, Stored, TableError, keys};
use crate::time::Instant;

/// A month's numbers are of no use a year later.
const SERIES_KEPT: TimeDelta = TimeDelta::days(400);

impl Bookings<'_> {
    pub async fn book(&self, caller: &Caller, request: &BookRequest) -> Result<Booked, BookingError> {
        self.0.retry_on_conflict(|| self.try_book(caller, request)).await
    }

    async fn try_book(&self, caller: &Caller, request: &BookRequest) -> Result<Booked, BookingError> {
        let (salon, act) = (self.0, &caller.act);
        let date = request.booking_date;
        let months = MonthIndex::of(salon, MonthlyList::Bookings);
        let (found, catalogue, team, known, lead, sequence) = tokio::try_join!(
            async { salon.branches().get(&request.branch_id).await },
            async { salon.catalogue().read().await },
            salon.team(&request.branch_id, date),
            months.known(),
            self.lead(request.lead_id.as_ref()),
            self.next_number(&request.branch_id, request.service_type, act.at),
        )?;

        let mut problems = Problems::default();
        let branch = operational(found.as_deref(), &request.branch_id, &mut problems);
        let order = Order::of(&catalogue, request.service_type, &request.service_ids, &mut problems);
        let services_are_fine = !problems.has("serviceIds");
        let time = times(branch, date, request.start_time, order.duration(), act.at, &mut problems);
        if let Some(branch) = branch.filter(|_| services_are_fine) {
            let able = |branch: &Branch| team.staff.iter().any(|member| member.can_do(&branch.id, &order.ids()));
            if !able(branch) {
                problems.add("serviceIds", "no active staff member can do all of these services there");
            }
        }
        let (branch, time) = both(branch, time, problems)?;

        let number = number(branch, request.service_type, sequence, act.at);
        let notes = request.notes.as_deref().map(str::to_owned);
        let appointment = Appointment { id: salon.random.id(), number, branch, date, time, notes };
        let mut booking = appointment.requested_by(&caller.user, &order, &salon.random, act.at);
        booking.lead_id = lead.as_ref().map(|lead| lead.id.clone());
        if branch.settings.slot_policy == SlotPolicy::Staffed {
            let day = team.day(branch, date, act.at);
            let (people, need) = (team.people(branch, &day), booking.need());
            if free_people(&day, &people, booking.start, &need).is_empty() {
                let alternatives = alternatives(&day, &people, booking.start, &need);
                return Err(BookingError::SlotUnavailable { alternatives });
            }
        }

        let booked = Booked::from(&booking);
        let mut transaction = salon.transaction(act);
        transaction.create(&booking);
        if let Some(branch) = &found {
            check_code(branch, sequence, &mut transaction);
        }
        if !known.contains(&date.calendar_month()) {
            months.add(&mut transaction, date.calendar_month());
        }
        if let Some(lead) = &lead {
            transaction.replace(lead, &lead.converted(booking.id.clone(), booking.number.clone(), act.at));
        }
        transaction.enqueue(Event::BookingReceived { booking_id: booking.id.clone() }.message(act.at));
        transaction.enqueue(booking.stale_alert());
        transaction.enqueue(booking.noshow_check());
        let noted = json!({ "bookingNumber": booking.number, "branchId": booking.branch_id });
        transaction.audit("booking.book", Booking::KIND, booking.id.as_str(), noted);
        transaction.keep_response(&booked);
        transaction.commit().await?;
        Ok(booked)
    }

    /// An unknown lead is no reason to refuse a customer.
    async fn lead(&self, id: Option<&LeadId>) -> Result<Option<Stored<Lead>>, TableError> {
        match id {
            Some(id) => self.0.table.get(&keys::lead(id)).await,
            None => Ok(None),
        }
    }

    /// The next of the branch's month and side of the house. A number that is then not used leaves a gap, which is fine.
    pub async fn next_number(
        &self,
        branch: &BranchId,
        service_type: ServiceType,
        now: Instant,
    ) -> Result<u64, TableError> {
        let series = keys::booking_series(branch, now.ist_date().calendar_month(), service_type.letter());
        Ok(self.0.table.count_up(&series, now.plus(SERIES_KEPT)).await?.0)
    }
}

pub(super) fn number(branch: &Branch, service_type: ServiceType, sequence: u64, now: Instant) -> String {
    let month = now.ist_date().calendar_month();
    BookingNumber { branch_code: &branch.code, month, service_type, sequence, is_membership_session: false }.to_string()
}
