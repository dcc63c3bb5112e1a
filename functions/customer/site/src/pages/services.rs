//! `/services`: the catalogue, and each service on a page of its own.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{PathParam, Refusal};
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{breadcrumb, empty, facts};
use parlour_pages::paths::{self, Choices};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, Words, format};
use parlour_setup::catalogue::{CatalogueStore, CategoryView, ServiceView};
use parlour_storage::salon::Salon;
use parlour_values::translations::Translated as _;

use super::catalogue::{picture, services};

pub async fn list(State(salon): State<Salon>, asked: Asked) -> PageAnswer {
    let catalogue = CatalogueStore::of(&salon).read().await?.public();
    let shown: Vec<CategoryView> =
        catalogue.categories.into_iter().filter(|category| !services(category).is_empty()).collect();
    let words = &asked.words;
    Page::public(words.services(), menu(words, &shown)).described(words.services_description()).found_at("/services")
}

pub async fn one(State(salon): State<Salon>, asked: Asked, PathParam(slug): PathParam<String>) -> PageAnswer {
    let catalogue = CatalogueStore::of(&salon).read().await?.public();
    let found = catalogue
        .categories
        .iter()
        .find_map(|category| Some((category, services(category).iter().find(|service| service.slug == slug)?)));
    let (category, service) = found.ok_or_else(|| Refusal::not_found("The service"))?;
    let words = &asked.words;
    let description = words.service_description(
        service.name_in(words.language),
        format::span(words, service.duration_minutes),
        service.price_paise.to_string(),
    );
    Page::public(service.name_in(words.language).to_owned(), detail(words, category, service))
        .described(description)
        .found_at(paths::service(&service.slug))
}

fn menu(words: &Words, categories: &[CategoryView]) -> Markup {
    html! {
        div.page-head { h1 { (words.services()) } p.lead { (words.services_lead()) } }
        @if categories.is_empty() {
            (empty(pictures::drawn(Motif::Mirror), &words.no_services(), html! { a.button href="/" { (words.to_start()) } }))
        }
        @if categories.len() > 1 {
            nav.jump aria-label=(words.categories()) {
                @for category in categories { a href=(format!("#{}", category.slug)) { (category.name_in(words.language)) } }
            }
        }
        @for category in categories {
            section.menu-section id=(category.slug) aria-labelledby=(format!("{}-title", category.slug)) {
                div.menu-head {
                    h2 id=(format!("{}-title", category.slug)) { (category.name_in(words.language)) }
                    @let description = category.description_in(words.language);
                    @if !description.is_empty() { p { (description) } }
                }
                ul.menu { @for service in services(category) { (row(words, category, service)) } }
            }
        }
    }
}

fn row(words: &Words, category: &CategoryView, service: &ServiceView) -> Markup {
    html! {
        li.dish itemscope itemtype="https://schema.org/Service" {
            (picture(service, category))
            div.dish-text {
                h3 id=(format!("s-{}", service.slug)) {
                    a href=(paths::service(&service.slug)) itemprop="url" { span itemprop="name" { (service.name_in(words.language)) } }
                }
                p.fine { (format::span(words, service.duration_minutes)) (gems_hint(words, service)) }
            }
            p.price itemprop="offers" itemscope itemtype="https://schema.org/Offer" {
                meta itemprop="priceCurrency" content="INR";
                meta itemprop="price" content=(rupees(service));
                (service.price_paise)
            }
            a.ghost.button.small href=(Choices::of_service(&service.id).href())
                aria-describedby=(format!("s-{}", service.slug)) { (words.book()) }
        }
    }
}

/// The price as schema.org writes it.
fn rupees(service: &ServiceView) -> String {
    format!("{}.{:02}", service.price_paise.0 / 100, service.price_paise.0 % 100)
}

fn gems_hint(words: &Words, service: &ServiceView) -> Markup {
    html! {
        @if let Some(gems) = service.gems_required.filter(|_| service.gems_redeemable) {
            span.gems-hint { " · " (words.or_for_gems(gems.0)) }
        }
    }
}

fn detail(words: &Words, category: &CategoryView, service: &ServiceView) -> Markup {
    let mut rows = vec![
        (words.takes(), html! { (format::span(words, service.duration_minutes)) }),
        (words.price(), html! { (service.price_paise) " " span.fine { (words.gst_included()) } }),
    ];
    if let Some(gems) = service.gems_required.filter(|_| service.gems_redeemable) {
        rows.push((words.gems(), html! { (words.or_for_gems(gems.0)) }));
    }
    html! {
        (breadcrumb(words, &format!("/services#{}", category.slug), category.name_in(words.language)))
        article.service itemscope itemtype="https://schema.org/Service" {
            div.service-picture { (picture(service, category)) }
            div {
                p.overline itemprop="category" { (category.name_in(words.language)) }
                h1 itemprop="name" { (service.name_in(words.language)) }
                @let description = service.description_in(words.language);
                @if !description.is_empty() { p.lead itemprop="description" { (description) } }
                (facts(&rows))
                div itemprop="offers" itemscope itemtype="https://schema.org/Offer" {
                    meta itemprop="priceCurrency" content="INR";
                    meta itemprop="price" content=(rupees(service));
                }
                p.actions {
                    a.button href=(Choices::of_service(&service.id).href()) { (words.book()) }
                }
            }
        }
    }
}
