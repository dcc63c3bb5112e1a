//! How a booking stands, in the desk's words.

use maud::Markup;
use parlour_booking::bookings::status::BookingStatus;
use parlour_pages::parts::{self, Tone};

pub const fn word(status: BookingStatus) -> &'static str {
    match status {
        BookingStatus::Pending => "Pending",
        BookingStatus::Confirmed => "Confirmed",
        BookingStatus::InProgress => "In progress",
        BookingStatus::Completed => "Completed",
        BookingStatus::Cancelled => "Cancelled",
        BookingStatus::NoShow => "No-show",
        BookingStatus::Rejected => "Rejected",
    }
}

pub fn badge(status: BookingStatus) -> Markup {
    let tone = match status {
        BookingStatus::Pending => Tone::Waiting,
        BookingStatus::Confirmed | BookingStatus::InProgress => Tone::Good,
        BookingStatus::Completed => Tone::Calm,
        BookingStatus::Cancelled | BookingStatus::NoShow | BookingStatus::Rejected => Tone::Bad,
    };
    parts::badge(tone, word(status))
}
