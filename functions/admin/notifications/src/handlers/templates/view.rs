//! Reads the template of a kind of message in a language.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_setup::messages::{MessageTemplateView, MessageTemplates};
use parlour_storage::salon::Salon;

pub async fn view(
    State(salon): State<Salon>,
    PathParam((kind, language)): PathParam<(String, String)>,
) -> Answer<MessageTemplateView> {
    ok(MessageTemplates::of(&salon).view(&kind, &language).await?)
}
