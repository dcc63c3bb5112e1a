//! Requests about offers.

use super::rules::OfferType;
use parlour_values::id::ServiceId;
use parlour_values::input::{Clearable, Int, List, MAX_NUMBER, Name, Problems, Prose, Read, body};
use parlour_values::time::IstDate;
use parlour_values::translations::TranslationsRequest;

/// The services of an offer.
pub type OfferedIds = List<ServiceId, 1, 500>;

body! {
    /// A new offer.
    pub struct CreateOfferRequest, checked {
        name: Name<1, 120>,
        offer_type: OfferType,
        start_date: IstDate,
        end_date: IstDate,
        service_ids: OfferedIds,
        discount_percentage: Option<Int<1, 100>>,
        discount_amount_paise: Option<Int<1, MAX_NUMBER>>,
        combo_price_paise: Option<Int<1, MAX_NUMBER>>,
        description: Option<Prose<0, 1000>>,
        translations: Option<TranslationsRequest<1000>>,
        terms: Option<Prose<0, 1000>>,
    }
}

impl CreateOfferRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if let Some(offer_type) = read.offer_type {
            let left_out = match offer_type {
                OfferType::Percentage => read.discount_percentage.is_left_out(),
                OfferType::Flat => read.discount_amount_paise.is_left_out(),
                OfferType::ComboPrice => read.combo_price_paise.is_left_out(),
            };
            if left_out {
                problems.add(offer_type.required_field(), format!("is required for {offer_type}"));
            }
        }
        if read.start_date.zip(read.end_date).is_some_and(|(start, end)| end < start) {
            problems.add("endDate", "must be on or after startDate");
        }
    }
}

body! {
    /// The fields that change; those left out stay.
    pub struct PatchOfferRequest {
        name: Option<Name<1, 120>>,
        offer_type: Option<OfferType>,
        start_date: Option<IstDate>,
        end_date: Option<IstDate>,
        service_ids: Option<OfferedIds>,
        discount_percentage: Option<Int<1, 100>>,
        discount_amount_paise: Option<Int<1, MAX_NUMBER>>,
        combo_price_paise: Option<Int<1, MAX_NUMBER>>,
        description: Option<Prose<0, 1000>>,
        translations: Clearable<TranslationsRequest<1000>>,
        terms: Option<Prose<0, 1000>>,
        is_active: Option<bool>,
    }
}
