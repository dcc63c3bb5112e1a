//! Money is given back.

use axum::extract::State;
use parlour::billing::CreditNoteRequest;
use parlour::id::InvoiceId;
use parlour::invoices::CreditNoteAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, PathParam, Valid, created};

pub async fn credit(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<InvoiceId>,
    Valid(body): Valid<CreditNoteRequest>,
) -> Answer<CreditNoteAnswer> {
    created(salon.billing().credit(&caller.act, &id, &body).await?)
}
