//! What is asked of offers.

use serde_json::Value;

use super::rules::OfferType;
use crate::id::ServiceId;
use crate::time::IstDate;
use crate::web::{Body, Field, Fields, Int, MOST, Problems, Text, Trimmed, body};

/// The services of an offer: at least one, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedIds(pub Vec<ServiceId>);

impl Field for OfferedIds {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let given = Vec::<ServiceId>::from_json(value, path, problems)?;
        if given.is_empty() {
            problems.add(path, "must name at least one service");
            return None;
        }
        let mut ids: Vec<ServiceId> = Vec::with_capacity(given.len());
        for id in given {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        Some(Self(ids))
    }

    fn field_schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        Vec::<ServiceId>::field_schema()
    }
}

body!(@declare [/** A new offer. */] [pub] CreateRequest {
    name: Trimmed<1, 120>,
    offer_type: OfferType,
    start_date: IstDate,
    end_date: IstDate,
    service_ids: OfferedIds,
    discount_percentage: Option<Int<1, 100>>,
    discount_amount_paise: Option<Int<1, MOST>>,
    combo_price_paise: Option<Int<1, MOST>>,
    description: Option<Text<0, 1000>>,
    terms: Option<Text<0, 1000>>,
});

/// Read by hand, so that what a type of offer asks for and the order of the dates are told together with everything
/// else that is wrong.
impl Body for CreateRequest {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let name = fields.take("name");
        let offer_type: Option<OfferType> = fields.take("offerType");
        let start_date: Option<IstDate> = fields.take("startDate");
        let end_date: Option<IstDate> = fields.take("endDate");
        let service_ids = fields.take("serviceIds");
        let discount_percentage: Option<Option<_>> = fields.take("discountPercentage");
        let discount_amount_paise: Option<Option<_>> = fields.take("discountAmountPaise");
        let combo_price_paise: Option<Option<_>> = fields.take("comboPricePaise");
        let description = fields.take("description");
        let terms = fields.take("terms");
        if let Some(offer_type) = offer_type {
            let left_out = match offer_type {
                OfferType::Percentage => matches!(discount_percentage, Some(None)),
                OfferType::Flat => matches!(discount_amount_paise, Some(None)),
                OfferType::ComboPrice => matches!(combo_price_paise, Some(None)),
            };
            if left_out {
                fields.problems.add(offer_type.required_field(), format!("is required for {offer_type}"));
            }
        }
        if let (Some(start), Some(end)) = (start_date, end_date)
            && end < start
        {
            fields.problems.add("endDate", "must be on or after startDate");
        }
        Some(Self {
            name: name?,
            offer_type: offer_type?,
            start_date: start_date?,
            end_date: end_date?,
            service_ids: service_ids?,
            discount_percentage: discount_percentage?,
            discount_amount_paise: discount_amount_paise?,
            combo_price_paise: combo_price_paise?,
            description: description?,
            terms: terms?,
        })
    }
}

body! {
    /// What changes; what is left out stays.
    pub struct PatchRequest {
        name: Option<Trimmed<1, 120>>,
        offer_type: Option<OfferType>,
        start_date: Option<IstDate>,
        end_date: Option<IstDate>,
        service_ids: Option<OfferedIds>,
        discount_percentage: Option<Int<1, 100>>,
        discount_amount_paise: Option<Int<1, MOST>>,
        combo_price_paise: Option<Int<1, MOST>>,
        description: Option<Text<0, 1000>>,
        terms: Option<Text<0, 1000>>,
        is_active: Option<bool>,
    }
}
