//! Reads one invoice with its credit notes.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::InvoiceId;
use parlour::invoices::InvoiceDetailAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn detail(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<InvoiceId>,
) -> Answer<InvoiceDetailAnswer> {
    ok(InvoiceDetailAnswer { invoice: salon.billing().detail(&caller.act, &id).await? })
}
