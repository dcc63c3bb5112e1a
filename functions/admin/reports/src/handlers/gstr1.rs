//! A month's papers for the portal of GST, or for Tally.

use axum::extract::State;
use axum::response::Response;
use parlour_http::{Query, Refusal, file};
use parlour_money::reports::{Gstr1Request, Reports};
use parlour_storage::salon::Salon;

pub async fn gstr1(State(salon): State<Salon>, Query(request): Query<Gstr1Request>) -> Result<Response, Refusal> {
    let made = Reports::of(&salon).tax_file(&request).await?;
    Ok(file(made.media_type, &made.name, made.content))
}
