//! The salon's own face: its name, its colour, how it is reached. Everything people see speaks in it.

mod brand;
mod request;
mod rules;
mod store;
mod types;
mod view;

pub use request::{BrandingPatch, Instagram, LogoUrl, WebsiteUrl};
pub use store::BrandingStore;
pub use types::Branding;
pub use view::{BrandingAnswer, BrandingView};
