//! Creates an offer.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::offers::{CreateOfferRequest, OfferRowAnswer};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateOfferRequest>,
) -> Answer<OfferRowAnswer> {
    ok(OfferRowAnswer { offer: salon.offers().create(&caller.act, &body).await? })
}
