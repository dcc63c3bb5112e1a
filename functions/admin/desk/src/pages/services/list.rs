//! `/services`: the whole menu by category. Its order is changed by dragging, or by the buttons of each line.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::{Form, Input, Tone, badge, empty, needs_script};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{Catalogue, CatalogueStore, Category, ListServicesRequest, Service, ServiceType};
use parlour_storage::salon::Salon;

use super::{categories_in_order, services_in_order, side_word};
use crate::assets::ORDER;
use crate::filters::{self, Filters};
use crate::pages::fields::{active_filter, named, search_field};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let filters = filters::read::<ListServicesRequest>(&asked)?;
    let catalogue = CatalogueStore::of(&salon).read().await?;
    Page::private(&caller, "Services", render(&asked, &catalogue, &filters))
}

fn is_wanted(wanted: &ListServicesRequest, category: &Category, service: &Service) -> bool {
    let name = wanted.q.as_deref().unwrap_or_default().to_lowercase();
    wanted.category_id.as_ref().is_none_or(|id| category.id == *id)
        && wanted.service_type.is_none_or(|side| category.service_type == side)
        && wanted.is_active.is_none_or(|active| service.is_active == active)
        && service.name.to_lowercase().contains(&name)
}

fn render(asked: &Asked, catalogue: &Catalogue, filters: &Filters<ListServicesRequest>) -> Markup {
    let wanted = &filters.wanted;
    let is_filtered =
        asked.query.split('&').any(|pair| pair.split_once('=').is_some_and(|(_, value)| !value.is_empty()));
    let new = html! { a.button href="/services/new" { "New service" } };
    let groups: Vec<(&Category, Vec<&Service>)> = categories_in_order(catalogue)
        .into_iter()
        .map(|category| {
            let mut services = services_in_order(catalogue, &category.id);
            services.retain(|service| is_wanted(wanted, category, service));
            (category, services)
        })
        .filter(|(_, services)| !services.is_empty())
        .collect();
    let menu = html! {
        @for (category, services) in &groups { (menu_group(asked, category, services, !is_filtered)) }
        @if !is_filtered {
            p.save-order hidden role="status" {
                span { "The order has changed." }
                button.button.small type="submit" { "Save order" }
            }
        }
    };
    html! {
        (ORDER.run())
        div.toolbar { h1 { "Services" } a.ghost.button href="/services/categories" { "Categories" } (new) }
        (filters.notice())
        (choices(catalogue, wanted))
        (needs_script(&asked.words))
        @if groups.is_empty() && is_filtered {
            p.quiet { "No service matches. " a href="/services" { "Show all" } }
        } @else if groups.is_empty() {
            (empty(pictures::drawn(Motif::Scissors), "No services yet. Make a category first, then what belongs into it.", new))
        } @else {
            (Form::new("order", "PUT /api/services/order", menu).then("reload").say("Order saved.").class("menu-order"))
        }
    }
}

fn choices(catalogue: &Catalogue, wanted: &ListServicesRequest) -> Markup {
    let categories =
        categories_in_order(catalogue).into_iter().map(|category| (category.id.to_string(), category.name.clone()));
    html! {
        form.filters method="get" role="search" {
            (search_field("Name", wanted.q.as_deref()))
            (Input::choice("categoryId", "Category", categories, wanted.category_id.as_ref().map(|id| id.as_str()))
                .or("All"))
            (Input::choice("serviceType", "Side", named(ServiceType::ALL, side_word),
                wanted.service_type.map(|side| side.as_str())).or("Both"))
            (active_filter("On the menu", "Off the menu", wanted.is_active))
            button.ghost.button type="submit" { "Show" }
        }
    }
}

fn menu_group(asked: &Asked, category: &Category, services: &[&Service], can_be_ordered: bool) -> Markup {
    let title = format!("category-{}", category.id);
    html! {
        section.menu-card aria-labelledby=(title) {
            div.menu-title {
                h2 id=(title) { (category.name) }
                span.fine { (side_word(category.service_type)) }
                @if !category.is_active { (badge(Tone::Calm, "Off the menu")) }
            }
            ol.menu-lines data-order[can_be_ordered] {
                @for service in services { (line(asked, service, can_be_ordered)) }
            }
        }
    }
}

fn line(asked: &Asked, service: &Service, can_be_ordered: bool) -> Markup {
    html! {
        li.menu-line {
            @if can_be_ordered { span.grip aria-hidden="true" { "⠿" } }
            div.menu-name {
                a href=(format!("/services/{}", paths::encoded(service.id.as_str()))) { (service.name) }
                p.fine {
                    (format::span(&asked.words, service.duration))
                    @if service.buffer.0 > 0 { " + " (format::span(&asked.words, service.buffer)) " buffer" }
                    @if let Some(gems) = service.redeemable_for() { " · " (gems) }
                }
            }
            @if !service.is_active { (badge(Tone::Calm, "Off the menu")) }
            span.amount { (service.price) }
            @if can_be_ordered {
                span.movers {
                    // Carries the service's id: the order sent is the order of these buttons.
                    button.mover type="button" name="ids" value=(service.id) data-list data-move="up" aria-label=(format!("Move {} up", service.name)) { "↑" }
                    button.mover type="button" data-move="down" aria-label=(format!("Move {} down", service.name)) { "↓" }
                }
            }
        }
    }
}
