//! Takes payments for what is due of an invoice.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::billing::{Billing, PayRequest};
use parlour_money::invoices::InvoiceDetailAnswer;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::InvoiceId;

pub async fn pay(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<InvoiceId>,
    Valid(body): Valid<PayRequest>,
) -> Answer<InvoiceDetailAnswer> {
    ok(InvoiceDetailAnswer { invoice: Billing::of(&salon).pay(&caller.act, &id, &body).await? })
}
