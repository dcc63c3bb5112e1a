//! Creates a webhook, and shows its secret once.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_platform::webhooks::{CreateWebhookRequest, SecretWebhookAnswer, Webhooks};
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateWebhookRequest>,
) -> Answer<SecretWebhookAnswer> {
    ok(Webhooks::of(&salon).create(&caller, &body).await?)
}
