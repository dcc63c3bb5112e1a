//! Says where an amount can be paid by UPI.

use axum::extract::State;
use parlour_http::{Answer, Query, ok};
use parlour_money::upi::{UpiPayment, UpiRequest, upi_payment};
use parlour_storage::salon::Salon;

pub async fn upi(State(salon): State<Salon>, Query(request): Query<UpiRequest>) -> Answer<UpiPayment> {
    ok(upi_payment(&salon, &request).await?)
}
