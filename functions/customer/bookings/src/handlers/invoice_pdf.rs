//! The customer's invoice as a document, by a link that lives five minutes.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use parlour::auth::Caller;
use parlour::billing::BillingError;
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{PathParam, Refusal};

pub async fn invoice_pdf(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
) -> Result<Response, Refusal> {
    let found = salon.invoices().of_booking(&caller.user.id, &id).await?;
    let invoice = found.ok_or(BillingError::Unknown)?;
    let link = salon.invoices().document_link(&invoice).await.map_err(BillingError::from)?;
    let link = link.ok_or(BillingError::NoDocument)?;
    Ok((StatusCode::FOUND, [(header::LOCATION, link)]).into_response())
}
