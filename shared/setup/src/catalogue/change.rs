//! Creating and changing services and categories, without I/O.

use super::request::{CreateCategoryRequest, CreateServiceRequest, Needs, PatchCategoryRequest, PatchServiceRequest};
use super::{Category, Service};
use parlour_storage::failure::Refused;
use parlour_values::gems::Gems;
use parlour_values::gst::{DEFAULT_SAC, GstRate, RateSchedule};
use parlour_values::id::{CategoryId, OfferId, ServiceId};
use parlour_values::input::Int;
use parlour_values::money::Paise;
use parlour_values::slug::slugify;
use parlour_values::time::{Instant, Minutes};
use parlour_values::translations::Translations;

#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    #[error("no such service")]
    UnknownService,
    #[error("no such category")]
    UnknownCategory,
    #[error("the category named does not exist")]
    NamesUnknownCategory,
    #[error("a service to be ordered does not exist")]
    OrdersUnknownService,
    #[error("a service had for gems must say for how many")]
    GemsMissing,
    /// With the field that makes it so.
    #[error("it would work by itself, or be finished, for all of its time")]
    LeavesNoWork(&'static str),
    /// With its place among the needs.
    #[error("it would need one of a group that has no room in use")]
    NeedsUnknownGroup(usize),
    #[error("the slug is taken")]
    SlugTaken,
    #[error("active offers name the service")]
    OnOffer(Vec<OfferId>),
}

impl Refused for CatalogueError {}

/// The schedule with a new rate from today on, unless that is the current rate.
fn rated(gst: &RateSchedule, bps: Option<Int<0, 10_000>>, now: Instant) -> RateSchedule {
    let today = now.ist_date();
    match bps.and_then(|bps| GstRate::from_bps(bps.as_u32())) {
        Some(rate) if gst.on(today) != rate => gst.changed(today, rate),
        _ => gst.clone(),
    }
}

fn groups(needs: &Needs) -> Vec<String> {
    needs.iter().map(|need| need.group.to_string()).collect()
}

impl Service {
    pub fn new(id: ServiceId, request: &CreateServiceRequest, last: i64, now: Instant) -> Self {
        let slug = request.slug.as_ref().map_or_else(|| slugify(&request.name), |slug| slug.as_str().to_owned());
        Self {
            id,
            category_id: request.category_id.clone(),
            name: request.name.to_string(),
            slug,
            description: request.description.as_deref().unwrap_or_default().to_owned(),
            translations: Translations::given(request.translations.as_ref()),
            duration: Minutes(request.duration_minutes.as_u32()),
            buffer: Minutes(request.buffer_minutes.map_or(0, |minutes| minutes.as_u32())),
            processing: Minutes(request.processing_minutes.map_or(0, |minutes| minutes.as_u32())),
            finish: Minutes(request.finish_minutes.map_or(0, |minutes| minutes.as_u32())),
            needs: request.needs.as_ref().map(groups).unwrap_or_default(),
            needs_approval: request.needs_approval.unwrap_or(false),
            price: Paise(request.price_paise.get()),
            is_active: request.is_active.unwrap_or(true),
            image_url: request.image_url.as_ref().map(|url| url.as_str().to_owned()).unwrap_or_default(),
            display_order: request.display_order.map_or(last, |order| order.get()),
            gems_redeemable: request.gems_redeemable.unwrap_or(false),
            gems_required: request.gems_required.map(|gems| Gems(gems.get())),
            gems_catalogue_order: request.gems_catalogue_order.map(|order| order.get()),
            sac_code: request.sac_code.as_ref().map_or_else(|| DEFAULT_SAC.to_owned(), |sac| sac.as_str().to_owned()),
            gst: rated(&RateSchedule::default(), request.gst_rate_bps, now),
            created_at: now,
            updated_at: now,
        }
    }

    /// A new GST rate applies from today on.
    pub fn patched(&self, request: &PatchServiceRequest, now: Instant) -> Result<Self, CatalogueError> {
        let kept = self.clone();
        let patched = Self {
            id: kept.id,
            category_id: request.category_id.clone().unwrap_or(kept.category_id),
            name: request.name.clone().map_or(kept.name, String::from),
            slug: request.slug.as_ref().map_or(kept.slug, |slug| slug.as_str().to_owned()),
            description: request.description.clone().over(Some(kept.description)).unwrap_or_default(),
            translations: kept.translations.changed(&request.translations),
            duration: request.duration_minutes.map_or(kept.duration, |minutes| Minutes(minutes.as_u32())),
            buffer: request.buffer_minutes.map_or(kept.buffer, |minutes| Minutes(minutes.as_u32())),
            processing: request.processing_minutes.map_or(kept.processing, |minutes| Minutes(minutes.as_u32())),
            finish: request.finish_minutes.map_or(kept.finish, |minutes| Minutes(minutes.as_u32())),
            needs: request.needs.as_ref().map_or(kept.needs, groups),
            needs_approval: request.needs_approval.unwrap_or(kept.needs_approval),
            price: request.price_paise.map_or(kept.price, |price| Paise(price.get())),
            is_active: request.is_active.unwrap_or(kept.is_active),
            image_url: request
                .image_url
                .clone()
                .map(|url| url.as_str().to_owned())
                .over(Some(kept.image_url))
                .unwrap_or_default(),
            display_order: request.display_order.map_or(kept.display_order, |order| order.get()),
            gems_redeemable: request.gems_redeemable.unwrap_or(kept.gems_redeemable),
            gems_required: request.gems_required.clone().map(|gems| Gems(gems.get())).over(kept.gems_required),
            gems_catalogue_order: request.gems_catalogue_order.clone().map(Int::get).over(kept.gems_catalogue_order),
            sac_code: request.sac_code.as_ref().map_or(kept.sac_code, |sac| sac.as_str().to_owned()),
            gst: rated(&kept.gst, request.gst_rate_bps, now),
            created_at: kept.created_at,
            updated_at: now,
        };
        if patched.gems_redeemable && patched.gems_required.is_none() {
            return Err(CatalogueError::GemsMissing);
        }
        if patched.processing.plus(patched.finish) >= patched.duration {
            return Err(CatalogueError::LeavesNoWork(if request.processing_minutes.is_some() {
                "processingMinutes"
            } else if request.finish_minutes.is_some() {
                "finishMinutes"
            } else {
                "durationMinutes"
            }));
        }
        Ok(patched)
    }

    /// No longer on offer; existing bookings keep it.
    pub fn deactivated(&self, now: Instant) -> Self {
        Self { is_active: false, updated_at: now, ..self.clone() }
    }
}

impl Category {
    pub fn new(id: CategoryId, request: &CreateCategoryRequest, last: i64, now: Instant) -> Self {
        let slug = request.slug.as_ref().map_or_else(|| slugify(&request.name), |slug| slug.as_str().to_owned());
        Self {
            id,
            name: request.name.to_string(),
            slug,
            description: request.description.as_deref().unwrap_or_default().to_owned(),
            translations: Translations::given(request.translations.as_ref()),
            service_type: request.service_type,
            display_order: request.display_order.map_or(last, |order| order.get()),
            is_active: request.is_active.unwrap_or(true),
            created_at: now,
            updated_at: now,
        }
    }

    pub fn patched(&self, request: &PatchCategoryRequest, now: Instant) -> Self {
        let kept = self.clone();
        Self {
            name: request.name.clone().map_or(kept.name, String::from),
            slug: request.slug.as_ref().map_or(kept.slug, |slug| slug.as_str().to_owned()),
            description: request.description.clone().over(Some(kept.description)).unwrap_or_default(),
            translations: kept.translations.changed(&request.translations),
            service_type: request.service_type.unwrap_or(kept.service_type),
            display_order: request.display_order.map_or(kept.display_order, |order| order.get()),
            is_active: request.is_active.unwrap_or(kept.is_active),
            updated_at: now,
            ..kept
        }
    }

    pub fn deactivated(&self, now: Instant) -> Self {
        Self { is_active: false, updated_at: now, ..self.clone() }
    }
}
