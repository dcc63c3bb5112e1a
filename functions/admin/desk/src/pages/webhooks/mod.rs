//! `/webhooks`: where events are sent, and what came of it.

pub mod edit;
pub mod list;

use maud::{Markup, html};
use parlour_pages::parts::{Tone, badge};
use parlour_platform::webhooks::{DisabledReason, WebhookView};
use parlour_storage::events::EventType;

use crate::pages::fields::{Tick, TickGroup, Ticks};

fn state(webhook: &WebhookView) -> Markup {
    match (webhook.is_active, webhook.disabled_reason) {
        (true, _) => badge(Tone::Good, "On"),
        (false, Some(DisabledReason::Gone)) => badge(Tone::Bad, "Off: its receiver is gone"),
        (false, Some(DisabledReason::Failing)) => badge(Tone::Bad, "Off: five days of failure"),
        (false, None) => badge(Tone::Calm, "Off"),
    }
}

/// Which events it gets, by what they are about.
fn types(ticked: Option<&[EventType]>) -> Markup {
    let mut groups: Vec<TickGroup> = Vec::new();
    let offered = EventType::ALL.iter().filter(|kind| kind.is_audited());
    for kind in offered {
        let noun = kind.as_str().split('.').next().unwrap_or_default();
        let tick = Tick {
            value: kind.to_string(),
            label: kind.to_string(),
            note: None,
            is_ticked: ticked.is_some_and(|ticked| ticked.contains(kind)),
        };
        match groups.iter_mut().find(|group| group.title.as_deref() == Some(noun)) {
            Some(group) => group.ticks.push(tick),
            None => groups.push(TickGroup { title: Some(noun.to_owned()), ticks: vec![tick] }),
        }
    }
    html! { (Ticks { name: "types", legend: "Events", hint: Some("All but mcp.called where none is ticked."), groups, needs_one: false }) }
}

/// A secret that the answer of the form before it holds, shown once.
fn secret_once(id: &str, back: &str) -> Markup {
    html! {
        div id=(id) hidden {
            p { strong { "Copy the secret now: it is not shown again." } }
            // The text if the first answer was lost on its way.
            p { code.secret data-shown="webhook.secret" { "The secret did not arrive. Rotate it to get another." } }
            div.actions { a.button href=(back) { "Done" } }
        }
    }
}
