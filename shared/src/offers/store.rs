//! Offers in the table: one partition.

use super::{Offer, OfferView};
use crate::id::OfferId;
use crate::salon::Salon;
use crate::table::{Partition, Stored, TableError, keys};

pub struct Offers<'a>(pub(super) &'a Salon);

impl Salon {
    pub fn offers(&self) -> Offers<'_> {
        Offers(self)
    }
}

impl Offers<'_> {
    pub async fn all(&self) -> Result<Vec<Stored<Offer>>, TableError> {
        self.0.table.query(Partition::of(keys::OFFERS)).await
    }

    pub async fn get(&self, id: &OfferId) -> Result<Option<Stored<Offer>>, TableError> {
        self.0.table.get(&keys::offer(id)).await
    }

    /// What anybody may see: what runs today, by display order.
    pub async fn running(&self) -> Result<Vec<OfferView>, TableError> {
        let today = self.0.clock.today();
        let catalogue = self.0.catalogue();
        let (offers, catalogue) = tokio::try_join!(self.all(), catalogue.read())?;
        let mut running: Vec<Stored<Offer>> = offers.into_iter().filter(|offer| offer.is_running(today)).collect();
        running.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
        Ok(running.iter().map(|offer| OfferView::new(&offer.record, &catalogue)).collect())
    }
}
