//! The document around a page: head, frame, live region, and the page of whatever was refused.

use http::StatusCode;
use maud::{DOCTYPE, Markup, html};
use parlour_http::{Code, Refusal};
use parlour_pictures::Size;
use parlour_setup::branding::Branding;

use crate::answer::Page;
use crate::asked::Asked;
use crate::words::{Language, Words};
use crate::{assets, paths};

/// The frame that an app gives its pages.
pub trait Chrome: Send + Sync {
    fn header(&self, asked: &Asked, branding: &Branding, page: &Page) -> Markup;
    fn footer(&self, asked: &Asked, branding: &Branding, page: &Page) -> Markup;
    /// An app's own part of the head, beside the shared style and script.
    fn head(&self) -> Markup {
        html! {}
    }
    /// Whether it can be installed: the app has a manifest and a service worker.
    fn is_installable(&self) -> bool {
        false
    }
}

pub fn document(chrome: &dyn Chrome, asked: &Asked, branding: &Branding, page: &Page) -> Markup {
    let words = &asked.words;
    html! {
        (DOCTYPE)
        html lang=(words.language.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                title { (title(branding, page)) }
                (search_and_sharing(asked, branding, page))
                meta name="color-scheme" content="light dark";
                meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f4";
                meta name="theme-color" media="(prefers-color-scheme: dark)" content="#161311";
                link rel="icon" type="image/svg+xml" href=(assets::icon(branding).href());
                @if chrome.is_installable() { link rel="manifest" href="/manifest.webmanifest"; }
                link rel="stylesheet" href=(assets::STYLE.href());
                link rel="stylesheet" href=(assets::accent(branding).href());
                (assets::SCRIPT.run())
                (chrome.head())
            }
            body class=[Some(page.class).filter(|class| !class.is_empty())]
                data-worker[chrome.is_installable()] {
                a.skip href="#main" { (words.skip_to_content()) }
                (chrome.header(asked, branding, page))
                (live(words))
                main id="main" tabindex="-1" { (page.main(branding)) }
                (chrome.footer(asked, branding, page))
            }
        }
    }
}

fn title(branding: &Branding, page: &Page) -> String {
    if page.title == branding.name { page.title.clone() } else { format!("{} · {}", page.title, branding.name) }
}

/// The tags for search engines and messengers.
fn search_and_sharing(asked: &Asked, branding: &Branding, page: &Page) -> Markup {
    let Some(path) = &page.canonical else {
        return html! { meta name="robots" content="noindex"; };
    };
    let address = format!("{}{path}", asked.site);
    html! {
        @if let Some(description) = &page.description {
            meta name="description" content=(description);
            meta property="og:description" content=(description);
        }
        link rel="canonical" href=(address);
        @for language in Language::ALL.iter().copied() {
            link rel="alternate" hreflang=(language.tag()) href=(format!("{address}?lang={}", language.tag()));
        }
        link rel="alternate" hreflang="x-default" href=(address);
        meta property="og:title" content=(title(branding, page));
        meta property="og:type" content="website";
        meta property="og:url" content=(address);
        meta property="og:site_name" content=(branding.name);
        meta property="og:locale" content=(asked.words.language.locale());
        @if let Some(logo) = branding.logo_url.as_deref().and_then(|logo| paths::picture(logo, Size::Large)) {
            // Messengers take no path without its host.
            meta property="og:image" content=(if logo.starts_with('/') { format!("{}{logo}", asked.site) } else { logo });
        } @else {
            meta property="og:image" content=(format!("{}{}", asked.site, assets::icon(branding).href()));
        }
        meta name="twitter:card" content="summary";
    }
}

/// Where the script puts a value into words.
const VALUE: &str = "{}";

/// The one place where the script says things, with the words it may need.
fn live(words: &Words) -> Markup {
    // The API's messages are in English.
    let other = |word: fn(&Words) -> String| (words.language != Language::English).then(|| word(words));
    html! {
        div id="live" role="status" aria-live="polite" aria-atomic="true"
            data-offline=(words.said_offline())
            data-broken=(words.said_broken())
            data-slow=(words.said_slow_down())
            data-fields=(words.said_fields())
            data-one=(words.said_choose_one())
            data-required=(words.said_required())
            data-choose=(words.said_choose())
            data-least=(words.said_least(VALUE))
            data-most=(words.said_most(VALUE))
            data-earliest=(words.said_earliest(VALUE))
            data-latest=(words.said_latest(VALUE))
            data-email=(words.said_email())
            data-url=(words.said_url())
            data-unfit=(words.said_wrong())
            data-sent=(words.said_sent_before())
            data-see=(words.said_see_it())
            data-again=(words.said_send_again())
            data-keep=(words.said_keep())
            data-unsaved=(words.said_unsaved())
            data-discard=(words.said_discard())
            data-busy=(words.said_busy())
            data-close=(words.close())
            data-copied=(words.said_copied())
            data-wrong=[other(|words| words.said_wrong())]
            data-refused=[other(|words| words.said_refused())]
            data-validation-error=[other(|words| words.said_check_choices())]
            data-forbidden=[other(|words| words.forbidden_text())]
            data-not-found=[other(|words| words.said_gone())]
            data-conflict=[other(|words| words.said_changed_meanwhile())]
            data-rate-limited=[other(|words| words.said_slow_down())]
            data-phone-changed-too-often=[other(|words| words.said_phone_changed_too_often())]
            data-booking-slot-unavailable=[other(|words| words.said_slot_gone())]
            data-booking-already-cancelled=[other(|words| words.said_not_cancellable())]
            data-booking-max-reschedules=[other(|words| words.said_moved_too_often())]
            data-booking-cancel-window-passed=[other(|words| words.said_too_late())]
            data-booking-invalid-status-transition=[other(|words| words.said_not_possible_now())]
            data-too-many-open=[other(|words| words.said_too_many_open())]
            data-no-waitlist=[other(|words| words.said_no_waitlist())]
            data-free-now=[other(|words| words.said_free_now())]
            data-too-many-wishes=[other(|words| words.said_too_many_wishes())]
            data-no-live-offer=[other(|words| words.said_no_live_offer())]
            data-offer-withdrawn=[other(|words| words.said_offer_withdrawn())]
            data-bookings-ahead=[other(|words| words.said_bookings_ahead())]
            data-due=[other(|words| words.said_due())]
            data-works-here=[other(|words| words.said_works_here())]
            data-not-on-offer=[other(|words| words.said_not_on_offer())] {}
    }
}

/// The switch between languages: the same page in the other one.
pub fn languages(asked: &Asked) -> Markup {
    html! {
        nav.languages aria-label=(asked.words.language()) {
            @for language in Language::ALL.iter().copied() {
                @if language == asked.words.language {
                    span aria-current="true" lang=(language.tag()) { (language.name()) }
                } @else {
                    a.no-prefetch href=(asked.in_language(language)) hreflang=(language.tag()) lang=(language.tag())
                        rel="nofollow" { (language.name()) }
                }
            }
        }
    }
}

/// A refusal as a page.
pub fn refusal(asked: &Asked, refusal: &Refusal) -> Page {
    let (words, status) = (&asked.words, refusal.code.status());
    // The API's own sentence names what is missing; it is English.
    let said = |own: String| if words.language == Language::English { refusal.message.clone() } else { own };
    let (heading, text) = match refusal.code {
        Code::NotFound => (words.not_found_title(), words.not_found_text()),
        Code::Forbidden => (words.forbidden_title(), said(words.forbidden_text())),
        Code::RateLimited => (words.slow_down_title(), words.said_slow_down()),
        Code::ValidationError => (words.not_found_title(), said(words.not_found_text())),
        _ if status == StatusCode::SERVICE_UNAVAILABLE => (words.broken_title(), said(words.broken_text())),
        _ => (words.broken_title(), words.broken_text()),
    };
    let main = html! {
        div.narrow.plate {
            p.overline { (status.as_u16()) }
            h1 { (heading) }
            p.lead { (text) }
            p.actions { a.button href="/" { (words.to_start()) } }
            p.fine { (words.request_id()) " " code { (asked.request_id) } }
        }
    };
    Page::refused(heading, status, main)
}
