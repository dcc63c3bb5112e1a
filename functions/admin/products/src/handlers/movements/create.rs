//! Moves stock.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::products::{MoveStockRequest, Products, StockMovementAnswer};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::ProductId;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<ProductId>,
    Valid(body): Valid<MoveStockRequest>,
) -> Answer<StockMovementAnswer> {
    ok(StockMovementAnswer { movement: Products::of(&salon).move_stock(&caller.act, &id, &body).await? })
}
