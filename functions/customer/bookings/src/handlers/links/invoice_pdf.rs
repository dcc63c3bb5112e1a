//! Redirects to the invoice of a link's visit; that address is valid for five minutes.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour_booking::links::Links;
use parlour_http::{Given, Refusal};
use parlour_money::billing::Billing;
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

use crate::handlers::links::shown::ShownToken;

pub async fn invoice_pdf(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    ShownToken(token): ShownToken,
) -> Result<Response, Refusal> {
    let link = Links::of(&salon).open(&act, &token).await?;
    let document = Billing::of(&salon).own_document_link(&link.caller, &link.to.booking()?.id).await?;
    Ok((StatusCode::FOUND, [(header::LOCATION, document)]).into_response())
}
