//! Reads one offer with its services.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_money::offers::{OfferAnswer, Offers};
use parlour_storage::salon::Salon;
use parlour_values::id::OfferId;

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<OfferId>) -> Answer<OfferAnswer> {
    ok(OfferAnswer { offer: Offers::of(&salon).detail(&id).await? })
}
