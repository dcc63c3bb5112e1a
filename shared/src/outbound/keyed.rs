//! What a sender can only make with a secret: made at first use, and kept for the life of the instance.

use std::sync::Arc;

use tokio::sync::OnceCell;

use super::SendError;
use crate::settings::Secret;

type Make<T> = dyn Fn(&str) -> Result<T, &'static str> + Send + Sync;

pub(super) struct Keyed<T> {
    secret: Secret,
    make: Arc<Make<T>>,
    /// Nothing while the secret is unread; no key where it made none.
    made: Arc<OnceCell<Option<T>>>,
}

impl<T> Keyed<T> {
    /// A secret that is malformed leaves its channel off, with a warning that names the setting and never its value. One
    /// that is given directly is looked at right away; one that is kept elsewhere, when it is first needed.
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

    /// A secret that has not been read yet counts.
    pub(super) fn configured(&self) -> bool {
        self.made.get().map_or_else(|| self.secret.is_configured(), Option::is_some)
    }

    /// What the secret made, if one is set. A secret that is set but cannot be read is an error, never an absence, and is
    /// asked for again by the next one who needs it.
    pub(super) async fn get(&self) -> Result<Option<&T>, SendError> {
        let make = async || Ok::<_, SendError>(self.secret.value().await?.and_then(|text| (self.make)(&text).ok()));
        Ok(self.made.get_or_try_init(make).await?.as_ref())
    }

    /// The same as far as it is known, without reading anything.
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
