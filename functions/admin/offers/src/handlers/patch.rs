//! Changes, activates or deactivates an offer.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::offers::{OfferRowAnswer, Offers, PatchOfferRequest};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::OfferId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<OfferId>,
    Valid(body): Valid<PatchOfferRequest>,
) -> Answer<OfferRowAnswer> {
    ok(OfferRowAnswer { offer: Offers::of(&salon).patch(&caller.act, &id, &body).await? })
}
