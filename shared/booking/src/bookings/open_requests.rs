//! The requests of one customer that may still be open, in one item that every request counts up: so nobody has more of
//! them than they may, however many they send at the same time.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::status::BookingStatus;
use super::{Booking, BookingError};
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::names;
use parlour_storage::table::{Condition, Key, Record, Stored, TableError, Update, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, UserId, moment_of};
use parlour_values::time::Instant;

/// The most open requests of one customer.
const MOST: i64 = 120;
/// A request that nobody answers is rejected after a day: one that was made longer ago is open no longer. A booking that
/// becomes a request again by being moved is not counted.
const OPEN_AT_MOST: TimeDelta = TimeDelta::days(2);
/// From this many on, those that are open no longer are taken out, so that the item stays small.
const MANY: i64 = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenRequests {
    pub customer_id: UserId,
    /// Requests that were not known to be answered when the last one was made.
    #[serde(with = "serde_dynamo::string_set")]
    pub ids: BTreeSet<BookingId>,
    /// How many those are.
    pub count: i64,
}

impl OpenRequests {
    fn of(customer: &UserId, ids: BTreeSet<BookingId>) -> Self {
        Self { customer_id: customer.clone(), count: count(&ids), ids }
    }

    /// Counts a new request in its own transaction. Requests that are sent at the same time do not get in each other's way
    /// as long as there is room for all.
    pub(super) async fn add(
        salon: &Salon,
        transaction: &mut Transaction<'_>,
        read: Option<&Stored<Self>>,
        booking: &Booking,
    ) -> Result<(), Failure<BookingError>> {
        let mut ids = read.map(|read| read.recent(booking.created_at)).unwrap_or_default();
        let Some(read) = read.filter(|read| read.is_crowded(&ids)) else {
            // An update, so that it does not matter which of them is the first.
            let one_more = Update::new()
                .set(names::KIND, Self::KIND)
                .set("customer_id", &booking.customer_id)
                .include("ids", booking.id.as_str())
                .add("count", 1)
                .add(names::VERSION, 1);
            let key = keys::open_requests(&booking.customer_id);
            transaction.update(Self::KIND, key, one_more, Condition::AbsentOrBelow("count", MOST));
            return Ok(());
        };
        if count(&ids) >= MOST {
            ids = unanswered(salon, &ids).await?;
        }
        if count(&ids) >= MOST {
            return Err(BookingError::TooManyOpen.into());
        }
        ids.insert(booking.id.clone());
        transaction.replace(read, &Self::of(&booking.customer_id, ids));
        Ok(())
    }

    /// Whether there is no room for one more, or some can be taken out.
    fn is_crowded(&self, recent: &BTreeSet<BookingId>) -> bool {
        self.count >= MOST || (self.count >= MANY && count(recent) < self.count)
    }

    fn recent(&self, now: Instant) -> BTreeSet<BookingId> {
        let is_recent = |id: &&BookingId| moment_of(id.as_str()).is_none_or(|made| now.since(made) < OPEN_AT_MOST);
        self.ids.iter().filter(is_recent).cloned().collect()
    }
}

fn count(ids: &BTreeSet<BookingId>) -> i64 {
    i64::try_from(ids.len()).unwrap_or(i64::MAX)
}

/// Those of the requests that are still open.
async fn unanswered(salon: &Salon, ids: &BTreeSet<BookingId>) -> Result<BTreeSet<BookingId>, TableError> {
    let mut found = salon.table.get_many(ids.iter().map(keys::booking)).await?;
    let mut open = BTreeSet::new();
    for id in ids {
        let request = found.take::<Booking>(&keys::booking(id))?;
        if request.is_some_and(|request| request.status == BookingStatus::Pending) {
            open.insert(id.clone());
        }
    }
    Ok(open)
}

impl Record for OpenRequests {
    const KIND: &'static str = "open_requests";

    fn key(&self) -> Key {
        keys::open_requests(&self.customer_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::id::first_id_of;

    #[test]
    fn requests_made_longer_ago_than_any_stays_open_are_forgotten() {
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let made = |hours| BookingId::from(format!("{:0<32}", first_id_of(now.minus(TimeDelta::hours(hours)))));
        let requests = OpenRequests::of(&"asha".into(), BTreeSet::from([made(49), made(47), made(0)]));
        assert_eq!((requests.count, requests.recent(now)), (3, BTreeSet::from([made(47), made(0)])));
    }
}
