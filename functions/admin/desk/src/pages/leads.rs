//! `/leads`: the pipeline, a column per status. A card is moved by its own form, or dragged, which fills in that form.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::{Bookings, ServiceChoice};
use parlour_http::{Given, Refusal};
use parlour_pages::parts::{Form, Input, Tone, badge, empty, needs_script, opener, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, paths};
use parlour_people::auth::Caller;
use parlour_people::leads::status::LeadStatus;
use parlour_people::leads::{LeadListRow, Leads, ListLeadsRequest};
use parlour_storage::paging::SizeLimit;
use parlour_storage::salon::Salon;
use parlour_values::id::LeadId;

use super::states::{lead_moves, lead_word, spoken};
use crate::assets::LEADS;
use crate::filters::{self, Filters};

/// Cards of a column; the others are a click away, in the list of that status alone.
const CARDS: usize = 40;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<ListLeadsRequest>(&asked)?;
    let (leads, bookings) = (Leads::of(&salon), Bookings::of(&salon));
    let (leads, choices) =
        tokio::try_join!(async { leads.list(&filters.wanted, SizeLimit::GZIP).await.map_err(Refusal::from) }, async {
            bookings.lookups().await.map_err(Refusal::from)
        },)?;
    Page::private(&caller, "Leads", render(&asked, &filters, &leads.rows, &choices.services))
}

fn render(
    asked: &Asked,
    filters: &Filters<ListLeadsRequest>,
    leads: &[LeadListRow],
    services: &[ServiceChoice],
) -> Markup {
    let only = filters.wanted.status;
    let stale = leads.iter().filter(|lead| lead.is_stale).count();
    html! {
        div.toolbar {
            div.title-line {
                h1 { "Leads" }
                @if stale > 0 { (badge(Tone::Waiting, &format!("{stale} waiting too long"))) }
            }
            @if only.is_some() { a.ghost.button.small href="/leads" { "All columns" } }
            (opener("capture", "New lead", "button small"))
        }
        (needs_script(&asked.words))
        (filters.notice())
        @if leads.is_empty() && only.is_none() {
            (empty(pictures::drawn(Motif::Flower), "No leads yet. Campaigns and the landing page bring them; or add one by hand.", opener("capture", "Add a lead", "ghost button")))
        } @else {
            div class={ "pipeline" @if only.is_some() { " single" } } tabindex="0" role="region" aria-label="Pipeline" data-pipeline {
                @for status in LeadStatus::ALL.iter().filter(|status| only.is_none_or(|only| only == **status)) {
                    (column(leads, *status, only.is_some()))
                }
            }
        }
        (capture_dialog(asked, services))
        (LEADS.run())
    }
}

fn column(leads: &[LeadListRow], status: LeadStatus, is_alone: bool) -> Markup {
    let own: Vec<&LeadListRow> = leads.iter().filter(|lead| lead.lead.status == status).collect();
    let shown = if is_alone { own.len() } else { CARDS };
    let heading = format!("column-{status}");
    html! {
        section.lane aria-labelledby=(heading) data-status=(status) {
            h2 id=(heading) { (lead_word(status)) " " span.count { (own.len()) } }
            ul {
                @for lead in own.iter().take(shown) { (card(lead)) }
            }
            @if own.is_empty() { p.quiet.lane-empty { "Nobody" } }
            @if own.len() > shown { p { a href=(format!("/leads?status={status}")) { "All " (own.len()) } } }
        }
    }
}

/// The path of a lead's page.
pub fn href(id: &LeadId) -> String {
    format!("/leads/{}", paths::encoded(id.as_str()))
}

fn card(row: &LeadListRow) -> Markup {
    let lead = &row.lead;
    let age = match row.days_since_capture {
        0 => "today".to_owned(),
        1 => "yesterday".to_owned(),
        days => format!("{days} days ago"),
    };
    html! {
        li.lead-card.stale[row.is_stale] data-lead {
            h3 { a href=(href(&lead.id)) { (lead.name) } }
            @if let Some(service) = &row.service_name { p { (service) } }
            @if let Some(phone) = &lead.phone { p.fine.phone { (phone.spaced()) } }
            p.fine { (age) " · " (spoken(&lead.source)) }
            @if row.is_stale { (badge(Tone::Waiting, "Waiting")) }
            (move_form(&lead.id, lead.status, &lead.name))
        }
    }
}

/// Moves a lead. Losing one asks for the reason.
pub fn move_form(id: &LeadId, from: LeadStatus, name: &str) -> Markup {
    let moves = lead_moves(from);
    let (select, reason) = (format!("to-{id}"), format!("reason-{id}"));
    let fields = html! {
        div.field {
            label for=(select) { "Move to" }
            div.with-button {
                select id=(select) name="status" required aria-describedby=(format!("{select}-error")) {
                    @for (value, text) in &moves { option value=(value) { (text) } }
                }
                button.button.small type="submit" aria-label=(format!("Move {name}")) { "Move" }
            }
            p.error id=(format!("{select}-error")) hidden {}
        }
        div.field.why {
            label for=(reason) { "Reason" }
            input id=(reason) name="reason" maxlength="500" aria-describedby=(format!("{reason}-error"));
            p.error id=(format!("{reason}-error")) hidden {}
        }
    };
    html! {
        @if !moves.is_empty() {
            (Form::new(&format!("move-{id}"), format!("PATCH /api/leads/{}", paths::encoded(id.as_str())), fields)
                .then("reload").say("Moved.").class("form move-form"))
        }
    }
}

fn capture_dialog(asked: &Asked, services: &[ServiceChoice]) -> Markup {
    let campaign = [
        ("utmSource", "Source"),
        ("utmMedium", "Medium"),
        ("utmCampaign", "Campaign"),
        ("utmContent", "Content"),
        ("utmTerm", "Term"),
    ];
    let fields = html! {
        (Input::new("name", "Name").within("capture").required().with("maxlength", "120"))
        (Input::new("phone", "Phone").kind("tel").within("capture").required().with("inputmode", "tel"))
        (Input::new("email", "Email").kind("email").within("capture"))
        (Input::choice("serviceInterestedId", "Interested in",
            services.iter().map(|service| (service.id.to_string(), service.name.clone())), None).or("Not said")
            .within("capture"))
        details {
            summary { "Campaign" }
            div.stack {
                @for (name, label) in campaign { (Input::new(name, label).within("capture").with("maxlength", "120")) }
            }
        }
        div.actions { (submit("Add lead")) }
    };
    Form::new("capture-form", "POST /api/leads", fields).then("/leads/{leadId}").say("The lead is there.").in_dialog(
        &asked.words,
        "capture",
        "New lead",
    )
}
