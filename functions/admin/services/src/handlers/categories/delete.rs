//! Deactivates a category.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::CategoryId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn delete(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<CategoryId>) -> Answer<Done> {
    salon.catalogue().delete_category(&caller.act, &id).await?;
    ok(Done::OK)
}
