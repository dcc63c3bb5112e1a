//! Lists the offers, newest first.

use axum::extract::State;
use parlour::offers::OfferList;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn list(State(salon): State<Salon>) -> Answer<OfferList> {
    ok(OfferList { offers: salon.offers().list().await? })
}
