//! Lists that all branches write to, spread over a fixed number of partitions.

use std::borrow::Cow;

/// How many partitions such a list has. Readers ask all of them at the same time.
///
/// One partition key takes 1,000 write units a second. An event is two units in its transaction: 500 a second, and a
/// booking has three to five of them. A booking under `DUE#REMINDERS` and a delivery in the sent log are two to three units a change: about 400 a second.
/// 1,000 branches of 60 bookings a day make 60,000 bookings: 17 a second if all of them came within one hour. Four
/// shards take 400 of them, twenty times that; more shards would only make every read ask more questions.
///
/// Not spread, since one key is enough: `FEED` (at most a unit an event), `DUE#OFFERS` (an offer changes when somebody edits it) `RUNS#month` (four
/// logged runs a booking at two units are 140 units a second in that busiest hour) and `DIRECTORY_LOG` (a booking changes its
/// customer's row up to three times, at two units: 100 units a second).
pub const SHARDS: u32 = 4;

/// The partitions of one such list: its name, `#`, and the number of the shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shards(Cow<'static, str>);

impl Shards {
    pub(super) const fn named(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    pub(super) fn of(name: String) -> Self {
        Self(Cow::Owned(name))
    }

    /// The partition that holds the item of this id.
    pub(super) fn holding(&self, id: &str) -> String {
        self.partition(shard_of(id, SHARDS))
    }

    fn partition(&self, shard: u32) -> String {
        format!("{}#{shard}", self.0)
    }
}

/// The partition keys that a query asks: one, or all shards of a list.
#[derive(Clone, Debug)]
pub struct PartitionKeys {
    pub first: String,
    pub others: Vec<String>,
}

impl PartitionKeys {
    /// Several partitions that are read as one list; `None` of none.
    pub fn several(keys: impl IntoIterator<Item = String>) -> Option<Self> {
        let mut keys = keys.into_iter();
        let first = keys.next()?;
        Some(Self { first, others: keys.collect() })
    }
}

impl From<String> for PartitionKeys {
    fn from(pk: String) -> Self {
        Self { first: pk, others: Vec::new() }
    }
}

impl From<&String> for PartitionKeys {
    fn from(pk: &String) -> Self {
        pk.clone().into()
    }
}

impl From<&str> for PartitionKeys {
    fn from(pk: &str) -> Self {
        pk.to_owned().into()
    }
}

impl From<Shards> for PartitionKeys {
    fn from(list: Shards) -> Self {
        Self { first: list.partition(0), others: (1..SHARDS).map(|shard| list.partition(shard)).collect() }
    }
}

/// Which of `count` shards an id belongs to.
pub(super) fn shard_of(id: &str, count: u32) -> u32 {
    let hash = id.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    hash.checked_rem(count).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::id::{MessageId, Random};
    use parlour_values::time::Clock;

    #[test]
    fn a_query_of_a_list_asks_the_shard_of_every_item() {
        let list = Shards::named("LIST");
        let keys = PartitionKeys::from(list.clone());
        let asked: Vec<&String> = std::iter::once(&keys.first).chain(&keys.others).collect();
        assert_eq!(asked, ["LIST#0", "LIST#1", "LIST#2", "LIST#3"]);
        for id in ["", "a", "0190a1b2", "x-y"] {
            assert!(asked.contains(&&list.holding(id)), "{id}");
        }
    }

    #[test]
    fn ids_spread_evenly() {
        let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), 1);
        let mut counts = [0_usize; SHARDS as usize];
        for _ in 0..4_000 {
            counts[shard_of(random.id::<MessageId>().as_str(), SHARDS) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (800..1_200).contains(count)), "{counts:?}");
    }
}
