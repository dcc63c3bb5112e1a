//! A membership tier: what memberships are sold with by default. A membership copies what it was sold with, so changing
//! a tier changes no membership.

use serde::{Deserialize, Serialize};

use super::request::{CreateTierRequest, PatchTierRequest};
use parlour_storage::events::Amounts;
use parlour_storage::table::{Key, Record, keys};
use parlour_values::id::TierId;
use parlour_values::money::Paise;
use parlour_values::slug::slugify;
use parlour_values::time::{Instant, Minutes};
use parlour_values::translations::Translations;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tier {
    pub id: TierId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// Its texts in other languages.
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub default_hours: Minutes,
    pub default_price: Paise,
    pub default_validity_days: u32,
    pub is_active: bool,
    pub display_order: i64,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Tier {
    /// `last` is its place where the request names none.
    pub fn new(id: TierId, request: &CreateTierRequest, last: i64, now: Instant) -> Self {
        Self {
            id,
            name: request.name.to_string(),
            slug: slugify(&request.name),
            description: request.description.as_deref().unwrap_or_default().to_owned(),
            translations: Translations::given(request.translations.as_ref()),
            default_hours: request.default_hours_minutes,
            default_price: request.default_price_paise,
            default_validity_days: request.default_validity_days.as_u32(),
            is_active: request.is_active.unwrap_or(true),
            display_order: request.display_order.map_or(last, |order| order.get()),
            created_at: now,
            updated_at: now,
        }
    }

    /// The tier with the fields given. The slug stays when the name changes, as that of a service or an offer does.
    pub fn patched(&self, request: &PatchTierRequest, now: Instant) -> Self {
        let kept = self.clone();
        Self {
            name: request.name.clone().map_or(kept.name, String::from),
            description: request.description.clone().over(Some(kept.description)).unwrap_or_default(),
            translations: kept.translations.changed(&request.translations),
            default_hours: request.default_hours_minutes.unwrap_or(kept.default_hours),
            default_price: request.default_price_paise.unwrap_or(kept.default_price),
            default_validity_days: request
                .default_validity_days
                .map_or(kept.default_validity_days, |days| days.as_u32()),
            is_active: request.is_active.unwrap_or(kept.is_active),
            display_order: request.display_order.map_or(kept.display_order, |order| order.get()),
            updated_at: now,
            ..kept
        }
    }

    /// Whether it has this name by now, however it is written: a name that is slugged alike is the same one.
    pub fn is_named(&self, name: &str) -> bool {
        slugify(&self.name) == slugify(name)
    }

    /// Its price, for the audit log.
    pub fn amounts(&self) -> Amounts<1> {
        [("defaultPricePaise", Some(self.default_price.0))]
    }

    /// No longer sold; memberships sold with it stay as they are.
    pub fn deactivated(&self, now: Instant) -> Self {
        Self { is_active: false, updated_at: now, ..self.clone() }
    }
}

impl Record for Tier {
    const KIND: &'static str = "tier";

    fn key(&self) -> Key {
        keys::tier(&self.id)
    }
}
