//! The groups of `/book` that say what and where.

use maud::{Markup, html};
use parlour_booking::teams::Bookable;
use parlour_pages::format;
use parlour_pages::parts::icon;
use parlour_setup::branches::PublicBranch;
use parlour_setup::catalogue::{CategoryView, ServiceType, ServiceView};
use parlour_values::id::ServiceId;
use parlour_values::translations::Translated as _;

use super::{BookPage, CHANGING};
use crate::pages::catalogue::{names, services as of_category};
use crate::pages::hours::in_a_line;
use crate::pages::people::portrait;

/// A form of its own: whoever looks for a branch has not yet asked for a visit.
const FIND_BRANCH: &str = "find-branch";

pub fn services(shown: &BookPage<'_>) -> Markup {
    let (words, side, chosen) = (shown.words, shown.side(), shown.chosen());
    let is_folded = !chosen.is_empty() && !shown.is_changing;
    let sides = [(ServiceType::Salon, words.salon()), (ServiceType::Spa, words.spa())];
    html! {
        fieldset.step data-needs-one aria-describedby="services-error" {
            legend { (words.services()) }
            p.error id="services-error" hidden {}
            @if shown.is_something_gone { p.notice { (words.said_not_on_offer()) } }
            input type="hidden" name="serviceType" data-chosen-side value=[side.map(ServiceType::as_str)];
            p.hint data-other-side hidden[side.is_none() || is_folded] { (words.one_side_only()) }
            // Folded, the list is what was chosen and the way to the rest.
            div.sides id="service-list" data-folded[is_folded] {
                @for (own, name) in sides {
                    @let categories: Vec<&CategoryView> = shown.categories.iter()
                        .filter(|category| category.service_type == own && !of_category(category).is_empty()).collect();
                    @if !categories.is_empty() {
                        section.side aria-label=(name) {
                            h2.side-name { (name) }
                            @for category in categories {
                                h3 { (category.name_in(words.language)) }
                                @for service in of_category(category) { (choice(shown, own, service)) }
                            }
                        }
                    }
                }
                @if is_folded {
                    button.ghost.button.small type="button" data-unfold="service-list" { (words.change()) }
                    noscript { a href=(format!("{}&{CHANGING}", shown.choices.href())) { (words.change()) } }
                }
            }
        }
    }
}

fn choice(shown: &BookPage<'_>, side: ServiceType, service: &ServiceView) -> Markup {
    let id = format!("service-{}", service.slug);
    html! {
        div.choice {
            input id=(id) type="checkbox" name="services" value=(service.id) data-as="serviceIds" data-list data-state
                data-side=(side) checked[shown.choices.services.contains(&service.id)]
                disabled[shown.side().is_some_and(|chosen| chosen != side)]
                aria-describedby=(format!("{id}-facts"));
            label for=(id) { (service.name_in(shown.words.language)) }
            p.choice-facts id=(format!("{id}-facts")) {
                span { (format::span(shown.words, service.duration_minutes)) }
                span.price { (service.price_paise) }
            }
        }
    }
}

pub fn branch(shown: &BookPage<'_>) -> Markup {
    let words = shown.words;
    html! {
        fieldset.step aria-describedby="branch-error" {
            legend { (words.branch()) }
            p.error id="branch-error" hidden {}
            @if shown.nearby.is_many() { (shown.nearby.finder(words, Some(FIND_BRANCH))) }
            div.cards {
                @for branch in &shown.nearby.shown {
                    @let id = format!("branch-{}", branch.code);
                    div.card-choice {
                        input id=(id) type="radio" name="branch" value=(branch.id) data-as="branchId" data-state required
                            checked[shown.choices.branch.as_ref() == Some(&branch.id)]
                            aria-describedby=(format!("{id}-facts"));
                        label for=(id) { (branch.name_in(words.language)) }
                        p.fine id=(format!("{id}-facts")) {
                            span.with-icon { (icon("place")) span { (branch.address) } }
                            span.with-icon { (icon("clock")) span { (in_a_line(words, &PublicBranch::from(*branch).hours)) } }
                        }
                    }
                }
            }
            @if !shown.soon.is_empty() {
                p.fine { (words.opening_soon(names(words, shown.soon.iter().copied()))) }
            }
        }
    }
}

/// All other choices go along when somebody looks for a branch.
pub fn find_branch(shown: &BookPage<'_>) -> Markup {
    let choices = shown.choices;
    let services: Vec<&str> = choices.services.iter().map(ServiceId::as_str).collect();
    html! {
        form id=(FIND_BRANCH) method="get" action="/book#finder" role="search" data-part {
            @if !services.is_empty() { input type="hidden" name="services" value=(services.join(",")); }
            @if let Some(branch) = &choices.branch { input type="hidden" name="branch" value=(branch); }
            @if let Some(person) = &choices.person { input type="hidden" name="person" value=(person); }
            @if let Some(date) = choices.date { input type="hidden" name="date" value=(date); }
        }
    }
}

/// The person wished for, if more than one can do it. One who was wished for before there was anything to do is kept.
pub fn person(shown: &BookPage<'_>) -> Markup {
    let (words, wished) = (shown.words, shown.choices.person.as_ref());
    let able: Vec<&Bookable> = shown.outlook.able().collect();
    let is_asked = able.len() > 1 && !shown.choices.services.is_empty();
    html! {
        div id="people" data-part hidden[!is_asked && shown.unable.is_none()] {
            @if let Some(name) = shown.unable { p.notice { (words.cannot_do_that(name)) } }
            @if is_asked {
                fieldset.step aria-describedby="person-error" {
                    legend { (words.person()) }
                    p.error id="person-error" hidden {}
                    div.cards.people {
                        (one(None, &words.anyone(), wished.is_none()))
                        @for person in able { (one(Some(person), &person.name, wished == Some(&person.id))) }
                    }
                }
            } @else if let Some(id) = wished {
                input type="hidden" name="person" value=(id) data-as="staffId" data-state;
            }
        }
    }
}

fn one(person: Option<&Bookable>, name: &str, is_chosen: bool) -> Markup {
    let value = person.map(|person| person.id.as_str()).unwrap_or_default();
    let id = format!("person-{}", if value.is_empty() { "anyone" } else { value });
    html! {
        div.card-choice.person {
            input id=(id) type="radio" name="person" value=(value) data-as="staffId" data-state checked[is_chosen];
            @if let Some(person) = person { (portrait(name, person.image_url.as_deref())) } @else { span.initials aria-hidden="true" { (icon("people")) } }
            label for=(id) { (name) }
        }
    }
}
