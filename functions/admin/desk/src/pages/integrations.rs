//! `/integrations`: the services around ours, whether each is configured and when it last worked, and a test of it.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::{Form, Tone, badge, facts, needs_script};
use parlour_pages::{Asked, Page, PageAnswer, format};
use parlour_people::auth::Caller;
use parlour_platform::operations::{IntegrationList, IntegrationView, Operations};
use parlour_storage::outbox::IntegrationKey;
use parlour_storage::salon::Salon;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let list = Operations::of(&salon).integrations().await?;
    Page::private(&caller, "Integrations", render(&asked, &list))
}

/// Its name, its purpose, and the settings it needs.
const fn about(key: IntegrationKey) -> (&'static str, &'static str, &'static str) {
    match key {
        IntegrationKey::Email => ("Email", "Confirmations, invoices and reports, through SES.", "EMAIL_FROM"),
        IntegrationKey::Push => ("Push", "Messages to browsers, even when the page is closed.", "VAPID_PRIVATE_KEY"),
        IntegrationKey::Realtime => ("Realtime", "The board follows at once what others do.", "ABLY_API_KEY"),
        IntegrationKey::Chat => ("Team chat", "Alerts in Slack or Google Chat.", "CHAT_WEBHOOK_URL"),
        IntegrationKey::Invoicing => {
            ("Invoice PDFs", "Renders invoices and keeps them.", "INVOICING_URL, INVOICING_SECRET")
        }
        IntegrationKey::Heartbeat => ("Heartbeats", "Tells a monitor that each job ran.", "HEARTBEAT_URL_…"),
        IntegrationKey::Queue => ("Jobs queue", "Carries reminders and messages that are due later.", "JOBS_QUEUE_URL"),
    }
}

fn render(asked: &Asked, list: &IntegrationList) -> Markup {
    html! {
        div.toolbar { h1 { "Integrations" } }
        p.lead { "What Parlour talks to. Settings and secrets come from the environment and are never shown." }
        (needs_script(&asked.words))
        div.columns.integrations { @for one in &list.integrations { (card(asked, one)) } }
    }
}

fn card(asked: &Asked, one: &IntegrationView) -> Markup {
    let (name, does, settings) = about(one.key);
    let heading = format!("integration-{}", one.key);
    let call = format!("POST /api/integrations/{}/test", one.key);
    let form = format!("test-{}", one.key);
    let button = html! { button.ghost.button.small type="submit" aria-label=(format!("Test {name}")) { "Test" } };
    let worked = match one.last_success_at {
        Some(at) => html! { time datetime=(at) { (format::moment(&asked.words, at, asked.today)) } },
        None => html! { span.quiet { "not yet" } },
    };
    html! {
        section.card.integration aria-labelledby=(heading) {
            div.card-head {
                h2 id=(heading) { (name) }
                @if !one.configured { (badge(Tone::Calm, "Not configured")) }
                @else if one.last_error.is_some() { (badge(Tone::Bad, "Has failed")) }
                @else { (badge(Tone::Good, "Configured")) }
            }
            p { (does) }
            (facts(&[
                ("Last worked".to_owned(), worked),
                ("Last error".to_owned(), html! { (one.last_error.as_deref().unwrap_or("none")) }),
                ("Settings".to_owned(), html! { code { (settings) } }),
            ]))
            (Form::new(&form, call, button).then("reload").say(format!("{name}: the test was sent.")).class("inline"))
        }
    }
}
