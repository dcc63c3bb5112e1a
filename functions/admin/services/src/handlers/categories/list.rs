//! Lists the categories, active or not.

use axum::extract::State;
use parlour::catalogue::{CategoryList, ListCategoriesRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListCategoriesRequest>) -> Answer<CategoryList> {
    let (categories, meta) = salon.catalogue().categories(&query).await?;
    paged(CategoryList { categories }, meta)
}
