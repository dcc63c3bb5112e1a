//! Lists the caller's sessions.

use axum::extract::State;
use parlour::auth::SessionView;
use parlour::salon::Salon;
use parlour::web::{Bare, Refusal, Visit};

pub async fn list_sessions(State(salon): State<Salon>, visit: Visit) -> Result<Bare<Vec<SessionView>>, Refusal> {
    let own = visit.signed_in(&salon).await?;
    let sessions = salon.sessions().of(&own.user).await?;
    Ok(Bare::of(sessions.iter().map(SessionView::from).collect()))
}
