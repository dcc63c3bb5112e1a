//! Lists the offers that run today.

use axum::extract::State;
use parlour::offers::OffersAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn running(State(salon): State<Salon>) -> Answer<OffersAnswer> {
    let offers = salon.offers().running().await?;
    ok(OffersAnswer { offers })
}
