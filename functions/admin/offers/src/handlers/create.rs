//! Creates an offer.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_money::offers::{CreateOfferRequest, OfferRowAnswer, Offers};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateOfferRequest>,
) -> Answer<OfferRowAnswer> {
    ok(OfferRowAnswer { offer: Offers::of(&salon).create(&caller.act, &body).await? })
}
