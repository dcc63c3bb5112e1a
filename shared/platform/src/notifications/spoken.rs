//! The message of a notice to a phone: the kind of its template, and the values of the template's variables.

use parlour_senders::templates::{
    BookingFacts, BookingNotice, BookingStanding, InvoiceFacts, MembershipFacts, MembershipNotice, Notice,
    RepeatNotice, WaitlistFacts,
};
use parlour_setup::messages::{MessageKind, MessageValues, MessageVariable};
use parlour_values::language::Language;
use parlour_values::payment::InvoiceType;
use parlour_values::time::{Instant, IstDate};
use parlour_values::wording;

/// A notice as phones are told of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spoken {
    pub kind: MessageKind,
    pub values: MessageValues,
    /// The page it leads to, as it follows the site's address.
    pub page: String,
    /// Whether what it says is over, or no longer so: unlike a mail, a template cannot say how things stand now.
    pub has_passed: bool,
}

/// The salon whose words it has, and the address its link leads to.
#[derive(Clone, Copy)]
pub(super) struct Speaker<'a> {
    pub salon: &'a str,
    pub site: &'a str,
    /// The address that needs no sign-in, where there is one.
    pub own: Option<&'a str>,
    pub language: Language,
    pub now: Instant,
}

/// None where phones are not told of such a notice.
pub(super) fn spoken(notice: &Notice, speaker: Speaker<'_>) -> Option<Spoken> {
    match notice {
        Notice::Booking(notice, facts) => speaker.booking(booking_kind(*notice)?, facts, 0),
        Notice::Repeat(notice, facts) => {
            let kind = match notice {
                RepeatNotice::Made => MessageKind::BookingConfirmed,
                RepeatNotice::Moved => MessageKind::BookingRescheduled,
                RepeatNotice::Cancelled => MessageKind::BookingCancelled,
            };
            speaker.booking(kind, &facts.first, facts.others.len())
        }
        Notice::Waitlist(facts) => Some(speaker.offer(facts)),
        Notice::Membership(MembershipNotice::SessionUsed, facts) => Some(speaker.session(facts)),
        Notice::Invoice(facts) => Some(speaker.invoice(facts)),
        Notice::Membership(..)
        | Notice::Desk(..)
        | Notice::DeskRepeat(..)
        | Notice::Gems(..)
        | Notice::Erasure(_)
        | Notice::CreditNote(_)
        | Notice::Birthday(_)
        | Notice::Lead(_)
        | Notice::Webhook(_)
        | Notice::Channel(_)
        | Notice::Reply(_)
        | Notice::Owner(_) => None,
    }
}

fn booking_kind(notice: BookingNotice) -> Option<MessageKind> {
    Some(match notice {
        BookingNotice::Received => MessageKind::BookingReceived,
        BookingNotice::Confirmed => MessageKind::BookingConfirmed,
        BookingNotice::Rescheduled => MessageKind::BookingRescheduled,
        BookingNotice::Cancelled { .. } => MessageKind::BookingCancelled,
        BookingNotice::Rejected => MessageKind::BookingRejected,
        BookingNotice::Reminder24h => MessageKind::Reminder24h,
        BookingNotice::Reminder1h => MessageKind::Reminder1h,
        BookingNotice::ReviewRequest => MessageKind::ReviewRequest,
        BookingNotice::Completed => return None,
    })
}

impl Speaker<'_> {
    /// With so many more that it is told of with.
    fn booking(self, kind: MessageKind, facts: &BookingFacts, more: usize) -> Option<Spoken> {
        let is_ahead = facts.date.at(facts.start) > self.now;
        let holds = match kind {
            MessageKind::BookingReceived => facts.standing == BookingStanding::Waiting && is_ahead,
            MessageKind::BookingConfirmed | MessageKind::Reminder24h | MessageKind::Reminder1h => {
                facts.standing == BookingStanding::Confirmed && is_ahead
            }
            MessageKind::BookingRescheduled => {
                matches!(facts.standing, BookingStanding::Confirmed | BookingStanding::Waiting) && is_ahead
            }
            MessageKind::BookingCancelled => facts.standing == BookingStanding::Cancelled,
            MessageKind::BookingRejected => facts.standing == BookingStanding::Rejected,
            MessageKind::ReviewRequest => true,
            MessageKind::InvoiceReady
            | MessageKind::MembershipSessionUsed
            | MessageKind::WaitlistOffer
            | MessageKind::Dues => return None,
        };
        let values = self.values(&facts.customer_first_name);
        let values = values.with(MessageVariable::Services, wording::list(self.language, &facts.service_names));
        let values = values.with(MessageVariable::Date, self.days(facts.date, more));
        let values = values.with(MessageVariable::Time, wording::time(self.language, facts.start));
        let values = values.with(MessageVariable::Branch, &facts.branch_name);
        let values = values.with(MessageVariable::Number, &facts.number);
        Some(self.leading_to(kind, values, format!("bookings/{}", facts.id), !holds))
    }

    /// `Mon 16 Nov 2026 and 3 more`.
    fn days(self, first: IstDate, more: usize) -> String {
        let first = wording::day(self.language, first);
        match (self.language, more) {
            (_, 0) => first,
            (Language::English, more) => format!("{first} and {more} more"),
            (Language::Hindi, more) => format!("{first} और {more} अन्य"),
        }
    }

    fn offer(self, facts: &WaitlistFacts) -> Spoken {
        let values = self.values(&facts.customer_first_name);
        let values = values.with(MessageVariable::Services, wording::list(self.language, &facts.service_names));
        let values = values.with(MessageVariable::Date, wording::day(self.language, facts.date));
        let values = values.with(MessageVariable::Time, wording::time(self.language, facts.start));
        let values = values.with(MessageVariable::Branch, &facts.branch_name);
        let values = values.with(MessageVariable::Until, wording::time(self.language, facts.held_until));
        self.leading_to(MessageKind::WaitlistOffer, values, "waitlist".to_owned(), false)
    }

    fn session(self, facts: &MembershipFacts) -> Spoken {
        let values = self.values(&facts.customer_first_name);
        let values = values.with(MessageVariable::Tier, &facts.tier_name);
        let values = values.with(MessageVariable::Left, wording::duration(self.language, facts.remaining));
        let values = values.with(MessageVariable::Expiry, wording::day(self.language, facts.expires_on));
        let values = values.with(MessageVariable::Number, &facts.number);
        self.leading_to(MessageKind::MembershipSessionUsed, values, "membership".to_owned(), false)
    }

    fn invoice(self, facts: &InvoiceFacts) -> Spoken {
        let kind = MessageKind::of_invoice(facts.is_sent_again, facts.due);
        let amount = if kind == MessageKind::Dues { facts.due } else { facts.total };
        let values = self.values(&facts.customer_first_name);
        let values = values.with(MessageVariable::Number, &facts.number);
        let values = values.with(MessageVariable::Date, wording::day(self.language, facts.paid_on));
        let values = values.with(MessageVariable::Amount, amount.to_string());
        let values = values.with(MessageVariable::Branch, &facts.branch_name);
        let page = match (&facts.booking_id, facts.invoice_type) {
            (Some(id), _) => format!("bookings/{id}"),
            // No page shows what was bought at the counter.
            (None, InvoiceType::Sale) => "book".to_owned(),
            (None, _) => "membership".to_owned(),
        };
        self.leading_to(kind, values, page, false)
    }

    fn values(self, name: &str) -> MessageValues {
        MessageValues::default().with(MessageVariable::Name, name).with(MessageVariable::Salon, self.salon)
    }

    fn leading_to(self, kind: MessageKind, values: MessageValues, page: String, has_passed: bool) -> Spoken {
        let own = self.own.and_then(|own| own.strip_prefix(self.site)?.strip_prefix('/'));
        let page = own.map_or(page, str::to_owned);
        let values = values.with(MessageVariable::Link, format!("{}/{page}", self.site));
        Spoken { kind, values, page, has_passed }
    }
}
