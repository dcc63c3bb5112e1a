//! The numbers of the demo's bookings. All that the books will need are taken before anything is booked through the apps,
//! which go on behind them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use futures::future::try_join_all;
use parlour_booking::bookings::number::BookingNumber;
use parlour_storage::month_index::load_bookings;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Key, WriteError, keys};
use parlour_values::time::Instant;

use super::visits::DemoVisit;

/// How long a number's series is remembered after the month it belongs to.
const SERIES_KEPT: TimeDelta = TimeDelta::days(60);

/// How many numbers each series has given out.
#[derive(Default)]
pub struct BookingNumbers(BTreeMap<(String, String), u64>);

impl BookingNumbers {
    pub fn next(&mut self, visit: &DemoVisit<'_>) -> String {
        let sequence = self.count(visit);
        BookingNumber {
            branch_code: &visit.branch.code,
            month: visit.asked.ist_date().calendar_month(),
            service_type: visit.service_type,
            sequence,
            is_membership_session: false,
        }
        .to_string()
    }

    fn count(&mut self, visit: &DemoVisit<'_>) -> u64 {
        let month = visit.asked.ist_date().calendar_month();
        let Key { pk, sk } = keys::booking_series(&visit.branch.id, month, visit.service_type.letter());
        let count = self.0.entry((pk, sk)).or_default();
        *count += 1;
        *count
    }

    /// Takes the numbers of all these visits, and notes the months they are in.
    pub async fn take<'a>(
        salon: &Salon,
        now: Instant,
        visits: impl Iterator<Item = &'a DemoVisit<'a>>,
    ) -> Result<(), WriteError> {
        let (mut numbers, mut months) = (Self::default(), BTreeSet::new());
        for visit in visits {
            numbers.count(visit);
            months.insert((visit.branch.id.clone(), visit.date.calendar_month()));
        }
        let series: Vec<(Key, u64)> = numbers.0.into_iter().map(|((pk, sk), count)| (Key { pk, sk }, count)).collect();
        let until = now.plus(SERIES_KEPT);
        let taken = try_join_all(series.iter().map(|(key, count)| salon.table.count_up_by(key, *count, until)));
        tokio::try_join!(async { Ok(taken.await?) }, load_bookings(salon, months))?;
        Ok(())
    }
}
