//! The token endpoint: exchanges a code for an id_token.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_people::sign_in::oidc::Verifier;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::grants::Grant;
use super::{FormFields, LocalProvider, ProviderState, SigningKey};

const LIFETIME_SECONDS: i64 = 3600;

pub(super) async fn token(State(provider): State<LocalProvider>, body: axum::body::Bytes) -> Response {
    let fields = FormFields::parse(&body);
    let granted = match redeemed(&provider, &fields) {
        Ok(grant) => issue(&provider, grant).await,
        Err(refusal) => Err(refusal),
    };
    granted.unwrap_or_else(OauthError::into_response)
}

/// An OAuth 2.0 error (RFC 6749, 5.2).
struct OauthError {
    status: StatusCode,
    error: &'static str,
    description: &'static str,
}

fn refuse(error: &'static str, description: &'static str) -> OauthError {
    OauthError { status: StatusCode::BAD_REQUEST, error, description }
}

fn redeemed(provider: &ProviderState, fields: &FormFields) -> Result<Grant, OauthError> {
    let settings = &provider.settings;
    let known = fields.get("client_id") == Some(&settings.client_id)
        && fields.get("client_secret") == Some(&settings.client_secret);
    if !known {
        let description = "client_id and client_secret do not match";
        return Err(OauthError { status: StatusCode::UNAUTHORIZED, error: "invalid_client", description });
    }
    if fields.get("grant_type") != Some("authorization_code") {
        return Err(refuse("unsupported_grant_type", "grant_type must be authorization_code"));
    }
    let code = fields.get("code").ok_or_else(|| refuse("invalid_request", "code is missing"))?;
    let grant =
        provider.grants.take(code).ok_or_else(|| refuse("invalid_grant", "the code is unknown, used or expired"))?;
    if fields.get("redirect_uri") != Some(&grant.redirect_uri) {
        return Err(refuse("invalid_grant", "redirect_uri is not the one the code was asked for with"));
    }
    let verifier = fields.get("code_verifier").map(|text| Verifier::from(text.to_owned()));
    if verifier.is_none_or(|verifier| verifier.challenge().as_str() != grant.challenge) {
        return Err(refuse("invalid_grant", "code_verifier does not match the challenge"));
    }
    Ok(grant)
}

async fn issue(provider: &ProviderState, grant: Grant) -> Result<Response, OauthError> {
    let now = provider.clock.now().seconds();
    let mut claims = json!({
        "iss": provider.settings.issuer,
        "sub": subject(&grant.email),
        "aud": provider.settings.client_id,
        "iat": now,
        "exp": now.saturating_add(LIFETIME_SECONDS),
        "email": grant.email,
        "email_verified": true,
        "name": provider.name_of(&grant.email).await,
    });
    if let (Some(nonce), Some(claims)) = (grant.nonce, claims.as_object_mut()) {
        claims.insert("nonce".to_owned(), nonce.into());
    }
    let key = SigningKey::of_this_process().await;
    let id_token = key.and_then(|key| key.sign(&claims).ok()).ok_or(OauthError {
        status: StatusCode::INTERNAL_SERVER_ERROR,
        error: "server_error",
        description: "the token could not be signed",
    })?;
    let answer = json!({
        "access_token": URL_SAFE_NO_PAD.encode(provider.random.secret()),
        "token_type": "Bearer",
        "expires_in": LIFETIME_SECONDS,
        "scope": "openid email profile",
        "id_token": id_token,
    });
    Ok(([(header::CACHE_CONTROL, "no-store")], axum::Json(answer)).into_response())
}

/// Derived from the email, so that a person keeps their subject across restarts.
fn subject(email: &str) -> String {
    hex::encode(Sha256::digest(format!("parlour-local:{email}")))
}

impl IntoResponse for OauthError {
    fn into_response(self) -> Response {
        let body = json!({"error": self.error, "error_description": self.description});
        (self.status, [(header::CACHE_CONTROL, "no-store")], axum::Json(body)).into_response()
    }
}
