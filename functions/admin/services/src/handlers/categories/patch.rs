//! Changes a category.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::catalogue::{CategoryAnswer, PatchCategoryRequest};
use parlour::id::CategoryId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<CategoryId>,
    Valid(body): Valid<PatchCategoryRequest>,
) -> Answer<CategoryAnswer> {
    ok(CategoryAnswer { category: salon.catalogue().patch_category(&caller.act, &id, &body).await? })
}
