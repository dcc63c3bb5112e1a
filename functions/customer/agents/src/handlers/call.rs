//! Answers one message of an agent.

use axum::extract::{Request, State};
use axum::response::Response;
use parlour_agents::answer;
use parlour_http::{ClientIp, Given, Refusal};
use parlour_settings::App;
use parlour_setup::branding::BrandingStore;
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

use crate::tools::Public;

pub async fn call(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    client: ClientIp,
    request: Request,
) -> Result<Response, Refusal> {
    let name = BrandingStore::of(&salon).read().await?.name;
    let settings = salon.settings.clone();
    Ok(answer(&settings, App::Customer, name, Public { salon, client, act }, request).await)
}
