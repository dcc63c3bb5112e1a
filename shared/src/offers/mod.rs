//! Promotions on salon services.

mod offer;
pub mod rules;
mod store;
mod view;

pub use offer::Offer;
pub use store::Offers;
pub use view::{OfferRow, OfferView, OfferedService};
