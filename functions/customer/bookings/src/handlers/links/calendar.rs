//! The booking of a link for the customer's calendar.

use axum::extract::State;
use axum::response::IntoResponse;
use parlour_booking::links::Links;
use parlour_http::{Given, Refusal};
use parlour_setup::branding::BrandingStore;
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

use crate::handlers::calendar::file;
use crate::handlers::links::shown::ShownToken;

pub async fn calendar(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    ShownToken(token): ShownToken,
) -> Result<impl IntoResponse, Refusal> {
    let link = Links::of(&salon).open(&act, &token).await?;
    let booking = link.to.booking()?;
    let brand = BrandingStore::of(&salon).brand(Some(&booking.branch_id)).await?;
    Ok(file(&booking.number, booking.calendar(&brand)))
}
