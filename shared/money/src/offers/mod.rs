//! Promotions on salon services.

mod change;
mod offer;
mod request;
pub mod rules;
mod service;
mod store;
mod view;

pub use change::OfferError;
pub use offer::Offer;
pub use request::{CreateOfferRequest, OfferedIds, PatchOfferRequest};
pub use store::Offers;
pub use view::{OfferAnswer, OfferList, OfferRow, OfferRowAnswer, OfferView, OfferedService, OffersAnswer};
