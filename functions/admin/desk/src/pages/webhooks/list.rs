//! `/webhooks`: every webhook, and a new one.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::Head::Text;
use parlour_pages::parts::{Form, Input, ListTable, in_dialog, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_platform::webhooks::{WebhookView, Webhooks};
use parlour_storage::salon::Salon;

use super::{secret_once, state, types};
use crate::assets::SETUP;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let webhooks = Webhooks::of(&salon).list().await?;
    Page::private(&caller, "Webhooks", render(&asked, &webhooks))
}

fn render(asked: &Asked, webhooks: &[WebhookView]) -> Markup {
    html! {
        (SETUP.run())
        div.toolbar { h1 { "Webhooks" } (opener("new-webhook", "New webhook", "button")) }
        p.lead { "Events are sent to these addresses as they happen, signed as Standard Webhooks has it." }
        (needs_script(&asked.words))
        @if webhooks.is_empty() {
            p.quiet { "Events are sent to nobody." }
        } @else {
            (ListTable::new(&[Text("Address"), Text("Events"), Text("Since"), Text("State")],
                html! { @for webhook in webhooks { (row(asked, webhook)) } }))
        }
        (new_webhook(asked))
    }
}

fn row(asked: &Asked, webhook: &WebhookView) -> Markup {
    html! {
        tr {
            th scope="row" {
                a href=(format!("/webhooks/{}", paths::encoded(webhook.id.as_str()))) { (webhook.url) }
                @if let Some(description) = &webhook.description { p.fine { (description) } }
            }
            td {
                @match &webhook.types {
                    Some(types) => (types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(", ")),
                    None => "All",
                }
            }
            td { (format::moment(&asked.words, webhook.created_at, asked.today)) }
            td { (state(webhook)) }
        }
    }
}

fn new_webhook(asked: &Asked) -> Markup {
    let form = html! {
        (Input::new("url", "Address").kind("url").hint("https, without a user name or a port.").required().with("maxlength", "2048").autocomplete("off"))
        (Input::new("description", "Description").with("maxlength", "500").autocomplete("off"))
        (types(None))
        div.actions { (submit("Create")) }
    };
    let form = Form::new("create-webhook", "POST /api/webhooks", form).done("created-webhook");
    in_dialog(
        &asked.words,
        "new-webhook",
        "New webhook",
        html! { (form) (secret_once("created-webhook", "/webhooks")) },
    )
}
