//! Managing the catalogue. Every read is of the whole catalogue as it is now, so that a change is visible at once.
//! A guard item keeps each slug unique and changes in the same transaction as its record.

use serde_json::json;

use super::request::{
    CreateCategoryRequest, CreateServiceRequest, ListCategoriesRequest, ListServicesRequest, OrderRequest,
    PatchCategoryRequest, PatchServiceRequest,
};
use super::{
    AdminServiceAnswer, AdminServiceView, Catalogue, CatalogueError, CatalogueStore, Category, CategoryAnswer,
    CategoryView, DisplayOrder, Service,
};
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, changed_fields, is_unchanged, with_amounts};
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Record as _, Stored, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{CategoryId, ServiceId};

impl CatalogueStore<'_> {
    /// By display order, then id, whatever the category.
    pub async fn list(&self, request: &ListServicesRequest) -> Result<(Vec<AdminServiceView>, Meta), TableError> {
        let catalogue = self.read().await?;
        let wanted = request.q.as_deref().unwrap_or_default().to_lowercase();
        let mut services: Vec<&Service> = catalogue
            .services
            .iter()
            .map(|service| &service.record)
            .filter(|service| request.category_id.as_ref().is_none_or(|id| service.category_id == *id))
            .filter(|service| request.service_type.is_none() || catalogue.service_type(service) == request.service_type)
            .filter(|service| request.is_active.is_none_or(|active| service.is_active == active))
            .filter(|service| service.name.to_lowercase().contains(&wanted))
            .collect();
        services.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
        let (page, meta) = page_of(services.into_iter(), request.page, request.page_size);
        let today = self.0.clock.today();
        Ok((page.into_iter().map(|service| AdminServiceView::new(service, today)).collect(), meta))
    }

    pub async fn detail(&self, id: &ServiceId) -> Result<AdminServiceView, Failure<CatalogueError>> {
        let catalogue = self.read().await?;
        let service = catalogue.service(id).ok_or(CatalogueError::UnknownService)?;
        Ok(AdminServiceView::new(service, self.0.clock.today()))
    }

    pub async fn create(
        &self,
        act: &Act,
        request: &CreateServiceRequest,
    ) -> Result<AdminServiceView, Failure<CatalogueError>> {
        let catalogue = self.read().await?;
        catalogue.must_have(&request.category_id)?;
        let last = catalogue.services.iter().map(|service| service.display_order).max().unwrap_or(-1);
        let service = Service::new(self.0.random.id(), request, last.saturating_add(1), act.at);
        if catalogue.by_slug(&service.slug).is_some() {
            return Err(CatalogueError::SlugTaken.into());
        }
        let view = AdminServiceView::new(&service, act.at.ist_date());
        let mut transaction = self.0.transaction(act);
        transaction.create(&service);
        transaction.create(&UniqueValue::held_by(&service.id, Unique::ServiceSlug, &service.slug));
        transaction.audit(
            EventType::ServiceCreated,
            Service::KIND,
            service.id.as_str(),
            json!({ "slug": service.slug }),
        );
        transaction.keep_response(&AdminServiceAnswer { service: view.clone() });
        committed(transaction).await?;
        Ok(view)
    }

    pub async fn patch(
        &self,
        act: &Act,
        id: &ServiceId,
        request: &PatchServiceRequest,
    ) -> Result<AdminServiceView, Failure<CatalogueError>> {
        self.0.retry_on_conflict(|| self.write_patch(act, id, request)).await
    }

    async fn write_patch(
        &self,
        act: &Act,
        id: &ServiceId,
        request: &PatchServiceRequest,
    ) -> Result<AdminServiceView, Failure<CatalogueError>> {
        let catalogue = self.read().await?;
        // An unknown category in the body is reported even if the service of the path does not exist.
        if let Some(category) = &request.category_id {
            catalogue.must_have(category)?;
        }
        let read = catalogue.service(id).ok_or(CatalogueError::UnknownService)?;
        let service = read.patched(request, act.at)?;
        let order = catalogue.order.as_ref().filter(|_| request.display_order.is_some());
        let order = order.and_then(|order| order.without(id).map(|without| (order, without)));
        if is_unchanged(&read.record, &service) && order.is_none() {
            return Ok(AdminServiceView::new(read, act.at.ist_date()));
        }
        let mut transaction = self.0.transaction(act);
        transaction.replace(read, &service);
        if service.slug != read.slug {
            if catalogue.by_slug(&service.slug).is_some() {
                return Err(CatalogueError::SlugTaken.into());
            }
            move_slug(&mut transaction, Unique::ServiceSlug, &service.id, &read.slug, &service.slug);
        }
        if let Some((order, without)) = &order {
            transaction.replace(order, without);
        }
        let today = act.at.ist_date();
        let changes = changed_fields(&read.record, &service);
        let changes = with_amounts(changes, read.amounts(today), service.amounts(today));
        transaction.audit(EventType::ServiceUpdated, Service::KIND, id.as_str(), changes);
        committed(transaction).await?;
        Ok(AdminServiceView::new(&service, act.at.ist_date()))
    }

    /// Puts the named services first, in this order; the others keep their order after them.
    pub async fn order(
        &self,
        act: &Act,
        request: &OrderRequest,
    ) -> Result<Vec<AdminServiceView>, Failure<CatalogueError>> {
        self.0
            .retry_on_conflict(|| async move {
                let catalogue = self.read().await?;
                let services = catalogue.by_id();
                let ordered: Option<Vec<&Stored<Service>>> =
                    request.ids.iter().map(|id| services.get(id).copied()).collect();
                let ordered = ordered.ok_or(CatalogueError::OrdersUnknownService)?;
                let order = DisplayOrder::of(&request.ids, catalogue.services.iter().map(|service| &service.record));
                if catalogue.order.as_ref().is_none_or(|kept| kept.record != order) {
                    let mut transaction = self.0.transaction(act);
                    transaction.save(catalogue.order.as_ref(), &order);
                    transaction.audit(
                        EventType::ServicesOrdered,
                        DisplayOrder::KIND,
                        "services",
                        json!({ "ids": *request.ids }),
                    );
                    transaction.commit().await?;
                }
                let today = act.at.ist_date();
                Ok(ordered
                    .into_iter()
                    .zip(0..)
                    .map(|(service, place)| {
                        AdminServiceView::new(&Service { display_order: place, ..service.record.clone() }, today)
                    })
                    .collect())
            })
            .await
    }

    pub async fn categories(&self, request: &ListCategoriesRequest) -> Result<(Vec<CategoryView>, Meta), TableError> {
        let catalogue = self.read().await?;
        let mut categories: Vec<&Stored<Category>> = catalogue.categories.iter().collect();
        categories.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
        let (page, meta) = page_of(categories.into_iter(), request.page, request.page_size);
        Ok((page.into_iter().map(|category| CategoryView::from(&category.record)).collect(), meta))
    }

    pub async fn create_category(
        &self,
        act: &Act,
        request: &CreateCategoryRequest,
    ) -> Result<CategoryView, Failure<CatalogueError>> {
        let catalogue = self.read().await?;
        let last = catalogue.categories.iter().map(|category| category.display_order).max().unwrap_or(-1);
        let category = Category::new(self.0.random.id(), request, last.saturating_add(1), act.at);
        if catalogue.categories.iter().any(|other| other.slug == category.slug) {
            return Err(CatalogueError::SlugTaken.into());
        }
        let view = CategoryView::from(&category);
        let mut transaction = self.0.transaction(act);
        transaction.create(&category);
        transaction.create(&UniqueValue::held_by(&category.id, Unique::CategorySlug, &category.slug));
        transaction.audit(
            EventType::CategoryCreated,
            Category::KIND,
            category.id.as_str(),
            json!({ "slug": category.slug }),
        );
        transaction.keep_response(&CategoryAnswer { category: view.clone() });
        committed(transaction).await?;
        Ok(view)
    }

    pub async fn patch_category(
        &self,
        act: &Act,
        id: &CategoryId,
        request: &PatchCategoryRequest,
    ) -> Result<CategoryView, Failure<CatalogueError>> {
        self.0
            .retry_on_conflict(|| async move {
                let catalogue = self.read().await?;
                let read = catalogue.category(id).ok_or(CatalogueError::UnknownCategory)?;
                let category = read.patched(request, act.at);
                if is_unchanged(&read.record, &category) {
                    return Ok(CategoryView::from(&read.record));
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(read, &category);
                if category.slug != read.slug {
                    if catalogue.categories.iter().any(|other| other.slug == category.slug) {
                        return Err(CatalogueError::SlugTaken.into());
                    }
                    move_slug(&mut transaction, Unique::CategorySlug, &category.id, &read.slug, &category.slug);
                }
                transaction.audit(
                    EventType::CategoryUpdated,
                    Category::KIND,
                    id.as_str(),
                    changed_fields(&read.record, &category),
                );
                committed(transaction).await?;
                Ok(CategoryView::from(&category))
            })
            .await
    }

    /// Deactivates a category: its services are not on offer until it is active again.
    pub async fn delete_category(&self, act: &Act, id: &CategoryId) -> Result<(), Failure<CatalogueError>> {
        self.0
            .retry_on_conflict(|| async move {
                let catalogue = self.read().await?;
                let read = catalogue.category(id).ok_or(CatalogueError::UnknownCategory)?;
                if !read.is_active {
                    return Ok(());
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(read, &read.deactivated(act.at));
                transaction.audit(
                    EventType::CategoryDeactivated,
                    Category::KIND,
                    id.as_str(),
                    json!({ "isActive": false }),
                );
                Ok(transaction.commit().await?)
            })
            .await
    }
}

impl Catalogue {
    fn must_have(&self, category: &CategoryId) -> Result<(), CatalogueError> {
        self.category(category).map(|_| ()).ok_or(CatalogueError::NamesUnknownCategory)
    }
}

/// Replaces the guard of the old slug by that of the new one.
fn move_slug(transaction: &mut Transaction<'_>, what: Unique, holder: &impl std::fmt::Display, from: &str, to: &str) {
    transaction.delete("old_slug", keys::unique_value(what, from), Condition::Any);
    transaction.create(&UniqueValue::held_by(holder, what, to));
}

/// A lost race for a slug is a refusal; any other lost race is retried.
async fn committed(transaction: Transaction<'_>) -> Result<(), Failure<CatalogueError>> {
    match transaction.commit().await {
        Err(setback @ Setback::ConditionsFailed(_)) if setback.failed_at(UniqueValue::KIND) => {
            Err(CatalogueError::SlugTaken.into())
        }
        committed => Ok(committed?),
    }
}
