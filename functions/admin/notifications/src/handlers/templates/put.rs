//! Saves the template of a kind of message in a language.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::messages::{MessageTemplateView, MessageTemplates, PutMessageTemplateRequest};
use parlour_storage::salon::Salon;

pub async fn put(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam((kind, language)): PathParam<(String, String)>,
    Valid(body): Valid<PutMessageTemplateRequest>,
) -> Answer<MessageTemplateView> {
    ok(MessageTemplates::of(&salon).put(&caller.act, &kind, &language, &body).await?)
}
