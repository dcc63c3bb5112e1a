//! Reads the salon's name, colour and contact details.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_setup::branding::{BrandingAnswer, BrandingStore};
use parlour_storage::salon::Salon;

pub async fn read(State(salon): State<Salon>) -> Answer<BrandingAnswer> {
    let branding = BrandingStore::of(&salon).read().await?.into();
    ok(BrandingAnswer { branding })
}
