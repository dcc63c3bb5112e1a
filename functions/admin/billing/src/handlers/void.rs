//! Voids an invoice.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::billing::VoidRequest;
use parlour::id::InvoiceId;
use parlour::invoices::InvoiceDetailAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn void(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<InvoiceId>,
    Valid(body): Valid<VoidRequest>,
) -> Answer<InvoiceDetailAnswer> {
    ok(InvoiceDetailAnswer { invoice: salon.billing().void(&caller.act, &id, &body).await? })
}
