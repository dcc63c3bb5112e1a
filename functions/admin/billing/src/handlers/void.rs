//! Voids an invoice.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::billing::{Billing, VoidRequest};
use parlour_money::invoices::InvoiceDetailAnswer;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::InvoiceId;

pub async fn void(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<InvoiceId>,
    Valid(body): Valid<VoidRequest>,
) -> Answer<InvoiceDetailAnswer> {
    ok(InvoiceDetailAnswer { invoice: Billing::of(&salon).void(&caller.act, &id, &body).await? })
}
