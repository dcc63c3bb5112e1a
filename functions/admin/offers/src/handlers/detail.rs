//! Reads one offer with its services.

use axum::extract::State;
use parlour::id::OfferId;
use parlour::offers::OfferAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<OfferId>) -> Answer<OfferAnswer> {
    ok(OfferAnswer { offer: salon.offers().detail(&id).await? })
}
