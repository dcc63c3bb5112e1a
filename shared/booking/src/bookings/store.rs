//! Bookings in the table: reading one, and the transaction that every change uses.

use serde_json::Value;

use super::time_ledger::{AssignmentContext, AssignmentTarget};
use super::{Booking, BookingError};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, StaffId};

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

impl Bookings<'_> {
    pub async fn find(&self, id: &BookingId) -> Result<Stored<Booking>, Failure<BookingError>> {
        self.0.table.get::<Booking>(&keys::booking(id)).await?.ok_or(BookingError::Unknown.into())
    }

    /// What a change without a new date or branch depends on; `staff` is the new staff member, if there is one.
    pub(super) async fn context_of(
        &self,
        booking: &Booking,
        staff: Option<&StaffId>,
    ) -> Result<AssignmentContext, TableError> {
        let target = AssignmentTarget { branch: &booking.branch_id, date: booking.date, staff };
        AssignmentContext::read(self.0, &target, Some(booking)).await
    }

    /// The transaction of a change: the booking, on condition that it was not changed since, the staff time and the
    /// event.
    pub(super) fn changed<'u>(&'u self, act: &'u Act, change: BookingChange<'_>) -> Transaction<'u> {
        let mut transaction = self.0.transaction(act);
        transaction.replace(change.read, change.after);
        change.context.write(&mut transaction, change.after);
        transaction.audit(change.what, Booking::KIND, change.after.id.as_str(), change.audit_details);
        transaction
    }
}
