//! Taking a service off the menu, which an offer may stand in the way of.

use serde_json::json;

use super::Offers;
use parlour_setup::catalogue::{CatalogueError, CatalogueStore, Service};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::Record as _;
use parlour_values::id::ServiceId;

impl Offers<'_> {
    /// Deactivates a service, unless an active offer names it.
    pub async fn deactivate_service(&self, act: &Act, id: &ServiceId) -> Result<(), Failure<CatalogueError>> {
        self.0
            .retry_on_conflict(|| async move {
                let services = CatalogueStore::of(self.0);
                let (catalogue, offers) = tokio::try_join!(services.read(), self.all())?;
                let read = catalogue.service(id).ok_or(CatalogueError::UnknownService)?;
                let naming: Vec<_> = offers
                    .iter()
                    .filter(|offer| offer.is_active && offer.service_ids.contains(id))
                    .map(|offer| offer.id.clone())
                    .collect();
                if !naming.is_empty() {
                    return Err(CatalogueError::OnOffer(naming).into());
                }
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
}
