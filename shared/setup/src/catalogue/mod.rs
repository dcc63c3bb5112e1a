//! The salon's offer: categories and their services.

mod admin;
mod category;
mod change;
pub mod kind;
mod order;
mod request;
mod service;
mod store;
mod view;

pub use category::Category;
pub use change::CatalogueError;
pub use kind::ServiceType;
pub use order::DisplayOrder;
pub use request::{
    CreateCategoryRequest, CreateServiceRequest, ImageUrl, LEAVES_NO_WORK, ListCategoriesRequest, ListServicesRequest,
    Needs, OrderRequest, PatchCategoryRequest, PatchServiceRequest, SacCode, Slug,
};
pub use service::Service;
pub use store::{Catalogue, CatalogueStore};
pub use view::{
    AdminServiceAnswer, AdminServiceList, AdminServiceView, CatalogueView, CategoryAnswer, CategoryList, CategoryView,
    NeedView, ServiceAnswer, ServiceView,
};
