//! Ends one of the caller's sessions.

use axum::extract::State;
use parlour_http::{PlainJson, Refusal, Valid, Visit};
use parlour_people::auth::Sessions;
use parlour_people::sign_in::{RevokeRequest, StatusAnswer};
use parlour_storage::salon::Salon;

pub async fn revoke_session(
    State(salon): State<Salon>,
    visit: Visit,
    body: Result<Valid<RevokeRequest>, Refusal>,
) -> Result<PlainJson<StatusAnswer>, Refusal> {
    let own = visit.signed_in(&salon).await?;
    let session = body?.0.token;
    let from = visit.address_mark(&salon).await;
    Sessions::of(&salon).end(&visit.act_of(&own), &own.user.id, &session, from.as_ref()).await?;
    Ok(PlainJson::of(StatusAnswer { status: true }))
}
