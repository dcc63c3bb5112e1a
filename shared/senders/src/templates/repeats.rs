//! About appointments that repeat: one message for all of them.

use super::bookings::BookingFacts;
use super::label::Label;
use super::letter::LetterPart;
use super::{Brand, NoticeDraft, Said, greeting, paragraph, phrasing, place};
use crate::NotificationType;
use parlour_values::language::Language::{self, English};

/// News of several appointments at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatNotice {
    Made,
    Moved,
    Cancelled,
}

/// The appointments that a message is about, in their order; the first gives what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepeatFacts {
    pub first: BookingFacts,
    pub others: Vec<BookingFacts>,
}

impl RepeatFacts {
    /// The appointments; none if there are none.
    pub fn of(bookings: impl IntoIterator<Item = BookingFacts>) -> Option<Self> {
        let mut bookings = bookings.into_iter();
        bookings.next().map(|first| Self { first, others: bookings.collect() })
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &BookingFacts> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// `6 appointments`.
    fn count(&self) -> String {
        phrasing::count(u64::try_from(self.all().count()).unwrap_or(u64::MAX), "appointment")
    }

    fn times(&self, language: Language) -> String {
        self.all().map(|booking| booking.when(language)).collect::<Vec<_>>().join("\n")
    }

    /// A line that can be said of all of them.
    fn line(&self) -> String {
        let (services, branch) = (self.first.services(English), &self.first.branch_name);
        format!("{services} at {branch}: {}, the first on {}.", self.count(), self.first.when(English))
    }
}

impl RepeatNotice {
    const fn kind(self) -> NotificationType {
        match self {
            Self::Made => NotificationType::BookingConfirmed,
            Self::Moved => NotificationType::BookingRescheduled,
            Self::Cancelled => NotificationType::BookingCancelled,
        }
    }

    /// To the customer.
    pub(super) fn draft(self, facts: &RepeatFacts, brand: &Brand, language: Language) -> NoticeDraft {
        let said = match language {
            English => self.in_english(facts),
            Language::Hindi => self.in_hindi(facts),
        };
        let first = &facts.first;
        let mut of_all = vec![
            Label::When.of(language, facts.times(language)),
            Label::What.of(language, first.services(language)),
            place(&first.branch_name, brand, language),
        ];
        of_all.extend(first.with_whom(language));
        said.with(self.kind(), of_all, Some(first.id.clone()))
    }

    fn in_english(self, facts: &RepeatFacts) -> Said {
        let hello = greeting(&facts.first.customer_first_name);
        let (count, from) = (facts.count(), phrasing::day(facts.first.date));
        let (title, subject, words, after) = match self {
            Self::Made => (
                "Your appointments are confirmed",
                format!("Confirmed: {count} from {from}"),
                "your appointments are confirmed. We look forward to seeing you, and remind you before each.",
                "Plans changed? You can reschedule or cancel each of them in the app; the earlier, the kinder to others.",
            ),
            Self::Moved => (
                "Your appointments have moved",
                format!("New times: {count} from {from}"),
                "your appointments got new times.",
                "Does one of them not suit you? You can reschedule or cancel it in the app.",
            ),
            Self::Cancelled => (
                "Your appointments are cancelled",
                format!("Cancelled: {count} from {from}"),
                "your appointments are cancelled.",
                "We would love to see you another day: book again whenever it suits you.",
            ),
        };
        Said {
            title: title.to_owned(),
            body: facts.line(),
            subject,
            before: format!("{hello} {words}"),
            after: Some(after.to_owned()),
            button: Some("Open the first of them"),
            footnote: None,
        }
    }

    /// To the people who work here.
    pub(super) fn draft_for_desk(self, facts: &RepeatFacts) -> NoticeDraft {
        let customer = facts.first.customer_first_name.trim();
        let customer = if customer.is_empty() { "A customer" } else { customer };
        let (title, next) = match self {
            Self::Made => ("Appointments for you", "They are in your schedule."),
            Self::Moved => ("Appointments have moved", "Please check that somebody has time for them."),
            Self::Cancelled => ("Appointments were cancelled at the desk", "Their times are free again."),
        };
        let shown = [
            ("Customer", customer.to_owned()),
            ("When", facts.times(English)),
            ("What", facts.first.services(English)),
            ("Where", facts.first.branch_name.clone()),
        ];
        let (body, subject) = (format!("{customer}: {}", facts.line()), format!("{title}: {}", facts.count()));
        let parts = vec![paragraph(next), LetterPart::facts(shown)];
        let draft = NoticeDraft::for_team(self.kind(), title, body, subject, parts, "Open the first of them");
        NoticeDraft { booking: Some(facts.first.id.clone()), ..draft }
    }
}
