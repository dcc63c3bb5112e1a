//! Reads the salon's name, colour and contact details.

use axum::extract::State;
use parlour::branding::BrandingAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn read(State(salon): State<Salon>) -> Answer<BrandingAnswer> {
    let branding = salon.branding().read().await?.into();
    ok(BrandingAnswer { branding })
}
