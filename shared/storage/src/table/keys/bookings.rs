//! Bookings, and the months that a list has.

use super::key::{IndexKey, Key};
use super::people::user_partition;
use super::shards::Shards;
use parlour_values::id::{BookingId, BranchId, RepeatId, UserId};
use parlour_values::time::{Instant, IstDate, Month};

pub const BOOKING_PREFIX: &str = "BOOKING#";

/// The bill of a booking, where somebody has edited it.
pub fn bill(id: &BookingId) -> Key {
    Key::new(format!("{BOOKING_PREFIX}{id}"), "BILL")
}

pub fn booking(id: &BookingId) -> Key {
    Key::new(format!("{BOOKING_PREFIX}{id}"), "BOOKING")
}

/// Appointments that repeat: the head with its list.
pub fn repeat(id: &RepeatId) -> Key {
    Key::new(format!("REPEAT#{id}"), "REPEAT")
}

pub fn customer_booking(customer: &UserId, id: &BookingId) -> Key {
    Key::new(user_partition(customer), format!("{BOOKING_PREFIX}{id}"))
}

/// Which requests of the customer may still be open.
pub fn open_requests(customer: &UserId) -> Key {
    Key::new(user_partition(customer), "OPEN_REQUESTS")
}

pub fn booking_in_month(branch: &BranchId, date: IstDate, id: &BookingId) -> IndexKey {
    IndexKey::new(bookings_of_month(branch, date.calendar_month()), booking_order(date, id))
}

pub fn bookings_of_month(branch: &BranchId, month: Month) -> String {
    format!("BOOKINGS#{branch}#{month}")
}

/// The sort key prefix of a day's bookings.
pub fn bookings_on(date: IstDate) -> String {
    format!("{date}#")
}

pub fn booking_open(branch: &BranchId, status: &str, date: IstDate, id: &BookingId) -> IndexKey {
    IndexKey::new(bookings_open(branch, status), booking_order(date, id))
}

pub fn bookings_open(branch: &BranchId, status: &str) -> String {
    format!("OPEN#{branch}#{status}")
}

/// Sorts by the day of the booking, then by when it was created, which its id tells.
fn booking_order(date: IstDate, id: &BookingId) -> String {
    format!("{date}#{id}")
}

/// The range of sort keys for the bookings of these days.
pub fn booking_days(first: IstDate, last: IstDate) -> (String, String) {
    (first.to_string(), format!("{last}~"))
}

pub const REMINDERS_DUE: Shards = Shards::named("DUE#REMINDERS");

pub fn reminder_due(at: Instant, id: &BookingId) -> IndexKey {
    IndexKey::new(REMINDERS_DUE.holding(id.as_str()), format!("{at}#{id}"))
}

/// A list that is stored by month; bookings by branch as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonthlyList<'a> {
    Bookings(&'a BranchId),
    Leads,
    Memberships,
}

pub fn months(list: MonthlyList<'_>) -> Key {
    match list {
        MonthlyList::Bookings(branch) => Key::new(format!("MONTHS#{branch}"), "BOOKINGS"),
        MonthlyList::Leads => Key::new("MONTHS", "LEADS"),
        MonthlyList::Memberships => Key::new("MONTHS", "MEMBERSHIPS"),
    }
}
