//! The groups of `/book` that say what and where.

use maud::{Markup, html};
use parlour_pages::format;
use parlour_pages::parts::icon;
use parlour_setup::branches::PublicBranch;
use parlour_setup::catalogue::{CategoryView, ServiceType, ServiceView};

use super::Shown;
use crate::pages::catalogue::services as of_category;
use crate::pages::hours::in_a_line;

pub fn services(shown: &Shown<'_>) -> Markup {
    let (words, side) = (shown.words, shown.side());
    let sides = [(ServiceType::Salon, words.salon()), (ServiceType::Spa, words.spa())];
    html! {
        fieldset.step data-needs-one aria-describedby="services-error" {
            legend { (words.services()) }
            input type="hidden" name="serviceType" data-chosen-side value=[side.map(ServiceType::as_str)];
            p.hint data-other-side hidden[side.is_none()] { (words.one_side_only()) }
            div.sides {
                @for (own, name) in sides {
                    @let categories: Vec<&CategoryView> = shown.categories.iter()
                        .filter(|category| category.service_type == own && !of_category(category).is_empty()).collect();
                    @if !categories.is_empty() {
                        section.side aria-label=(name) {
                            h2.side-name { (name) }
                            @for category in categories {
                                h3 { (category.name) }
                                @for service in of_category(category) { (choice(shown, own, service)) }
                            }
                        }
                    }
                }
            }
            p.error id="services-error" hidden {}
        }
    }
}

fn choice(shown: &Shown<'_>, side: ServiceType, service: &ServiceView) -> Markup {
    let id = format!("service-{}", service.slug);
    html! {
        div.choice {
            input id=(id) type="checkbox" name="services" value=(service.id) data-as="serviceIds" data-list data-state
                data-side=(side) checked[shown.choices.services.contains(&service.id)]
                disabled[shown.side().is_some_and(|chosen| chosen != side)]
                aria-describedby=(format!("{id}-facts"));
            label for=(id) { (service.name) }
            p.choice-facts id=(format!("{id}-facts")) {
                span { (format::span(shown.words, service.duration_minutes)) }
                span.price { (service.price_paise) }
            }
        }
    }
}

pub fn branch(shown: &Shown<'_>) -> Markup {
    let words = shown.words;
    html! {
        fieldset.step aria-describedby="branch-error" {
            legend { (words.branch()) }
            div.cards {
                @for branch in shown.open {
                    @let id = format!("branch-{}", branch.code);
                    div.card-choice {
                        input id=(id) type="radio" name="branch" value=(branch.id) data-as="branchId" data-state required
                            checked[shown.choices.branch.as_ref() == Some(&branch.id)]
                            aria-describedby=(format!("{id}-facts"));
                        label for=(id) { (branch.name) }
                        p.fine id=(format!("{id}-facts")) {
                            span.with-icon { (icon("place")) span { (branch.address) } }
                            span.with-icon { (icon("clock")) span { (in_a_line(words, &PublicBranch::from(*branch).hours)) } }
                        }
                    }
                }
            }
            @if !shown.soon.is_empty() {
                p.fine { (words.opening_soon(shown.soon.iter().map(|branch| branch.name.as_str()).collect::<Vec<_>>().join(", "))) }
            }
            p.error id="branch-error" hidden {}
        }
    }
}
