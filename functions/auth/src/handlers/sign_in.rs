//! Starts a sign-in: says where to go.

use axum::extract::State;
use parlour_http::{PlainJson, Refusal, Valid, Visit, state_cookie};
use parlour_people::sign_in::{SignInAnswer, SignInRequest, SignIns};
use parlour_storage::salon::Salon;

pub async fn sign_in(
    State(salon): State<Salon>,
    visit: Visit,
    Valid(body): Valid<SignInRequest>,
) -> Result<PlainJson<SignInAnswer>, Refusal> {
    let begun = SignIns::of(&salon).begin(visit.app, visit.host(), &body).await?;
    let cookie = state_cookie(&salon.settings, visit.app, &begun.state_cookie);
    let redirect = !body.disable_redirect;
    let answer = PlainJson::of(SignInAnswer { url: begun.url.clone(), redirect }).cookie(&cookie);
    Ok(if redirect { answer.location(&begun.url) } else { answer })
}
