//! A customer requests a booking.

use chrono::TimeDelta;
use serde_json::json;

use super::answer::Booked;
use super::assignment::no_such_room;
use super::number::BookingNumber;
use super::order::{Order, check_lead, operational, times, valid_pair};
use super::request::BookRequest;
use super::status::BookingStatus;
use super::{Booking, BookingCustomer, BookingError, BookingOrigin, Bookings, NewBooking, OpenRequests, PlanTime};
use crate::slots::availability::alternatives;
use crate::slots::need::{Need, ServiceNeed};
use crate::slots::plan::{PlannedService, best_plan};
use crate::teams::{Team, Teams, WantedRooms};
use parlour_people::auth::Caller;
use parlour_people::customers::Profile;
use parlour_people::leads::Lead;
use parlour_settings::metrics::BookedAs;
use parlour_setup::branches::{Branch, Branches, SlotPolicy, must_stay_operational};
use parlour_setup::catalogue::{CatalogueStore, ServiceType};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Record as _, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, StaffId};
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
        let mut problems = Problems::default();
        let branch = operational(found.as_deref(), &request.branch_id, &mut problems);
        let (field, wishes) = request.wishes();
        let order = Order::of(&catalogue, request.service_type, (field, wishes), &mut problems);
        let need = order.need();
        let (lead_key, open_key) = (request.lead_id.as_ref().map(keys::lead), keys::open_requests(&caller.user.id));
        let may_be_instant = branch.is_some_and(Branch::confirms_at_once) && !order.needs_approval();
        let profile_key = may_be_instant.then(|| keys::profile(&caller.user.id));
        let (read, is_new_month) = tokio::try_join!(
            async {
                let more = lead_key.iter().chain([&open_key]).chain(&profile_key).cloned().collect();
                match &found {
                    Some(branch) => {
                        let (policy, rooms) = (branch.settings.slot_policy, WantedRooms::of(&need));
                        Teams::of(salon).team_and(&branch.id, policy, date, rooms, more).await
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
        let profile = profile_key.map(|key| read.take::<Profile>(&key)).transpose()?.flatten();

        let services_are_fine = !problems.has(field);
        let time = times(branch, date, request.start_time, order.duration(), act.at, &mut problems);
        check_lead(branch, date, request.start_time, act.at, &mut problems);
        if let Some(branch) = branch.filter(|_| services_are_fine) {
            let wish = if request.staff_id.is_some() { "staffId" } else { "services" };
            refuse_unable(&team, branch, &need, field, wish, &mut problems);
        }
        let (branch, time) = valid_pair(branch, time, problems)?;
        let plan = planned(&team, branch, time.start, &need, act.at)?;
        let is_instant = may_be_instant && !profile.is_some_and(|profile| profile.booking_requires_approval);

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
        let mut booking = Booking::new(new, act.at);
        if is_instant {
            booking = booking.promised(&plan, &team, act.at);
        }
        let booked = Booked::from(&booking);
        let mut transaction = salon.transaction(act);
        transaction.create(&booking);
        if is_instant {
            take_plan(&mut transaction, &team, &booking, act.at);
        } else {
            OpenRequests::add(salon, &mut transaction, open.as_ref(), &booking).await?;
        }
        if let Some(branch) = &found {
            must_stay_operational(branch, &mut transaction);
        }
        if is_new_month {
            months.add(&mut transaction, date.calendar_month());
        }
        if let Some(lead) = &lead {
            transaction.replace(lead, &lead.converted(booking.id.clone(), booking.number.clone(), act.at));
        }
        let mut audit_details = json!({ "bookingNumber": booking.number, "branchId": booking.branch_id });
        let what = if is_instant {
            transaction.enqueue(booking.confirmed_event().message(act.at));
            audit_details["staffId"] = json!(booking.staff_id());
            EventType::BookingConfirmed
        } else {
            transaction.enqueue(NotifiableEvent::BookingReceived { booking_id: booking.id.clone() }.message(act.at));
            transaction.enqueue(booking.stale_alert());
            if let Some(check) = booking.start_check(act.at) {
                transaction.enqueue(check);
            }
            EventType::BookingRequested
        };
        transaction.enqueue(booking.noshow_check());
        transaction.audit(what, Booking::KIND, booking.id.as_str(), audit_details);
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

impl Booking {
    /// Confirmed with the people and in the rooms of this plan.
    pub(crate) fn promised(self, plan: &[PlannedService], team: &Team, now: Instant) -> Self {
        let name = |id: &StaffId| team.member(id).map(|member| member.display_name.as_str());
        let mut booking = self.planned(plan, name);
        booking.status = BookingStatus::Confirmed;
        booking.confirmed_at = Some(now);
        booking.reminded = booking.reminders_behind(now);
        booking
    }
}

/// Takes the time of a booking's people and rooms. They are what they were when its plan was found if the branch is:
/// whoever calls checks that.
pub(crate) fn take_plan(transaction: &mut Transaction<'_>, team: &Team, booking: &Booking, now: Instant) {
    let mut time = PlanTime::of(team);
    time.take(booking, now);
    time.write(transaction);
}

/// People must be able to do the services there, those who are wished for too, and under `staffed` there must be rooms for
/// them.
fn refuse_unable(team: &Team, branch: &Branch, need: &Need, field: &str, wish: &str, problems: &mut Problems) {
    if !team.is_able(&branch.id, &need.service_ids()) {
        problems.add(field, "no active staff member can do all of these services there");
        return;
    }
    let cannot = |service: &ServiceNeed| {
        let wished = service.wished.as_ref();
        wished.is_some_and(|staff| !team.is_able_person(&branch.id, staff, std::slice::from_ref(&service.service_id)))
    };
    if need.services.iter().any(cannot) {
        problems.add(wish, "must be an active staff member there who can do the service");
    }
    let missing = need.groups().into_iter().find(|group| !team.has_room(group));
    if let Some(group) = missing.filter(|_| branch.settings.slot_policy == SlotPolicy::Staffed) {
        problems.add(field, no_such_room(&group));
    }
}

/// Nobody is asked for a closed day; under `staffed` there must be a plan.
fn planned(
    team: &Team,
    branch: &Branch,
    start: TimeOfDay,
    need: &Need,
    now: Instant,
) -> Result<Vec<PlannedService>, BookingError> {
    let day = team.day(branch, now);
    let (people, rooms) = (team.people(&day), team.rooms());
    let plan = match day.policy {
        SlotPolicy::Open if day.is_closed => None,
        SlotPolicy::Open => Some(Vec::new()),
        SlotPolicy::Staffed => best_plan(&day, &people, &rooms, start, need).ok(),
    };
    plan.ok_or_else(|| {
        let alternatives = alternatives(&day, &people, &rooms, start, need);
        BookingError::SlotUnavailable { alternatives }
    })
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
