//! Reads one product with its stock.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Query, ok};
use parlour_money::products::{ProductAnswer, ProductRequest, Products};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::ProductId;

pub async fn detail(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ProductId>,
    Query(query): Query<ProductRequest>,
) -> Answer<ProductAnswer> {
    ok(ProductAnswer { product: Products::of(&salon).detail(&caller, &id, &query).await? })
}
