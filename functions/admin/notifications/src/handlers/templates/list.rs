//! Lists the templates of messages.

use axum::extract::State;
use parlour_http::{Answer, ok};
use parlour_setup::messages::{MessageTemplateList, MessageTemplates};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>) -> Answer<MessageTemplateList> {
    ok(MessageTemplates::of(&salon).list().await?)
}
