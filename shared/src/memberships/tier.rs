//! What memberships there are to buy.

use serde::{Deserialize, Serialize};

use crate::id::TierId;
use crate::money::Paise;
use crate::table::{Key, Record, keys};
use crate::time::{Instant, Minutes};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tier {
    pub id: TierId,
    pub name: String,
    pub slug: String,
    pub description: String,
    pub default_hours: Minutes,
    pub default_price: Paise,
    pub default_validity_days: u32,
    pub is_active: bool,
    pub display_order: i64,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Record for Tier {
    const KIND: &'static str = "tier";

    fn key(&self) -> Key {
        keys::tier(&self.id)
    }
}
