//! Extractors and responses of the sign-in routes, which manage sessions themselves and respond without the envelope.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;

use super::caller::{Brought as _, ClientIp};
use super::cookies::{read_cookie, session_cookie_name, state_cookie_name};
use super::errors::{Code, Refusal};
use super::json::json;
#[cfg(feature = "oidc")]
use parlour_people::auth::AddressMark;
use parlour_people::auth::{Credential, Origin, Sessions, SignedIn};
#[cfg(feature = "oidc")]
use parlour_people::sign_in::SignIns;
use parlour_settings::App;
use parlour_storage::act::{Act, Actor};
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;

/// A browser at a sign-in route, with or without a session.
#[derive(Clone, Debug)]
pub struct Visit {
    pub app: App,
    pub act: Act,
    address: String,
    headers: HeaderMap,
}

impl<S: Send + Sync> FromRequestParts<S> for Visit {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        Ok(Self {
            app: App::by(parts)?,
            act: Act::by(parts)?,
            address: ClientIp::from_request_parts(parts, state).await?.0,
            headers: parts.headers.clone(),
        })
    }
}

impl Visit {
    pub async fn session(&self, salon: &Salon) -> Result<Option<SignedIn>, TableError> {
        let name = session_cookie_name(&salon.settings, self.app);
        match read_cookie(&self.headers, name).and_then(Credential::parse) {
            Some(credential) => Sessions::of(salon).find(self.app, credential).await,
            None => Ok(None),
        }
    }

    /// The session, or a refusal if there is none.
    pub async fn signed_in(&self, salon: &Salon) -> Result<SignedIn, Refusal> {
        self.session(salon).await?.ok_or_else(|| Refusal::new(Code::Unauthorized, "Unauthorized"))
    }

    /// The act of this person.
    pub fn act_of(&self, person: &SignedIn) -> Act {
        let actor = Actor::User { id: person.user.id.clone(), role: person.user.role };
        Act { actor, ..self.act.clone() }
    }

    pub fn state_cookie(&self, salon: &Salon) -> Option<&str> {
        read_cookie(&self.headers, state_cookie_name(&salon.settings, self.app))
    }

    pub fn host(&self) -> Option<&str> {
        self.headers.get(header::HOST).and_then(|host| host.to_str().ok())
    }

    /// The mark for the client's address in the audit log.
    #[cfg(feature = "oidc")]
    pub async fn address_mark(&self, salon: &Salon) -> Option<AddressMark> {
        SignIns::of(salon).address_mark(&self.address).await
    }

    pub fn origin(&self) -> Origin {
        let agent = self.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Origin { ip_address: Some(self.address.clone()), user_agent: agent.map(str::to_owned) }
    }
}

/// JSON without the envelope.
pub struct PlainJson<T> {
    body: T,
    headers: HeaderMap,
}

impl<T> PlainJson<T> {
    pub fn of(body: T) -> Self {
        Self { body, headers: HeaderMap::new() }
    }

    pub fn cookie(mut self, cookie: &str) -> Self {
        append(&mut self.headers, header::SET_COOKIE, cookie);
        self
    }

    pub fn location(mut self, location: &str) -> Self {
        append(&mut self.headers, header::LOCATION, location);
        self
    }
}

impl<T: Serialize> IntoResponse for PlainJson<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.body) {
            Ok(body) => {
                let mut response = json(StatusCode::OK, body);
                response.headers_mut().extend(self.headers);
                response
            }
            Err(error) => Refusal::internal(format!("an answer could not be written: {error}")).into_response(),
        }
    }
}

/// A redirect.
pub struct Redirect(HeaderMap);

impl Redirect {
    pub fn to(location: &str) -> Self {
        let mut headers = HeaderMap::new();
        append(&mut headers, header::LOCATION, location);
        Self(headers)
    }

    pub fn cookie(mut self, cookie: &str) -> Self {
        append(&mut self.0, header::SET_COOKIE, cookie);
        self
    }
}

impl IntoResponse for Redirect {
    fn into_response(self) -> Response {
        (StatusCode::FOUND, self.0).into_response()
    }
}

fn append(headers: &mut HeaderMap, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.append(name, value);
    }
}
