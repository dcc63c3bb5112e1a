//! Changes, activates or deactivates an offer.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::OfferId;
use parlour::offers::{OfferRowAnswer, PatchOfferRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<OfferId>,
    Valid(body): Valid<PatchOfferRequest>,
) -> Answer<OfferRowAnswer> {
    ok(OfferRowAnswer { offer: salon.offers().patch(&caller.act, &id, &body).await? })
}
