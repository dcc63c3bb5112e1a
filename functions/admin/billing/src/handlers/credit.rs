//! Refunds part of an invoice with a credit note.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::billing::CreditNoteRequest;
use parlour::id::InvoiceId;
use parlour::invoices::CreditNoteAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn credit(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<InvoiceId>,
    Valid(body): Valid<CreditNoteRequest>,
) -> Answer<CreditNoteAnswer> {
    ok(salon.billing().credit(&caller.act, &id, &body).await?)
}
