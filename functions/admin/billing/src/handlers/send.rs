//! Sends an invoice again.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::billing::{Billing, Queued, SendInvoiceRequest};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::InvoiceId;

pub async fn send(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<InvoiceId>,
    Valid(body): Valid<SendInvoiceRequest>,
) -> Answer<Queued> {
    ok(Billing::of(&salon).send(&caller.act, &id, &body).await?)
}
