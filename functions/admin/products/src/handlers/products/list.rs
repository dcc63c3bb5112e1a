//! Lists the products, active or not.

use axum::extract::State;
use parlour_http::{Answer, Given, Query, paged};
use parlour_money::products::{ListProductsRequest, ProductList, Products};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn list(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Query(query): Query<ListProductsRequest>,
) -> Answer<ProductList> {
    let (products, meta) = Products::of(&salon).list(&caller, &query).await?;
    paged(ProductList { products }, meta)
}
