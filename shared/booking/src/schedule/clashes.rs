//! The promised bookings that stand against a change of somebody's time. Closures, blocks and approved leave are refused
//! over them; a roster or a request for leave is not, so its dry run names them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Schedule, ScheduleError};
use crate::bookings::Booking;
use crate::bookings::status::BookingStatus;
use crate::slots::ledger::DayLedger;
use parlour_storage::failure::Failure;
use parlour_storage::table::{TableError, keys};
use parlour_values::id::BookingId;

/// The bookings that a change clashes with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clashes {
    pub booking_ids: Vec<BookingId>,
}

/// The bookings that the ledgers of some days hold as promised to a customer.
pub(super) fn promised_in<'a>(days: impl IntoIterator<Item = &'a DayLedger>) -> Vec<&'a BookingId> {
    days.into_iter().flat_map(DayLedger::confirmed).map(|busy| &busy.booking_id).collect()
}

impl Schedule<'_> {
    /// Those of these bookings that are confirmed or in progress, by id. A completed one keeps its time in the ledger, but
    /// is no obstacle.
    pub(super) async fn promised(&self, bookings: Vec<&BookingId>) -> Result<Vec<Booking>, TableError> {
        let mut ids: Vec<BookingId> = bookings.into_iter().cloned().collect();
        ids.sort();
        ids.dedup();
        let mut found = self.0.table.get_many(ids.iter().map(keys::booking)).await?;
        let mut promised = Vec::new();
        for id in ids {
            promised.extend(found.take::<Booking>(&keys::booking(&id))?.map(|booking| booking.record));
        }
        promised.retain(|booking| matches!(booking.status, BookingStatus::Confirmed | BookingStatus::InProgress));
        Ok(promised)
    }

    /// Refuses if any of these bookings is promised.
    pub(super) async fn refuse_over(&self, bookings: Vec<&BookingId>) -> Result<(), Failure<ScheduleError>> {
        let in_the_way = self.promised(bookings).await?;
        if in_the_way.is_empty() {
            return Ok(());
        }
        Err(ScheduleError::InTheWay(in_the_way.into_iter().map(|booking| booking.id).collect()).into())
    }

    /// In a dry run, the promised bookings of these days that clash with a change; `None` otherwise.
    pub(super) async fn clashes(
        &self,
        days: &[DayLedger],
        is_clash: impl Fn(&Booking) -> bool,
    ) -> Result<Option<Clashes>, TableError> {
        if !self.0.is_dry_run() {
            return Ok(None);
        }
        let promised = self.promised(promised_in(days)).await?;
        let clashing = promised.into_iter().filter(|booking| is_clash(booking)).map(|booking| booking.id);
        Ok(Some(Clashes { booking_ids: clashing.collect() }))
    }
}
