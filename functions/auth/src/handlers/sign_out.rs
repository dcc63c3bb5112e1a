//! Signs out: ends the session at once and expires the cookie. Without a session it succeeds too.

use axum::extract::State;
use parlour_http::{PlainJson, Refusal, Visit, expired_cookie, session_cookie_name};
use parlour_people::auth::Sessions;
use parlour_people::sign_in::SignOutAnswer;
use parlour_storage::salon::Salon;

pub async fn sign_out(State(salon): State<Salon>, visit: Visit) -> Result<PlainJson<SignOutAnswer>, Refusal> {
    if let Some(own) = visit.session(&salon).await? {
        let from = visit.address_mark(&salon).await;
        Sessions::of(&salon).sign_out(&visit.act_of(&own), &own, from.as_ref()).await?;
    }
    let name = session_cookie_name(&salon.settings, visit.app);
    Ok(PlainJson::of(SignOutAnswer { success: true }).cookie(&expired_cookie(&salon.settings, visit.app, name)))
}
