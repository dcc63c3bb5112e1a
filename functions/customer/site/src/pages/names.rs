//! The names that bookings carry a copy of, in the reader's language.

use std::sync::Arc;

use parlour_booking::bookings::Booking;
use parlour_booking::links::{Link, LinkView, Linked};
use parlour_pages::Words;
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Stored, TableError};
use parlour_values::id::{BranchId, ServiceId};
use parlour_values::language::Language;

/// If a thing has no name in that language, and in English, the copy is shown.
pub struct Names {
    language: Language,
    catalogue: Arc<Catalogue>,
    branches: Arc<Vec<Stored<Branch>>>,
}

impl Names {
    /// English readers see the copies, so that nothing is read for them.
    pub async fn read(salon: &Salon, words: &Words) -> Result<Self, TableError> {
        let language = words.language;
        if language == Language::English {
            return Ok(Self { language, catalogue: Arc::default(), branches: Arc::default() });
        }
        let (catalogue, branches) = (CatalogueStore::of(salon), Branches::of(salon));
        let (catalogue, branches) = tokio::try_join!(catalogue.read(), branches.all())?;
        Ok(Self { language, catalogue, branches })
    }

    pub fn service<'a>(&'a self, id: &ServiceId, copy: &'a str) -> &'a str {
        self.catalogue.service(id).and_then(|service| service.translations.name(self.language)).unwrap_or(copy)
    }

    pub fn branch<'a>(&'a self, id: &BranchId, copy: &'a str) -> &'a str {
        let branch = self.branches.iter().find(|branch| branch.id == *id);
        branch.and_then(|branch| branch.translations.name(self.language)).unwrap_or(copy)
    }

    /// `Haircut, Manicure`.
    pub fn services<'a>(&'a self, copies: impl IntoIterator<Item = (&'a ServiceId, &'a str)>) -> String {
        copies.into_iter().map(|(id, copy)| self.service(id, copy)).collect::<Vec<_>>().join(", ")
    }

    pub fn of_booking(&self, booking: &Booking) -> String {
        self.services(booking.services.iter().map(|service| (&service.service_id, service.name.as_str())))
    }

    /// The same names in what a link shows.
    pub fn told(&self, link: &Link, mut view: LinkView) -> LinkView {
        let (branch, services): (&BranchId, Vec<&ServiceId>) = match &link.to {
            Linked::Booking(booking) => {
                (&booking.branch_id, booking.services.iter().map(|service| &service.service_id).collect())
            }
            Linked::Offer { wish, offer } => {
                (&wish.branch_id, offer.plan.iter().map(|part| &part.service_id).collect())
            }
        };
        view.branch.name = self.branch(branch, &view.branch.name).to_owned();
        for (shown, id) in view.services.iter_mut().zip(services) {
            shown.name = self.service(id, &shown.name).to_owned();
        }
        view
    }
}
