//! `/welcome`: where campaigns land; name and number, and somebody calls.

use axum::extract::State;
use maud::{Markup, html};
use parlour_money::offers::{OfferView, Offers};
use parlour_pages::answer::Described as _;
use parlour_pages::parts::{Form, Input, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer, pictures};
use parlour_setup::branding::Branding;
use parlour_setup::catalogue::{CatalogueStore, CategoryView, ServiceView};
use parlour_storage::salon::Salon;
use parlour_values::translations::Translated as _;

use super::catalogue::{offer_card, running, saving, services};
use super::onboarding::phone;

pub async fn page(State(salon): State<Salon>, asked: Asked) -> PageAnswer {
    let (offers, catalogue) = (Offers::of(&salon), CatalogueStore::of(&salon));
    let (offers, catalogue) = tokio::try_join!(offers.all(), catalogue.read())?;
    let offers = running(&offers, &catalogue, asked.today);
    let categories = catalogue.public().categories;
    let (title, description) = (asked.words.welcome(), asked.words.welcome_lead());
    Page::public_of_salon(title, move |branding| render(&asked, branding, &offers, &categories))
        .described(description)
        .found_at("/welcome")
        .one_step()
        .looking("landing")
}

fn render(asked: &Asked, branding: &Branding, offers: &[OfferView], categories: &[CategoryView]) -> Markup {
    let words = &asked.words;
    html! {
        section.hero itemscope itemtype="https://schema.org/BeautySalon" {
            div.hero-text {
                p.overline itemprop="name" { (branding.name) }
                h1 {
                    @if let Some(offer) = offers.first() { (saving(words, offer)) ": " (offer.row.name_in(words.language)) }
                    @else { (words.welcome_heading()) }
                }
                p.lead { (words.welcome_lead()) }
                (needs_script(words))
                (form(asked, categories))
                div.plate id="thanks" hidden {
                    h2 { (words.thanks()) }
                    p { (words.thanks_text()) }
                    p.actions { a.button href="/book" { (words.book_a_visit()) } }
                }
            }
            div.hero-picture { (pictures::hero()) }
        }
        @if !offers.is_empty() {
            section.band aria-labelledby="offers" {
                h2 id="offers" { (words.offers_now()) }
                ul.offers { @for offer in offers { (offer_card(words, offer, asked.today)) } }
            }
        }
    }
}

fn form(asked: &Asked, categories: &[CategoryView]) -> Markup {
    let words = &asked.words;
    let named = |service: &ServiceView| (service.id.to_string(), service.name_in(words.language).to_owned());
    let options = categories.iter().flat_map(services).map(named);
    let fields = html! {
        (Input::new("name", &words.name()).autocomplete("name").required().with("maxlength", "120"))
        (phone(words, None))
        (Input::choice("serviceInterestedId", &words.service(), options, None).or(&words.not_sure_yet()))
        div.actions { (submit(&words.request_call())) }
        p.fine { (words.call_promise()) }
    };
    html! {
        (Form::new("lead", "POST /api/leads", fields).done("thanks").keep("leadId").campaign("source").once().class("form plate"))
    }
}
