//! Creates a category.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::catalogue::{CategoryAnswer, CreateCategoryRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateCategoryRequest>,
) -> Answer<CategoryAnswer> {
    ok(CategoryAnswer { category: salon.catalogue().create_category(&caller.act, &body).await? })
}
