//! A sender that needs a secret: built on first use and cached for the life of the process.

use std::sync::Arc;

use tokio::sync::OnceCell;

use super::SendError;
use parlour_settings::Secret;

type Make<T> = dyn Fn(&str) -> Result<T, &'static str> + Send + Sync;

pub(super) struct Keyed<T> {
    secret: Secret,
    make: Arc<Make<T>>,
    /// Unset until the secret has been read; `None` if there is no usable secret.
    made: Arc<OnceCell<Option<T>>>,
}

impl<T> Keyed<T> {
    /// A malformed secret disables its channel, with a warning that names the setting and never its value. A secret set
    /// directly is checked at once, a stored one on first use.
    pub(super) fn by(
        setting: &'static str,
        secret: &Secret,
        make: impl Fn(&str) -> Result<T, &'static str> + Send + Sync + 'static,
    ) -> Self {
        let make = move |text: &str| {
            make(text).inspect_err(|reason| {
                tracing::warn!(setting, reason, "the setting is ignored and its channel stays off");
            })
        };
        let made = OnceCell::new_with(secret.given_text().map(|text| make(text).ok()));
        Self { secret: secret.clone(), make: Arc::new(make), made: Arc::new(made) }
    }

    /// A secret that has not been read yet counts as configured.
    pub(super) fn configured(&self) -> bool {
        self.made.get().map_or_else(|| self.secret.is_configured(), Option::is_some)
    }

    /// The sender, if the secret is set. A secret that cannot be read is an error, not "not configured", and the next
    /// send tries again.
    pub(super) async fn get(&self) -> Result<Option<&T>, SendError> {
        let make = async || Ok::<_, SendError>(self.secret.value().await?.and_then(|text| (self.make)(&text).ok()));
        Ok(self.made.get_or_try_init(make).await?.as_ref())
    }

    /// The sender if it has already been built; reads nothing.
    pub(super) fn known(&self) -> Option<&T> {
        self.made.get().and_then(Option::as_ref)
    }
}

impl<T> Clone for Keyed<T> {
    fn clone(&self) -> Self {
        Self { secret: self.secret.clone(), make: self.make.clone(), made: self.made.clone() }
    }
}

impl<T> Default for Keyed<T> {
    fn default() -> Self {
        Self { secret: Secret::absent(), make: Arc::new(|_| Err("no secret")), made: Arc::default() }
    }
}
