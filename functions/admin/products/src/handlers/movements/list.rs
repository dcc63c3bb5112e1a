//! Lists what moved the stock of a product.

use axum::extract::State;
use parlour_http::{Answer, PathParam, Query, paged};
use parlour_money::products::{Products, StockMovementList};
use parlour_storage::paging::FeedPage;
use parlour_storage::salon::Salon;
use parlour_values::id::ProductId;

pub async fn list(
    State(salon): State<Salon>,
    PathParam(id): PathParam<ProductId>,
    Query(feed): Query<FeedPage>,
) -> Answer<StockMovementList> {
    let (movements, meta) = Products::of(&salon).movements(&id, feed).await?;
    paged(StockMovementList { movements }, meta)
}
