//! `/privacy`: what is held of customers, why, how long, and whom to ask; to download and erase it when signed in.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Refusal, Visit};
use parlour_pages::answer::Described as _;
use parlour_pages::parts::needs_script;
use parlour_pages::{Asked, Page, PageAnswer, Words};
use parlour_platform::erasure::Erasures;
use parlour_setup::branding::{Branding, BrandingStore};
use parlour_storage::salon::Salon;

use super::your_data::your_data;

pub async fn page(State(salon): State<Salon>, asked: Asked, visit: Visit) -> PageAnswer {
    let branding = BrandingStore::of(&salon);
    let (branding, signed_in) = tokio::try_join!(async { branding.read().await.map_err(Refusal::from) }, async {
        visit.session(&salon).await.map_err(Refusal::from)
    },)?;
    let own = match signed_in {
        Some(person) => Some(your_data(&asked, Erasures::of(&salon).asked(&person.user.id).await?.as_ref())),
        None => None,
    };
    let words = &asked.words;
    Page::shared(own.is_some(), words.privacy(), render(words, &branding, own.as_ref()))
        .described(words.privacy_description())
        .found_at("/privacy")
}

/// `own` is what only somebody who is signed in can do.
fn render(words: &Words, branding: &Branding, own: Option<&Markup>) -> Markup {
    let parts = [
        (
            words.privacy_held(),
            vec![
                words.privacy_held_you(),
                words.privacy_held_visits(),
                words.privacy_held_asked(),
                words.privacy_held_minors(),
            ],
        ),
        (words.privacy_why(), vec![words.privacy_why_visits(), words.privacy_why_asked()]),
        (
            words.privacy_long(),
            vec![
                words.privacy_long_profile(),
                words.privacy_long_bills(),
                words.privacy_long_messages(),
                words.privacy_long_looks(),
            ],
        ),
        (words.privacy_who(), vec![words.privacy_who_we(), words.privacy_who_carriers()]),
        (
            words.privacy_yours(),
            vec![
                words.privacy_yours_see(),
                words.privacy_yours_download(),
                words.privacy_yours_stop(),
                words.privacy_yours_erase(),
            ],
        ),
    ];
    html! {
        div.narrow.prose {
            h1 { (words.privacy()) }
            p.lead { (words.privacy_lead(branding.name.clone())) }
            @for (heading, sentences) in parts {
                section {
                    h2 { (heading) }
                    @for sentence in sentences { p { (sentence) } }
                }
            }
            @if let Some(own) = own { (needs_script(words)) (own) }
            section aria-labelledby="ask" {
                h2 id="ask" { (words.privacy_ask()) }
                p { (words.privacy_ask_how()) }
                (contact(words, branding))
            }
        }
    }
}

/// The contact who answers for what is held, else the salon itself.
fn contact(words: &Words, branding: &Branding) -> Markup {
    let address = branding.grievance_email.as_ref().or(branding.email.as_ref()).map(ToString::to_string);
    html! {
        @if let Some(address) = address { p { a href=(format!("mailto:{address}")) { (address) } } }
        @if let Some(phone) = &branding.phone { p { a href=(format!("tel:{phone}")) { (phone.spaced()) } } }
        @if branding.grievance_email.is_none() && branding.email.is_none() && branding.phone.is_none() { p { (words.privacy_ask_desk()) } }
    }
}
