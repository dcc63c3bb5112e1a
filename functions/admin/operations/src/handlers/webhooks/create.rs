//! Creates a webhook, and shows its secret once.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};
use parlour::webhooks::{CreateWebhookRequest, SecretWebhookAnswer};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateWebhookRequest>,
) -> Answer<SecretWebhookAnswer> {
    ok(salon.webhooks().create(&caller, &body).await?)
}
