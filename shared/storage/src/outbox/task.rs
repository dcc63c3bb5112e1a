//! The task that a queue message asks for. This is the one place where a task becomes JSON and is read back: `task`
//! holds its name, `payload` its fields.
//!
//! A task carries what makes it stale (the start of a booking, the end of a membership), so that the timer of a record
//! that has changed since does nothing. Messages wait in the queue for weeks: a field may be added if it is optional, but
//! none may be renamed or removed.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

use super::integration_probe::IntegrationTest;
use super::notifiable_event::NotifiableEvent;
use super::owner_alert::OwnerAlert;
use crate::feed_place::FeedPlace;
use parlour_values::id::{
    BookingId, BranchId, CreditNoteId, EventId, InvoiceId, MembershipId, MessageId, RepeatId, UserId, WebhookId, WishId,
};
use parlour_values::message_channel::MessageChannel;
use parlour_values::time::{Instant, IstDate, TimeOfDay, UnixSecond};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "task", content = "payload", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Task {
    /// Asks the customer for a review.
    PostServiceFollowup {
        booking_id: BookingId,
        /// The completion it follows: one that was undone since is not asked about. None of messages from before there was
        /// this, and for a caller over HTTP who leaves it out. Short, so that the event of a completion stays within a
        /// kilobyte: it is written in three places, and each would take a unit more.
        #[serde(rename = "at", default, skip_serializing_if = "Option::is_none")]
        completed: Option<UnixSecond>,
    },
    /// Alerts receptionists of a request that nobody has answered, or rejects it.
    StaleBookingAlert {
        booking_id: BookingId,
        /// Since when the booking waits for this answer. Not in the first check of a new one, nor where only a booking is
        /// named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<Instant>,
        /// The start that has come, where the check was scheduled for it: the request is rejected, nobody is alerted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        starts_at: Option<Instant>,
    },
    /// Asks receptionists about a booking that is over and still confirmed.
    NoshowCheck {
        booking_id: BookingId,
        /// The start this check was scheduled for. None only for a caller over HTTP who leaves it out and asks about the
        /// booking as it is now: a queue message without the key is unreadable.
        #[serde(deserialize_with = "key_required")]
        starts_at: Option<Instant>,
    },
    /// Tells the owner of an expired membership how to renew it.
    MembershipExpiredNotice {
        membership_id: MembershipId,
        /// The end this notice was scheduled for. None only for a caller over HTTP, as in `NoshowCheck`.
        #[serde(deserialize_with = "key_required")]
        expires_at: Option<Instant>,
    },
    /// Renders an invoice and emails it. The invoice is named itself or by its booking.
    InvoicePdf {
        #[serde(default)]
        booking_id: Option<BookingId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invoice_id: Option<InvoiceId>,
        /// The request in which an admin asked for the email once more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<String>,
        /// The one channel they asked for; without it, the first that the customer can receive it by.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        channel: Option<MessageChannel>,
    },
    /// Renders an invoice again whose due has changed. Nobody is sent it.
    InvoicePaper { invoice_id: InvoiceId },
    /// Renders a credit note and emails it.
    CreditNotePdf { invoice_id: InvoiceId, credit_note_id: CreditNoteId },
    /// Notifies people of an event.
    Notify(NotifiableEvent),
    /// Counts a no-show against the customer, once per booking.
    NoshowEscalation { booking_id: BookingId },
    /// Offers time that has come free to the waitlist.
    FillGap {
        branch_id: BranchId,
        /// None: on any day ahead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        date: Option<IstDate>,
        /// The time it begins, if that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<TimeOfDay>,
        /// The wish whose offer runs out then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wish_id: Option<WishId>,
    },
    /// Carries on with appointments that repeat, where whoever began to book, move or cancel them was cut off.
    FinishRepeat { repeat_id: RepeatId },
    /// Sends an event to a webhook.
    WebhookDelivery {
        webhook_id: WebhookId,
        event: FeedPlace,
        /// The tries so far: a message that was overtaken does nothing.
        attempt: u32,
    },
    /// Sends a webhook once more what stands in the feed behind a cursor.
    WebhookReplay { webhook_id: WebhookId, after: String },
    /// Reminds the customer of a booking: what a run of the job left to the queue, or once more by another channel, after one
    /// has failed.
    Remind {
        booking_id: BookingId,
        starts_at: Instant,
        /// A day ahead, or an hour.
        hours: u8,
    },
    /// Sends a message to a phone once more, some time after WhatsApp has told that it failed for now.
    SendAgain {
        /// The key of its delivery log.
        log: String,
    },
    /// Takes what WhatsApp has told our webhook. It is kept apart, as it is personal.
    #[serde(rename = "whatsapp-news")]
    WhatsAppNews { batch_id: MessageId },
    /// Erases a customer who asked for it.
    EraseCustomer {
        user_id: UserId,
        /// The moment it was set for: an earlier one was taken back or put off.
        erase_on: Instant,
    },
    /// Tells the owner of something that calls for a second look.
    OwnerAlert(OwnerAlert),
    /// Tells the desks, where realtime is configured, that the board has changed.
    BoardChanged { event_id: EventId },
    /// Tests an integration that can only be tested from the jobs function.
    IntegrationTest(IntegrationTest),
}

/// Null is None, but the key has to be there: serde alone would take a missing key for None.
fn key_required<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Instant>, D::Error> {
    Option::deserialize(from)
}

/// A message with an unknown task, or with a payload that does not fit its task.
#[derive(Debug, thiserror::Error)]
#[error("the task {task} cannot be read: {reason}")]
pub struct UnreadableTask {
    task: String,
    reason: String,
}

impl Task {
    pub const fn name(&self) -> &'static str {
        match self {
            Self::PostServiceFollowup { .. } => "post-service-followup",
            Self::StaleBookingAlert { .. } => "stale-booking-alert",
            Self::NoshowCheck { .. } => "noshow-check",
            Self::MembershipExpiredNotice { .. } => "membership-expired-notice",
            Self::InvoicePdf { .. } => "invoice-pdf",
            Self::InvoicePaper { .. } => "invoice-paper",
            Self::CreditNotePdf { .. } => "credit-note-pdf",
            Self::Notify(_) => "notify",
            Self::NoshowEscalation { .. } => "noshow-escalation",
            Self::FillGap { .. } => "fill-gap",
            Self::FinishRepeat { .. } => "finish-repeat",
            Self::WebhookDelivery { .. } => "webhook-delivery",
            Self::WebhookReplay { .. } => "webhook-replay",
            Self::Remind { .. } => "remind",
            Self::SendAgain { .. } => "send-again",
            Self::WhatsAppNews { .. } => "whatsapp-news",
            Self::EraseCustomer { .. } => "erase-customer",
            Self::OwnerAlert(_) => "owner-alert",
            Self::BoardChanged { .. } => "board-changed",
            Self::IntegrationTest(_) => "integration-test",
        }
    }

    /// Its fields, as the queue carries them.
    pub fn payload(&self) -> Value {
        serde_json::to_value(self).ok().and_then(|mut task| Some(task.get_mut("payload")?.take())).unwrap_or_default()
    }

    /// The task with this name and this payload, a JSON text.
    pub fn read(name: &str, payload: &str) -> Result<Self, UnreadableTask> {
        let unreadable = |error: serde_json::Error| UnreadableTask { task: name.to_owned(), reason: error.to_string() };
        let payload: Value = serde_json::from_str(payload).map_err(unreadable)?;
        serde_json::from_value(json!({ "task": name, "payload": payload })).map_err(unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{IntegrationKey, QueueEntry, Side};
    use super::*;
    use crate::event_type::EventType;
    use parlour_values::money::Paise;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    /// Every message that is or has been written to the queue, and what it means.
    fn messages() -> Vec<(Value, Task)> {
        let (noon, booking): (_, BookingId) = (at("2026-11-17T06:30:00.000Z"), "b1".into());
        let invoice = |booking_id: Option<&str>, invoice_id: Option<&str>, again: Option<&str>| Task::InvoicePdf {
            booking_id: booking_id.map(Into::into),
            invoice_id: invoice_id.map(Into::into),
            again: again.map(Into::into),
            channel: None,
        };
        let notify = |payload, event| (json!({ "task": "notify", "payload": payload }), Task::Notify(event));
        let days = || vec!["2026-11-16".parse().unwrap()];
        vec![
            (
                json!({ "task": "post-service-followup", "payload": { "bookingId": "b1" } }),
                Task::PostServiceFollowup { booking_id: booking.clone(), completed: None },
            ),
            (
                json!({ "task": "post-service-followup", "payload": { "bookingId": "b1", "at": noon.seconds() } }),
                Task::PostServiceFollowup { booking_id: booking.clone(), completed: Some(noon.into()) },
            ),
            (
                json!({ "task": "stale-booking-alert", "payload": { "bookingId": "b1" } }),
                Task::StaleBookingAlert { booking_id: booking.clone(), since: None, starts_at: None },
            ),
            (
                json!({ "task": "stale-booking-alert", "payload": { "bookingId": "b1", "since": noon } }),
                Task::StaleBookingAlert { booking_id: booking.clone(), since: Some(noon), starts_at: None },
            ),
            (
                json!({ "task": "stale-booking-alert", "payload": { "bookingId": "b1", "startsAt": noon } }),
                Task::StaleBookingAlert { booking_id: booking.clone(), since: None, starts_at: Some(noon) },
            ),
            (
                json!({ "task": "noshow-check", "payload": { "bookingId": "b1", "startsAt": "2026-11-17T06:30:00.000Z" } }),
                Task::NoshowCheck { booking_id: booking.clone(), starts_at: Some(noon) },
            ),
            (
                json!({ "task": "membership-expired-notice", "payload": { "membershipId": "m1", "expiresAt": noon } }),
                Task::MembershipExpiredNotice { membership_id: "m1".into(), expires_at: Some(noon) },
            ),
            (json!({ "task": "invoice-pdf", "payload": { "bookingId": "b1" } }), invoice(Some("b1"), None, None)),
            (
                json!({ "task": "invoice-pdf", "payload": { "bookingId": null, "invoiceId": "i1" } }),
                invoice(None, Some("i1"), None),
            ),
            (
                json!({ "task": "invoice-pdf", "payload": { "bookingId": "b1", "invoiceId": "i1", "again": "r1" } }),
                invoice(Some("b1"), Some("i1"), Some("r1")),
            ),
            (
                json!({ "task": "invoice-pdf", "payload": {
                    "bookingId": null, "invoiceId": "i1", "again": "r1", "channel": "whatsapp" } }),
                Task::InvoicePdf {
                    booking_id: None,
                    invoice_id: Some("i1".into()),
                    again: Some("r1".to_owned()),
                    channel: Some(MessageChannel::Whatsapp),
                },
            ),
            (
                json!({ "task": "invoice-paper", "payload": { "invoiceId": "i1" } }),
                Task::InvoicePaper { invoice_id: "i1".into() },
            ),
            (
                json!({ "task": "credit-note-pdf", "payload": { "invoiceId": "i1", "creditNoteId": "c1" } }),
                Task::CreditNotePdf { invoice_id: "i1".into(), credit_note_id: "c1".into() },
            ),
            (
                json!({ "task": "noshow-escalation", "payload": { "bookingId": "b1" } }),
                Task::NoshowEscalation { booking_id: booking.clone() },
            ),
            (
                json!({ "task": "fill-gap", "payload": { "branchId": "main", "date": "2026-11-17" } }),
                Task::FillGap { branch_id: "main".into(), date: "2026-11-17".parse().ok(), start: None, wish_id: None },
            ),
            (
                json!({ "task": "fill-gap", "payload": { "branchId": "main" } }),
                Task::FillGap { branch_id: "main".into(), date: None, start: None, wish_id: None },
            ),
            (
                json!({ "task": "fill-gap", "payload": {
                    "branchId": "main", "date": "2026-11-17", "start": "14:00", "wishId": "w1",
                } }),
                Task::FillGap {
                    branch_id: "main".into(),
                    date: "2026-11-17".parse().ok(),
                    start: "14:00".parse().ok(),
                    wish_id: Some("w1".into()),
                },
            ),
            (
                json!({ "task": "finish-repeat", "payload": { "repeatId": "r1" } }),
                Task::FinishRepeat { repeat_id: "r1".into() },
            ),
            (
                json!({ "task": "webhook-delivery", "payload": {
                    "webhookId": "w1", "attempt": 2,
                    "event": { "id": "e1", "day": "2026-11-16", "type": "lead.moved", "prev": "p", "hash": "h" },
                } }),
                Task::WebhookDelivery {
                    webhook_id: "w1".into(),
                    event: FeedPlace {
                        id: "e1".into(),
                        day: "2026-11-16".parse().unwrap(),
                        what: EventType::LeadMoved,
                        prev: "p".to_owned(),
                        hash: "h".to_owned(),
                    },
                    attempt: 2,
                },
            ),
            (
                json!({ "task": "webhook-replay", "payload": { "webhookId": "w1", "after": "c1" } }),
                Task::WebhookReplay { webhook_id: "w1".into(), after: "c1".to_owned() },
            ),
            (
                json!({ "task": "owner-alert", "payload": { "alert": "invoice_voided", "invoiceId": "i1", "by": "u1" } }),
                Task::OwnerAlert(OwnerAlert::InvoiceVoided { invoice_id: "i1".into(), by: "u1".to_owned() }),
            ),
            (
                json!({ "task": "owner-alert", "payload": {
                    "alert": "discount_approved", "invoiceId": "i1", "amountPaise": 30_000, "effectiveBps": 2_500,
                    "limitBps": 1_000, "approvedBy": "u1",
                } }),
                Task::OwnerAlert(OwnerAlert::DiscountApproved {
                    invoice_id: "i1".into(),
                    amount_paise: Paise(30_000),
                    effective_bps: 2_500,
                    limit_bps: 1_000,
                    approved_by: "u1".to_owned(),
                }),
            ),
            (
                json!({ "task": "owner-alert", "payload": {
                    "alert": "drawer_differed", "branchId": "b1", "drawerId": "d1", "closedAt": noon,
                } }),
                Task::OwnerAlert(OwnerAlert::DrawerDiffered {
                    branch_id: "b1".into(),
                    drawer_id: "d1".into(),
                    closed_at: noon,
                }),
            ),
            (
                json!({ "task": "board-changed", "payload": { "eventId": "e1" } }),
                Task::BoardChanged { event_id: "e1".into() },
            ),
            (
                json!({ "task": "integration-test", "payload": { "integration": "push", "userId": "u1", "askedAt": noon } }),
                Task::IntegrationTest(IntegrationTest {
                    integration: IntegrationKey::Push,
                    user_id: "u1".into(),
                    asked_at: noon,
                }),
            ),
            notify(
                json!({ "event": "booking_received", "bookingId": "b1" }),
                NotifiableEvent::BookingReceived { booking_id: booking.clone() },
            ),
            notify(
                json!({ "event": "booking_confirmed", "bookingId": "b1", "startsAt": noon, "staffId": "s1" }),
                NotifiableEvent::BookingConfirmed {
                    booking_id: booking.clone(),
                    starts_at: noon,
                    staff_id: Some("s1".into()),
                },
            ),
            notify(
                json!({ "event": "booking_rejected", "bookingId": "b1" }),
                NotifiableEvent::BookingRejected { booking_id: booking.clone() },
            ),
            notify(
                json!({ "event": "booking_cancelled", "bookingId": "b1", "by": "salon" }),
                NotifiableEvent::BookingCancelled { booking_id: booking.clone(), by: Side::Salon, quietly: false },
            ),
            notify(
                json!({ "event": "booking_cancelled", "bookingId": "b1", "by": "salon", "quietly": true }),
                NotifiableEvent::BookingCancelled { booking_id: booking.clone(), by: Side::Salon, quietly: true },
            ),
            notify(
                json!({ "event": "booking_rescheduled", "bookingId": "b1", "startsAt": noon }),
                NotifiableEvent::BookingRescheduled { booking_id: booking.clone(), starts_at: noon, quietly: false },
            ),
            notify(
                json!({ "event": "booking_rescheduled", "bookingId": "b1", "startsAt": noon, "quietly": true }),
                NotifiableEvent::BookingRescheduled { booking_id: booking.clone(), starts_at: noon, quietly: true },
            ),
            notify(
                json!({ "event": "repeat_made", "repeatId": "r1", "days": ["2026-11-16"] }),
                NotifiableEvent::RepeatMade { repeat_id: "r1".into(), days: days() },
            ),
            notify(
                json!({ "event": "repeat_moved", "repeatId": "r1", "days": ["2026-11-16"] }),
                NotifiableEvent::RepeatMoved { repeat_id: "r1".into(), days: days() },
            ),
            notify(
                json!({ "event": "repeat_cancelled", "repeatId": "r1", "days": ["2026-11-16"] }),
                NotifiableEvent::RepeatCancelled { repeat_id: "r1".into(), days: days() },
            ),
            notify(
                json!({ "event": "booking_completed", "bookingId": "b1" }),
                NotifiableEvent::BookingCompleted { booking_id: booking.clone() },
            ),
            notify(
                json!({ "event": "waitlist_offer", "wishId": "w1", "bookingId": "b1" }),
                NotifiableEvent::WaitlistOffer { wish_id: "w1".into(), booking_id: booking.clone() },
            ),
            notify(
                json!({ "event": "membership_created", "membershipId": "m1" }),
                NotifiableEvent::MembershipCreated { membership_id: "m1".into() },
            ),
            notify(
                json!({ "event": "membership_session_used", "membershipId": "m1", "bookingId": "b1" }),
                NotifiableEvent::MembershipSessionUsed { membership_id: "m1".into(), booking_id: booking.clone() },
            ),
            (
                json!({ "task": "remind", "payload": { "bookingId": "b1", "startsAt": noon, "hours": 24 } }),
                Task::Remind { booking_id: booking, starts_at: noon, hours: 24 },
            ),
            (
                json!({ "task": "send-again", "payload": { "log": "u1#reminder_24h#b1" } }),
                Task::SendAgain { log: "u1#reminder_24h#b1".to_owned() },
            ),
            (
                json!({ "task": "whatsapp-news", "payload": { "batchId": "m1" } }),
                Task::WhatsAppNews { batch_id: "m1".into() },
            ),
            (
                json!({ "task": "erase-customer", "payload": { "userId": "u1", "eraseOn": noon } }),
                Task::EraseCustomer { user_id: "u1".into(), erase_on: noon },
            ),
            notify(
                json!({ "event": "erasure_requested", "userId": "u1", "eraseOn": noon }),
                NotifiableEvent::ErasureRequested { user_id: "u1".into(), erase_on: noon },
            ),
            notify(
                json!({ "event": "channel_trouble", "channel": "whatsapp", "code": "190", "meaning": "no" }),
                NotifiableEvent::ChannelTrouble {
                    channel: MessageChannel::Whatsapp,
                    template: None,
                    code: "190".to_owned(),
                    meaning: "no".to_owned(),
                },
            ),
            notify(
                json!({ "event": "customer_replied", "userId": "u1", "noteId": "n1", "wantsLink": true }),
                NotifiableEvent::CustomerReplied { user_id: "u1".into(), note_id: "n1".into(), wants_link: true },
            ),
            notify(
                json!({ "event": "webhook_disabled", "webhookId": "w1" }),
                NotifiableEvent::WebhookDisabled { webhook_id: "w1".into() },
            ),
            notify(
                json!({ "event": "gems_expired", "userId": "u1", "gems": 5, "transactionId": "t1", "lastDay": "2026-11-16" }),
                NotifiableEvent::GemsExpired {
                    user_id: "u1".into(),
                    gems: 5,
                    transaction_id: "t1".into(),
                    last_day: "2026-11-16".parse().ok(),
                },
            ),
        ]
    }

    #[test]
    fn every_task_is_written_and_read_as_it_always_was() {
        for (json, task) in messages() {
            assert_eq!(serde_json::to_value(&task).unwrap(), json);
            assert_eq!(serde_json::from_value::<Task>(json.clone()).unwrap(), task);
            assert_eq!((json!(task.name()), task.payload()), (json["task"].clone(), json["payload"].clone()));
            assert_eq!(Task::read(task.name(), &json["payload"].to_string()).unwrap(), task);
        }
    }

    #[test]
    fn a_queue_entry_has_its_task_and_payload_beside_its_id() {
        for (json, task) in messages() {
            let entry = QueueEntry { id: "q1".into(), task, due: at("2026-11-16T04:30:00.000Z") };
            let mut wire = json;
            wire["id"] = json!("q1");
            wire["due"] = json!("2026-11-16T04:30:00.000Z");
            assert_eq!(serde_json::to_value(&entry).unwrap(), wire);
            assert_eq!(serde_json::from_str::<QueueEntry>(&wire.to_string()).unwrap(), entry);
        }
    }

    #[test]
    fn a_field_that_was_added_later_may_be_missing() {
        let read = |payload: Value| Task::read("notify", &payload.to_string()).unwrap();
        assert_eq!(
            read(json!({ "event": "booking_cancelled", "bookingId": "b1" })),
            Task::Notify(NotifiableEvent::BookingCancelled {
                booking_id: "b1".into(),
                by: Side::Customer,
                quietly: false
            })
        );
        assert_eq!(
            read(json!({ "event": "gems_expired", "userId": "u1", "gems": 5, "transactionId": "t1" })),
            Task::Notify(NotifiableEvent::GemsExpired {
                user_id: "u1".into(),
                gems: 5,
                transaction_id: "t1".into(),
                last_day: None
            })
        );
    }

    #[test]
    fn a_timer_that_does_not_say_what_it_was_set_for_is_unreadable() {
        for (task, payload) in [
            ("noshow-check", json!({ "bookingId": "b1" })),
            ("noshow-check", json!({ "bookingId": "b1", "startsAt": "soon" })),
            ("membership-expired-notice", json!({ "membershipId": "m1" })),
            ("noshow-escalation", json!({})),
            ("notify", json!({ "event": "coffee_made" })),
            ("make-coffee", json!({})),
        ] {
            assert!(Task::read(task, &payload.to_string()).is_err(), "{task} {payload}");
        }
        assert!(Task::read("noshow-check", "{").is_err());
    }
}
