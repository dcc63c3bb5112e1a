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
    let from = visit.address_mark(&salon).await;
    salon.sessions().end_others(&visit.act_of(&own), &own, from.as_ref()).await?;
    Ok(PlainJson::of(StatusAnswer { status: true }))
}
