//! Ends all of the caller's sessions, including this one.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::sign_in::StatusAnswer;
use parlour::web::{PlainJson, Refusal, Visit};

pub async fn revoke_sessions(State(salon): State<Salon>, visit: Visit) -> Result<PlainJson<StatusAnswer>, Refusal> {
    let own = visit.signed_in(&salon).await?;
    salon.sessions().end_all(&visit.act_of(&own), &own.user.id).await?;
    Ok(PlainJson::of(StatusAnswer { status: true }))
}
