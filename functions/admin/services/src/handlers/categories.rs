//! Categories: list, create, change, deactivate.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::catalogue::{
    CategoryAnswer, CategoryList, CreateCategoryRequest, ListCategoriesRequest, PatchCategoryRequest,
};
use parlour::done::Done;
use parlour::id::CategoryId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Query, Valid, ok, paged};

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListCategoriesRequest>) -> Answer<CategoryList> {
    let (categories, meta) = salon.catalogue().categories(&query).await?;
    paged(CategoryList { categories }, meta)
}

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateCategoryRequest>,
) -> Answer<CategoryAnswer> {
    ok(CategoryAnswer { category: salon.catalogue().create_category(&caller.act, &body).await? })
}

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<CategoryId>,
    Valid(body): Valid<PatchCategoryRequest>,
) -> Answer<CategoryAnswer> {
    ok(CategoryAnswer { category: salon.catalogue().patch_category(&caller.act, &id, &body).await? })
}

pub async fn delete(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<CategoryId>) -> Answer<Done> {
    salon.catalogue().delete_category(&caller.act, &id).await?;
    ok(Done::OK)
}
