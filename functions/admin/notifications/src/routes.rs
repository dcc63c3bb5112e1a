//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Routes, role};
use parlour_settings::App;
use parlour_setup::messages::{MessageKind, MessageTemplateList, MessageTemplateView, PutMessageTemplateRequest};
use parlour_values::role::Role;

use crate::handlers::templates;

pub fn routes() -> Routes {
    parlour_inbox::routes(App::Admin, Role::Staff)
        .get(
            "/api/message-templates",
            templates::list,
            role(Role::Owner, "The templates of messages to phones")
                .id("messageTemplates.list")
                .about("Those that are saved, by kind and language, each with the length of its SMS.")
                .answers::<MessageTemplateList>(),
        )
        .get(
            "/api/message-templates/{kind}/{language}",
            templates::view,
            role(Role::Owner, "The template of a kind of message in a language")
                .id("messageTemplates.view")
                .about(format!(
                    "`language` is `en` or `hi`. Not found while nothing is saved for it. {}",
                    variables_by_kind()
                ))
                .answers::<MessageTemplateView>(),
        )
        .put(
            "/api/message-templates/{kind}/{language}",
            templates::put,
            role(Role::Owner, "Save the template of a kind of message in a language")
                .id("messageTemplates.put")
                .about(format!(
                    "`language` is `en` or `hi`. `text` has its variables in braces; it is what Meta and the carriers have \
                     approved under `whatsappName` and `dltTemplateId`, each variable in its place. It is written without \
                     `₹`, which SMS does not know. `sms` counts the text with examples, `preview`: the GSM alphabet takes \
                     160 letters, then 153 a segment, others 70, then 67. {}",
                    variables_by_kind()
                ))
                .takes::<PutMessageTemplateRequest>()
                .answers::<MessageTemplateView>(),
        )
}

/// The variables that each kind's texts may use, as OpenAPI lists them.
fn variables_by_kind() -> String {
    let kinds = MessageKind::ALL.iter().map(|kind| {
        let variables: Vec<String> = kind.variables().iter().map(|variable| format!("`{{{variable}}}`")).collect();
        format!("`{kind}` {}", variables.join(", "))
    });
    format!("Kinds and their variables: {}.", kinds.collect::<Vec<_>>().join("; "))
}
