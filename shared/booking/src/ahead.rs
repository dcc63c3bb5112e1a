//! The bookings that stand in the days ahead of somebody who leaves, or of a room that is given up or takes fewer.

use crate::bookings::Booking;
use crate::slots::ledger::{Busy, DayLedger};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

/// The open bookings that begin after this moment, by id, of the days in this partition.
pub(crate) async fn bookings_ahead(salon: &Salon, partition: String, now: Instant) -> Result<Vec<Booking>, TableError> {
    let days = days_ahead(salon, partition, now).await?;
    let ahead = days.iter().flat_map(|day| {
        day.busy().iter().filter(|busy| day.date > now.ist_date() || day.date.at(busy.hold().start) > now)
    });
    open_among(salon, ahead.map(|busy| busy.booking_id.clone()).collect()).await
}

/// The open bookings, by id, of every minute from now on that has more than so many of them.
pub(crate) async fn bookings_beyond(
    salon: &Salon,
    partition: String,
    capacity: u32,
    now: Instant,
) -> Result<Vec<Booking>, TableError> {
    let days = days_ahead(salon, partition, now).await?;
    let is_to_come = |day: &DayLedger, busy: &Busy| day.date.at(busy.hold().end) > now;
    let beyond = |counts: &dyn Fn(&Busy) -> bool| -> Vec<BookingId> {
        let of_day = |day: &Stored<DayLedger>| day.beyond(capacity, |busy| is_to_come(day, busy) && counts(busy));
        days.iter().flat_map(of_day).collect()
    };
    let mut found = open_among(salon, beyond(&|_| true)).await?;
    let open: Vec<BookingId> = found.iter().map(|booking| booking.id.clone()).collect();
    let beyond = beyond(&|busy| open.contains(&busy.booking_id));
    found.retain(|booking| beyond.contains(&booking.id));
    Ok(found)
}

async fn days_ahead(salon: &Salon, partition: String, now: Instant) -> Result<Vec<Stored<DayLedger>>, TableError> {
    let from = format!("{}{}", keys::DAY_PREFIX, now.ist_date());
    let days = Partition::of(partition).between(from, format!("{}~", keys::DAY_PREFIX));
    salon.table.query(days).await
}

/// A completed booking stays in the ledger, but needs nobody and no room any more.
async fn open_among(salon: &Salon, mut ids: Vec<BookingId>) -> Result<Vec<Booking>, TableError> {
    ids.sort();
    ids.dedup();
    let mut found = salon.table.get_many(ids.iter().map(keys::booking)).await?;
    let mut open = Vec::new();
    for booking in ids {
        let booking = found.take::<Booking>(&keys::booking(&booking))?.map(|booking| booking.record);
        open.extend(booking.filter(|booking| booking.status.is_open()));
    }
    Ok(open)
}
