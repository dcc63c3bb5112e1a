//! `/branding`: the salon's own face, and how it will look.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::{Form, Input, needs_script, submit};
use parlour_pages::{Asked, Page, PageAnswer, pictures};
use parlour_people::auth::Caller;
use parlour_setup::branding::{Branding, BrandingStore};
use parlour_storage::salon::Salon;

use super::fields::PictureField;
use crate::assets::PICTURES;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let branding = BrandingStore::of(&salon).read().await?;
    Page::private(&caller, "Branding", render(&asked, &branding))
}

fn render(asked: &Asked, branding: &Branding) -> Markup {
    html! {
        (PICTURES.run())
        div.toolbar { h1 { "Branding" } }
        p.lead { "Pages, mails, invoices, calendar entries and messages speak in this name and colour." }
        (needs_script(&asked.words))
        div.branding {
            (Form::new("branding", "PATCH /api/branding", fields(branding)).then("reload").say("Saved."))
            (preview(branding))
        }
    }
}

/// A field that may be empty: cleared, it sends `null`.
fn clearable<'a>(name: &'a str, label: &'a str, value: Option<String>, most: &'static str) -> Input<'a> {
    Input::new(name, label).value(value).with("data-empty", "null").with("maxlength", most)
}

fn fields(branding: &Branding) -> Markup {
    let given = branding.clone();
    html! {
        (Input::new("name", "Name").value(given.name).required().with("maxlength", "60"))
        (clearable("tagline", "Tagline", given.tagline, "160").hint("One line below the name."))
        (Input::new("accentColor", "Colour").kind("color").value(branding.accent_color.as_str().to_lowercase())
            .hint("Buttons, links and headings. Shades that can be read in light and dark are made of it."))
        (PictureField {
            name: "logoUrl",
            value: given.logo_url.as_deref(),
            field: clearable("logoUrl", "Logo", given.logo_url.clone(), "2048").hint("A square picture: choose one, or give its https address. Empty shows the drawn lotus."),
        })
        (clearable("phone", "Phone", given.phone.map(|phone| phone.to_string()), "20").kind("tel").hint("Mobile, landline with its area code, or toll-free."))
        (clearable("email", "Email", given.email.map(|email| email.to_string()), "254").kind("email"))
        (clearable("grievanceEmail", "Email for questions about personal data", given.grievance_email.map(|email| email.to_string()), "254").kind("email")
            .hint("Shown on the page about privacy. Empty shows the email above."))
        (Input::lines("address", "Address", 500).value(given.address).with("data-empty", "null"))
        (clearable("website", "Website", given.website, "2048").kind("url"))
        (clearable("instagram", "Instagram", given.instagram, "120").hint("The name, with or without @, or the profile's address."))
        div.actions { (submit("Save")) }
    }
}

/// How the name and the colour look together; the script follows what is being typed.
fn preview(branding: &Branding) -> Markup {
    html! {
        section.card.preview id="preview" aria-labelledby="preview-title" {
            h2 id="preview-title" { "Preview" }
            div.preview-page aria-hidden="true" {
                div.preview-top {
                    (pictures::logo(branding, 32))
                    strong.serif data-shows="name" { (branding.name) }
                }
                p.preview-name.serif data-shows="name" { (branding.name) }
                p.quiet data-shows="tagline" { (branding.tagline.as_deref().unwrap_or_default()) }
                p { span.button { "Book a visit" } }
                p.preview-link { "Services" }
                p.preview-soft { "10:30 am, Tue 17 Nov" }
            }
            p.fine { "Shades are made readable when it is saved." }
        }
    }
}
