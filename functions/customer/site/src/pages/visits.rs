//! Words about a visit that several pages share.

use maud::Markup;
use parlour_booking::bookings::status::BookingStatus;
use parlour_pages::Words;
use parlour_pages::parts::{Tone, badge};

/// A status in words.
pub fn status_word(words: &Words, status: BookingStatus) -> String {
    match status {
        BookingStatus::Pending => words.status_pending(),
        BookingStatus::Confirmed => words.status_confirmed(),
        BookingStatus::InProgress => words.status_in_progress(),
        BookingStatus::Completed => words.status_completed(),
        BookingStatus::Cancelled => words.status_cancelled(),
        BookingStatus::NoShow => words.status_no_show(),
        BookingStatus::Rejected => words.status_rejected(),
    }
}

pub fn status_badge(words: &Words, status: BookingStatus) -> Markup {
    let tone = match status {
        BookingStatus::Pending => Tone::Waiting,
        BookingStatus::Confirmed | BookingStatus::InProgress => Tone::Good,
        BookingStatus::Completed => Tone::Calm,
        BookingStatus::Cancelled | BookingStatus::NoShow | BookingStatus::Rejected => Tone::Bad,
    };
    badge(tone, &status_word(words, status))
}
