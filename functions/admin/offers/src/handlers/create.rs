//! A new offer.

use axum::extract::State;
use parlour::offers::{CreateRequest, OfferRowAnswer};
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, Valid, created};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateRequest>,
) -> Answer<OfferRowAnswer> {
    created(OfferRowAnswer { offer: salon.offers().create(&caller.act, &body).await? })
}
