//! Branches, services and offers, as the API lists them.

use parlour_agents::{ToolAnswer, ToolDescription, given};
use parlour_money::offers::{OfferView, Offers};
use parlour_pages::paths::Choices;
use parlour_setup::branches::{Branches, PublicBranch};
use parlour_setup::catalogue::{CatalogueStore, CategoryView};
use serde::Serialize;
use utoipa::ToSchema;

use super::Public;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundBranches {
    branches: Vec<PublicBranch>,
    /// The page where a person books.
    book_url: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundServices {
    categories: Vec<CategoryView>,
    /// The page where a person books.
    book_url: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundOffers {
    offers: Vec<OfferView>,
    /// The page where a person books.
    book_url: String,
}

pub fn branches_description() -> ToolDescription {
    ToolDescription::takes_nothing(
        "list_branches",
        "The branches that take bookings",
        "The branches that take bookings, with address, phone and opening hours.",
    )
    .gives::<FoundBranches>()
}

pub fn services_description() -> ToolDescription {
    ToolDescription::takes_nothing(
        "list_services",
        "The services with their prices",
        "Every service on offer by category, with its slug, price in paise and length in minutes.",
    )
    .gives::<FoundServices>()
}

pub fn offers_description() -> ToolDescription {
    ToolDescription::takes_nothing(
        "list_offers",
        "The offers of today",
        "The offers that run today, with their services.",
    )
    .gives::<FoundOffers>()
}

impl Public {
    pub(super) async fn branches(&self) -> ToolAnswer {
        let branches = Branches::of(&self.salon).public().await?;
        given(&FoundBranches { branches, book_url: self.book_url(&Choices::default()) })
    }

    pub(super) async fn services(&self) -> ToolAnswer {
        let categories = CatalogueStore::of(&self.salon).public().await?.categories;
        given(&FoundServices { categories, book_url: self.book_url(&Choices::default()) })
    }

    pub(super) async fn offers(&self) -> ToolAnswer {
        let offers = Offers::of(&self.salon).running().await?;
        given(&FoundOffers { offers, book_url: self.book_url(&Choices::default()) })
    }
}
