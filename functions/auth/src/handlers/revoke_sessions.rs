//! Ends all of the caller's sessions, including this one.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::sign_in::StatusAnswer;
use parlour::web::{PlainJson, Refusal, Visit};

pub async fn revoke_sessions(State(salon): State<Salon>, visit: Visit) -> Result<PlainJson<StatusAnswer>, Refusal> {
    let own = visit.signed_in(&salon).await?;
    let from = visit.address_mark(&salon).await;
    salon.sessions().end_all(&visit.act_of(&own), &own.user.id, from.as_ref()).await?;
    Ok(PlainJson::of(StatusAnswer { status: true }))
}
