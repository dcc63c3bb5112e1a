//! Changes the salon's name, colour and contact details.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::branding::{BrandingAnswer, BrandingPatch, BrandingStore};
use parlour_storage::salon::Salon;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<BrandingPatch>,
) -> Answer<BrandingAnswer> {
    ok(BrandingAnswer { branding: BrandingStore::of(&salon).patch(&caller.act, &body).await? })
}
