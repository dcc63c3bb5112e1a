//! Ends all of the caller's sessions except this one.

use axum::extract::State;
use parlour_http::{PlainJson, Refusal, Visit};
use parlour_people::auth::Sessions;
use parlour_people::sign_in::StatusAnswer;
use parlour_storage::salon::Salon;

pub async fn revoke_other_sessions(
    State(salon): State<Salon>,
    visit: Visit,
) -> Result<PlainJson<StatusAnswer>, Refusal> {
    let own = visit.signed_in(&salon).await?;
    let from = visit.address_mark(&salon).await;
    Sessions::of(&salon).end_others(&visit.act_of(&own), &own, from.as_ref()).await?;
    Ok(PlainJson::of(StatusAnswer { status: true }))
}
