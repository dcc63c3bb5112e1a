//! Taking services off the menu, which an offer may stand in the way of.

use serde_json::json;

use super::{Offer, Offers};
use parlour_setup::catalogue::{
    AdminServiceView, CatalogueError, CatalogueStore, CategoryView, PatchCategoryRequest, PatchServiceRequest, Service,
};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Record as _, Stored};
use parlour_values::id::{CategoryId, OfferId, ServiceId};

impl Offers<'_> {
    /// Deactivates a service, unless an active offer names it.
    pub async fn deactivate_service(&self, act: &Act, id: &ServiceId) -> Result<(), Failure<CatalogueError>> {
        self.0
            .retry_on_conflict(|| async move {
                let services = CatalogueStore::of(self.0);
                let (catalogue, offers) = tokio::try_join!(services.read(), self.all())?;
                let read = catalogue.service(id).ok_or(CatalogueError::UnknownService)?;
                refuse_on_offer(&offers, |service| service == id)?;
                if !read.is_active {
                    return Ok(());
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(read, &read.deactivated(act.at));
                transaction.audit(
                    EventType::ServiceDeactivated,
                    Service::KIND,
                    id.as_str(),
                    json!({ "isActive": false }),
                );
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// Changes a service; it is taken off the menu, by itself or into a category that is off it, unless an active offer
    /// names it.
    pub async fn patch_service(
        &self,
        act: &Act,
        id: &ServiceId,
        request: &PatchServiceRequest,
    ) -> Result<AdminServiceView, Failure<CatalogueError>> {
        let services = CatalogueStore::of(self.0);
        if request.is_active == Some(false) || request.category_id.is_some() {
            let (catalogue, offers) = tokio::try_join!(services.read(), self.all())?;
            let is_on = |category: &CategoryId| catalogue.category(category).is_some_and(|category| category.is_active);
            let moves_off = request.category_id.as_ref().is_some_and(|category| !is_on(category));
            let goes = |service: &Service| {
                let is_moved_off = moves_off && is_on(&service.category_id);
                service.is_active && (request.is_active == Some(false) || is_moved_off)
            };
            if catalogue.service(id).is_some_and(|service| goes(service)) {
                refuse_on_offer(&offers, |service| service == id)?;
            }
        }
        services.patch(act, id, request).await
    }

    /// Changes a category; it is deactivated unless an active offer names one of its services.
    pub async fn patch_category(
        &self,
        act: &Act,
        id: &CategoryId,
        request: &PatchCategoryRequest,
    ) -> Result<CategoryView, Failure<CatalogueError>> {
        if request.is_active == Some(false) {
            self.refuse_category_on_offer(id).await?;
        }
        CatalogueStore::of(self.0).patch_category(act, id, request).await
    }

    /// Deactivates a category, unless an active offer names one of its services.
    pub async fn deactivate_category(&self, act: &Act, id: &CategoryId) -> Result<(), Failure<CatalogueError>> {
        self.refuse_category_on_offer(id).await?;
        CatalogueStore::of(self.0).delete_category(act, id).await
    }

    async fn refuse_category_on_offer(&self, id: &CategoryId) -> Result<(), Failure<CatalogueError>> {
        let services = CatalogueStore::of(self.0);
        let (catalogue, offers) = tokio::try_join!(services.read(), self.all())?;
        if catalogue.category(id).is_some_and(|category| category.is_active) {
            refuse_on_offer(&offers, |service| catalogue.service(service).is_some_and(|it| it.category_id == *id))?;
        }
        Ok(())
    }
}

fn refuse_on_offer(offers: &[Stored<Offer>], goes: impl Fn(&ServiceId) -> bool) -> Result<(), CatalogueError> {
    let naming = offers.iter().filter(|offer| offer.is_active && offer.service_ids.iter().any(&goes));
    let naming: Vec<OfferId> = naming.map(|offer| offer.id.clone()).collect();
    if naming.is_empty() { Ok(()) } else { Err(CatalogueError::OnOffer(naming)) }
}
