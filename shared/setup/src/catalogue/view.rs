//! The catalogue as callers see it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Category, Service, ServiceType};
use parlour_values::gems::Gems;
use parlour_values::id::{CategoryId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, IstDate, Minutes};
use parlour_values::translations::{Translated, Translations};

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CatalogueView {
    pub categories: Vec<CategoryView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CategoryView {
    pub id: CategoryId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// Its name and description in other languages; left out where nothing is translated.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub service_type: ServiceType,
    pub display_order: i64,
    pub is_active: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
    /// Only in the catalogue read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub services: Option<Vec<ServiceView>>,
}

impl CategoryView {
    pub fn with_services(category: &Category, services: Vec<ServiceView>) -> Self {
        Self { services: Some(services), ..Self::from(category) }
    }
}

impl Translated for CategoryView {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, &self.description)
    }
}

impl From<&Category> for CategoryView {
    fn from(category: &Category) -> Self {
        Self {
            id: category.id.clone(),
            name: category.name.clone(),
            slug: category.slug.clone(),
            description: category.description.clone(),
            translations: category.translations.clone(),
            service_type: category.service_type,
            display_order: category.display_order,
            is_active: category.is_active,
            created_at: category.created_at,
            updated_at: category.updated_at,
            services: None,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ServiceAnswer {
    pub service: ServiceView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceView {
    pub id: ServiceId,
    pub category_id: CategoryId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// Its name and description in other languages; left out where nothing is translated.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub duration_minutes: Minutes,
    pub buffer_minutes: Minutes,
    /// How long it works by itself: the person is free meanwhile, the room is not.
    pub processing_minutes: Minutes,
    /// How long the person works on it after that, at the end of its minutes.
    pub finish_minutes: Minutes,
    /// One room of each group.
    pub needs: Vec<NeedView>,
    /// Whether the desk answers a request for it even where others are confirmed at once.
    pub needs_approval: bool,
    pub price_paise: Paise,
    pub is_active: bool,
    pub image_url: String,
    pub display_order: i64,
    pub gems_redeemable: bool,
    pub gems_required: Option<Gems>,
    pub gems_catalogue_order: Option<i64>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Translated for ServiceView {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, &self.description)
    }
}

impl From<&Service> for ServiceView {
    fn from(service: &Service) -> Self {
        Self {
            id: service.id.clone(),
            category_id: service.category_id.clone(),
            name: service.name.clone(),
            slug: service.slug.clone(),
            description: service.description.clone(),
            translations: service.translations.clone(),
            duration_minutes: service.duration,
            buffer_minutes: service.buffer,
            processing_minutes: service.processing,
            finish_minutes: service.finish,
            needs: service.needs.iter().map(|group| NeedView { group: group.clone() }).collect(),
            needs_approval: service.needs_approval,
            price_paise: service.price,
            is_active: service.is_active,
            image_url: service.image_url.clone(),
            display_order: service.display_order,
            gems_redeemable: service.gems_redeemable,
            gems_required: service.gems_required,
            gems_catalogue_order: service.gems_catalogue_order,
            created_at: service.created_at,
            updated_at: service.updated_at,
        }
    }
}

/// A group of rooms or equipment that a service needs one of.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NeedView {
    pub group: String,
}

/// A service with what invoices need of it, as the manager sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminServiceView {
    #[serde(flatten)]
    pub service: ServiceView,
    pub sac_code: String,
    /// In force today.
    pub gst_rate_bps: u32,
}

impl AdminServiceView {
    pub fn new(service: &Service, today: IstDate) -> Self {
        Self {
            service: ServiceView::from(service),
            sac_code: service.sac_code.clone(),
            gst_rate_bps: service.gst.on(today).bps(),
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminServiceAnswer {
    pub service: AdminServiceView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminServiceList {
    pub services: Vec<AdminServiceView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CategoryAnswer {
    pub category: CategoryView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CategoryList {
    pub categories: Vec<CategoryView>,
}
