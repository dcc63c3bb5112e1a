//! How the desk calls the states of leads, memberships and invoices, and what its forms let one choose.

use maud::Markup;
use parlour_money::memberships::rules::MembershipStatus;
use parlour_pages::parts::{Tone, badge};
use parlour_people::leads::status::LeadStatus;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};

use super::fields::named;

pub const fn lead_word(status: LeadStatus) -> &'static str {
    match status {
        LeadStatus::New => "New",
        LeadStatus::Contacted => "Contacted",
        LeadStatus::FollowUp => "Follow up",
        LeadStatus::Booked => "Booked",
        LeadStatus::Won => "Won",
        LeadStatus::Lost => "Lost",
    }
}

pub fn lead_badge(status: LeadStatus) -> Markup {
    let tone = match status {
        LeadStatus::New | LeadStatus::Contacted | LeadStatus::FollowUp => Tone::Waiting,
        LeadStatus::Booked | LeadStatus::Won => Tone::Good,
        LeadStatus::Lost => Tone::Bad,
    };
    badge(tone, lead_word(status))
}

/// The moves that the pipeline allows, the usual next one first.
pub fn lead_moves(from: LeadStatus) -> Vec<(String, String)> {
    let allowed = LeadStatus::ALL.iter().filter(|to| from.move_to(**to).is_ok());
    allowed.map(|to| (to.to_string(), lead_word(*to).to_owned())).collect()
}

pub const fn membership_word(status: MembershipStatus) -> &'static str {
    match status {
        MembershipStatus::Active => "Active",
        MembershipStatus::Expired => "Expired",
        MembershipStatus::Cancelled => "Cancelled",
    }
}

pub fn membership_badge(status: MembershipStatus) -> Markup {
    let tone = match status {
        MembershipStatus::Active => Tone::Good,
        MembershipStatus::Expired => Tone::Calm,
        MembershipStatus::Cancelled => Tone::Bad,
    };
    badge(tone, membership_word(status))
}

pub const fn payment_word(status: PaymentStatus) -> &'static str {
    match status {
        PaymentStatus::Paid => "Paid",
        PaymentStatus::Unpaid => "Unpaid",
        PaymentStatus::PartiallyPaid => "Partly paid",
        PaymentStatus::Void => "Void",
        PaymentStatus::PartiallyRefunded => "Partly refunded",
        PaymentStatus::Refunded => "Refunded",
    }
}

pub fn payment_badge(status: PaymentStatus) -> Markup {
    let tone = match status {
        PaymentStatus::Paid => Tone::Good,
        PaymentStatus::Void => Tone::Bad,
        PaymentStatus::Unpaid
        | PaymentStatus::PartiallyPaid
        | PaymentStatus::PartiallyRefunded
        | PaymentStatus::Refunded => Tone::Waiting,
    };
    badge(tone, payment_word(status))
}

pub const fn invoice_word(kind: InvoiceType) -> &'static str {
    match kind {
        InvoiceType::Service => "Visit",
        InvoiceType::MembershipPurchase => "Membership",
        InvoiceType::MembershipSession => "Membership session",
        InvoiceType::Sale => "Products",
    }
}

pub fn payment_methods() -> Vec<(String, String)> {
    named(PaymentMethod::ALL, PaymentMethod::label)
}

/// A status or a source as people say it: `In progress` of `in_progress`.
pub fn spoken(status: &str) -> String {
    let mut letters = status.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str().replace('_', " "))
}
