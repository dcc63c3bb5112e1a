//! Starts a sign-in: says where to go.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::sign_in::{SignInAnswer, SignInRequest};
use parlour::web::{PlainJson, Refusal, Valid, Visit, state_cookie};

pub async fn sign_in(
    State(salon): State<Salon>,
    visit: Visit,
    Valid(body): Valid<SignInRequest>,
) -> Result<PlainJson<SignInAnswer>, Refusal> {
    let begun = salon.sign_ins().begin(visit.app, visit.host(), &body).await?;
    let cookie = state_cookie(&salon.settings, visit.app, &begun.state_cookie);
    let redirect = !body.disable_redirect;
    let answer = PlainJson::of(SignInAnswer { url: begun.url.clone(), redirect }).cookie(&cookie);
    Ok(if redirect { answer.location(&begun.url) } else { answer })
}
