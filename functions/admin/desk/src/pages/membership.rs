//! `/memberships/{id}`: what is left of one, its sessions, and ending it.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::{Bookings, Lookups, MembershipSessionView};
use parlour_http::{Given, PathParam, Refusal};
use parlour_money::memberships::rules::{MembershipStatus, is_over};
use parlour_money::memberships::{MembershipDetail, Memberships};
use parlour_pages::parts::{Form, Input, breadcrumb, facts, meter, needs_script, opener, submit};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::ServiceType;
use parlour_storage::salon::Salon;
use parlour_values::id::MembershipId;
use parlour_values::role::Role;
use parlour_values::time::{Instant, Minutes};

use super::fields::reason;
use super::memberships::sell::branch_choice;
use super::states::membership_badge;
use super::{customers, statuses};
use crate::assets::PEOPLE;

/// Why a membership ends early, mostly.
const CANCELLED: [&str; 3] = ["The customer asked for it.", "It was sold by mistake.", "Another one takes its place."];

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<MembershipId>,
) -> PageAnswer {
    let (memberships, bookings) = (Memberships::of(&salon), Bookings::of(&salon));
    let (detail, choices) = tokio::try_join!(async { memberships.detail(&id).await.map_err(Refusal::from) }, async {
        bookings.lookups().await.map_err(Refusal::from)
    },)?;
    let title = detail.membership.membership_number.clone();
    Page::private(&caller, title, render(&asked, &caller, &detail, &choices))
}

fn left(detail: &MembershipDetail) -> Minutes {
    let membership = &detail.membership;
    Minutes(membership.total_hours_minutes.0.saturating_sub(membership.used_hours_minutes.0))
}

/// Whether minutes can be taken from it now.
fn can_be_used(detail: &MembershipDetail, now: Instant) -> bool {
    let membership = &detail.membership;
    membership.status == MembershipStatus::Active
        && membership.starts_at <= now
        && !is_over(membership.expires_at, now)
        && left(detail).0 > 0
}

fn render(asked: &Asked, caller: &Caller, detail: &MembershipDetail, choices: &Lookups) -> Markup {
    let membership = &detail.membership;
    let can_use = can_be_used(detail, caller.act.at);
    let can_cancel = membership.status == MembershipStatus::Active && caller.user.role.satisfies(Role::Manager);
    html! {
        (breadcrumb(&asked.words, "/memberships", "Memberships"))
        div.toolbar {
            div.title-line { h1.number { (membership.membership_number) } (membership_badge(membership.status)) }
            @if can_cancel { (opener("cancel", "Cancel", "ghost button small")) }
            @if can_use { (opener("session", "Use minutes", "button small")) }
        }
        (needs_script(&asked.words))
        div.columns {
            section.card aria-labelledby="about" { h2 id="about" { (membership.tier_name_snapshot) } (about(asked, detail)) }
            (history(asked, detail))
        }
        @if can_use { (session_dialog(asked, detail, choices)) }
        @if can_cancel { (cancel_dialog(asked, detail)) }
        (PEOPLE.run())
    }
}

fn about(asked: &Asked, detail: &MembershipDetail) -> Markup {
    let (words, membership) = (&asked.words, &detail.membership);
    let rest = left(detail);
    let taken_in = if membership.invoice_id.is_some() { "Sold" } else { "Imported" };
    let mut rows = vec![
        (
            "Customer".to_owned(),
            html! {
                a href=(customers::href(membership.customer_id.as_str())) { (detail.customer_name) }
                @if !detail.customer_email.is_empty() { span.fine { " " (detail.customer_email) } }
            },
        ),
        ("Begins".to_owned(), html! { (format::full_date(words, membership.starts_at.ist_date())) }),
        ("Ends".to_owned(), html! { (format::full_date(words, membership.expires_at.ist_date())) }),
        (
            "Paid".to_owned(),
            html! {
                (membership.price_paid_paise)
                @match &membership.invoice_id {
                    Some(id) => { " · " a href=(paths::invoice(id)) { "Invoice" } }
                    None => span.fine { " · sold before the books were kept here" }
                }
            },
        ),
        (taken_in.to_owned(), html! { (format::moment(words, membership.created_at, asked.today)) }),
    ];
    if let Some(notes) = membership.notes.as_deref().filter(|notes| !notes.is_empty()) {
        rows.push(("Notes".to_owned(), html! { span.as-written { (notes) } }));
    }
    html! {
        p.minutes-left { strong { (format::span(words, rest)) } " of " (format::span(words, membership.total_hours_minutes)) " left" }
        div.meter-line { (meter("Minutes left", rest.0, membership.total_hours_minutes.0)) }
        (facts(&rows))
    }
}

fn history(asked: &Asked, detail: &MembershipDetail) -> Markup {
    html! {
        section.card aria-labelledby="history" {
            h2 id="history" { "History" }
            @let before = detail.opening_used_minutes.filter(|minutes| minutes.0 > 0);
            @if detail.sessions.is_empty() && before.is_none() { p.quiet { "No minutes used yet." } }
            ul.rows {
                @for session in &detail.sessions { (line(asked, session)) }
                @if let Some(minutes) = before {
                    li {
                        div { "Used before it was imported" }
                        strong.amount { (format::span(&asked.words, minutes)) }
                    }
                }
            }
        }
    }
}

fn line(asked: &Asked, session: &MembershipSessionView) -> Markup {
    let (words, booking) = (&asked.words, &session.booking);
    html! {
        li {
            div {
                a href=(paths::booking(&booking.id)) { (format::day(words, booking.booking_date, asked.today)) }
                " " span.fine { (booking.booking_number) }
                @for service in &session.services {
                    p { (service.service_name_snapshot) " " span.fine { "with " (service.staff_name) ", " (format::span(words, service.duration_minutes)) } }
                }
            }
            (statuses::badge(booking.status))
            strong.amount { (format::span(words, booking.total_duration_minutes)) }
        }
    }
}

/// A line per service; the script adds more, up to ten.
fn session_dialog(asked: &Asked, detail: &MembershipDetail, choices: &Lookups) -> Markup {
    let spa: Vec<_> = choices.services.iter().filter(|service| service.service_type == ServiceType::Spa).collect();
    let minutes = spa.first().map(|service| service.duration_minutes.0.to_string());
    let branches = choices.branches.iter().map(|branch| (branch.id.to_string(), branch.name.clone()));
    let fields = html! {
        p { (format::span(&asked.words, left(detail))) " are left." }
        div.stack data-lines data-most="10" {
            fieldset.session-line {
                legend { "Service " span data-number { "1" } }
                div.field {
                    label for="service-0-serviceId" { "Service" }
                    select id="service-0-serviceId" name="serviceId0" data-as="services.0.serviceId" data-minutes-for="service-0-durationMinutes" required aria-describedby="service-0-serviceId-error" {
                        @for service in &spa { option value=(service.id) data-minutes=(service.duration_minutes.0) { (service.name) } }
                    }
                    p.error id="service-0-serviceId-error" hidden {}
                }
                div.pair {
                    div.field {
                        label for="service-0-staffId" { "Person" }
                        select id="service-0-staffId" name="staffId0" data-as="services.0.staffId" required aria-describedby="service-0-staffId-error" {
                            @for person in &choices.staff { option value=(person.id) { (person.display_name) } }
                        }
                        p.error id="service-0-staffId-error" hidden {}
                    }
                    div.field {
                        label for="service-0-durationMinutes" { "Minutes" }
                        input id="service-0-durationMinutes" name="durationMinutes0" type="number" min="1" max="480" required inputmode="numeric"
                            data-as="services.0.durationMinutes" data-type="number" value=[minutes] aria-describedby="service-0-durationMinutes-error";
                        p.error id="service-0-durationMinutes-error" hidden {}
                    }
                }
            }
        }
        div { button.ghost.button.small type="button" data-add-line { "Add another service" } }
        (Input::new("bookingDate", "Date").kind("date").within("session").value(asked.today.to_string()).with("max", asked.today.to_string()))
        (branch_choice(branches.collect(), "session"))
        div.actions { (submit("Use minutes")) }
    };
    let call = format!("POST /api/memberships/{}/sessions", paths::encoded(detail.membership.id.as_str()));
    Form::new("session-form", call, fields).then("reload").say("The minutes are used.").in_dialog(
        &asked.words,
        "session",
        "Use minutes",
    )
}

fn cancel_dialog(asked: &Asked, detail: &MembershipDetail) -> Markup {
    let membership = &detail.membership;
    let ends = format::full_date(&asked.words, membership.expires_at.ist_date());
    let fields = html! {
        p.ask-about { strong { (detail.customer_name) } ", " (membership.tier_name_snapshot) ", until " (ends) }
        p { "The minutes that are left cannot be used any more. Money is given back by a credit note on its invoice." }
        (reason("reason", "cancel", &CANCELLED, None))
        div.actions { (submit("Cancel")) }
    };
    let call = format!("POST /api/memberships/{}/cancel", paths::encoded(detail.membership.id.as_str()));
    Form::new("cancel-form", call, fields).then("reload").say("The membership is cancelled.").in_dialog(
        &asked.words,
        "cancel",
        "Cancel membership",
    )
}
