//! The events that people are notified of: the payload of [`Task::Notify`](super::Task::Notify). It is written to the
//! outbox in the transaction of the change itself; the queue turns it into feed rows, pushes, emails and realtime
//! messages.

use serde::{Deserialize, Serialize};

use parlour_values::id::{BookingId, MembershipId, NoteId, RepeatId, StaffId, UserId, WebhookId, WishId};
use parlour_values::message_channel::MessageChannel;
use parlour_values::time::{Instant, IstDate};

/// The side that decided it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    #[default]
    Customer,
    Salon,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum NotifiableEvent {
    BookingReceived {
        booking_id: BookingId,
    },
    BookingConfirmed {
        booking_id: BookingId,
        starts_at: Instant,
        /// The member of staff it was assigned to then; by the time the event is delivered it may be another.
        staff_id: Option<StaffId>,
    },
    BookingRejected {
        booking_id: BookingId,
    },
    BookingCancelled {
        booking_id: BookingId,
        #[serde(default)]
        by: Side,
        /// The customer is not told: the desk spoke with them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        quietly: bool,
    },
    BookingRescheduled {
        booking_id: BookingId,
        starts_at: Instant,
        /// As for a cancellation.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        quietly: bool,
    },
    /// Appointments that repeat were booked. The days are those they were made for, which name their bookings.
    RepeatMade {
        repeat_id: RepeatId,
        days: Vec<IstDate>,
    },
    RepeatMoved {
        repeat_id: RepeatId,
        days: Vec<IstDate>,
    },
    RepeatCancelled {
        repeat_id: RepeatId,
        days: Vec<IstDate>,
    },
    BookingCompleted {
        booking_id: BookingId,
    },
    /// Time is held for somebody on the waitlist, under the id that their booking will have.
    WaitlistOffer {
        wish_id: WishId,
        booking_id: BookingId,
    },
    MembershipCreated {
        membership_id: MembershipId,
    },
    MembershipSessionUsed {
        membership_id: MembershipId,
        booking_id: BookingId,
    },
    /// A webhook was switched off because of its receiver.
    WebhookDisabled {
        webhook_id: WebhookId,
    },
    /// A channel to phones, or a template of it, is not used for a while, or takes something of ours for wrong.
    ChannelTrouble {
        channel: MessageChannel,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        template: Option<String>,
        /// As the service names it.
        code: String,
        meaning: String,
    },
    /// A customer has written to us. The note holds what.
    CustomerReplied {
        user_id: UserId,
        note_id: NoteId,
        /// They want to change a booking, and are sent its link.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        wants_link: bool,
    },
    /// A customer is to be erased, and can still take it back.
    ErasureRequested {
        user_id: UserId,
        erase_on: Instant,
    },
    GemsExpired {
        user_id: UserId,
        gems: i64,
        transaction_id: String,
        /// The last day they could have been used on.
        last_day: Option<IstDate>,
    },
}
