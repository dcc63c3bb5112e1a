//! Redirects to the document of the caller's invoice; the link is valid for five minutes.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::billing::Billing;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn invoice_pdf(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
) -> Result<Response, Refusal> {
    let link = Billing::of(&salon).own_document_link(&caller, &id).await?;
    Ok((StatusCode::FOUND, [(header::LOCATION, link)]).into_response())
}
