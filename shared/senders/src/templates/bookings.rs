//! About bookings, to the customer.

use super::letter::{App, Fact, Letter, LetterPart};
use super::{Brand, Draft, greeting, paragraph, phrasing, place};
use crate::NotificationType;
use parlour_values::id::BookingId;
use parlour_values::time::{IstDate, TimeOfDay};

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
    pub staff_name: Option<String>,
    /// Why it was rejected or cancelled.
    pub reason: Option<String>,
    /// Where it stands when the message goes out: by then more may have happened than what the message is about.
    pub standing: Standing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The salon has not answered yet, or not since it was moved.
    Waiting,
    /// Promised, under way, or over.
    Confirmed,
    Cancelled,
    Rejected,
}

/// What a customer hears about a booking.
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
    pub(super) fn services(&self) -> String {
        phrasing::list(&self.service_names)
    }

    pub(super) fn when(&self) -> String {
        phrasing::day_and_time(self.date, self.start)
    }

    pub(super) fn span(&self) -> String {
        format!("{}\n{} to {}", phrasing::day(self.date), phrasing::time(self.start), phrasing::time(self.end))
    }

    fn reason(&self) -> Option<&str> {
        self.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty())
    }

    fn facts(&self, brand: &Brand) -> LetterPart {
        let mut facts: Vec<Fact> = [("When", self.span()), ("What", self.services())].map(Fact::from).into();
        facts.push(place(&self.branch_name, brand));
        facts.extend(self.staff_name.clone().map(|staff| Fact::from(("With", staff))));
        facts.push(Fact::from(("Booking", self.number.clone())));
        LetterPart::Facts(facts)
    }

    /// What has become of it since, where it will not take place.
    pub(super) fn undone(&self) -> Option<&'static str> {
        match self.standing {
            Standing::Waiting | Standing::Confirmed => None,
            Standing::Cancelled => Some("It has been cancelled since."),
            Standing::Rejected => Some("We could not take it after all."),
        }
    }

    pub(super) fn because(&self) -> String {
        self.reason().map(|reason| format!(" Reason: {reason}")).unwrap_or_default()
    }
}

impl BookingNotice {
    pub(super) fn draft(self, facts: &BookingFacts, brand: &Brand) -> Draft {
        let (when, services, branch) = (facts.when(), facts.services(), &facts.branch_name);
        let hello = greeting(&facts.customer_first_name);
        let time = phrasing::time(facts.start);
        let change_of_mind =
            "Plans changed? You can reschedule or cancel in the app; the earlier, the kinder to others.";

        let (kind, title, body, subject, words): (_, &str, String, String, Vec<LetterPart>) = match self {
            Self::Received => {
                let next = match facts.standing {
                    Standing::Waiting => "We will confirm it shortly.",
                    Standing::Confirmed => "It is confirmed.",
                    Standing::Cancelled | Standing::Rejected => facts.undone().unwrap_or_default(),
                };
                let words = format!("{hello} thank you for choosing us. We have your request. {next}");
                (
                    NotificationType::BookingReceived,
                    "We have your request",
                    format!("{services} on {when} at {branch}. {next}"),
                    format!("We have your request for {when}"),
                    vec![paragraph(words), facts.facts(brand)],
                )
            }
            // Confirmed, and changed again before anybody could be told.
            Self::Confirmed if facts.standing != Standing::Confirmed => {
                let next = facts.undone().unwrap_or("It has moved since, and we will confirm the new time shortly.");
                (
                    NotificationType::BookingConfirmed,
                    "Your booking was confirmed",
                    format!("{services} on {when} at {branch}. {next}"),
                    "Your booking was confirmed".to_owned(),
                    vec![paragraph(format!("{hello} we had confirmed your booking. {next}")), facts.facts(brand)],
                )
            }
            Self::Confirmed => (
                NotificationType::BookingConfirmed,
                "Your booking is confirmed",
                format!("{services} on {when} at {branch}. See you then!"),
                format!("Confirmed: {when}"),
                vec![
                    paragraph(format!("{hello} your booking is confirmed. We look forward to seeing you.")),
                    facts.facts(brand),
                    paragraph(change_of_mind),
                ],
            ),
            Self::Rescheduled => {
                let next = match facts.standing {
                    Standing::Waiting => "We will confirm the new time shortly.",
                    Standing::Confirmed => "It is confirmed for the new time.",
                    Standing::Cancelled | Standing::Rejected => facts.undone().unwrap_or_default(),
                };
                let now = if facts.undone().is_none() { "is now" } else { "was to be" };
                (
                    NotificationType::BookingRescheduled,
                    "Your booking has moved",
                    format!("{services} {now} on {when} at {branch}. {next}"),
                    format!("Your booking has moved to {when}"),
                    vec![paragraph(format!("{hello} your booking got a new time. {next}")), facts.facts(brand)],
                )
            }
            Self::Cancelled { by_the_salon } => {
                let words = if by_the_salon {
                    "we are sorry: we had to cancel your booking."
                } else {
                    "your booking is cancelled, as you asked."
                };
                (
                    NotificationType::BookingCancelled,
                    "Your booking is cancelled",
                    format!("{services} on {when} at {branch} is cancelled.{}", facts.because()),
                    format!("Cancelled: {when}"),
                    vec![
                        paragraph(format!("{hello} {words}{}", facts.because())),
                        facts.facts(brand),
                        paragraph("We would love to see you another day: book again whenever it suits you."),
                    ],
                )
            }
            Self::Rejected => (
                NotificationType::BookingRejected,
                "We could not take your booking",
                format!("{services} on {when} at {branch} did not work out.{}", facts.because()),
                format!("We could not take your booking for {when}"),
                vec![
                    paragraph(format!("{hello} we are sorry: we could not take this booking.{}", facts.because())),
                    facts.facts(brand),
                    paragraph("Another time may well be free. We would be glad to see you."),
                ],
            ),
            Self::Completed => (
                NotificationType::BookingCompleted,
                "Thank you for your visit",
                format!("It was lovely to see you at {branch}. Your invoice is on its way."),
                "Thank you for your visit".to_owned(),
                vec![
                    paragraph(format!("{hello} it was lovely to see you. Your invoice is on its way by email.")),
                    facts.facts(brand),
                ],
            ),
            Self::Reminder24h => (
                NotificationType::Reminder24h,
                // Not "tomorrow": a reminder that was made up for may come on the day itself.
                "A reminder of your booking",
                format!("{services} on {when} at {branch}. See you then!"),
                format!("See you on {when}"),
                vec![
                    paragraph(format!("{hello} this is a friendly reminder of your booking.")),
                    facts.facts(brand),
                    paragraph(change_of_mind),
                ],
            ),
            Self::Reminder1h => (
                NotificationType::Reminder1h,
                "See you soon",
                format!("{services} at {time} at {branch}."),
                format!("See you at {time}"),
                vec![paragraph(format!("{hello} we are getting ready for you. See you soon!")), facts.facts(brand)],
            ),
            Self::ReviewRequest => (
                NotificationType::ReviewRequest,
                "How was your visit?",
                format!("Tell us how {services} at {branch} went. It takes a minute and helps us a lot."),
                "How was your visit?".to_owned(),
                vec![
                    paragraph(format!(
                        "{hello} thank you for coming to {branch} for {services}. How did it go? Just reply to this email: \
                         a line is plenty, and it helps us a lot."
                    )),
                    facts.facts(brand),
                ],
            ),
        };
        let footnote = (self == Self::ReviewRequest)
            .then_some("You get this because you said yes to news from us. You can change that in your profile.");
        let button = if self == Self::ReviewRequest { "See this visit" } else { "Open this booking" };
        Draft {
            kind,
            title: title.to_owned(),
            body,
            subject,
            letter: Letter { heading: title.to_owned(), parts: words, action: Some((button, App::Customer)), footnote },
            booking: Some(facts.id.clone()),
        }
    }
}
