//! The feed's order: segments of events, one after the other. A segment is written once, on condition that its place is
//! free, and never changed; so an event's position and hash never change either.

use serde::{Deserialize, Serialize};

use super::chain::{self, BEGINNING};
use super::item::EventItem;
use crate::event_type::{EventType, KEPT_LONGEST};
use crate::feed_place::FeedPlace;
use crate::table::{Key, Places, Record, keys};
use parlour_values::id::EventId;
use parlour_values::time::{Instant, IstDate};

/// An event in its place: where it is stored, and its hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sealed {
    pub id: EventId,
    /// The day under which the event is stored.
    pub day: IstDate,
    pub what: EventType,
    pub hash: String,
}

impl Sealed {
    pub fn key(&self) -> Key {
        keys::event(self.day, &self.id)
    }

    /// Whether the event need not be there any more.
    pub fn is_expired(&self, now: Instant) -> bool {
        self.day.start().plus(self.what.kept()) <= now
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// The position of its first event; the first of all has 1.
    pub first: u64,
    /// The hash before its first event.
    pub prev: String,
    /// Never before that of the segment before it.
    pub sealed_at: Instant,
    pub events: Vec<Sealed>,
}

impl Segment {
    /// These events behind the last segment.
    pub fn behind(last: Option<&Self>, events: &[EventItem], now: Instant) -> Self {
        let first = last.map_or(1, Self::next);
        let prev = last.map_or(BEGINNING, Self::head).to_owned();
        let sealed_at = last.map_or(now, |last| last.sealed_at.max(now));
        let mut hash = prev.clone();
        let sealed = events.iter().map(|event| {
            hash = chain::hash(event, &hash);
            Sealed { id: event.id.clone(), day: event.at.ist_date(), what: event.what, hash: hash.clone() }
        });
        let events = sealed.collect();
        Self { first, prev, sealed_at, events }
    }

    /// The places of its events, each with its position.
    pub fn places_of_events(&self) -> impl Iterator<Item = (u64, FeedPlace)> + '_ {
        self.placed().map(|(position, prev, sealed)| {
            let place = FeedPlace {
                id: sealed.id.clone(),
                day: sealed.day,
                what: sealed.what,
                prev: prev.to_owned(),
                hash: sealed.hash.clone(),
            };
            (position, place)
        })
    }

    /// The hash of its last event.
    pub fn head(&self) -> &str {
        self.events.last().map_or(&self.prev, |last| &last.hash)
    }

    /// The position behind its last event.
    pub fn next(&self) -> u64 {
        self.first.saturating_add(u64::try_from(self.events.len()).unwrap_or(u64::MAX))
    }

    pub fn kept_until(&self) -> Instant {
        self.sealed_at.plus(KEPT_LONGEST)
    }

    pub fn holds(&self, id: &EventId) -> bool {
        self.events.iter().any(|sealed| sealed.id == *id)
    }

    /// Its events, each with its position and the hash before it.
    pub fn placed(&self) -> impl Iterator<Item = (u64, &str, &Sealed)> {
        let before = std::iter::once(self.prev.as_str()).chain(self.events.iter().map(|sealed| sealed.hash.as_str()));
        (self.first..).zip(before).zip(&self.events).map(|((position, prev), sealed)| (position, prev, sealed))
    }
}

impl Record for Segment {
    const KIND: &'static str = "feed_segment";

    fn key(&self) -> Key {
        keys::feed_segment(self.first)
    }

    /// As long as any event it may hold: the audit log is verified with it.
    fn places(&self) -> Places {
        Places { ttl: Some(self.kept_until()), ..Places::default() }
    }
}
