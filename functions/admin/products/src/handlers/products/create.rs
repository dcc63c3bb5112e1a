//! Creates a product.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_money::products::{CreateProductRequest, ProductAnswer, Products};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateProductRequest>,
) -> Answer<ProductAnswer> {
    ok(ProductAnswer { product: Products::of(&salon).create(&caller, &body).await? })
}
