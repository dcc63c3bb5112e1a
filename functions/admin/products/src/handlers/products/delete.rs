//! Deactivates a product.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_money::products::Products;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::ProductId;

pub async fn delete(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ProductId>,
) -> Answer<Done> {
    Products::of(&salon).delete(&caller.act, &id).await?;
    ok(Done::OK)
}
