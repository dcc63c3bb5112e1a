//! Lists the offers, newest first.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_money::offers::{OfferList, Offers};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>) -> Answer<OfferList> {
    ok(OfferList { offers: Offers::of(&salon).list().await? })
}
