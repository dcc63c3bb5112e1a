//! Lists the offers that run today.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_money::offers::{Offers, OffersAnswer};
use parlour_storage::salon::Salon;

pub async fn running(State(salon): State<Salon>) -> Answer<OffersAnswer> {
    let offers = Offers::of(&salon).running().await?;
    ok(OffersAnswer { offers })
}
