//! Creates a category.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{CatalogueStore, CategoryAnswer, CreateCategoryRequest};
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateCategoryRequest>,
) -> Answer<CategoryAnswer> {
    ok(CategoryAnswer { category: CatalogueStore::of(&salon).create_category(&caller.act, &body).await? })
}
