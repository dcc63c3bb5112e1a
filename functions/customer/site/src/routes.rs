//! The table of contents of the customer app's pages.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use futures::future::BoxFuture;
use parlour_http::{Limit, Routes, Spec, public, role};
use parlour_pages::{answer, assets, docs as api, uploaded};
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_values::role::Role;

use crate::chrome::CustomerChrome;
use crate::pages::{
    book, booking, bookings, docs, gems, home, link, manifest, membership, notifications, offline, onboarding, privacy,
    profile, robots, services, sign_in, sitemap, team, unsubscribe, waitlist, welcome, worker,
};

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .page("/", home::page, open("The salon's face"))
        .page("/services", services::list, open("The catalogue"))
        .page("/services/{slug}", services::one, open("One service"))
        .page("/book", book::page, open("Choose services, branch, day and time"))
        .page("/team", team::page, open("Who works here, and what they do"))
        .page("/privacy", privacy::page, open("What is held of customers, and whom to ask"))
        .page("/welcome", welcome::page, open("Landing page of campaigns"))
        .page("/sign-in", sign_in::page, open("Sign in"))
        .page("/unsubscribe/{token}", unsubscribe::page, open("Where marketing mail is ended"))
        .page("/m", link::page, public("Where the link of a message leads").limited(Limit::LINKS))
        .page("/offline", offline::page, open("Shown when there is no network"))
        .page("/onboarding", onboarding::page, own("What a new customer is asked"))
        .page("/bookings", bookings::page, own("One's own bookings"))
        .page("/bookings/{id}", booking::page, own("One of one's own bookings"))
        .page("/waitlist", waitlist::page, own("What one waits for, and what is offered"))
        .page("/gems", gems::page, own("One's own gems"))
        .page("/membership", membership::page, own("One's own membership"))
        .page("/notifications", notifications::page, own("One's own notifications"))
        .page("/profile", profile::page, own("One's own profile and devices"))
        .page("/manifest.webmanifest", manifest::file, open("What an installed app is called"))
        .page("/sw.js", worker::file, open("The service worker"))
        .page("/robots.txt", robots::file, public("What search engines may read"))
        .page("/sitemap.xml", sitemap::file, open("The public pages"))
        .page("/docs", docs::page, open("What programs can do here"))
        .page("/openapi.json", api::at_the_root, public("Where the API's document is"))
        .page("/api", api::at_the_api, public("Where the API is described"))
        .page("/assets/{name}", assets::serve, public("Styles, script, icons"))
        .page("/pictures/{name}", uploaded::serve, public("Pictures that the salon uploaded"))
        .wrapped_by(wrap_page)
}

fn open(summary: &'static str) -> Spec {
    public(summary).limited(Limit::PAGES)
}

fn own(summary: &'static str) -> Spec {
    role(Role::Customer, summary)
}

fn wrap_page(salon: Salon, app: App, request: Request, next: Next) -> BoxFuture<'static, Response> {
    Box::pin(answer::wrap_page(&CustomerChrome, salon, app, request, next))
}
