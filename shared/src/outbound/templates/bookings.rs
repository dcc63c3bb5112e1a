//! About bookings: to the customer, and to the people at the desk.

use super::letter::{App, Letter, LetterPart};
use super::{Brand, Draft, greeting, paragraph, phrasing, place};
use crate::outbound::NotificationType;
use crate::time::{IstDate, TimeOfDay};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookingFacts {
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
}

/// What a customer hears about a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookingNotice {
    Received,
    Confirmed,
    /// A moved booking is still confirmed, or waits for the salon again.
    Rescheduled {
        confirmed: bool,
    },
    Cancelled {
        by_the_salon: bool,
    },
    Rejected,
    Completed,
    Reminder24h,
    Reminder1h,
    ReviewRequest,
}

/// What the people who work here hear about one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeskNotice {
    /// To the staff member who will do it.
    Assigned,
    Cancelled {
        by_the_salon: bool,
    },
    Rescheduled,
    PendingAlert,
    NoshowAlert,
}

impl BookingFacts {
    fn services(&self) -> String {
        phrasing::list(&self.service_names)
    }

    fn when(&self) -> String {
        phrasing::day_and_time(self.date, self.start)
    }

    fn span(&self) -> String {
        format!("{}\n{} to {}", phrasing::day(self.date), phrasing::time(self.start), phrasing::time(self.end))
    }

    fn reason(&self) -> Option<&str> {
        self.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty())
    }

    fn facts(&self, brand: &Brand) -> LetterPart {
        let place = place(&self.branch_name, brand);
        let mut facts = vec![("When", self.span()), ("What", self.services()), ("Where", place)];
        if let Some(staff) = &self.staff_name {
            facts.push(("With", staff.clone()));
        }
        facts.push(("Booking", self.number.clone()));
        LetterPart::Facts(facts)
    }

    fn because(&self) -> String {
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
            Self::Received => (
                NotificationType::BookingReceived,
                "We have your request",
                format!("{services} on {when} at {branch}. We will confirm it shortly."),
                format!("We have your request for {when}"),
                vec![
                    paragraph(format!(
                        "{hello} thank you for choosing us. We have your request and will confirm it shortly."
                    )),
                    facts.facts(brand),
                ],
            ),
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
            Self::Rescheduled { confirmed } => {
                let next = if confirmed {
                    "It is confirmed for the new time."
                } else {
                    "We will confirm the new time shortly."
                };
                (
                    NotificationType::BookingRescheduled,
                    "Your booking has moved",
                    format!("{services} is now on {when} at {branch}. {next}"),
                    format!("Your booking has moved to {when}"),
                    vec![paragraph(format!("{hello} your booking has a new time. {next}")), facts.facts(brand)],
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
        let action = if self == Self::ReviewRequest { None } else { Some(("Open my bookings", App::Customer)) };
        Draft {
            kind,
            title: title.to_owned(),
            body,
            subject,
            letter: Letter { heading: title.to_owned(), parts: words, action, footnote },
        }
    }
}

impl DeskNotice {
    pub(super) fn draft(self, facts: &BookingFacts) -> Draft {
        let (when, services, branch) = (facts.when(), facts.services(), &facts.branch_name);
        let (number, customer) = (&facts.number, facts.customer_first_name.trim());
        let customer = if customer.is_empty() { "A customer" } else { customer };

        let (kind, title, body, next) = match self {
            Self::Assigned => (
                NotificationType::BookingConfirmed,
                "A booking for you",
                format!("{customer}: {services} on {when} at {branch} ({number})."),
                "It is in your schedule.",
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
            Self::Rescheduled => (
                NotificationType::BookingRescheduled,
                "A booking has moved",
                format!("{customer}: {services} is now on {when} at {branch} ({number})."),
                "Please check that somebody has time for it.",
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
        Draft {
            kind,
            title: title.to_owned(),
            subject: format!("{title}: {number}"),
            letter: Letter {
                heading: title.to_owned(),
                parts: vec![
                    paragraph(next),
                    LetterPart::Facts(vec![
                        ("Customer", customer.to_owned()),
                        ("When", facts.span()),
                        ("What", services),
                        ("Where", branch.clone()),
                        ("Booking", number.clone()),
                    ]),
                ],
                action: Some(("Open the desk", App::Admin)),
                footnote: None,
            },
            body,
        }
    }
}
