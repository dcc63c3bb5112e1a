//! Lists what is still to be paid, the oldest first.

use axum::extract::State;
use parlour_http::{Answer, Query, paged};
use parlour_money::billing::{Billing, Dues, DuesRequest};
use parlour_storage::salon::Salon;

pub async fn dues(State(salon): State<Salon>, Query(request): Query<DuesRequest>) -> Answer<Dues> {
    let (dues, meta) = Billing::of(&salon).dues(&request).await?;
    paged(dues, meta)
}
