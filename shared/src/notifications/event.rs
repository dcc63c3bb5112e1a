//! What happened that people are told of. An event is written to the outbox in the transaction that made it happen, as the
//! payload of [`Task::Notify`]; the queue turns it into feed rows, pushes, emails and realtime messages.

use serde::{Deserialize, Serialize};

use crate::bookings::Booking;
use crate::id::{BookingId, MembershipId, StaffId, UserId};
use crate::jobs::Task;
use crate::outbox::Message;
use crate::time::{Instant, IstDate};

/// Whose decision it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    #[default]
    Customer,
    Salon,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Event {
    BookingReceived {
        booking_id: BookingId,
    },
    /// With who was given it, who may be another by the time they are told.
    BookingConfirmed {
        booking_id: BookingId,
        starts_at: Instant,
        staff_id: Option<StaffId>,
    },
    BookingRejected {
        booking_id: BookingId,
    },
    BookingCancelled {
        booking_id: BookingId,
        #[serde(default)]
        by: Side,
    },
    BookingRescheduled {
        booking_id: BookingId,
        starts_at: Instant,
    },
    BookingCompleted {
        booking_id: BookingId,
    },
    MembershipCreated {
        membership_id: MembershipId,
    },
    GemsExpired {
        user_id: UserId,
        gems: i64,
        transaction_id: String,
        /// The last day they could have been used on.
        last_day: Option<IstDate>,
    },
}

impl Event {
    pub fn confirmed(booking: &Booking) -> Self {
        let staff_id = booking.staff_id().cloned();
        Self::BookingConfirmed { booking_id: booking.id.clone(), starts_at: booking.starts_at(), staff_id }
    }

    pub fn rescheduled(booking: &Booking) -> Self {
        Self::BookingRescheduled { booking_id: booking.id.clone(), starts_at: booking.starts_at() }
    }

    /// The message that tells of it, due at once.
    pub fn message(&self, now: Instant) -> Message {
        Message::new(Task::Notify, serde_json::to_value(self).unwrap_or_default(), now)
    }
}
