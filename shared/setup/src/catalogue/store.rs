//! The catalogue: one partition of the table, read whole, and kept in the process until it changes.

use std::collections::HashMap;
use std::sync::Arc;

use super::{CatalogueError, CatalogueView, Category, CategoryView, DisplayOrder, Service, ServiceType, ServiceView};
use parlour_storage::failure::Failure;
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, Table, TableError, Topic, keys};
use parlour_values::id::{CategoryId, ServiceId};

pub struct CatalogueStore<'a>(pub(super) &'a Salon);

impl<'a> CatalogueStore<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl CatalogueStore<'_> {
    /// Everything, active or not.
    pub async fn read(&self) -> Result<Arc<Catalogue>, TableError> {
        self.0.reference::<Catalogue>(&Topic::Catalogue).await
    }

    /// The catalogue as customers see it.
    pub async fn public(&self) -> Result<CatalogueView, TableError> {
        Ok(self.read().await?.public())
    }

    /// A service that customers can find and book, by its slug.
    pub async fn public_service(&self, slug: &str) -> Result<ServiceView, Failure<CatalogueError>> {
        let catalogue = self.read().await?;
        let service = catalogue.by_slug(slug).filter(|service| catalogue.is_on_offer(service));
        let service = service.ok_or(CatalogueError::UnknownService)?;
        Ok(ServiceView::from(&service.record))
    }

    /// The services of these ids that exist.
    pub async fn services(&self, ids: &[ServiceId]) -> Result<Vec<Stored<Service>>, TableError> {
        let catalogue = self.read().await?;
        Ok(ids.iter().filter_map(|id| catalogue.service(id)).cloned().collect())
    }
}

impl Reference for Catalogue {
    type Loaded = Self;

    async fn load(table: &Table, _: &Topic) -> Result<Self, TableError> {
        let mut items = table.query_items(Partition::of(keys::CATALOGUE)).await?;
        let order: Option<Stored<DisplayOrder>> = items.take(&keys::display_order())?;
        let mut services: Vec<Stored<Service>> = items.starting(keys::SERVICE_PREFIX)?;
        if let Some(order) = &order {
            order.apply(services.iter_mut().map(|service| &mut service.record));
        }
        Ok(Self { categories: items.starting(keys::CATEGORY_PREFIX)?, services, order })
    }
}

#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    pub categories: Vec<Stored<Category>>,
    pub services: Vec<Stored<Service>>,
    /// Already applied to the services' own numbers.
    pub order: Option<Stored<DisplayOrder>>,
}

impl Catalogue {
    pub fn service(&self, id: &ServiceId) -> Option<&Stored<Service>> {
        self.services.iter().find(|service| service.id == *id)
    }

    /// For whoever looks many of them up.
    pub fn by_id(&self) -> HashMap<&ServiceId, &Stored<Service>> {
        self.services.iter().map(|service| (&service.id, service)).collect()
    }

    pub fn category(&self, id: &CategoryId) -> Option<&Stored<Category>> {
        self.categories.iter().find(|category| category.id == *id)
    }

    pub fn category_of(&self, service: &Service) -> Option<&Stored<Category>> {
        self.categories.iter().find(|category| category.id == service.category_id)
    }

    pub fn service_type(&self, service: &Service) -> Option<ServiceType> {
        self.category_of(service).map(|category| category.service_type)
    }

    /// Whether customers can find and book it: active itself, in an active category.
    pub fn is_on_offer(&self, service: &Service) -> bool {
        service.is_active && self.category_of(service).is_some_and(|category| category.is_active)
    }

    pub fn by_slug(&self, slug: &str) -> Option<&Stored<Service>> {
        self.services.iter().find(|service| service.slug == slug)
    }

    /// The customers' view: active categories by display order, each with its active services.
    pub fn public(&self) -> CatalogueView {
        let mut categories: Vec<&Stored<Category>> =
            self.categories.iter().filter(|category| category.is_active).collect();
        categories.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
        let categories = categories
            .into_iter()
            .map(|category| {
                let mut services: Vec<&Stored<Service>> = self
                    .services
                    .iter()
                    .filter(|service| service.is_active && service.category_id == category.id)
                    .collect();
                services.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
                let services = services.into_iter().map(|service| ServiceView::from(&service.record)).collect();
                CategoryView::with_services(&category.record, services)
            })
            .collect();
        CatalogueView { categories }
    }

    /// Services that can be had for gems, in the order of the gems catalogue.
    pub fn redeemable(&self) -> Vec<&Service> {
        let mut services: Vec<&Service> = self
            .services
            .iter()
            .map(|service| &service.record)
            .filter(|service| service.redeemable_for().is_some() && self.is_on_offer(service))
            .collect();
        services.sort_by(|a, b| {
            let order = |service: &Service| (service.gems_catalogue_order.unwrap_or(i64::MAX), service.display_order);
            order(a).cmp(&order(b)).then_with(|| a.id.cmp(&b.id))
        });
        services
    }
}

impl Catalogue {
    /// For tests, here and in the crates above: these services in the categories `hair`, of the salon, and `bath`, of the spa.
    pub fn sample(services: impl IntoIterator<Item = Service>) -> Self {
        let then = parlour_values::time::Instant::from_millis(1_794_800_000_000);
        let category = |id: &str, service_type| Category {
            id: id.into(),
            name: id.to_owned(),
            slug: id.to_owned(),
            description: String::new(),
            translations: parlour_values::translations::Translations::default(),
            service_type,
            display_order: 0,
            is_active: true,
            created_at: then,
            updated_at: then,
        };
        let categories = [category("hair", ServiceType::Salon), category("bath", ServiceType::Spa)];
        Self {
            categories: categories.into_iter().map(|record| Stored { record, version: 1 }).collect(),
            services: services.into_iter().map(|record| Stored { record, version: 1 }).collect(),
            order: None,
        }
    }
}
