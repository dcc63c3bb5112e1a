//! `/leads/{id}`: one lead, who takes care of it, and what was said.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, PathParam, Refusal};
use parlour_pages::parts::{Form, Input, Tone, badge, breadcrumb, facts, icon, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::leads::status::{days_since_capture, is_stale};
use parlour_people::leads::{Assignee, LeadDetail, Leads};
use parlour_storage::salon::Salon;
use parlour_values::id::LeadId;
use parlour_values::time::Instant;

use super::leads::move_form;
use super::states::{lead_badge, spoken};

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<LeadId>,
) -> PageAnswer {
    let leads = Leads::of(&salon);
    let (answer, assignees) = tokio::try_join!(async { leads.detail(&id).await.map_err(Refusal::from) }, async {
        leads.assignees().await.map_err(Refusal::from)
    },)?;
    Page::private(&caller, answer.lead.lead.name.clone(), render(&asked, &answer.lead, &assignees, caller.act.at))
}

fn render(asked: &Asked, detail: &LeadDetail, assignees: &[Assignee], now: Instant) -> Markup {
    let lead = &detail.lead;
    let wanted = lead.service_interested_id.as_ref();
    let service = wanted.map(|id| format!("&services={}", paths::encoded(id.as_str()))).unwrap_or_default();
    let book = format!(
        "/bookings/new?name={}&phone={}&lead={}{service}",
        paths::encoded(&lead.name),
        paths::encoded(lead.phone.as_ref().map(|phone| phone.as_str()).unwrap_or_default()),
        paths::encoded(lead.id.as_str())
    );
    html! {
        (breadcrumb(&asked.words, "/leads", "Leads"))
        div.toolbar {
            div.title-line {
                h1 { (lead.name) }
                (lead_badge(lead.status))
                @if is_stale(lead.status, lead.created_at, lead.last_contacted_at, now) { (badge(Tone::Waiting, "Waiting too long")) }
            }
            @if let Some(phone) = &lead.phone {
                a.ghost.button.small href=(format!("tel:{phone}")) { (icon("phone")) "Call" }
                a.button.small href=(book) { "Book" }
            }
        }
        (needs_script(&asked.words))
        div.columns {
            div.stack {
                section.card aria-labelledby="details" { h2 id="details" { "Details" } (about(asked, detail, now)) }
                (next_step(detail, assignees))
            }
            (notes(asked, detail))
        }
    }
}

fn about(asked: &Asked, detail: &LeadDetail, now: Instant) -> Markup {
    let (words, lead) = (&asked.words, &detail.lead);
    let mut rows: Vec<(String, Markup)> = Vec::new();
    let mut row = |name: &str, value: Markup| rows.push((name.to_owned(), value));
    if let Some(phone) = &lead.phone {
        row("Phone", html! { span.phone { (phone.spaced()) } });
    }
    if let Some(email) = &lead.email {
        row("Email", html! { (email) });
    }
    if let Some(service) = &detail.service_name {
        row("Interested in", html! { (service) });
    }
    row("Source", html! { (spoken(&lead.source)) });
    let campaign = [
        ("Campaign source", &lead.utm_source),
        ("Medium", &lead.utm_medium),
        ("Campaign", &lead.utm_campaign),
        ("Content", &lead.utm_content),
        ("Term", &lead.utm_term),
    ];
    for (name, value) in campaign {
        if let Some(value) = value.as_deref().filter(|value| !value.is_empty()) {
            row(name, html! { (value) });
        }
    }
    let days = days_since_capture(lead.created_at, now);
    row(
        "Captured",
        html! { (format::moment(words, lead.created_at, asked.today)) @if days > 1 { ", " (days) " days ago" } },
    );
    let contacted = lead.last_contacted_at.map(|at| format::moment(words, at, asked.today));
    row("Last contacted", html! { (contacted.as_deref().unwrap_or("not yet")) });
    row("Assigned to", html! { (detail.assigned_to_name.as_deref().unwrap_or("nobody")) });
    if let Some(booking) = &lead.converted_booking_id {
        row(
            "Booking",
            html! { a href=(paths::booking(booking)) { (detail.converted_booking_number.as_deref().unwrap_or("the booking")) } },
        );
    }
    facts(&rows)
}

/// Moving it on, and giving it to somebody.
fn next_step(detail: &LeadDetail, assignees: &[Assignee]) -> Markup {
    let lead = &detail.lead;
    let assign = html! {
        (Input::choice("assignedTo", "Assign to", assignees.iter().map(|one| (one.id.to_string(), one.name.clone())),
            lead.assigned_to.as_ref().map(|id| id.as_str())).at_first(lead.assigned_to.is_none().then_some("Choose"))
            .hint("They are reminded of leads to follow up."))
        div.actions { button.ghost.button type="submit" { "Assign" } }
    };
    let call = format!("PATCH /api/leads/{}", paths::encoded(lead.id.as_str()));
    html! {
        section.card aria-labelledby="next" {
            h2 id="next" { "Next step" }
            div.stack {
                (move_form(&lead.id, lead.status, &lead.name))
                (Form::new("assign", call, assign).then("reload").say("Assigned."))
            }
        }
    }
}

fn notes(asked: &Asked, detail: &LeadDetail) -> Markup {
    let fields = html! {
        (Input::lines("content", "Note", 1000).required())
        div.actions { (submit("Add note")) }
    };
    let call = format!("POST /api/leads/{}/notes", paths::encoded(detail.lead.id.as_str()));
    html! {
        section.card aria-labelledby="notes" {
            h2 id="notes" { "Notes" }
            (Form::new("note-form", call, fields).then("reload").say("The note is kept."))
            @if detail.notes.is_empty() { p.quiet { "No notes yet. What did they ask, what was promised?" } }
            ul.notes {
                @for view in &detail.notes {
                    li {
                        p.as-written { (view.note.content) }
                        p.fine { (view.author_name) ", " (format::moment(&asked.words, view.note.created_at, asked.today)) }
                    }
                }
            }
        }
    }
}
