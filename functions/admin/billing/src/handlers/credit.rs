//! Refunds part of an invoice with a credit note.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::billing::{Billing, CreditNoteRequest};
use parlour_money::invoices::CreditNoteAnswer;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::InvoiceId;

pub async fn credit(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<InvoiceId>,
    Valid(body): Valid<CreditNoteRequest>,
) -> Answer<CreditNoteAnswer> {
    ok(Billing::of(&salon).credit(&caller.act, &id, &body).await?)
}
