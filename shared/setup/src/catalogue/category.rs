//! A category of services, as it is kept.

use serde::{Deserialize, Serialize};

use super::ServiceType;
use parlour_storage::table::{Key, Record, keys};
use parlour_values::id::CategoryId;
use parlour_values::time::Instant;
use parlour_values::translations::Translations;

parlour_values::input::enum_fields!(ServiceType);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Category {
    pub id: CategoryId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// Its name and description in other languages.
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub service_type: ServiceType,
    pub display_order: i64,
    pub is_active: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Record for Category {
    const KIND: &'static str = "category";

    fn key(&self) -> Key {
        keys::category(&self.id)
    }
}
