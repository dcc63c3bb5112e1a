//! About bookings, to the people who work here.

use super::bookings::BookingFacts;
use super::letter::LetterPart;
use super::{NoticeDraft, paragraph};
use crate::NotificationType;
use parlour_values::language::Language::English;

/// News that the people who work here hear about a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskNotice {
    /// To the staff member who will do it.
    Assigned,
    Cancelled {
        by_the_salon: bool,
    },
    /// At the desk, and the customer is not told by a message.
    CancelledQuietly,
    Rescheduled,
    PendingAlert,
    NoshowAlert,
}

impl DeskNotice {
    pub(super) fn draft(self, facts: &BookingFacts) -> NoticeDraft {
        let (when, services, branch) = (facts.when(English), facts.services(English), &facts.branch_name);
        let (number, customer) = (&facts.number, facts.customer_first_name.trim());
        let customer = if customer.is_empty() { "A customer" } else { customer };

        let (kind, title, body, next) = match self {
            Self::Assigned => (
                NotificationType::BookingConfirmed,
                "A booking for you",
                format!("{customer}: {services} on {when} at {branch} ({number}).{}", since(facts)),
                facts.undone().unwrap_or("It is in your schedule."),
            ),
            Self::Cancelled { by_the_salon: false } => (
                NotificationType::BookingCancelled,
                "A customer cancelled",
                format!("{customer} cancelled {services} on {when} at {branch} ({number}).{}", facts.because()),
                "The time is free again.",
            ),
            Self::Cancelled { by_the_salon: true } => (
                NotificationType::BookingCancelled,
                "A booking was cancelled at the desk",
                format!("{customer}: {services} on {when} at {branch} ({number}).{}", facts.because()),
                "The customer has been told, and the time is free again.",
            ),
            Self::CancelledQuietly => (
                NotificationType::BookingCancelled,
                "A booking was cancelled at the desk",
                format!("{customer}: {services} on {when} at {branch} ({number}).{}", facts.because()),
                "No message went to the customer, and the time is free again.",
            ),
            Self::Rescheduled => (
                NotificationType::BookingRescheduled,
                "A booking has moved",
                format!("{customer}: {services} is now on {when} at {branch} ({number}).{}", since(facts)),
                facts.undone().unwrap_or("Please check that somebody has time for it."),
            ),
            Self::PendingAlert => (
                NotificationType::BookingPendingAlert,
                "A booking is waiting",
                format!("{customer} has been waiting for an answer: {services} on {when} at {branch} ({number})."),
                "Please approve or reject it: after a day without an answer it is rejected by itself.",
            ),
            Self::NoshowAlert => (
                NotificationType::NoshowAlert,
                "Did they come?",
                format!("{customer}: {services} on {when} at {branch} ({number}) is over but still open."),
                "Please complete it, or mark it as a no-show.",
            ),
        };
        let shown = [
            ("Customer", customer.to_owned()),
            ("When", facts.span(English)),
            ("What", services),
            ("Where", branch.clone()),
            ("Booking", number.clone()),
        ];
        let (subject, parts) = (format!("{title}: {number}"), vec![paragraph(next), LetterPart::facts(shown)]);
        let draft = NoticeDraft::for_team(kind, title, body, subject, parts, "Open this booking");
        NoticeDraft { booking: Some(facts.id.clone()), ..draft }
    }
}

/// The words on what has become of it since, behind what is said of it.
fn since(facts: &BookingFacts) -> String {
    facts.undone().map(|words| format!(" {words}")).unwrap_or_default()
}
