//! `/webhooks/{id}`: one webhook, its secret, its switch, and what was sent to it.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Refusal};
use parlour_pages::parts::Head::Text;
use parlour_pages::parts::{
    Form, Input, ListTable, Toggle, Tone, badge, breadcrumb, in_dialog, needs_script, opener, submit,
};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_platform::webhooks::{DeliveriesRequest, DeliveryStatus, DeliveryView, WebhookView, Webhooks};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_values::id::WebhookId;

use super::{secret_once, state, types};
use crate::assets::SETUP;
use crate::filters::{self, Filters, pager};
use crate::pages::fields::{long_text, named};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<WebhookId>,
    asked: Asked,
) -> PageAnswer {
    let filters = filters::read::<DeliveriesRequest>(&asked)?;
    let webhooks = Webhooks::of(&salon);
    let (webhook, (deliveries, meta)) =
        tokio::try_join!(webhooks.get(&id), webhooks.deliveries(&id, &filters.wanted)).map_err(Refusal::from)?;
    Page::private(&caller, "Webhook", render(&asked, &webhook, &filters, &deliveries, &meta))
}

fn api(webhook: &WebhookView) -> String {
    format!("/api/webhooks/{}", paths::encoded(webhook.id.as_str()))
}

fn render(
    asked: &Asked,
    webhook: &WebhookView,
    filters: &Filters<DeliveriesRequest>,
    deliveries: &[DeliveryView],
    meta: &Meta,
) -> Markup {
    let button = |label: &str| html! { button.ghost.button.small type="submit" { (label) } };
    let call = |method: &str, rest: &str| format!("{method} {}{rest}", api(webhook));
    html! {
        (SETUP.run())
        (breadcrumb(&asked.words, "/webhooks", "Webhooks"))
        div.toolbar { h1 { (webhook.url) } (state(webhook)) }
        (needs_script(&asked.words))
        div.actions {
            @if webhook.is_active {
                (Form::new("test", call("POST", "/test"), button("Send a test")).then("reload").say("A test event is on its way.").class("inline"))
            }
            (opener("rotate", "New secret", "ghost button small"))
            (Form::new("delete", call("DELETE", ""), button("Delete")).then("/webhooks").say("Webhook deleted.").class("inline"))
        }
        section aria-labelledby="settings-title" {
            h2 id="settings-title" { "Settings" }
            (settings(webhook))
        }
        section aria-labelledby="sent-title" {
            h2 id="sent-title" { "Sent" }
            (filters.notice())
            (sent(asked, webhook, filters, deliveries, meta))
        }
        (rotate(asked, webhook))
    }
}

fn settings(webhook: &WebhookView) -> Markup {
    let form = html! {
        (Input::new("url", "Address").kind("url").value(webhook.url.clone()).required().with("maxlength", "2048").autocomplete("off"))
        (long_text("description", "Description", 500, webhook.description.as_deref()))
        (Toggle::new("isActive", "On", webhook.is_active).id("is-active")
            .hint("Off, nothing is sent to it. Switched on again, it gets what happens from then on.").whole())
        (types(webhook.types.as_deref()))
        div.actions { (submit("Save")) }
    };
    html! { (Form::new("change-webhook", format!("PATCH {}", api(webhook)), form).then("reload").say("Saved.")) }
}

fn sent(
    asked: &Asked,
    webhook: &WebhookView,
    filters: &Filters<DeliveriesRequest>,
    deliveries: &[DeliveryView],
    meta: &Meta,
) -> Markup {
    html! {
        form.filters method="get" role="search" {
            (Input::choice("status", "Status", named(DeliveryStatus::ALL, status_word),
                filters.wanted.status.map(|status| status.as_str())).or("All"))
            button.ghost.button type="submit" { "Show" }
        }
        @if deliveries.is_empty() {
            p.quiet { "Nothing here." }
        } @else {
            (ListTable::new(&[Text("Event"), Text("Status"), Text("Tries"), Text("Last answer"), Text("Next try"),
                Text("Change")],
                html! { @for delivery in deliveries { (row(asked, webhook, delivery)) } }).class("log"))
            (pager(asked, meta))
        }
    }
}

const fn status_word(status: DeliveryStatus) -> &'static str {
    match status {
        DeliveryStatus::Pending => "Waiting",
        DeliveryStatus::Delivered => "Delivered",
        DeliveryStatus::Failed => "Failed",
    }
}

fn row(asked: &Asked, webhook: &WebhookView, delivery: &DeliveryView) -> Markup {
    let tone = match delivery.status {
        DeliveryStatus::Pending => Tone::Waiting,
        DeliveryStatus::Delivered => Tone::Good,
        DeliveryStatus::Failed => Tone::Bad,
    };
    let (form, name) = (format!("again-{}", delivery.id), format!("event-{}", delivery.id));
    let call = format!("POST {}/deliveries/{}/redeliver", api(webhook), paths::encoded(delivery.id.as_str()));
    let button = html! { button.ghost.button.small type="submit" aria-describedby=(name) { "Send again" } };
    let moment = |at| format::moment(&asked.words, at, asked.today);
    html! {
        tr {
            th scope="row" id=(name) { (delivery.what) p.fine { code { (delivery.event_id) } } }
            td { (badge(tone, status_word(delivery.status))) }
            td { (delivery.attempts) }
            td {
                @if let Some(at) = delivery.last_attempt_at {
                    @match delivery.last_status_code { Some(status) => (status), None => "none" }
                    " " span.fine { (moment(at)) }
                }
            }
            td { @if let Some(at) = delivery.next_attempt_at { (moment(at)) } }
            td { @if webhook.is_active { (Form::new(&form, call, button).then("reload").say("On its way.").class("inline")) } }
        }
    }
}

fn rotate(asked: &Asked, webhook: &WebhookView) -> Markup {
    let back = format!("/webhooks/{}", paths::encoded(webhook.id.as_str()));
    let form = html! {
        p { "Events are signed with the old secret too for 24 hours, so that the receiver can change over." }
        div.actions { (submit("Make a new secret")) }
    };
    let form = Form::new("rotate-secret", format!("POST {}/rotate", api(webhook)), form).done("rotated");
    in_dialog(&asked.words, "rotate", "New secret", html! { (form) (secret_once("rotated", &back)) })
}
