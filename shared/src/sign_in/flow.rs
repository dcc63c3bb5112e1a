//! The sign-in flow: redirect to the provider, and the callback.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::callback_url::{leads_home, with_error};
use super::error::{CallbackError, SignInError};
use super::oidc::{Return, SignIn, Verifier};
use super::request::SignInRequest;
use super::state::{ROW_LIFETIME, UnderWay, is_sealed, sealed};
use crate::act::Act;
use crate::auth::{Credential, Origin};
use crate::failure::{Failure, Setback};
use crate::salon::Salon;
use crate::settings::App;
use crate::table::{AtomicWrite, Stored, WriteError, keys};

/// The provider's name in the paths. The settings decide which issuer it is.
pub const PROVIDER: &str = "google";
const ERROR_PAGE: &str = "/api/auth/error";

/// The provider's address, and the value of the state cookie.
pub struct Begun {
    pub url: String,
    pub seal: String,
}

/// What the browser came back with.
pub struct Arrival<'a> {
    pub app: App,
    pub act: &'a Act,
    pub origin: Origin,
    pub provider: &'a str,
    pub state: Option<&'a str>,
    pub code: Option<&'a str>,
    pub error: Option<&'a str>,
    pub seal: Option<&'a str>,
}

/// A successful sign-in: the session's credential and where to redirect to.
pub struct Entered {
    pub credential: Credential,
    pub location: String,
}

/// A failed sign-in: the error and the page to show it on.
pub struct TurnedAway {
    pub error: Failure<CallbackError>,
    error_callback_url: Option<String>,
}

impl TurnedAway {
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

impl Salon {
    pub fn sign_ins(&self) -> SignIns<'_> {
        SignIns(self)
    }
}

impl SignIns<'_> {
    pub async fn begin(
        &self,
        app: App,
        host: Option<&str>,
        request: &SignInRequest,
    ) -> Result<Begun, Failure<SignInError>> {
        let salon = self.0;
        if request.provider != PROVIDER {
            return Err(SignInError::UnknownProvider.into());
        }
        for (field, url) in request.ways_back() {
            if !leads_home(url, salon.settings.origins(app)) {
                return Err(SignInError::ForeignCallback(field).into());
            }
        }
        let token = || URL_SAFE_NO_PAD.encode(salon.random.secret());
        let verifier = Verifier::new(&salon.random);
        let kept = UnderWay {
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
        let sign_in =
            SignIn { state: &kept.state, nonce: &kept.nonce, challenge: &challenge, redirect_uri: &kept.redirect_uri };
        let url = salon.provider().await?.authorize_url(&sign_in).await.map_err(SignInError::from)?.to_string();
        let seal = sealed(salon, app, &kept.state).await?;
        let mut write = AtomicWrite::new(&salon.random);
        write.changes.create(&kept);
        write.commit(&salon.table).await.map_err(Setback::from)?;
        Ok(Begun { url, seal })
    }

    pub async fn finish(&self, arrival: Arrival<'_>) -> Result<Entered, TurnedAway> {
        let known = arrival.provider == PROVIDER;
        let kept = self.take(&arrival).await.map_err(|error| {
            let error = if known { error } else { CallbackError::ProviderNotFound.into() };
            TurnedAway { error, error_callback_url: None }
        })?;
        let entered =
            if known { self.enter(arrival, &kept).await } else { Err(CallbackError::ProviderNotFound.into()) };
        entered.map_err(|error| {
            tracing::warn!(%error, "a sign-in failed");
            TurnedAway { error, error_callback_url: kept.error_callback_url.clone() }
        })
    }

    /// Reads and deletes the stored sign-in, so that it can be finished only once.
    async fn take(&self, arrival: &Arrival<'_>) -> Result<UnderWay, Failure<CallbackError>> {
        let salon = self.0;
        let state = arrival.state.filter(|state| !state.is_empty()).ok_or(CallbackError::StateNotFound)?;
        let seal = arrival.seal.ok_or(CallbackError::StateMismatch)?;
        if !is_sealed(salon, arrival.app, state, seal).await.map_err(CallbackError::from)? {
            return Err(CallbackError::StateMismatch.into());
        }
        let kept: Stored<UnderWay> =
            salon.table.get(&keys::sign_in(state)).await?.ok_or(CallbackError::StateMismatch)?;
        let mut write = AtomicWrite::new(&salon.random);
        write.changes.remove(&kept);
        match write.commit(&salon.table).await {
            Ok(()) => {}
            Err(WriteError::Lost(_)) => return Err(CallbackError::StateMismatch.into()),
            Err(error) => return Err(Setback::from(error).into()),
        }
        let good = kept.app == arrival.app && salon.clock.now() < kept.expires_at;
        if good { Ok(kept.record) } else { Err(CallbackError::StateMismatch.into()) }
    }

    async fn enter(&self, arrival: Arrival<'_>, kept: &UnderWay) -> Result<Entered, Failure<CallbackError>> {
        let salon = self.0;
        if let Some(error) = arrival.error {
            return Err(CallbackError::Declined(oauth_error(error)).into());
        }
        let code = arrival.code.filter(|code| !code.is_empty()).ok_or(CallbackError::NoCode)?;
        let verifier = Verifier::from(kept.verifier.clone());
        let returned = Return { code, nonce: &kept.nonce, verifier: &verifier, redirect_uri: &kept.redirect_uri };
        let identity = salon.provider().await.map_err(CallbackError::from)?.identify(&returned).await;
        let identity = identity.map_err(CallbackError::from)?;
        let admitted = salon.accounts().admit(arrival.app, arrival.act, &identity).await?;
        let (credential, _) =
            salon.sessions().begin(&admitted.user, arrival.app, arrival.origin).await.map_err(Setback::from)?;
        let location = if admitted.is_new { &kept.new_user_callback_url } else { &kept.callback_url };
        Ok(Entered { credential, location: location.clone() })
    }
}

/// The provider's error if it looks like an OAuth error code; other text is not echoed.
fn oauth_error(text: &str) -> String {
    let plain =
        !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if plain { text.to_owned() } else { "invalid_code".to_owned() }
}
