//! What the salon offers: categories and their services.

mod category;
pub mod kind;
mod service;
mod store;
mod view;

pub use category::Category;
pub use kind::ServiceType;
pub use service::Service;
pub use store::{Catalogue, CatalogueStore};
pub use view::{CatalogueView, CategoryView, ServiceAnswer, ServiceView};
