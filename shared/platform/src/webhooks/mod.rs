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

use parlour_storage::salon::Salon;

pub struct Webhooks<'a>(&'a Salon);

impl<'a> Webhooks<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}
