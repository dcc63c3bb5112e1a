//! `/services`: the menu, its categories and their order.

pub mod categories;
pub mod edit;
mod form;
pub mod list;
pub mod new;

use parlour_setup::catalogue::{Catalogue, Category, Service, ServiceType};
use parlour_values::id::CategoryId;

pub(super) const fn side_word(side: ServiceType) -> &'static str {
    match side {
        ServiceType::Salon => "Salon",
        ServiceType::Spa => "Spa",
    }
}

/// Every category, in the order customers see them.
fn categories_in_order(catalogue: &Catalogue) -> Vec<&Category> {
    let mut categories: Vec<&Category> = catalogue.categories.iter().map(|category| &category.record).collect();
    categories.sort_by_key(|category| (category.display_order, category.id.clone()));
    categories
}

/// The services of a category, in the order customers see them.
fn services_in_order<'a>(catalogue: &'a Catalogue, category: &CategoryId) -> Vec<&'a Service> {
    let all = catalogue.services.iter().map(|service| &service.record);
    let mut services: Vec<&Service> = all.filter(|service| service.category_id == *category).collect();
    services.sort_by_key(|service| (service.display_order, service.id.clone()));
    services
}
