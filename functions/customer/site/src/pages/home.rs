//! `/`: the salon's face.

use axum::extract::State;
use maud::{Markup, html};
use parlour_money::offers::{OfferView, Offers};
use parlour_pages::answer::Described as _;
use parlour_pages::parts::icon;
use parlour_pages::paths::Choices;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_setup::branches::{Branch, Branches, PublicBranch};
use parlour_setup::branding::Branding;
use parlour_setup::catalogue::{CatalogueStore, CategoryView};
use parlour_storage::salon::Salon;
use parlour_values::translations::Translated as _;

use super::branches::Nearby;
use super::catalogue::{offer_card, running, services};
use super::hours::week;

pub async fn page(State(salon): State<Salon>, asked: Asked) -> PageAnswer {
    let (branches, offers, catalogue) = (Branches::of(&salon), Offers::of(&salon), CatalogueStore::of(&salon));
    let (branches, offers, catalogue) = tokio::try_join!(branches.all(), offers.all(), catalogue.read())?;
    let open: Vec<&Branch> = branches.iter().map(|branch| &branch.record).filter(|one| one.is_operational()).collect();
    let nearby = Nearby::of(&open, &asked, None);
    let finder = nearby.is_many().then(|| nearby.finder(&asked.words, None));
    let branches = nearby.shown.into_iter().map(PublicBranch::from).collect();
    let offers = running(&offers, &catalogue, asked.today);
    let categories = catalogue.public().categories;
    let (title, description) = (asked.words.home_title(), asked.words.home_description());
    let shown = HomePage { asked, branches, finder, offers, categories };
    Page::public_of_salon(title, move |branding| render(&shown, branding))
        .described(description)
        .found_at("/")
        .looking("home")
}

struct HomePage {
    asked: Asked,
    branches: Vec<PublicBranch>,
    /// Only if there are more than are shown.
    finder: Option<Markup>,
    offers: Vec<OfferView>,
    categories: Vec<CategoryView>,
}

fn render(shown: &HomePage, branding: &Branding) -> Markup {
    let words = &shown.asked.words;
    html! {
        div itemscope itemtype="https://schema.org/BeautySalon" {
            section.hero {
                div.hero-text {
                    p.overline { (branding.tagline.clone().unwrap_or_else(|| words.salon_and_spa())) }
                    h1 itemprop="name" { (branding.name) }
                    p.lead itemprop="description" { (words.home_lead()) }
                    p.actions {
                        a.button href="/book" { (words.book_a_visit()) }
                        a.ghost.button href="/services" { (words.see_services()) }
                    }
                }
                div.hero-picture { (pictures::hero()) }
            }
            link itemprop="url" href=(format!("{}/", shown.asked.site));
            @if let Some(phone) = &branding.phone { meta itemprop="telephone" content=(phone.spaced()); }
            @if let Some(address) = &branding.address { meta itemprop="address" content=(address); }
            (offers(shown))
            (categories(shown))
            (branches(shown))
        }
    }
}

fn offers(shown: &HomePage) -> Markup {
    let (words, today) = (&shown.asked.words, shown.asked.today);
    html! {
        @if !shown.offers.is_empty() {
            section.band aria-labelledby="offers" {
                h2 id="offers" { (words.offers_now()) }
                ul.offers { @for offer in &shown.offers { (offer_card(words, offer, today)) } }
            }
        }
    }
}

fn categories(shown: &HomePage) -> Markup {
    let words = &shown.asked.words;
    html! {
        section.wide-section aria-labelledby="services" {
            h2 id="services" { (words.what_we_do()) }
            ul.tiles {
                @for category in shown.categories.iter().filter(|category| !services(category).is_empty()) {
                    li.tile {
                        (pictures::drawn(Motif::of_category(&category.name, category.service_type)))
                        h3 { a.cover href=(format!("/services#{}", category.slug)) { (category.name_in(words.language)) } }
                        @if let Some(price) = services(category).iter().map(|service| service.price_paise).min() {
                            p.fine { (words.services_from(services(category).len(), price.to_string())) }
                        }
                    }
                }
            }
        }
    }
}

fn branches(shown: &HomePage) -> Markup {
    let words = &shown.asked.words;
    html! {
        section.wide-section aria-labelledby="branches" {
            h2 id="branches" { (words.where_we_are()) }
            @if let Some(finder) = &shown.finder { form method="get" action="/#branches" role="search" { (finder) } }
            ul.places {
                @for branch in &shown.branches {
                    li.place itemprop="department" itemscope itemtype="https://schema.org/BeautySalon" {
                        h3 id=(format!("b-{}", branch.code)) itemprop="name" { (branch.name_in(words.language)) }
                        p.with-icon itemprop="address" { (icon("place")) span { (branch.address) } }
                        div.with-icon {
                            (icon("clock"))
                            ul.hours {
                                @for days in week(&branch.hours) {
                                    li {
                                        @if let Some(hours) = days.machine_readable() {
                                            time itemprop="openingHours" datetime=(hours) { (days.names(words)) " " (days.times(words)) }
                                        } @else { (days.names(words)) " " (days.times(words)) }
                                    }
                                }
                            }
                        }
                        p {
                            a.ghost.button.small href=(Choices { branch: Some(branch.id.clone()), ..Choices::default() }.href())
                                aria-describedby=(format!("b-{}", branch.code)) { (words.book_here()) }
                        }
                    }
                }
            }
        }
    }
}
