//! Redirects to the document of a credit note; the link is valid for five minutes.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour::id::{CreditNoteId, InvoiceId};
use parlour::salon::Salon;
use parlour::web::{PathParam, Refusal};

pub async fn credit_note_pdf(
    State(salon): State<Salon>,
    PathParam((invoice, id)): PathParam<(InvoiceId, CreditNoteId)>,
) -> Result<Response, Refusal> {
    let link = salon.billing().credit_note_link(&invoice, &id).await?;
    Ok((StatusCode::FOUND, [(header::LOCATION, link)]).into_response())
}
