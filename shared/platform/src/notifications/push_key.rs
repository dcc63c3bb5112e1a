//! The key that a browser subscribes to pushes with.

use serde::Serialize;
use utoipa::ToSchema;

use super::{NotConfigured, Notifications};
use parlour_senders::push::VapidKey;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PushKeyAnswer {
    /// An uncompressed P-256 point in base64url: the `applicationServerKey` of the browser's push manager.
    pub public_key: String,
}

impl Notifications<'_> {
    /// The public half of `VAPID_PRIVATE_KEY`. A key that makes none is as good as no key: nothing could be pushed with it.
    pub async fn push_key(&self) -> Result<PushKeyAnswer, NotConfigured> {
        let settings = &self.0.settings;
        let private = settings.vapid_private_key.value().await?.ok_or(NotConfigured::Push)?;
        let public_key = VapidKey::public_of(&private).map_err(|reason| {
            tracing::warn!(reason, "VAPID_PRIVATE_KEY cannot be used");
            NotConfigured::Push
        })?;
        Ok(PushKeyAnswer { public_key })
    }
}
