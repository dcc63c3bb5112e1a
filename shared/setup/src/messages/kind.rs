//! The kinds of messages that reach a phone, and the variables that the texts of each may use.

use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::text_enum::text_enum;

text_enum! {
    pub enum MessageKind {
        BookingReceived => "booking_received",
        BookingConfirmed => "booking_confirmed",
        BookingRescheduled => "booking_rescheduled",
        BookingCancelled => "booking_cancelled",
        BookingRejected => "booking_rejected",
        Reminder24h => "reminder_24h",
        Reminder1h => "reminder_1h",
        /// On WhatsApp with the document.
        InvoiceReady => "invoice_ready",
        MembershipSessionUsed => "membership_session_used",
        WaitlistOffer => "waitlist_offer",
        ReviewRequest => "review_request",
        Dues => "dues",
    }

    /// The names that stand in braces in a text.
    pub enum MessageVariable {
        /// The customer's first name.
        Name => "name",
        Services => "services",
        Date => "date",
        Time => "time",
        Branch => "branch",
        Salon => "salon",
        /// Of the booking, of the invoice, or of the membership.
        Number => "number",
        Amount => "amount",
        /// The name of the membership.
        Tier => "tier",
        /// The time that is left in the membership.
        Left => "left",
        /// The last day of the membership.
        Expiry => "expiry",
        /// The time until which an offer is held.
        Until => "until",
        /// The page where the customer sees it, and may change it.
        Link => "link",
    }
}

use MessageVariable::{Amount, Branch, Date, Expiry, Left, Link, Name, Number, Salon, Services, Tier, Time, Until};

impl MessageKind {
    /// The message about an invoice: the paper itself; sent once more while something is due, what is still to pay.
    pub fn of_invoice(is_sent_again: bool, due: Paise) -> Self {
        if is_sent_again && due > Paise::ZERO { Self::Dues } else { Self::InvoiceReady }
    }

    /// Whether its template with WhatsApp is headed by the document.
    pub const fn is_headed_by_document(self) -> bool {
        matches!(self, Self::InvoiceReady)
    }

    /// The variables that a text of this kind may use.
    pub const fn variables(self) -> &'static [MessageVariable] {
        match self {
            Self::BookingReceived
            | Self::BookingConfirmed
            | Self::BookingRescheduled
            | Self::BookingCancelled
            | Self::BookingRejected
            | Self::Reminder24h
            | Self::Reminder1h
            | Self::ReviewRequest => &[Name, Services, Date, Time, Branch, Salon, Number, Link],
            Self::InvoiceReady | Self::Dues => &[Name, Number, Date, Amount, Branch, Salon, Link],
            Self::MembershipSessionUsed => &[Name, Tier, Left, Expiry, Number, Salon, Link],
            Self::WaitlistOffer => &[Name, Services, Date, Time, Branch, Until, Salon, Link],
        }
    }
}

impl MessageVariable {
    /// A value such as a message has, for previews and for counting its length.
    pub const fn example(self, language: Language) -> &'static str {
        match (self, language) {
            (Name, Language::English) => "Asha",
            (Name, Language::Hindi) => "आशा",
            (Services, Language::English) => "Haircut and Facial",
            (Services, Language::Hindi) => "हेयरकट और फ़ेशियल",
            (Date, Language::English) => "Mon 16 Nov 2026",
            (Date, Language::Hindi) => "सोम 16 नव 2026",
            (Time, Language::English) => "4:30 pm",
            (Time, Language::Hindi) => "शाम 4:30 बजे",
            (Branch, Language::English) => "MG Road",
            (Branch, Language::Hindi) => "एमजी रोड",
            (Salon, Language::English) => "Parlour",
            (Salon, Language::Hindi) => "पार्लर",
            (Number, _) => "MGR-2026-000123",
            (Amount, _) => "Rs. 1,499",
            (Tier, Language::English) => "Gold",
            (Tier, Language::Hindi) => "गोल्ड",
            (Left, Language::English) => "2 hours 30 minutes",
            (Left, Language::Hindi) => "2 घंटे 30 मिनट",
            (Expiry, Language::English) => "Thu 31 Dec 2026",
            (Expiry, Language::Hindi) => "गुरु 31 दिस 2026",
            (Until, Language::English) => "6:30 pm",
            (Until, Language::Hindi) => "शाम 6:30 बजे",
            (Link, _) => "https://salon.example.test/m?hC2vXk9QmT4sLw7ZbN1dRf8yGpJ0aUeK",
        }
    }
}
