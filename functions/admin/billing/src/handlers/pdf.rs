//! Redirects to the document of an invoice; the link is valid for five minutes.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour::id::InvoiceId;
use parlour::salon::Salon;
use parlour::web::{PathParam, Refusal};

pub async fn pdf(State(salon): State<Salon>, PathParam(id): PathParam<InvoiceId>) -> Result<Response, Refusal> {
    let link = salon.billing().document_link(&id).await?;
    Ok((StatusCode::FOUND, [(header::LOCATION, link)]).into_response())
}
