//! Webhooks: events sent to other programs as they happen, signed, and again until they are taken.

mod deliver;
mod delivery;
mod error;
mod fan_out;
mod replay;
mod request;
mod secret;
mod store;
mod view;
mod webhook;

pub use delivery::{DeliveryStatus, WebhookDelivery};
pub use error::WebhookError;
pub use fan_out::FanOutError;
pub use request::{CreateWebhookRequest, DeliveriesRequest, PatchWebhookRequest, ReplayRequest};
pub use view::{
    DeliveryAnswer, DeliveryList, DeliveryView, SecretWebhookAnswer, WebhookAnswer, WebhookList, WebhookView,
};
pub use webhook::{DisabledReason, Webhook};

use crate::salon::Salon;

pub struct Webhooks<'a>(&'a Salon);

impl Salon {
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks(self)
    }
}
