//! Lists the caller's sessions.

use axum::extract::State;
use parlour_http::{PlainJson, Refusal, Visit};
use parlour_people::auth::{SessionView, Sessions};
use parlour_storage::salon::Salon;

pub async fn list_sessions(State(salon): State<Salon>, visit: Visit) -> Result<PlainJson<Vec<SessionView>>, Refusal> {
    let own = visit.signed_in(&salon).await?;
    let sessions = Sessions::of(&salon).of_user(&own.user).await?;
    Ok(PlainJson::of(sessions.iter().map(SessionView::from).collect()))
}
