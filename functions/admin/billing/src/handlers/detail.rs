//! Reads one invoice with its credit notes.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_money::billing::Billing;
use parlour_money::invoices::InvoiceDetailAnswer;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::InvoiceId;

pub async fn detail(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<InvoiceId>,
) -> Answer<InvoiceDetailAnswer> {
    ok(InvoiceDetailAnswer { invoice: Billing::of(&salon).detail(&caller.act, &id).await? })
}
