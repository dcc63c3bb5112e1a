//! Redirects to the document of a credit note; the link is valid for five minutes.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour_http::{PathParam, Refusal};
use parlour_money::billing::Billing;
use parlour_storage::salon::Salon;
use parlour_values::id::{CreditNoteId, InvoiceId};

pub async fn credit_note_pdf(
    State(salon): State<Salon>,
    PathParam((invoice, id)): PathParam<(InvoiceId, CreditNoteId)>,
) -> Result<Response, Refusal> {
    let link = Billing::of(&salon).credit_note_link(&invoice, &id).await?;
    Ok((StatusCode::FOUND, [(header::LOCATION, link)]).into_response())
}
