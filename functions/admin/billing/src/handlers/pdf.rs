//! Redirects to the document of an invoice; the link is valid for five minutes.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour_http::{PathParam, Refusal};
use parlour_money::billing::Billing;
use parlour_storage::salon::Salon;
use parlour_values::id::InvoiceId;

pub async fn pdf(State(salon): State<Salon>, PathParam(id): PathParam<InvoiceId>) -> Result<Response, Refusal> {
    let link = Billing::of(&salon).document_link(&id).await?;
    Ok((StatusCode::FOUND, [(header::LOCATION, link)]).into_response())
}
