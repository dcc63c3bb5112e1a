//! A booking taken at the desk: confirmed at once and assigned, for a known or a new customer.

use serde_json::json;

use super::answer::PlacedAnswer;
use super::assignment::{AssignmentContext, AssignmentTarget, MetTime, no_such_room};
use super::book::number;
use super::given::forced;
use super::guest::{self, WrongGuest};
use super::order::{Order, operational, valid_pair};
use super::request::{Assignees, WalkInRequest};
use super::rules::{BookingHours, date_problem};
use super::{Booking, BookingCustomer, BookingError, BookingOrigin, Bookings, NewBooking, Placed};
use crate::slots::day::has_begun;
use crate::teams::{Teams, WantedRooms};
use parlour_people::auth::Caller;
use parlour_people::leads::Lead;
use parlour_settings::metrics::BookedAs;
use parlour_setup::branches::{Branch, Branches, must_stay_operational};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Record as _, TableError, keys};
use parlour_values::input::Problems;
use parlour_values::role::Role;
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

impl Bookings<'_> {
    pub async fn walk_in(
        &self,
        caller: &Caller,
        request: &WalkInRequest,
    ) -> Result<PlacedAnswer, Failure<BookingError>> {
        if request.allow_overlap == Some(true) && !caller.user.role.satisfies(Role::Manager) {
            return Err(BookingError::ManagersOnly.into());
        }
        let is_forced = forced(caller, request.force)?;
        self.0.retry_on_conflict(|| self.write_walk_in(&caller.act, request, is_forced)).await
    }

    async fn write_walk_in(
        &self,
        act: &Act,
        request: &WalkInRequest,
        is_forced: bool,
    ) -> Result<PlacedAnswer, Failure<BookingError>> {
        let salon = self.0;
        let date = request.booking_date.unwrap_or_else(|| act.at.ist_date());
        let to = request.assignees().ok_or_else(|| BookingError::invalid("staffId", "is required"))?;
        let months = MonthIndex::of(salon, MonthlyList::Bookings(&request.branch_id));
        let (catalogue, branch) =
            (CatalogueStore::of(salon).read().await?, Branches::of(salon).get(&request.branch_id).await?);
        let mut problems = Problems::default();
        let (field, wishes) = request.wishes();
        let order = Order::of(&catalogue, request.service_type, (field, wishes), &mut problems);
        let rooms = wanted_rooms(&order, to);
        let target = AssignmentTarget {
            branch: &request.branch_id,
            date,
            staff: to.staff(),
            rooms,
            named_rooms: to.named_rooms(),
        };
        let (read, is_new_month) = tokio::try_join!(
            async {
                let lead_key = request.lead_id.as_ref().map(keys::lead);
                let wanted =
                    target.keys(None).into_iter().chain(guest::keys_of(request)).chain(lead_key.clone()).collect();
                let teams = Teams::of(salon);
                let (rooms, mut found) = teams.rooms_and(target.branch, date, &target.rooms, wanted).await?;
                let context = AssignmentContext::among(&mut found, branch, rooms, &target, None)?;
                // One that does not exist is ignored, as in a customer's own request.
                let lead = lead_key.map(|key| found.take::<Lead>(&key)).transpose()?.flatten();
                Ok::<_, Failure<BookingError>>((context, lead, self.guest(act, request, found).await?))
            },
            async { Ok(months.lacks(date.calendar_month()).await?) },
        )?;
        let (mut context, lead, guest) = read;

        if let Some(group) = context.missing_group(&order.need().groups()) {
            problems.add(field, no_such_room(&group));
        }
        let branch = context.branch.clone();
        let branch = operational(branch.as_deref(), &request.branch_id, &mut problems);
        let time = desk_times(branch, request, date, order.duration(), act.at, &mut problems);
        if let Err(WrongGuest { field, message }) = &guest {
            problems.add(*field, *message);
        }
        if to.staff().into_iter().any(|staff| context.worker(staff).is_none()) {
            problems.add(to.field(), "must be an active staff member");
        }
        let ((branch, time), guest) = valid_pair(branch.zip(time), guest.ok(), problems)?;
        let guest = guest.settled()?;

        let notes = request.notes.as_deref().map(str::to_owned);
        let new = NewBooking {
            id: salon.random.id(),
            number: String::new(),
            branch,
            customer: BookingCustomer::from(guest.user()),
            service_type: request.service_type,
            date,
            time,
            services: order.rows(&salon.random),
            buffer: order.buffer(),
            notes,
            origin: BookingOrigin::WalkIn,
        };
        let mut booking = Booking::new(new, act.at).given(to, time.start, &context)?;
        if is_out_of_hours(branch, date, booking.start, act.at) {
            return Err(BookingError::invalid(to.field(), OUT_OF_HOURS).into());
        }
        context.refuse_unskilled(&booking, is_forced)?;
        booking.lead_id = lead.as_ref().map(|lead| lead.id.clone());
        booking.reminded = booking.reminders_behind(act.at);
        if has_begun(date, booking.start, act.at) {
            booking.overlaps = self.meets_others(&context, &booking, act.at).await?;
            if booking.overlaps && request.allow_overlap != Some(true) {
                let alternatives = context.alternatives(&booking, act.at);
                return Err(BookingError::SlotUnavailable { alternatives }.into());
            }
            booking = context.hold_served(booking, act.at);
        } else {
            booking = context.hold(None, booking, act.at)?;
        }
        let warnings = context.warnings(&booking, act.at);
        let sequence = self.next_number(&request.branch_id, request.service_type, act.at).await?;
        booking.number = salon.random.issue(number(branch, request.service_type, sequence, act.at));

        let answer = PlacedAnswer::from(Placed { booking: booking.clone(), warnings });
        let mut transaction = salon.transaction(act);
        transaction.create(&booking);
        context.write(&mut transaction, &booking);
        if let Some(branch) = &context.branch {
            must_stay_operational(branch, &mut transaction);
        }
        guest.write(&mut transaction);
        if let Some(lead) = &lead {
            transaction.replace(lead, &lead.converted(booking.id.clone(), booking.number.clone(), act.at));
        }
        if is_new_month {
            months.add(&mut transaction, date.calendar_month());
        }
        transaction.enqueue(booking.noshow_check());
        transaction.enqueue(booking.confirmed_event().message(act.at));
        let mut audit_details = json!({
            "bookingNumber": booking.number, "branchId": booking.branch_id, "staffId": booking.staff_id(),
        });
        if booking.overlaps {
            audit_details["overlaps"] = json!(true);
        }
        transaction.audit(EventType::BookingWalkedIn, Booking::KIND, booking.id.as_str(), audit_details);
        transaction.keep_response(&answer);
        transaction.commit().await?;
        salon.outbound.metrics.booking(BookedAs::WalkIn);
        Ok(answer)
    }

    /// Whether others have the people or the rooms of a customer who is being served. Only a staffed branch asks.
    pub(super) async fn meets_others(
        &self,
        context: &AssignmentContext,
        booking: &Booking,
        now: Instant,
    ) -> Result<bool, TableError> {
        let is_met = self.is_met(context, booking, now).await?;
        Ok(is_met || (context.is_staffed() && context.full_rooms(booking, now).next().is_some()))
    }

    /// Whether the work on another booking, without its buffer, meets that on a customer who is being served. Only a staffed
    /// branch asks.
    async fn is_met(&self, context: &AssignmentContext, booking: &Booking, now: Instant) -> Result<bool, TableError> {
        let is_staffed = context.is_staffed();
        let MetTime { meetings, is_crowded } = context.met_by(booking, now);
        if !is_staffed || is_crowded {
            return Ok(is_staffed);
        }
        let others = meetings.iter().map(|meeting| keys::booking(&meeting.busy.booking_id));
        let found = self.0.table.get_many(others).await?;
        for meeting in meetings {
            let other = found.read::<Booking>(&keys::booking(&meeting.busy.booking_id))?;
            if meeting.busy.is_offer() || other.is_none_or(|other| meeting.is_with(&other.record.as_booked())) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The rooms that matter for these services, and those that were named.
fn wanted_rooms(order: &Order<'_>, to: Assignees<'_>) -> WantedRooms {
    let mut need = order.need();
    if let Assignees::Each(services) = to {
        for (asked, given) in need.services.iter_mut().zip(services.iter()) {
            asked.rooms = given.resource_ids.as_ref().map(|rooms| rooms.distinct()).unwrap_or_default();
        }
    }
    WantedRooms::of(&need)
}

const OUT_OF_HOURS: &str = "must be within opening hours";

/// Of a time that is still ahead.
fn is_out_of_hours(branch: &Branch, date: IstDate, start: TimeOfDay, now: Instant) -> bool {
    let opening = BookingHours::on(branch, date).opening;
    !has_begun(date, start, now) && (start < opening.start || start >= opening.end)
}

/// A walk-in starts now unless the request names a time. Opening hours bind only a time that is still ahead: a customer who
/// is being served is recorded whatever the hour. A time earlier today is allowed, for a visit entered late.
fn desk_times(
    branch: Option<&Branch>,
    request: &WalkInRequest,
    date: IstDate,
    duration: Minutes,
    now: Instant,
    problems: &mut Problems,
) -> Option<Interval> {
    let today = now.ist_date();
    if let Some(problem) = date_problem(date, today) {
        problems.add("bookingDate", problem);
    }
    let named = request.services.iter().flat_map(|services| services.iter()).filter_map(|service| service.start_time);
    let start: TimeOfDay = match request.start_time.or_else(|| named.min()) {
        Some(start) => start,
        None if date <= today => now.ist_time(),
        None => {
            problems.add("startTime", "is required for another day");
            return None;
        }
    };
    if branch.is_some_and(|branch| is_out_of_hours(branch, date, start, now)) {
        problems.add("startTime", OUT_OF_HOURS);
        return None;
    }
    let end = start.plus(duration);
    if end.is_none() {
        problems.add("startTime", "must leave time to finish before midnight");
    }
    end.map(|end| Interval { start, end })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Start and end, or the fields at fault, of an hour asked for on 16 November 2026 at this time.
    fn asked(branch: Option<&Branch>, now: &str, mut fields: Value) -> String {
        let now: Instant = format!("2026-11-16T{now}:00+05:30").parse().unwrap();
        fields["customerId"] = json!("asha");
        let request = WalkInRequest::sample(fields);
        let date = request.booking_date.unwrap_or_else(|| now.ist_date());
        let mut problems = Problems::default();
        let time = desk_times(branch, &request, date, Minutes(60), now, &mut problems);
        match time.filter(|_| problems.is_empty()) {
            Some(time) => format!("{}-{}", time.start, time.end),
            None => problems.into_details().into_keys().collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn a_walk_in_starts_now_or_earlier_or_at_a_named_time_within_opening_hours() {
        for (now, fields, expected) in [
            ("10:00", json!({}), "10:00-11:00"),
            ("23:00", json!({}), "23:00-24:00"),
            ("23:01", json!({}), "startTime"),
            ("10:00", json!({ "startTime": "09:00" }), "09:00-10:00"),
            ("10:00", json!({ "startTime": "08:59" }), "08:59-09:59"),
            ("08:00", json!({ "startTime": "08:00" }), "08:00-09:00"),
            ("08:00", json!({ "startTime": "08:01" }), "startTime"),
            ("10:00", json!({ "startTime": "20:59" }), "20:59-21:59"),
            ("10:00", json!({ "startTime": "21:00" }), "startTime"),
            ("10:00", json!({ "bookingDate": "2026-11-17", "startTime": "12:00" }), "12:00-13:00"),
            ("10:00", json!({ "bookingDate": "2026-11-17" }), "startTime"),
            ("10:00", json!({ "bookingDate": "2026-11-15" }), "bookingDate"),
        ] {
            assert_eq!(asked(Some(&Branch::sample()), now, fields.clone()), expected, "{now} {fields}");
        }
        assert_eq!(asked(None, "07:00", json!({ "startTime": "08:00" })), "08:00-09:00");
    }
}
