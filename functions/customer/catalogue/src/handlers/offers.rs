//! What runs today.

use axum::extract::State;
use parlour::offers::OfferView;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct OffersAnswer {
    offers: Vec<OfferView>,
}

pub async fn running(State(salon): State<Salon>) -> Answer<OffersAnswer> {
    let offers = salon.offers().running().await?;
    Ok(ok(OffersAnswer { offers })?.revalidated())
}
