//! Bookings in the table: reading one, and the transaction that every change uses.

use serde_json::{Value, json};

use super::assignment::{AssignmentContext, AssignmentTarget};
use super::request::Assignees;
use super::{Booking, BookingError};
use crate::freed::{self, Freed};
use crate::teams::WantedRooms;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, ResourceId, StaffId};
use parlour_values::time::{Instant, Interval, IstDate};

pub struct Bookings<'a>(pub(super) &'a Salon);

impl<'a> Bookings<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// A decided change: the booking as read, the booking after it, and the staff time it takes or frees.
pub(super) struct BookingChange<'a> {
    pub what: EventType,
    pub read: &'a Stored<Booking>,
    pub after: &'a Booking,
    pub context: &'a AssignmentContext,
    pub audit_details: Value,
}

impl BookingChange<'_> {
    /// The time that parts of the booking held and hold no longer.
    async fn freed(&self, salon: &Salon, now: Instant) -> Result<Vec<Freed>, TableError> {
        let read = &self.read.record;
        let (held, holds) = (held_parts(read), held_parts(self.after));
        let gone = held.iter().filter(|part| !holds.contains(part)).map(|part| (part.staff_id, part.time.start));
        freed::of_parts(salon, &read.branch_id, read.date, &gone.collect::<Vec<_>>(), now).await
    }
}

/// When, with whom and where a service of a booking is.
#[derive(PartialEq)]
struct HeldPart<'a> {
    date: IstDate,
    time: Interval,
    staff_id: &'a StaffId,
    resource_ids: &'a [ResourceId],
}

/// The services that hold somebody's time.
fn held_parts(booking: &Booking) -> Vec<HeldPart<'_>> {
    let timed = booking.services.iter().zip(booking.times()).filter(|_| booking.status.holds_time());
    let held = timed.filter_map(|(service, time)| {
        let staff_id = service.staff_id.as_ref()?;
        Some(HeldPart { date: booking.date, time, staff_id, resource_ids: &service.part.resource_ids })
    });
    held.collect()
}

/// The rooms that matter where a booking is given to these.
pub(super) fn rooms_of(booking: &Booking, to: Assignees<'_>) -> WantedRooms {
    let mut ids: Vec<ResourceId> = booking.resource_ids().into_iter().cloned().collect();
    ids.extend(to.named_rooms());
    match booking.groups() {
        groups if groups.is_empty() && ids.is_empty() => WantedRooms::None,
        groups => WantedRooms::Some { groups, ids },
    }
}

impl Bookings<'_> {
    pub async fn find(&self, id: &BookingId) -> Result<Stored<Booking>, Failure<BookingError>> {
        self.0.table.get::<Booking>(&keys::booking(id)).await?.ok_or(BookingError::Unknown.into())
    }

    /// The records that a change without a new date or branch depends on; `to` are the new people, if there are any.
    pub(super) async fn context_of(
        &self,
        booking: &Booking,
        to: Option<Assignees<'_>>,
    ) -> Result<AssignmentContext, TableError> {
        let rooms = to.map(|to| rooms_of(booking, to)).unwrap_or_default();
        let staff = to.map(|to| to.staff()).unwrap_or_default();
        let named_rooms = to.map(|to| to.named_rooms()).unwrap_or_default();
        let target = AssignmentTarget { branch: &booking.branch_id, date: booking.date, staff, rooms, named_rooms };
        AssignmentContext::read(self.0, &target, Some(booking)).await
    }

    /// The transaction of a change: the booking, on condition that it was not changed since, the staff time and the
    /// event.
    pub(super) async fn changed<'u>(
        &'u self,
        act: &'u Act,
        mut change: BookingChange<'_>,
    ) -> Result<Transaction<'u>, TableError> {
        let freed = change.freed(self.0, act.at).await?;
        let mut transaction = self.0.transaction(act);
        transaction.replace(change.read, change.after);
        change.context.write(&mut transaction, change.after);
        freed::tell(&mut transaction, freed, act.at);
        // Between two branches it concerns both, so neither is named.
        if change.read.branch_id == change.after.branch_id {
            change.audit_details["branchId"] = json!(change.after.branch_id);
        }
        transaction.audit(change.what, Booking::KIND, change.after.id.as_str(), change.audit_details);
        Ok(transaction)
    }
}
