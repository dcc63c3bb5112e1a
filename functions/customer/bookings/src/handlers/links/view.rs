//! The target of a link, and what can be done by it.

use axum::extract::State;
use parlour_booking::links::{LinkView, Links};
use parlour_http::{Answer, Given, ok};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

use crate::handlers::links::shown::ShownToken;

pub async fn view(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    ShownToken(token): ShownToken,
) -> Answer<LinkView> {
    let links = Links::of(&salon);
    let link = links.open(&act, &token).await?;
    ok(links.view(&link, act.at).await?)
}
