//! The frame of the customer's pages: name and links above, tabs under the thumb on a phone, how to reach the salon below.

use maud::{Markup, html};
use parlour_pages::layout::languages;
use parlour_pages::parts::icon;
use parlour_pages::{Asked, Chrome, Page, Words, paths, pictures};
use parlour_setup::branding::Branding;
use parlour_values::contact::BusinessPhone;

pub struct CustomerChrome;

/// Address, sign, name.
type SiteEntry = (&'static str, &'static str, String);

fn main_entries(words: &Words) -> [SiteEntry; 4] {
    [
        ("/", "home", words.home()),
        ("/services", "list", words.services()),
        ("/book", "plus", words.new_visit()),
        ("/bookings", "calendar", words.bookings()),
    ]
}

fn own_entries(words: &Words) -> [SiteEntry; 5] {
    [
        ("/waitlist", "clock", words.waitlist()),
        ("/gems", "gem", words.gems()),
        ("/membership", "card", words.membership()),
        ("/notifications", "bell", words.notifications()),
        ("/profile", "person", words.profile()),
    ]
}

fn link(asked: &Asked, (href, sign, name): &SiteEntry) -> Markup {
    html! {
        a href=(href) aria-current=[asked.is_within(href).then_some("page")] { (icon(sign)) span { (name) } }
    }
}

impl Chrome for CustomerChrome {
    fn header(&self, asked: &Asked, branding: &Branding, page: &Page) -> Markup {
        let words = &asked.words;
        html! {
            header.top {
                a.brand href="/" {
                    (pictures::logo(branding, 36))
                    span { (branding.name) }
                }
                @if !page.is_step {
                    nav.wide aria-label=(words.main_navigation()) {
                        ul { @for entry in &main_entries(words) { li { (link(asked, entry)) } } }
                    }
                }
                button.ghost.menu-button type="button" popovertarget="menu" aria-label=(words.menu()) { (icon("menu")) }
                div id="menu" popover {
                    nav aria-label=(words.account()) {
                        ul {
                            @for entry in main_entries(words).iter().filter(|_| page.is_step) { li { (link(asked, entry)) } }
                            li { (link(asked, &("/team", "people", words.team()))) }
                            @for entry in &own_entries(words) { li { (link(asked, entry)) } }
                            @if !asked.has_session {
                                @let next = if page.is_secret { "/".to_owned() } else { asked.address() };
                                li { a href=(paths::sign_in(&next)) { (icon("person")) span { (words.sign_in()) } } }
                            }
                        }
                    }
                    (languages(asked))
                }
            }
        }
    }

    fn footer(&self, asked: &Asked, branding: &Branding, page: &Page) -> Markup {
        let words = &asked.words;
        html! {
            footer.end {
                div.end-inner {
                    div {
                        p.end-name { (branding.name) }
                        @if let Some(tagline) = &branding.tagline { p { (tagline) } }
                    }
                    address {
                        @if let Some(address) = &branding.address { p { (address) } }
                        @if let Some(phone) = branding.phone.as_ref().map(BusinessPhone::spaced) { p { a href=(format!("tel:{}", dialled(&phone))) { (phone) } } }
                        @if let Some(email) = &branding.email { p { a href=(format!("mailto:{}", paths::encoded(email.as_str()).replace("%40", "@"))) { (email) } } }
                        @for (text, url) in [(words.website(), &branding.website), (words.instagram(), &branding.instagram)] {
                            @if let Some(url) = url.as_deref().and_then(paths::elsewhere) {
                                p { a href=(url) rel="noopener" { (text) } }
                            }
                        }
                    }
                    div {
                        p { a href="/privacy" { (words.privacy()) } }
                        (languages(asked))
                    }
                }
            }
            @if !page.is_step {
                nav.tabs aria-label=(words.tabs()) {
                    ul {
                        @for entry in &main_entries(words) { li { (link(asked, entry)) } }
                    }
                }
            }
        }
    }

    fn is_installable(&self) -> bool {
        true
    }
}

/// Only what can be dialled.
fn dialled(phone: &str) -> String {
    phone.chars().filter(|letter| letter.is_ascii_digit() || *letter == '+').collect()
}
