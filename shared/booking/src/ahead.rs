//! The bookings that stand in the days ahead of somebody who leaves, or of a room that is given up.

use crate::bookings::Booking;
use crate::slots::ledger::DayLedger;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

/// The open bookings that begin after this moment, by id, of the days in this partition.
pub(crate) async fn bookings_ahead(salon: &Salon, partition: String, now: Instant) -> Result<Vec<Booking>, TableError> {
    let today = now.ist_date();
    let from = format!("{}{today}", keys::DAY_PREFIX);
    let days = Partition::of(partition).between(from, format!("{}~", keys::DAY_PREFIX));
    let days: Vec<Stored<DayLedger>> = salon.table.query(days).await?;
    let mut ids: Vec<BookingId> = days
        .iter()
        .flat_map(|day| day.busy().iter().filter(|busy| day.date > today || day.date.at(busy.hold().start) > now))
        .map(|busy| busy.booking_id.clone())
        .collect();
    ids.sort();
    ids.dedup();
    // A completed booking stays in the ledger, but needs nobody and no room any more.
    let mut found = salon.table.get_many(ids.iter().map(keys::booking)).await?;
    let mut open = Vec::new();
    for booking in ids {
        let booking = found.take::<Booking>(&keys::booking(&booking))?.map(|booking| booking.record);
        open.extend(booking.filter(|booking| booking.status.is_open()));
    }
    Ok(open)
}
