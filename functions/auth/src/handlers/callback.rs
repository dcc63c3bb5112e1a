//! Completes a sign-in after the provider redirects back. It always redirects, to the app or to the error page, because
//! a person is looking.

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use parlour_http::{Redirect, Visit, expired_cookie, session_cookie, state_cookie_name};
use parlour_people::sign_in::{Callback, SignIns};
use parlour_storage::salon::Salon;
use serde::Deserialize;

/// Parameters that the provider adds to the way back; all of them may be missing or wrong.
#[derive(Default, Deserialize)]
pub struct Returned {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
}

pub async fn callback(
    State(salon): State<Salon>,
    visit: Visit,
    provider: Result<Path<String>, PathRejection>,
    returned: Result<Query<Returned>, QueryRejection>,
) -> Redirect {
    let provider = provider.map(|Path(provider)| provider).unwrap_or_default();
    let returned = returned.map(|Query(returned)| returned).unwrap_or_default();
    let callback = Callback {
        app: visit.app,
        act: &visit.act,
        origin: visit.origin(),
        provider: &provider,
        state: returned.state.as_deref(),
        code: returned.code.as_deref(),
        error: returned.error.as_deref(),
        state_cookie: visit.state_cookie(&salon),
    };
    match SignIns::of(&salon).finish(callback).await {
        Ok(success) => Redirect::to(&success.location)
            .cookie(&session_cookie(&salon.settings, visit.app, &success.credential, success.lasts))
            .cookie(&expired_cookie(&salon.settings, visit.app, state_cookie_name(&salon.settings, visit.app))),
        Err(failure) => Redirect::to(&failure.location()),
    }
}
