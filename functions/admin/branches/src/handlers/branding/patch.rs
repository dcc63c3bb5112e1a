//! Changes the salon's name, colour and contact details.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::branding::{BrandingAnswer, BrandingPatch};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<BrandingPatch>,
) -> Answer<BrandingAnswer> {
    ok(BrandingAnswer { branding: salon.branding().patch(&caller.act, &body).await? })
}
