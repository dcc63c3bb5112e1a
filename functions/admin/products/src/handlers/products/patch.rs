//! Changes a product.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::products::{PatchProductRequest, ProductAnswer, Products};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::ProductId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ProductId>,
    Valid(body): Valid<PatchProductRequest>,
) -> Answer<ProductAnswer> {
    ok(ProductAnswer { product: Products::of(&salon).patch(&caller, &id, &body).await? })
}
