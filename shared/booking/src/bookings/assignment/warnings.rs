//! What the desk is told about a visit that it gives to people: nothing of it keeps anybody from booking.

use serde::Serialize;
use utoipa::ToSchema;

use super::AssignmentContext;
use crate::bookings::Booking;
use crate::slots::Resource;
use crate::slots::ledger::Busy;
use crate::slots::need::Work;
use crate::slots::person::Person;
use parlour_setup::branches::SlotPolicy;
use parlour_values::id::BookingId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, Interval};

text_enum! {
    /// The kinds of warning about who does a visit, when and where.
    pub enum WarningCode {
        Overlap => "overlap",
        Skill => "skill",
        OffShift => "off_shift",
        Break => "break",
        OnLeave => "on_leave",
        Blocked => "blocked",
        NoRoom => "no_room",
        NotWished => "not_wished",
    }
}

/// A warning to the desk before it books something anyway.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    #[schema(value_type = String)]
    pub code: WarningCode,
    pub message: String,
    /// The bookings that it meets.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub booking_ids: Vec<BookingId>,
}

impl AssignmentContext {
    /// The warnings about a visit as it was given to people, as the days were before it. Under `staffed` its time was
    /// found free.
    pub fn warnings(&self, booking: &Booking, now: Instant) -> Vec<Warning> {
        let mut warnings = Warnings::default();
        let Some(day) = self.day(booking.date, now).filter(|_| booking.is_assigned()) else { return warnings.0 };
        for (service, (by, work)) in booking.services.iter().zip(booking.works()) {
            let Some(staff) = by else { continue };
            let member = self.members.iter().find(|member| member.id == *staff);
            let name = member.map_or("The person", |member| member.display_name.as_str());
            let what = &service.name;
            if member.is_some_and(|member| !member.service_ids.contains(&service.service_id)) {
                warnings.add(WarningCode::Skill, format!("{name} does not do {what}."));
            }
            if service.part.requested_staff_id.as_ref().is_some_and(|wished| wished != staff) {
                warnings.add(WarningCode::NotWished, format!("The customer asked for somebody else for {what}."));
            }
            let has = |group: &String| {
                let mut rooms = self.rooms.iter().filter(|room| service.part.resource_ids.contains(&room.id));
                rooms.any(|room| room.group == *group)
            };
            if let Some(group) = service.part.needs.iter().find(|group| !has(group)) {
                warnings.add(WarningCode::NoRoom, format!("No {group} is free for {what}."));
            }
            if day.policy == SlotPolicy::Open {
                self.warn_of_time(&mut warnings, &self.person(&day, staff), name, work, booking, now);
            }
        }
        for room in self.full_rooms(booking, now) {
            warnings.add(WarningCode::NoRoom, format!("{} is taken then.", room.name));
        }
        warnings.0
    }

    /// Of the minutes that the person works: while it processes they are free.
    fn warn_of_time(
        &self,
        warnings: &mut Warnings,
        person: &Person<'_>,
        name: &str,
        work: Work,
        booking: &Booking,
        now: Instant,
    ) {
        let at_work: Vec<Interval> = work.at_work().collect();
        let is_at_work_in = |time: Interval| at_work.iter().any(|own| own.overlaps(time));
        if person.is_on_leave() {
            warnings.add(WarningCode::OnLeave, format!("{name} is on leave that day."));
        } else if let Some(own) = at_work.iter().find(|own| !person.is_on_shift(**own)) {
            warnings.add(WarningCode::OffShift, format!("{name} is not at work from {} to {}.", own.start, own.end));
        } else if person.plan.breaks.iter().any(|pause| is_at_work_in(*pause)) {
            warnings.add(WarningCode::Break, format!("{name} has a break then."));
        }
        if at_work.iter().any(|own| person.is_blocked(*own)) {
            warnings.add(WarningCode::Blocked, format!("{name}'s time is blocked then."));
        }
        let met = at_work.iter().flat_map(|own| person.met(*own, Some(&booking.id), now));
        // An offer is held under the id of a booking that is not there yet.
        let (offers, others): (Vec<&Busy>, Vec<&Busy>) = met.partition(|busy| busy.is_offer());
        if !others.is_empty() {
            let ids = others.into_iter().map(|busy| busy.booking_id.clone()).collect();
            warnings.met(WarningCode::Overlap, format!("{name} has another booking then."), ids);
        }
        if !offers.is_empty() {
            let message = format!("{name}'s time is held for somebody on the waitlist then.");
            warnings.add(WarningCode::Overlap, message);
        }
    }

    /// The rooms of the booking that others fill. It has such rooms only where nothing is refused, or the desk named them
    /// for a customer who is being served.
    pub fn full_rooms(&self, booking: &Booking, now: Instant) -> impl Iterator<Item = &Resource> {
        let rooms = self.rooms.iter().map(|room| &room.record);
        rooms.filter(move |room| self.days.is_full(room, booking, now))
    }
}

#[derive(Default)]
struct Warnings(Vec<Warning>);

impl Warnings {
    fn add(&mut self, code: WarningCode, message: String) {
        self.met(code, message, Vec::new());
    }

    /// The same said of two services is said once.
    fn met(&mut self, code: WarningCode, message: String, booking_ids: Vec<BookingId>) {
        let is_same = |warning: &Warning| warning.code == code && warning.message == message;
        if !self.0.iter().any(is_same) {
            self.0.push(Warning { code, message: message.clone(), booking_ids: Vec::new() });
        }
        if let Some(said) = self.0.iter_mut().find(|warning| is_same(warning)) {
            said.booking_ids.extend(booking_ids);
            said.booking_ids.sort();
            said.booking_ids.dedup();
        }
    }
}
