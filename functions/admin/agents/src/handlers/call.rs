//! Answers one message of an agent.

use axum::extract::{Request, State};
use axum::response::Response;
use parlour_agents::answer;
use parlour_http::{Given, Refusal};
use parlour_people::auth::Caller;
use parlour_settings::App;
use parlour_setup::branding::BrandingStore;
use parlour_storage::salon::Salon;

use crate::tools::Desk;

pub async fn call(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    request: Request,
) -> Result<Response, Refusal> {
    let name = BrandingStore::of(&salon).read().await?.name;
    let settings = salon.settings.clone();
    Ok(answer(&settings, App::Admin, name, Desk { salon, caller }, request).await)
}
