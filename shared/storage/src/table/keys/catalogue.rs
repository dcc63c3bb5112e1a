//! Catalogue, offers, branches, and what else the whole business shares.

use super::key::{IndexKey, Key};
use parlour_values::id::{BranchId, CategoryId, OfferId, ServiceId, TagId, TierId};
use parlour_values::time::IstDate;

pub const CATALOGUE: &str = "CATALOGUE";
pub const CATEGORY_PREFIX: &str = "CATEGORY#";
pub const SERVICE_PREFIX: &str = "SERVICE#";

pub fn category(id: &CategoryId) -> Key {
    Key::new(CATALOGUE, format!("{CATEGORY_PREFIX}{id}"))
}

pub fn service(id: &ServiceId) -> Key {
    Key::new(CATALOGUE, format!("{SERVICE_PREFIX}{id}"))
}

pub fn display_order() -> Key {
    Key::new(CATALOGUE, "ORDER")
}

pub const OFFERS: &str = "OFFERS";

pub fn offer(id: &OfferId) -> Key {
    Key::new(OFFERS, format!("OFFER#{id}"))
}

pub const OFFERS_DUE: &str = "DUE#OFFERS";

pub fn offer_due(last_day: IstDate, id: &OfferId) -> IndexKey {
    IndexKey::new(OFFERS_DUE, format!("{last_day}#{id}"))
}

pub const BRANCHES: &str = "BRANCHES";

pub fn branch(id: &BranchId) -> Key {
    Key::new(BRANCHES, format!("BRANCH#{id}"))
}

pub const BRANDING: &str = "BRANDING";

/// The salon's own face: one item.
pub fn branding() -> Key {
    Key::new(BRANDING, BRANDING)
}

pub const TIERS: &str = "TIERS";

pub fn tier(id: &TierId) -> Key {
    Key::new(TIERS, format!("TIER#{id}"))
}

pub const TAGS: &str = "TAGS";

pub fn tag(id: &TagId) -> Key {
    Key::new(TAGS, format!("TAG#{id}"))
}
