//! A customer requests a booking.

use chrono::TimeDelta;
use serde_json::json;

use super::answer::Booked;
use super::number::BookingNumber;
use super::order::{Order, check_lead, operational, times, valid_pair};
use super::request::BookRequest;
use super::{Booking, BookingCustomer, BookingError, BookingOrigin, Bookings, NewBooking, OpenRequests};
use crate::slots::availability::{Need, alternatives, free_people};
use crate::teams::{Team, Teams};
use parlour_people::auth::Caller;
use parlour_people::leads::Lead;
use parlour_settings::metrics::BookedAs;
use parlour_setup::branches::{Branch, Branches, SlotPolicy, must_stay_operational};
use parlour_setup::catalogue::{CatalogueStore, ServiceType};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::outbox::Event;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Record as _, TableError, keys};
use parlour_values::id::BranchId;
use parlour_values::input::Problems;
use parlour_values::time::{Instant, TimeOfDay};

/// The counter of a month is kept a little over a year, then expires.
const SERIES_KEPT: TimeDelta = TimeDelta::days(400);

impl Bookings<'_> {
    pub async fn book(&self, caller: &Caller, request: &BookRequest) -> Result<Booked, Failure<BookingError>> {
        self.0.retry_on_conflict(|| self.write_request(caller, request)).await
    }

    async fn write_request(&self, caller: &Caller, request: &BookRequest) -> Result<Booked, Failure<BookingError>> {
        let (salon, act) = (self.0, &caller.act);
        let date = request.booking_date;
        let months = MonthIndex::of(salon, MonthlyList::Bookings(&request.branch_id));
        let (found, catalogue) =
            (Branches::of(salon).get(&request.branch_id).await?, CatalogueStore::of(salon).read().await?);
        let (lead_key, open_key) = (request.lead_id.as_ref().map(keys::lead), keys::open_requests(&caller.user.id));
        let (read, is_new_month) = tokio::try_join!(
            async {
                let more = lead_key.iter().chain([&open_key]).cloned().collect();
                match &found {
                    Some(branch) => {
                        Teams::of(salon).team_and(&branch.id, branch.settings.slot_policy, date, more).await
                    }
                    None => Ok((Team::nobody(date), salon.table.get_many(more).await?)),
                }
            },
            months.lacks(date.calendar_month()),
        )?;
        let (team, mut read) = read;
        // A lead id that does not exist is ignored: it must not keep a customer from booking.
        let lead = lead_key.map(|key| read.take::<Lead>(&key)).transpose()?.flatten();
        let open = read.take::<OpenRequests>(&open_key)?;

        let mut problems = Problems::default();
        let branch = operational(found.as_deref(), &request.branch_id, &mut problems);
        let order = Order::of(&catalogue, request.service_type, &request.service_ids, &mut problems);
        let services_are_fine = !problems.has("serviceIds");
        let time = times(branch, date, request.start_time, order.duration(), act.at, &mut problems);
        check_lead(branch, date, request.start_time, act.at, &mut problems);
        if services_are_fine && branch.is_some_and(|branch| !team.is_able(&branch.id, &order.ids())) {
            problems.add("serviceIds", "no active staff member can do all of these services there");
        }
        let (branch, time) = valid_pair(branch, time, problems)?;
        refuse_unless_free(&team, branch, time.start, &order.need(), act.at)?;

        let sequence = self.next_number(&request.branch_id, request.service_type, act.at).await?;
        let number = salon.random.issue(number(branch, request.service_type, sequence, act.at));
        let notes = request.notes.as_deref().map(str::to_owned);
        let new = NewBooking {
            id: salon.random.id(),
            number,
            branch,
            customer: BookingCustomer::from(&caller.user),
            service_type: request.service_type,
            date,
            time,
            services: order.rows(&salon.random),
            buffer: order.buffer(),
            notes,
            origin: BookingOrigin::Request { lead_id: lead.as_ref().map(|lead| lead.id.clone()) },
        };
        let booking = Booking::new(new, act.at);
        let booked = Booked::from(&booking);
        let mut transaction = salon.transaction(act);
        transaction.create(&booking);
        OpenRequests::add(salon, &mut transaction, open.as_ref(), &booking).await?;
        if let Some(branch) = &found {
            must_stay_operational(branch, &mut transaction);
        }
        if is_new_month {
            months.add(&mut transaction, date.calendar_month());
        }
        if let Some(lead) = &lead {
            transaction.replace(lead, &lead.converted(booking.id.clone(), booking.number.clone(), act.at));
        }
        transaction.enqueue(Event::BookingReceived { booking_id: booking.id.clone() }.message(act.at));
        transaction.enqueue(booking.stale_alert());
        if let Some(check) = booking.start_check(act.at) {
            transaction.enqueue(check);
        }
        transaction.enqueue(booking.noshow_check());
        let audit_details = json!({ "bookingNumber": booking.number, "branchId": booking.branch_id });
        transaction.audit(EventType::BookingRequested, Booking::KIND, booking.id.as_str(), audit_details);
        transaction.keep_response(&booked);
        transaction.commit().await?;
        salon.outbound.metrics.booking(BookedAs::Request);
        Ok(booked)
    }

    /// The next sequence number of the branch, month and service type. Booking numbers may have gaps, so one that is
    /// drawn and then not used is not given back.
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

/// Nobody is asked for a closed day; under `staffed` somebody must be free.
fn refuse_unless_free(
    team: &Team,
    branch: &Branch,
    start: TimeOfDay,
    need: &Need,
    now: Instant,
) -> Result<(), BookingError> {
    let day = team.day(branch, now);
    let people = team.people(&day);
    let is_refused = match day.policy {
        SlotPolicy::Open => day.is_closed,
        SlotPolicy::Staffed => free_people(&day, &people, start, need).is_empty(),
    };
    if is_refused {
        return Err(BookingError::SlotUnavailable { alternatives: alternatives(&day, &people, start, need) });
    }
    Ok(())
}

pub(super) fn number(branch: &Branch, service_type: ServiceType, sequence: u64, now: Instant) -> String {
    let month = now.ist_date().calendar_month();
    BookingNumber { branch_code: &branch.code, month, service_type, sequence, is_membership_session: false }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_names_the_branch_and_the_month_in_india() {
        let now = "2026-10-31T18:30:00Z".parse().unwrap();
        assert_eq!(number(&Branch::sample(), ServiceType::Spa, 7, now), "BK-MAIN-2611-S-00007");
    }
}
