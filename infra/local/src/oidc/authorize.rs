//! The authorization endpoint: says who somebody is, by `login_hint` at once or by picking on a page.

use axum::extract::{RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;

use super::grants::Grant;
use super::{Fields, Inner, Provider, email_from, page};

pub(super) async fn authorize(State(provider): State<Provider>, RawQuery(query): RawQuery) -> Response {
    let fields = Fields::parse(query.unwrap_or_default().as_bytes());
    let request = match Request::read(&provider, &fields) {
        Ok(request) => request,
        Err(problem) => return problem.into_response(),
    };
    let Some(hint) = fields.get("login_hint") else {
        return page::pick(&(provider.people)().await, &request, None);
    };
    match email_from(hint) {
        Some(email) => request.grant(&provider, email),
        None => page::pick(&(provider.people)().await, &request, Some(hint)),
    }
}

/// A request that may be answered: the client is known and the way back leads to one of the apps.
pub(super) struct Request<'a> {
    redirect_uri: Url,
    state: Option<&'a str>,
    challenge: &'a str,
    nonce: Option<&'a str>,
    fields: &'a Fields,
}

/// Without a trusted way back the problem is shown here; with one, the app is told.
enum Problem {
    Shown(&'static str),
    Told(Box<Url>),
}

impl<'a> Request<'a> {
    fn read(provider: &Inner, fields: &'a Fields) -> Result<Self, Problem> {
        let settings = &provider.settings;
        if fields.get("client_id") != Some(&settings.client_id) {
            return Err(Problem::Shown("No app with this client_id is known here."));
        }
        let redirect_uri = fields
            .get("redirect_uri")
            .and_then(|text| Url::parse(text).ok())
            .filter(|url| url.fragment().is_none() && allowed(url, &settings.allowed_origins))
            .ok_or(Problem::Shown("The redirect_uri does not lead to one of the apps."))?;
        let state = fields.get("state");
        let told = |error, description| Problem::Told(Box::new(refusal(&redirect_uri, state, error, description)));
        if fields.get("response_type") != Some("code") {
            return Err(told("unsupported_response_type", "response_type must be code"));
        }
        if !fields.get("scope").is_some_and(|scope| scope.split(' ').any(|word| word == "openid")) {
            return Err(told("invalid_scope", "scope must contain openid"));
        }
        if fields.get("code_challenge_method") != Some("S256") {
            return Err(told("invalid_request", "code_challenge_method must be S256"));
        }
        let challenge =
            fields.get("code_challenge").ok_or_else(|| told("invalid_request", "code_challenge is missing"))?;
        Ok(Self { redirect_uri, state, challenge, nonce: fields.get("nonce"), fields })
    }

    fn grant(&self, provider: &Inner, email: String) -> Response {
        let code = URL_SAFE_NO_PAD.encode(provider.random.secret());
        let grant = Grant {
            email,
            redirect_uri: self.fields.get("redirect_uri").unwrap_or_default().to_owned(),
            challenge: self.challenge.to_owned(),
            nonce: self.nonce.map(str::to_owned),
        };
        provider.grants.keep(code.clone(), grant);
        let mut back = self.redirect_uri.clone();
        back.query_pairs_mut().append_pair("code", &code);
        redirect(&with_state(back, self.state))
    }

    /// Where the page sends somebody who thinks better of it.
    pub fn decline(&self) -> Url {
        refusal(&self.redirect_uri, self.state, "access_denied", "the sign-in was cancelled")
    }

    /// Which app is asking, as a person would recognise it.
    pub fn app(&self) -> String {
        self.redirect_uri.origin().ascii_serialization()
    }

    /// The request again, but for who it is: the page repeats it with the chosen email.
    pub fn repeated(&self) -> impl Iterator<Item = (&str, &str)> {
        const KEPT: [&str; 8] = [
            "client_id",
            "redirect_uri",
            "response_type",
            "scope",
            "state",
            "nonce",
            "code_challenge",
            "code_challenge_method",
        ];
        KEPT.into_iter().filter_map(|name| Some((name, self.fields.get(name)?)))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        match self {
            Self::Shown(reason) => page::problem(reason),
            Self::Told(back) => redirect(&back),
        }
    }
}

fn allowed(url: &Url, origins: &[String]) -> bool {
    let plain = url.username().is_empty() && url.password().is_none();
    let origin = url.origin();
    plain && origin.is_tuple() && origins.iter().any(|allowed| *allowed == origin.ascii_serialization())
}

fn refusal(redirect_uri: &Url, state: Option<&str>, error: &str, description: &str) -> Url {
    let mut back = redirect_uri.clone();
    back.query_pairs_mut().append_pair("error", error).append_pair("error_description", description);
    with_state(back, state)
}

fn with_state(mut back: Url, state: Option<&str>) -> Url {
    if let Some(state) = state {
        back.query_pairs_mut().append_pair("state", state);
    }
    back
}

fn redirect(to: &Url) -> Response {
    let headers = [(header::LOCATION, to.as_str()), (header::CACHE_CONTROL, "no-store")];
    (StatusCode::FOUND, headers).into_response()
}
