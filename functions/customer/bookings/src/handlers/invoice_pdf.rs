//! Redirects to the document of the caller's invoice; the link is valid for five minutes.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour::auth::Caller;
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{PathParam, Refusal};

pub async fn invoice_pdf(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
) -> Result<Response, Refusal> {
    let link = salon.billing().own_document_link(&caller, &id).await?;
    Ok((StatusCode::FOUND, [(header::LOCATION, link)]).into_response())
}
