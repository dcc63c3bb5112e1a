//! The table of contents of the desk: which page is where, and who may see it. A page's role is that of its API group.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use futures::future::BoxFuture;
use parlour::role::Role;
use parlour::salon::Salon;
use parlour::settings::App;
use parlour::web::{Limit, Routes, public, role};
use parlour_pages::answer;

use crate::assets;
use crate::chrome::DeskChrome;
use crate::pages::{branding, installed, integrations, logs, notifications, reports, search};
use crate::pages::{board, booking, bookings, sign_in, walk_in};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        // the day
        .page("/", board::page, role(Role::Staff, "The day board; staff are sent on to their own days"))
        .page("/bookings", bookings::page, role(Role::Receptionist, "Bookings by date, newest first"))
        .page("/bookings/new", walk_in::page, role(Role::Receptionist, "Book at the desk"))
        .page("/bookings/{id}", booking::page, role(Role::Receptionist, "A booking, and what can be done about it"))
        // customers and money
        .page("/bookings/{id}/checkout", checkout::page, desk("The bill of a visit, its payment and its invoice"))
        .page("/customers", customers::page, desk("The customer directory"))
        .page("/customers/{id}", customer::page, desk("One customer"))
        .page("/leads", leads::page, desk("The lead pipeline"))
        .page("/leads/{id}", lead::page, desk("One lead"))
        .page("/memberships", memberships::page, desk("Memberships and their tiers"))
        .page("/memberships/{id}", membership::page, desk("One membership"))
        .page("/billing", billing::page, desk("Invoices and the takings of a day"))
        .page("/billing/{id}", invoice::page, desk("One invoice"))
        // the salon's set-up
        // numbers and the inside
        .page("/reports", reports::page, role(Role::Manager, "Reports as pictures and tables"))
        .page("/notifications", notifications::page, role(Role::Staff, "One's own notifications"))
        .page("/integrations", integrations::page, role(Role::Developer, "The services around ours, and a test of each"))
        .page("/logs", logs::page, role(Role::Developer, "Audit log, job runs, sent notifications"))
        .page("/branding", branding::page, role(Role::Owner, "The salon's own face"))
        // everybody
        .page("/search", search::page, role(Role::Staff, "Customers, bookings and pages"))
        .page("/offline", installed::offline, public("Shown when there is no network").limited(Limit::PAGES))
        .page("/manifest.webmanifest", installed::manifest, public("What an installed desk is called").limited(Limit::PAGES))
        .page("/sw.js", installed::worker, public("The service worker").limited(Limit::PAGES))
        .page("/sign-in", sign_in::page, public("Sign in").limited(Limit::PAGES))
        .page("/assets/{name}", assets::serve, public("Styles, script, icons"))
        .dressed(dress)
}

fn dress(salon: Salon, app: App, request: Request, next: Next) -> BoxFuture<'static, Response> {
    Box::pin(answer::dress(&DeskChrome, salon, app, request, next))
}
