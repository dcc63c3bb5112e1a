//! Where an event stands in the feed: all that is needed to read it and to show it as the feed does.

use serde::{Deserialize, Serialize};

use super::feed::FeedEvent;
use super::segment::Segment;
use super::types::EventType;
use crate::id::EventId;
use crate::table::{Key, keys};
use crate::time::IstDate;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeedPlace {
    pub id: EventId,
    /// The day under which the event is stored.
    pub day: IstDate,
    #[serde(rename = "type")]
    pub what: EventType,
    pub prev: String,
    pub hash: String,
}

impl FeedPlace {
    pub fn key(&self) -> Key {
        keys::event(self.day, &self.id)
    }
}

impl Segment {
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
}

impl From<&FeedEvent> for FeedPlace {
    fn from(FeedEvent { event, prev, hash }: &FeedEvent) -> Self {
        let (id, day, what) = (event.id.clone(), event.at.ist_date(), event.what);
        Self { id, day, what, prev: prev.clone(), hash: hash.clone() }
    }
}
