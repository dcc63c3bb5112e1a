//! The token with which a browser listens to the realtime channels, and what the desks are told there.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::Notifications;
use parlour_people::auth::Caller;
use parlour_senders::realtime::Capability;
use parlour_senders::{RealtimeMessage, SendError};
use parlour_settings::SecretError;
use parlour_values::id::EventId;
use parlour_values::role::Role;

/// A token request as Ably defines it; the browser trades it for a token there.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RealtimeToken {
    pub key_name: String,
    pub ttl: Option<u64>,
    pub capability: Option<String>,
    pub client_id: Option<String>,
    pub timestamp: i64,
    pub nonce: String,
    pub mac: String,
}

#[derive(Debug, thiserror::Error)]
pub enum NotConfigured {
    #[error("realtime is not configured")]
    Realtime,
    #[error("push is not configured")]
    Push,
    #[error(transparent)]
    Secret(#[from] SecretError),
    #[error(transparent)]
    Send(#[from] SendError),
}

impl Notifications<'_> {
    /// Tells open boards to look again: of what nobody is notified of, too, such as a check-in or a block. A lost message
    /// does no harm, since they look now and then anyway.
    pub async fn tell_desks(&self, event: &EventId) {
        let message = RealtimeMessage {
            id: format!("{event}-board"),
            channel: "admin:bookings".to_owned(),
            name: "board_changed".to_owned(),
            data: json!({}),
        };
        if let Err(error) = self.0.outbound.publish(&message).await {
            tracing::warn!(%error, "a realtime message did not go out");
        }
    }

    /// Everybody listens to their own channels; the desk to the desk's as well.
    pub async fn token(&self, caller: &Caller) -> Result<RealtimeToken, NotConfigured> {
        let salon = self.0;
        let capability = Capability::of(&caller.user.id, caller.user.role.satisfies(Role::Receptionist));
        let request = salon
            .outbound
            .realtime
            .token_request(&caller.user.id, &capability, salon.clock.now(), &salon.random)
            .await?
            .ok_or(NotConfigured::Realtime)?;
        Ok(RealtimeToken {
            key_name: request.key_name,
            ttl: request.ttl,
            capability: request.capability,
            client_id: request.client_id,
            timestamp: request.timestamp,
            nonce: request.nonce,
            mac: request.mac,
        })
    }
}
