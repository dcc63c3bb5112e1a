//! Ends all of the caller's sessions except this one.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::sign_in::StatusAnswer;
use parlour::web::{PlainJson, Refusal, Visit};

pub async fn revoke_other_sessions(
    State(salon): State<Salon>,
    visit: Visit,
) -> Result<PlainJson<StatusAnswer>, Refusal> {
    let own = visit.signed_in(&salon).await?;
    salon.sessions().end_others(&visit.act_of(&own), &own).await?;
    Ok(PlainJson::of(StatusAnswer { status: true }))
}
