//! An offer, as it is kept.

use serde::{Deserialize, Serialize};

use super::rules::{self, OfferType};
use parlour_storage::events::Amounts;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{OfferId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, IstDate};
use parlour_values::translations::{Translated, Translations};

parlour_values::input::enum_fields!(OfferType);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    pub id: OfferId,
    pub name: String,
    pub slug: String,
    pub description: Option<String>,
    /// Its texts in other languages.
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub offer_type: OfferType,
    pub discount_percentage: Option<u32>,
    pub discount_amount: Option<Paise>,
    pub combo_price: Option<Paise>,
    pub start_date: IstDate,
    pub end_date: IstDate,
    pub is_active: bool,
    pub terms: Option<String>,
    pub image_url: Option<String>,
    pub display_order: i64,
    pub service_ids: Vec<ServiceId>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Offer {
    pub fn is_running(&self, today: IstDate) -> bool {
        rules::is_running(self.is_active, self.start_date, self.end_date, today)
    }

    /// Its discount, for the audit log.
    pub fn amounts(&self) -> Amounts<3> {
        [
            ("discountPercentage", self.discount_percentage.map(i64::from)),
            ("discountAmountPaise", self.discount_amount.map(|amount| amount.0)),
            ("comboPricePaise", self.combo_price.map(|price| price.0)),
        ]
    }
}

impl Translated for Offer {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, self.description.as_deref().unwrap_or_default())
    }
}

impl Record for Offer {
    const KIND: &'static str = "offer";

    fn key(&self) -> Key {
        keys::offer(&self.id)
    }

    fn places(&self) -> Places {
        Places { g3: self.is_active.then(|| keys::offer_due(self.end_date, &self.id)), ..Places::default() }
    }
}
