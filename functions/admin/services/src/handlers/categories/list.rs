//! Lists the categories, active or not.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_setup::catalogue::{CatalogueStore, CategoryList, ListCategoriesRequest};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListCategoriesRequest>) -> Answer<CategoryList> {
    let (categories, meta) = CatalogueStore::of(&salon).categories(&query).await?;
    paged(CategoryList { categories }, meta)
}
