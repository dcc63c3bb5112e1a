//! `/messages`: what is said to phones.

pub mod edit;
pub mod list;

use parlour_setup::messages::MessageKind;
use parlour_values::sms::SmsLength;

const fn kind_word(kind: MessageKind) -> &'static str {
    match kind {
        MessageKind::BookingReceived => "Request received",
        MessageKind::BookingConfirmed => "Booking confirmed",
        MessageKind::BookingRescheduled => "Booking moved",
        MessageKind::BookingCancelled => "Booking cancelled",
        MessageKind::BookingRejected => "Request declined",
        MessageKind::Reminder24h => "Reminder, a day before",
        MessageKind::Reminder1h => "Reminder, an hour before",
        MessageKind::InvoiceReady => "Invoice",
        MessageKind::MembershipSessionUsed => "Membership used",
        MessageKind::WaitlistOffer => "A time has come free",
        MessageKind::ReviewRequest => "How was it?",
        MessageKind::Dues => "Still to pay",
    }
}

/// `GSM-7, 152 units, 1 segment`.
fn length_in_words(length: SmsLength) -> String {
    let counted = |number: usize, thing: &str| format!("{number} {thing}{}", if number == 1 { "" } else { "s" });
    format!("{}, {}, {}", length.encoding, counted(length.units, "unit"), counted(length.segments, "segment"))
}
