//! Offers: all in one partition of the table, kept in the process until one of them changes.

use std::sync::Arc;

use serde_json::json;

use super::{
    CreateOfferRequest, Offer, OfferError, OfferRow, OfferRowAnswer, OfferView, OfferedIds, PatchOfferRequest,
};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, is_unchanged, with_amounts};
use parlour_storage::failure::Failure;
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Partition, Record as _, Stored, Table, TableError, Topic, UniqueValue, keys};
use parlour_values::id::{OfferId, ServiceId};

/// Random letters that keep the slugs of offers with the same name apart.
const SUFFIX_LENGTH: usize = 6;
const SUFFIX_LETTERS: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

pub struct Offers<'a>(pub(super) &'a Salon);

impl<'a> Offers<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Offers<'_> {
    pub async fn all(&self) -> Result<Arc<Vec<Stored<Offer>>>, TableError> {
        self.0.reference::<Offer>(&Topic::Offers).await
    }

    pub async fn get(&self, id: &OfferId) -> Result<Option<Stored<Offer>>, TableError> {
        Ok(self.all().await?.iter().find(|offer| offer.id == *id).cloned())
    }

    /// The public list: offers running today, by display order.
    pub async fn running(&self) -> Result<Vec<OfferView>, TableError> {
        let today = self.0.clock.today();
        let catalogue = CatalogueStore::of(self.0);
        let (offers, catalogue) = tokio::try_join!(self.all(), catalogue.read())?;
        let mut running: Vec<&Stored<Offer>> = offers.iter().filter(|offer| offer.is_running(today)).collect();
        running.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
        let services = catalogue.by_id();
        Ok(running.into_iter().map(|offer| OfferView::new(&offer.record, &services)).collect())
    }

    /// Every offer, newest first.
    pub async fn list(&self) -> Result<Vec<OfferView>, TableError> {
        let catalogue = CatalogueStore::of(self.0);
        let (offers, catalogue) = tokio::try_join!(self.all(), catalogue.read())?;
        let mut offers: Vec<&Stored<Offer>> = offers.iter().collect();
        offers.sort_by(|a, b| (b.created_at, &b.id).cmp(&(a.created_at, &a.id)));
        let services = catalogue.by_id();
        Ok(offers.into_iter().map(|offer| OfferView::new(&offer.record, &services)).collect())
    }

    pub async fn detail(&self, id: &OfferId) -> Result<OfferView, Failure<OfferError>> {
        let catalogue = CatalogueStore::of(self.0);
        let (offer, catalogue) = tokio::try_join!(self.get(id), catalogue.read())?;
        let offer = offer.ok_or(OfferError::Unknown)?;
        Ok(OfferView::new(&offer.record, &catalogue.by_id()))
    }

    pub async fn create(&self, act: &Act, request: &CreateOfferRequest) -> Result<OfferRow, Failure<OfferError>> {
        self.all_exist(&request.service_ids.distinct()).await?;
        // Each attempt draws another slug suffix: the only thing a retry can collide on.
        self.0
            .retry_on_conflict(|| async move {
                let suffix = self.0.random.text(SUFFIX_LENGTH, SUFFIX_LETTERS);
                let offer = Offer::new(self.0.random.id(), &suffix, request, act.at);
                let row = OfferRow::from(&offer);
                let mut transaction = self.0.transaction(act);
                transaction.create(&offer);
                transaction.create(&UniqueValue::held_by(&offer.id, Unique::OfferSlug, &offer.slug));
                transaction.audit(
                    EventType::OfferCreated,
                    Offer::KIND,
                    offer.id.as_str(),
                    json!({ "offerType": offer.offer_type }),
                );
                transaction.keep_response(&OfferRowAnswer { offer: row.clone() });
                transaction.commit().await?;
                Ok(row)
            })
            .await
    }

    pub async fn patch(
        &self,
        act: &Act,
        id: &OfferId,
        request: &PatchOfferRequest,
    ) -> Result<OfferRow, Failure<OfferError>> {
        self.0
            .retry_on_conflict(|| async move {
                let named = request.service_ids.as_ref().map(OfferedIds::distinct).unwrap_or_default();
                let (read, existing) = tokio::join!(self.get(id), self.all_exist(&named));
                let read = read?.ok_or(OfferError::Unknown)?;
                existing?;
                let offer = read.patched(request, act.at);
                if is_unchanged(&read.record, &offer) {
                    return Ok(OfferRow::from(&read.record));
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &offer);
                let changes = json!({
                    "isActive": offer.is_active, "offerType": offer.offer_type, "serviceIds": offer.service_ids,
                });
                let changes = with_amounts(changes, read.amounts(), offer.amounts());
                transaction.audit(EventType::OfferUpdated, Offer::KIND, id.as_str(), changes);
                transaction.commit().await?;
                Ok(OfferRow::from(&offer))
            })
            .await
    }

    /// Services are never deleted, so the transaction need not check them again.
    async fn all_exist(&self, ids: &[ServiceId]) -> Result<(), Failure<OfferError>> {
        if CatalogueStore::of(self.0).services(ids).await?.len() == ids.len() {
            Ok(())
        } else {
            Err(OfferError::UnknownService.into())
        }
    }
}

impl Reference for Offer {
    type Loaded = Vec<Stored<Self>>;

    async fn load(table: &Table, _: &Topic) -> Result<Vec<Stored<Self>>, TableError> {
        table.query(Partition::of(keys::OFFERS)).await
    }
}
