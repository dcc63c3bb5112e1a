//! Changes a category.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::offers::Offers;
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{CategoryAnswer, PatchCategoryRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::CategoryId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<CategoryId>,
    Valid(body): Valid<PatchCategoryRequest>,
) -> Answer<CategoryAnswer> {
    ok(CategoryAnswer { category: Offers::of(&salon).patch_category(&caller.act, &id, &body).await? })
}
