//! Lists the caller's sessions.

use axum::extract::State;
use parlour::auth::SessionView;
use parlour::salon::Salon;
use parlour::web::{PlainJson, Refusal, Visit};

pub async fn list_sessions(State(salon): State<Salon>, visit: Visit) -> Result<PlainJson<Vec<SessionView>>, Refusal> {
    let own = visit.signed_in(&salon).await?;
    let sessions = salon.sessions().of(&own.user).await?;
    Ok(PlainJson::of(sessions.iter().map(SessionView::from).collect()))
}
