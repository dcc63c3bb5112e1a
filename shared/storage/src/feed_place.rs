//! The place of an event in the feed: all that is needed to read it and to show it as the feed does.

use serde::{Deserialize, Serialize};

use crate::event_type::EventType;
use crate::table::{Key, keys};
use parlour_values::id::EventId;
use parlour_values::time::IstDate;

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
