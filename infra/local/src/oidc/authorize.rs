//! The authorization endpoint: identifies the user by `login_hint`, or lets them choose on a page.

use axum::extract::{RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use url::Url;

use super::grants::Grant;
use super::{FormFields, LocalProvider, ProviderState, email_from, page};

pub(super) async fn authorize(State(provider): State<LocalProvider>, RawQuery(query): RawQuery) -> Response {
    let fields = FormFields::parse(query.unwrap_or_default().as_bytes());
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

/// A valid request: the client is known and `redirect_uri` belongs to one of the apps.
pub(super) struct Request<'a> {
    redirect_uri: Url,
    state: Option<&'a str>,
    challenge: &'a str,
    nonce: Option<&'a str>,
    fields: &'a FormFields,
}

/// Shown as a page without a trusted `redirect_uri`; otherwise redirected to the app.
enum AuthorizeProblem {
    Page(&'static str),
    Redirect(Box<Url>),
}

impl<'a> Request<'a> {
    fn read(provider: &ProviderState, fields: &'a FormFields) -> Result<Self, AuthorizeProblem> {
        let settings = &provider.settings;
        if fields.get("client_id") != Some(&settings.client_id) {
            return Err(AuthorizeProblem::Page("No app with this client_id is known here."));
        }
        let redirect_uri = fields
            .get("redirect_uri")
            .and_then(|text| Url::parse(text).ok())
            .filter(|url| url.fragment().is_none() && allowed(url, &settings.allowed_origins))
            .ok_or(AuthorizeProblem::Page("The redirect_uri does not lead to one of the apps."))?;
        let state = fields.get("state");
        let redirected = |error, description| {
            AuthorizeProblem::Redirect(Box::new(refusal(&redirect_uri, state, error, description)))
        };
        if fields.get("response_type") != Some("code") {
            return Err(redirected("unsupported_response_type", "response_type must be code"));
        }
        if !fields.get("scope").is_some_and(|scope| scope.split(' ').any(|word| word == "openid")) {
            return Err(redirected("invalid_scope", "scope must contain openid"));
        }
        if fields.get("code_challenge_method") != Some("S256") {
            return Err(redirected("invalid_request", "code_challenge_method must be S256"));
        }
        let challenge =
            fields.get("code_challenge").ok_or_else(|| redirected("invalid_request", "code_challenge is missing"))?;
        Ok(Self { redirect_uri, state, challenge, nonce: fields.get("nonce"), fields })
    }

    fn grant(&self, provider: &ProviderState, email: String) -> Response {
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

    /// The target of the page's cancel link.
    pub fn decline(&self) -> Url {
        refusal(&self.redirect_uri, self.state, "access_denied", "the sign-in was cancelled")
    }

    /// The app's origin, shown to the user.
    pub fn app(&self) -> String {
        self.redirect_uri.origin().ascii_serialization()
    }

    /// The request's fields without the email; the page repeats them with the chosen email.
    pub fn repeated_fields(&self) -> impl Iterator<Item = (&str, &str)> {
        const REPEATED: [&str; 8] = [
            "client_id",
            "redirect_uri",
            "response_type",
            "scope",
            "state",
            "nonce",
            "code_challenge",
            "code_challenge_method",
        ];
        REPEATED.into_iter().filter_map(|name| Some((name, self.fields.get(name)?)))
    }
}

impl IntoResponse for AuthorizeProblem {
    fn into_response(self) -> Response {
        match self {
            Self::Page(reason) => page::problem(reason),
            Self::Redirect(back) => redirect(&back),
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
