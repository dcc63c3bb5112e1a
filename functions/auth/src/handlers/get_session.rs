//! Reads the caller's session; `null` without one.

use axum::extract::State;
use parlour_http::{PlainJson, Refusal, Visit, session_cookie};
use parlour_people::auth::{SessionAnswer, SessionUserView, SessionView, Sessions};
use parlour_storage::salon::Salon;

pub async fn get_session(
    State(salon): State<Salon>,
    visit: Visit,
) -> Result<PlainJson<Option<SessionAnswer>>, Refusal> {
    let Some(found) = visit.session(&salon).await? else {
        return Ok(PlainJson::of(None));
    };
    let extended = Sessions::of(&salon).extend(&found).await;
    let session = SessionView::from(extended.as_ref().unwrap_or(&found.session));
    let answer = PlainJson::of(Some(SessionAnswer { session, user: SessionUserView::from(&found.user.record) }));
    Ok(match extended.map(|extended| extended.remaining(visit.act.at)) {
        Some(lasts) => answer.cookie(&session_cookie(&salon.settings, visit.app, &found.credential, lasts)),
        None => answer,
    })
}
