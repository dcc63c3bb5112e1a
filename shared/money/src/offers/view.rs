//! Offers as callers see them.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::Offer;
use super::rules::OfferType;
use parlour_setup::catalogue::Service;
use parlour_storage::table::Stored;
use parlour_values::id::{OfferId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;
use parlour_values::translations::{Translated, Translations};

/// The offer itself, as writes answer it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferRow {
    pub id: OfferId,
    pub name: String,
    pub slug: String,
    pub description: Option<String>,
    /// Its texts in other languages; left out where nothing is translated.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub offer_type: OfferType,
    pub discount_percentage: Option<u32>,
    pub discount_amount_paise: Option<Paise>,
    pub combo_price_paise: Option<Paise>,
    pub start_date: Instant,
    pub end_date: Instant,
    pub is_active: bool,
    pub terms: Option<String>,
    pub image_url: Option<String>,
    pub display_order: i64,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Translated for OfferRow {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, self.description.as_deref().unwrap_or_default())
    }
}

impl From<&Offer> for OfferRow {
    fn from(offer: &Offer) -> Self {
        Self {
            id: offer.id.clone(),
            name: offer.name.clone(),
            slug: offer.slug.clone(),
            description: offer.description.clone(),
            translations: offer.translations.clone(),
            offer_type: offer.offer_type,
            discount_percentage: offer.discount_percentage,
            discount_amount_paise: offer.discount_amount,
            combo_price_paise: offer.combo_price,
            start_date: offer.start_date.utc_midnight(),
            end_date: offer.end_date.utc_midnight(),
            is_active: offer.is_active,
            terms: offer.terms.clone(),
            image_url: offer.image_url.clone(),
            display_order: offer.display_order,
            created_at: offer.created_at,
            updated_at: offer.updated_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OfferRowAnswer {
    pub offer: OfferRow,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OfferAnswer {
    pub offer: OfferView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OfferList {
    pub offers: Vec<OfferView>,
}

/// The offer with its services, as reads answer it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferView {
    #[serde(flatten)]
    pub row: OfferRow,
    pub services: Vec<OfferedService>,
    pub service_ids: Vec<ServiceId>,
    pub service_names: Vec<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OfferedService {
    pub id: ServiceId,
    pub name: String,
    /// Its texts in other languages; left out where nothing is translated.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
}

impl Translated for OfferedService {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, "")
    }
}

impl OfferView {
    pub fn new(offer: &Offer, known: &HashMap<&ServiceId, &Stored<Service>>) -> Self {
        let services: Vec<OfferedService> = offer
            .service_ids
            .iter()
            .filter_map(|id| known.get(id))
            .map(|service| OfferedService {
                id: service.id.clone(),
                name: service.name.clone(),
                translations: service.translations.clone(),
            })
            .collect();
        Self {
            row: OfferRow::from(offer),
            service_ids: services.iter().map(|service| service.id.clone()).collect(),
            service_names: services.iter().map(|service| service.name.clone()).collect(),
            services,
        }
    }
}

/// The offers that run today.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OffersAnswer {
    pub offers: Vec<OfferView>,
}
