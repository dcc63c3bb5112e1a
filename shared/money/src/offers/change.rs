//! Creating and changing an offer, without I/O.

use super::rules::{self, OfferType};
use super::{CreateOfferRequest, Offer, OfferedIds, PatchOfferRequest};
use parlour_storage::failure::Refused;
use parlour_values::id::OfferId;
use parlour_values::money::Paise;
use parlour_values::time::Instant;
use parlour_values::translations::Translations;

#[derive(Debug, thiserror::Error)]
pub enum OfferError {
    #[error("no such offer")]
    Unknown,
    #[error("a service of the offer does not exist")]
    UnknownService,
}

impl Refused for OfferError {}

impl Offer {
    /// Keeps only the amount that the offer's type uses.
    pub fn new(id: OfferId, suffix: &str, request: &CreateOfferRequest, now: Instant) -> Self {
        let kind = request.offer_type;
        Self {
            id,
            name: request.name.to_string(),
            slug: rules::slug(&request.name, suffix),
            description: request.description.as_deref().map(str::to_owned),
            translations: Translations::given(request.translations.as_ref()),
            offer_type: kind,
            discount_percentage: request
                .discount_percentage
                .filter(|_| kind == OfferType::Percentage)
                .map(|percentage| percentage.as_u32()),
            discount_amount: request
                .discount_amount_paise
                .filter(|_| kind == OfferType::Flat)
                .map(|amount| Paise(amount.get())),
            combo_price: request
                .combo_price_paise
                .filter(|_| kind == OfferType::ComboPrice)
                .map(|price| Paise(price.get())),
            start_date: request.start_date,
            end_date: request.end_date,
            is_active: true,
            terms: request.terms.as_deref().map(str::to_owned),
            image_url: None,
            display_order: 0,
            service_ids: request.service_ids.distinct(),
            created_at: now,
            updated_at: now,
        }
    }

    /// Fields are taken as given: a patch is not checked for the amount of its type or for the order of the dates. The
    /// slug does not change, so that links keep working.
    pub fn patched(&self, request: &PatchOfferRequest, now: Instant) -> Self {
        let text = |given: Option<&str>, kept: &Option<String>| given.map(str::to_owned).or_else(|| kept.clone());
        Self {
            name: request.name.as_deref().map_or_else(|| self.name.clone(), str::to_owned),
            description: text(request.description.as_deref(), &self.description),
            translations: self.translations.changed(&request.translations),
            offer_type: request.offer_type.unwrap_or(self.offer_type),
            discount_percentage: request.discount_percentage.map(|given| given.as_u32()).or(self.discount_percentage),
            discount_amount: request.discount_amount_paise.map(|given| Paise(given.get())).or(self.discount_amount),
            combo_price: request.combo_price_paise.map(|given| Paise(given.get())).or(self.combo_price),
            start_date: request.start_date.unwrap_or(self.start_date),
            end_date: request.end_date.unwrap_or(self.end_date),
            is_active: request.is_active.unwrap_or(self.is_active),
            terms: text(request.terms.as_deref(), &self.terms),
            service_ids: request.service_ids.as_ref().map_or_else(|| self.service_ids.clone(), OfferedIds::distinct),
            updated_at: now,
            ..self.clone()
        }
    }
}
