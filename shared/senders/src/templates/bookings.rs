//! About bookings, to the customer.

use super::label::Label;
use super::letter::LabelledValue;
use super::{Brand, NEWS, NoticeDraft, Said, greeting, place};
use crate::NotificationType;
use parlour_values::id::BookingId;
use parlour_values::language::Language::{self, English};
use parlour_values::time::{IstDate, TimeOfDay};
use parlour_values::wording;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookingFacts {
    pub id: BookingId,
    pub number: String,
    pub service_names: Vec<String>,
    pub date: IstDate,
    pub start: TimeOfDay,
    pub end: TimeOfDay,
    pub branch_name: String,
    pub customer_first_name: String,
    /// Everybody who serves them, in the order of the services.
    pub staff_names: Vec<String>,
    /// Why it was rejected or cancelled.
    pub reason: Option<String>,
    /// Its state when the message goes out: by then more may have happened than what the message is about.
    pub standing: BookingStanding,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookingStanding {
    /// The salon has not answered yet, or not since it was moved.
    Waiting,
    /// Promised, under way, or over.
    Confirmed,
    Cancelled,
    Rejected,
}

/// News that a customer hears about a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookingNotice {
    Received,
    Confirmed,
    Rescheduled,
    Cancelled { by_the_salon: bool },
    Rejected,
    Completed,
    Reminder24h,
    Reminder1h,
    ReviewRequest,
}

impl BookingFacts {
    pub(super) fn services(&self, language: Language) -> String {
        wording::list(language, &self.service_names)
    }

    pub(super) fn when(&self, language: Language) -> String {
        wording::day_and_time(language, self.date, self.start)
    }

    pub(super) fn span(&self, language: Language) -> String {
        format!("{}\n{}", wording::day(language, self.date), wording::from_to(language, self.start, self.end))
    }

    pub(super) fn reason(&self) -> Option<&str> {
        self.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty())
    }

    /// None where nobody is named yet.
    pub(super) fn with_whom(&self, language: Language) -> Option<LabelledValue> {
        let staff = wording::list(language, &self.staff_names);
        (!staff.is_empty()).then(|| Label::With.of(language, staff))
    }

    fn facts(&self, brand: &Brand, language: Language) -> Vec<LabelledValue> {
        let mut facts = vec![
            Label::When.of(language, self.span(language)),
            Label::What.of(language, self.services(language)),
            place(&self.branch_name, brand, language),
        ];
        facts.extend(self.with_whom(language));
        facts.push(Label::Booking.of(language, &self.number));
        facts
    }

    /// The words on what has become of it since, where it will not take place.
    pub(super) fn undone(&self) -> Option<&'static str> {
        match self.standing {
            BookingStanding::Waiting | BookingStanding::Confirmed => None,
            BookingStanding::Cancelled => Some("It has been cancelled since."),
            BookingStanding::Rejected => Some("We could not take it after all."),
        }
    }

    pub(super) fn because(&self) -> String {
        self.reason().map(|reason| format!(" Reason: {reason}")).unwrap_or_default()
    }
}

impl BookingNotice {
    const fn kind(self) -> NotificationType {
        match self {
            Self::Received => NotificationType::BookingReceived,
            Self::Confirmed => NotificationType::BookingConfirmed,
            Self::Rescheduled => NotificationType::BookingRescheduled,
            Self::Cancelled { .. } => NotificationType::BookingCancelled,
            Self::Rejected => NotificationType::BookingRejected,
            Self::Completed => NotificationType::BookingCompleted,
            Self::Reminder24h => NotificationType::Reminder24h,
            Self::Reminder1h => NotificationType::Reminder1h,
            Self::ReviewRequest => NotificationType::ReviewRequest,
        }
    }

    pub(super) fn draft(self, facts: &BookingFacts, brand: &Brand, language: Language) -> NoticeDraft {
        let said = match language {
            English => self.in_english(facts),
            Language::Hindi => self.in_hindi(facts),
        };
        said.with(self.kind(), facts.facts(brand, language), Some(facts.id.clone()))
    }

    fn in_english(self, facts: &BookingFacts) -> Said {
        let (when, services, branch) = (facts.when(English), facts.services(English), &facts.branch_name);
        let hello = greeting(&facts.customer_first_name);
        let time = wording::time(English, facts.start);
        let change_of_mind =
            "Plans changed? You can reschedule or cancel in the app; the earlier, the kinder to others.";

        let (title, body, subject, before, after): (&str, String, String, String, Option<&str>) = match self {
            Self::Received => {
                let next = match facts.standing {
                    BookingStanding::Waiting => "We will confirm it shortly.",
                    BookingStanding::Confirmed => "It is confirmed.",
                    BookingStanding::Cancelled | BookingStanding::Rejected => facts.undone().unwrap_or_default(),
                };
                let words = format!("{hello} thank you for choosing us. We have your request. {next}");
                (
                    "We have your request",
                    format!("{services} on {when} at {branch}. {next}"),
                    format!("We have your request for {when}"),
                    words,
                    None,
                )
            }
            // Confirmed, and changed again before anybody could be told.
            Self::Confirmed if facts.standing != BookingStanding::Confirmed => {
                let next = facts.undone().unwrap_or("It has moved since, and we will confirm the new time shortly.");
                (
                    "Your booking was confirmed",
                    format!("{services} on {when} at {branch}. {next}"),
                    "Your booking was confirmed".to_owned(),
                    format!("{hello} we had confirmed your booking. {next}"),
                    None,
                )
            }
            Self::Confirmed => (
                "Your booking is confirmed",
                format!("{services} on {when} at {branch}. See you then!"),
                format!("Confirmed: {when}"),
                format!("{hello} your booking is confirmed. We look forward to seeing you."),
                Some(change_of_mind),
            ),
            Self::Rescheduled => {
                let next = match facts.standing {
                    BookingStanding::Waiting => "We will confirm the new time shortly.",
                    BookingStanding::Confirmed => "It is confirmed for the new time.",
                    BookingStanding::Cancelled | BookingStanding::Rejected => facts.undone().unwrap_or_default(),
                };
                let now = if facts.undone().is_none() { "is now" } else { "was to be" };
                (
                    "Your booking has moved",
                    format!("{services} {now} on {when} at {branch}. {next}"),
                    format!("Your booking has moved to {when}"),
                    format!("{hello} your booking got a new time. {next}"),
                    None,
                )
            }
            Self::Cancelled { by_the_salon } => {
                let words = if by_the_salon {
                    "we are sorry: we had to cancel your booking."
                } else {
                    "your booking is cancelled, as you asked."
                };
                (
                    "Your booking is cancelled",
                    format!("{services} on {when} at {branch} is cancelled.{}", facts.because()),
                    format!("Cancelled: {when}"),
                    format!("{hello} {words}{}", facts.because()),
                    Some("We would love to see you another day: book again whenever it suits you."),
                )
            }
            Self::Rejected => (
                "We could not take your booking",
                format!("{services} on {when} at {branch} did not work out.{}", facts.because()),
                format!("We could not take your booking for {when}"),
                format!("{hello} we are sorry: we could not take this booking.{}", facts.because()),
                Some("Another time may well be free. We would be glad to see you."),
            ),
            Self::Completed => (
                "Thank you for your visit",
                format!("It was lovely to see you at {branch}. Your invoice is on its way."),
                "Thank you for your visit".to_owned(),
                format!("{hello} it was lovely to see you. Your invoice is on its way by email."),
                None,
            ),
            Self::Reminder24h => (
                // Not "tomorrow": a reminder that was made up for may come on the day itself.
                "A reminder of your booking",
                format!("{services} on {when} at {branch}. See you then!"),
                format!("See you on {when}"),
                format!("{hello} this is a friendly reminder of your booking."),
                Some(change_of_mind),
            ),
            Self::Reminder1h => (
                "See you soon",
                format!("{services} at {time} at {branch}."),
                format!("See you at {time}"),
                format!("{hello} we are getting ready for you. See you soon!"),
                None,
            ),
            Self::ReviewRequest => (
                "How was your visit?",
                format!("How was {services} at {branch}? Reply to our message or give us a call: it helps us a lot."),
                "How was your visit?".to_owned(),
                format!(
                    "{hello} thank you for coming to {branch} for {services}. How did it go? Just reply to this email: \
                         a line is plenty, and it helps us a lot."
                ),
                None,
            ),
        };
        let is_review = self == Self::ReviewRequest;
        Said {
            title: title.to_owned(),
            body,
            subject,
            before,
            after: after.map(str::to_owned),
            button: Some(if is_review { "See this visit" } else { "Open this booking" }),
            footnote: is_review.then_some(NEWS),
        }
    }
}
