//! A tag, and its being on a customer, as they are kept.

use serde::{Deserialize, Serialize};

use super::tags::TagName;
use parlour_storage::table::{Key, Record, keys};
use parlour_values::color::Color;
use parlour_values::id::{TagId, UserId};
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tag {
    pub id: TagId,
    pub name: TagName,
    pub slug: String,
    pub color: Color,
    pub description: Option<String>,
    pub created_at: Instant,
}

impl Record for Tag {
    const KIND: &'static str = "tag";

    fn key(&self) -> Key {
        keys::tag(&self.id)
    }
}

/// One per customer and tag: the key sees to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TagAssignment {
    pub customer_id: UserId,
    pub tag_id: TagId,
    pub assigned_by: UserId,
    pub assigned_at: Instant,
}

impl Record for TagAssignment {
    const KIND: &'static str = "tag_assignment";

    fn key(&self) -> Key {
        keys::customer_tag(&self.customer_id, &self.tag_id)
    }
}
