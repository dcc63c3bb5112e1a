//! Error responses of the catalogue.

use serde_json::json;

use super::{Code, Refusal};
use parlour_setup::catalogue::{CatalogueError, LEAVES_NO_WORK};

impl From<CatalogueError> for Refusal {
    fn from(error: CatalogueError) -> Self {
        match error {
            CatalogueError::UnknownService => Self::not_found("The service"),
            CatalogueError::UnknownCategory => Self::not_found("The category"),
            CatalogueError::NamesUnknownCategory => Self::invalid_field("categoryId", "must be an existing category"),
            CatalogueError::OrdersUnknownService => Self::invalid_field("ids", "must name existing services"),
            CatalogueError::GemsMissing => {
                Self::invalid_field("gemsRequired", "is required where a service can be had for gems")
            }
            CatalogueError::LeavesNoWork(field) => Self::invalid_field(field, LEAVES_NO_WORK),
            CatalogueError::NeedsUnknownGroup(at) => {
                Self::invalid_field(&format!("needs.{at}.group"), "must be a group with a room in use at some branch")
            }
            CatalogueError::SlugTaken => Self::new(Code::Conflict, "Another one already has this slug."),
            CatalogueError::OnOffer(offers) => {
                Self::new(Code::Conflict, "Active offers name this service. End them, or take it out of them first.")
                    .details(json!({ "offerIds": offers }))
            }
        }
    }
}
