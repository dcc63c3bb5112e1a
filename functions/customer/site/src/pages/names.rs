//! The names that bookings carry a copy of, in the reader's language.

use parlour_booking::bookings::Booking;
use parlour_booking::links::{Link, LinkView, Linked};
use parlour_pages::Words;
use parlour_setup::names::TranslatedNames;
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;
use parlour_values::id::{BranchId, ServiceId};

pub struct Names(TranslatedNames);

impl Names {
    pub async fn read(salon: &Salon, words: &Words) -> Result<Self, TableError> {
        Ok(Self(TranslatedNames::read(salon, words.language).await?))
    }

    pub fn service<'a>(&'a self, id: &ServiceId, copy: &'a str) -> &'a str {
        self.0.service(id, copy)
    }

    pub fn branch<'a>(&'a self, id: &BranchId, copy: &'a str) -> &'a str {
        self.0.branch(id, copy)
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
