//! Sells products without a visit.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_money::checkout::{Checkout, SaleRequest};
use parlour_money::invoices::InvoiceAnswer;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn sell(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<SaleRequest>,
) -> Answer<InvoiceAnswer> {
    ok(Checkout::of(&salon).sell(&caller, &body).await?)
}
