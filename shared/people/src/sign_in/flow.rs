//! The sign-in flow: redirect to the provider, and the callback.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use hmac::Mac as _;
use serde_json::json;

use super::accounts::act_as;
use super::cache::{provider, sign_in_mac};
use super::callback_url::{is_own_url, with_error};
use super::error::{CallbackError, SignInError};
use super::oidc::{Return, SignIn, Verifier};
use super::request::SignInRequest;
use super::state::{PendingSignIn, ROW_LIFETIME, is_signed_by_us, signed_cookie};
use crate::auth::{AddressMark, Credential, Origin, Sessions, User};
use crate::sign_in::Accounts;
use parlour_settings::App;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::salon::Salon;
use parlour_storage::table::{AtomicWrite, Record as _, Stored, WriteError, keys};

/// The provider's name in the paths. The settings decide which issuer it is.
pub const PROVIDER: &str = "google";
const ERROR_PAGE: &str = "/api/auth/error";

/// The provider's authorisation URL, and the value of the state cookie.
pub struct StartedSignIn {
    pub url: String,
    pub state_cookie: String,
}

/// The callback request.
pub struct Callback<'a> {
    pub app: App,
    pub act: &'a Act,
    pub origin: Origin,
    pub provider: &'a str,
    pub state: Option<&'a str>,
    pub code: Option<&'a str>,
    pub error: Option<&'a str>,
    pub state_cookie: Option<&'a str>,
}

/// A successful sign-in: the session's credential and where to redirect to.
pub struct SignInSuccess {
    pub credential: Credential,
    /// How long the session lasts, for its cookie.
    pub lasts: TimeDelta,
    pub location: String,
}

/// A failed sign-in: the error and the page to show it on.
pub struct SignInFailure {
    pub error: Failure<CallbackError>,
    error_callback_url: Option<String>,
}

impl SignInFailure {
    pub fn location(&self) -> String {
        with_error(self.error_callback_url.as_deref().unwrap_or(ERROR_PAGE), self.code())
    }

    /// The error code for the error page; a setback has one code whatever it was.
    fn code(&self) -> &str {
        match &self.error {
            Failure::Refused(error) => error.code(),
            Failure::Setback(_) => "internal_server_error",
        }
    }
}

pub struct SignIns<'a>(&'a Salon);

impl<'a> SignIns<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl SignIns<'_> {
    pub async fn begin(
        &self,
        app: App,
        host: Option<&str>,
        request: &SignInRequest,
    ) -> Result<StartedSignIn, Failure<SignInError>> {
        let salon = self.0;
        if request.provider != PROVIDER {
            return Err(SignInError::UnknownProvider.into());
        }
        for (field, url) in request.callback_urls() {
            if !is_own_url(url, salon.settings.origins(app)) {
                return Err(SignInError::ForeignCallback(field).into());
            }
        }
        let token = || URL_SAFE_NO_PAD.encode(salon.random.secret());
        let verifier = Verifier::new(&salon.random);
        let pending = PendingSignIn {
            state: token(),
            app,
            nonce: token(),
            verifier: verifier.as_str().to_owned(),
            redirect_uri: format!("{}/api/auth/callback/{PROVIDER}", salon.settings.site(app, host)),
            callback_url: request.callback_url.clone().unwrap_or_else(|| "/".to_owned()),
            new_user_callback_url: request.new_user_callback_url.clone().unwrap_or_else(|| "/onboarding".to_owned()),
            error_callback_url: request.error_callback_url.clone(),
            expires_at: salon.clock.now().plus(ROW_LIFETIME),
        };
        let challenge = verifier.challenge();
        let sign_in = SignIn {
            state: &pending.state,
            nonce: &pending.nonce,
            challenge: &challenge,
            redirect_uri: &pending.redirect_uri,
        };
        let url = provider(salon).await?.authorize_url(&sign_in).await.map_err(SignInError::from)?.to_string();
        let state_cookie = signed_cookie(salon, app, &pending.state).await?;
        let mut write = AtomicWrite::new(&salon.random);
        write.changes.create(&pending);
        write.commit(&salon.table).await.map_err(Setback::from)?;
        Ok(StartedSignIn { url, state_cookie })
    }

    /// Finishes a sign-in, or says why not; a refusal is audited. How many there can be is bounded by the rate limit of
    /// the route.
    pub async fn finish(&self, callback: Callback<'_>) -> Result<SignInSuccess, SignInFailure> {
        let (app, act) = (callback.app, callback.act);
        let from = match &callback.origin.ip_address {
            Some(address) => self.address_mark(address).await,
            None => None,
        };
        let finished = self.finish_from(callback, from.as_ref()).await;
        if let Err(SignInFailure { error: Failure::Refused(error), .. }) = &finished {
            self.audit_refusal(app, act, error, from.as_ref()).await;
        }
        finished
    }

    /// The mark that stands for an address in the audit log; none where our secret cannot be read.
    pub async fn address_mark(&self, address: &str) -> Option<AddressMark> {
        match sign_in_mac(self.0, &format!("address {address}")).await {
            Ok(mac) => Some(AddressMark::of_hash(URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))),
            Err(error) => {
                tracing::warn!(%error, "an address could not be hashed; it is left out");
                None
            }
        }
    }

    async fn audit_refusal(&self, app: App, act: &Act, error: &CallbackError, from: Option<&AddressMark>) {
        if error.is_our_fault() {
            return;
        }
        let (entity, id) = match error.user() {
            Some(user) => (User::KIND, user.as_str()),
            None => (PendingSignIn::KIND, app.as_str()),
        };
        let details = json!({ "app": app, "reason": error.code(), "address": from });
        let mut transaction = self.0.transaction(act);
        transaction.audit(EventType::SignInRefused, entity, id, details);
        if let Err(error) = transaction.commit().await {
            tracing::warn!(%error, "a refused sign-in could not be audited");
        }
    }

    async fn finish_from(
        &self,
        callback: Callback<'_>,
        from: Option<&AddressMark>,
    ) -> Result<SignInSuccess, SignInFailure> {
        let known = callback.provider == PROVIDER;
        let pending = self.take(&callback).await.map_err(|error| {
            let error = if known { error } else { CallbackError::ProviderNotFound.into() };
            SignInFailure { error, error_callback_url: None }
        })?;
        let entered = if known {
            self.enter(callback, &pending, from).await
        } else {
            Err(CallbackError::ProviderNotFound.into())
        };
        entered.map_err(|error| {
            tracing::warn!(%error, "a sign-in failed");
            SignInFailure { error, error_callback_url: pending.error_callback_url.clone() }
        })
    }

    /// Reads and deletes the stored sign-in, so that it can be finished only once.
    async fn take(&self, callback: &Callback<'_>) -> Result<PendingSignIn, Failure<CallbackError>> {
        let salon = self.0;
        let state = callback.state.filter(|state| !state.is_empty()).ok_or(CallbackError::StateNotFound)?;
        let state_cookie = callback.state_cookie.ok_or(CallbackError::StateMismatch)?;
        if !is_signed_by_us(salon, callback.app, state, state_cookie).await.map_err(CallbackError::from)? {
            return Err(CallbackError::StateMismatch.into());
        }
        let pending: Stored<PendingSignIn> =
            salon.table.get(&keys::sign_in(state)).await?.ok_or(CallbackError::StateMismatch)?;
        let mut write = AtomicWrite::new(&salon.random);
        write.changes.remove(&pending);
        match write.commit(&salon.table).await {
            Ok(()) => {}
            Err(WriteError::ConditionsFailed(_)) => return Err(CallbackError::StateMismatch.into()),
            Err(error) => return Err(Setback::from(error).into()),
        }
        let good = pending.app == callback.app && salon.clock.now() < pending.expires_at;
        if good { Ok(pending.record) } else { Err(CallbackError::StateMismatch.into()) }
    }

    async fn enter(
        &self,
        callback: Callback<'_>,
        pending: &PendingSignIn,
        from: Option<&AddressMark>,
    ) -> Result<SignInSuccess, Failure<CallbackError>> {
        let salon = self.0;
        if let Some(error) = callback.error {
            return Err(CallbackError::Declined(oauth_error(error)).into());
        }
        let code = callback.code.filter(|code| !code.is_empty()).ok_or(CallbackError::NoCode)?;
        let verifier = Verifier::from(pending.verifier.clone());
        let returned = Return { code, nonce: &pending.nonce, verifier: &verifier, redirect_uri: &pending.redirect_uri };
        let identity = provider(salon).await.map_err(CallbackError::from)?.identify(&returned).await;
        let identity = identity.map_err(CallbackError::from)?;
        let admitted = Accounts::of(salon).admit(callback.app, callback.act, &identity).await?;
        let act = act_as(&admitted.user, callback.act);
        let (credential, session) =
            Sessions::of(salon).begin(&act, &admitted.user, callback.app, callback.origin, from).await?;
        let location = if admitted.is_new { &pending.new_user_callback_url } else { &pending.callback_url };
        Ok(SignInSuccess { credential, lasts: session.remaining(salon.clock.now()), location: location.clone() })
    }
}

/// The provider's error if it looks like an OAuth error code; other text is not echoed.
fn oauth_error(text: &str) -> String {
    let plain =
        !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if plain { text.to_owned() } else { "invalid_code".to_owned() }
}
