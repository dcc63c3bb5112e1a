//! The table of contents of the desk: which page is where, and who may see it. A page's role is that of its API group.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use futures::future::BoxFuture;
use parlour_http::{Limit, Routes, public, role};
use parlour_pages::{answer, docs as api, uploaded};
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_values::role::Role;

use crate::assets;
use crate::chrome::DeskChrome;
use crate::pages::{
    billing, board, booking, bookings, branches, branding, checkout, customer, customers, docs, drawer, exports,
    import, installed, integrations, invoice, lead, leads, logs, me, membership, memberships, messages, notifications,
    offers, pay, products, reports, sale, schedule, search, services, sign_in, staff, tokens, users, waitlist, walk_in,
    webhooks,
};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        // the day
        .page("/", board::page, role(Role::Staff, "The day board; staff are sent on to their own days"))
        .page("/bookings", bookings::page, role(Role::Receptionist, "Bookings by date, newest first"))
        .page("/bookings/new", walk_in::page, role(Role::Receptionist, "Book at the desk"))
        .page("/bookings/{id}", booking::page, role(Role::Receptionist, "A booking, and what can be done about it"))
        .page("/waitlist", waitlist::page, role(Role::Receptionist, "Who waits for time on a day"))
        // customers and money
        .page(
            "/bookings/{id}/checkout",
            checkout::page,
            role(Role::Receptionist, "The bill of a visit, its payment and its invoice"),
        )
        .page("/sales/new", sale::page, role(Role::Receptionist, "Sell products without a visit"))
        .page("/customers", customers::page, role(Role::Receptionist, "The customer directory"))
        .page("/customers/new", customer::new::page, role(Role::Receptionist, "A new customer"))
        .page("/customers/{id}", customer::page, role(Role::Receptionist, "One customer"))
        .page("/leads", leads::page, role(Role::Receptionist, "The lead pipeline"))
        .page("/leads/{id}", lead::page, role(Role::Receptionist, "One lead"))
        .page("/memberships", memberships::page, role(Role::Receptionist, "Memberships and their tiers"))
        .page("/memberships/{id}", membership::page, role(Role::Receptionist, "One membership"))
        .page("/billing", billing::page, role(Role::Receptionist, "Invoices and the takings of a day"))
        .page("/billing/{id}", invoice::page, role(Role::Receptionist, "One invoice"))
        .page("/drawer", drawer::page, role(Role::Receptionist, "The cash drawer, and those closed before"))
        // the salon's set-up
        .page("/schedule", schedule::page, role(Role::Manager, "Who works when, week by week"))
        .page("/services", services::list::page, role(Role::Manager, "The menu and its order"))
        .page("/services/new", services::new::page, role(Role::Manager, "A new service"))
        .page("/services/categories", services::categories::page, role(Role::Manager, "The parts of the menu"))
        .page("/services/{id}", services::edit::page, role(Role::Manager, "One service"))
        .page("/offers", offers::list::page, role(Role::Manager, "Every offer"))
        .page("/offers/new", offers::new::page, role(Role::Manager, "A new offer"))
        .page("/offers/{id}", offers::edit::page, role(Role::Manager, "One offer"))
        .page(
            "/products",
            products::list::page,
            role(Role::Receptionist, "What is sold beside services, with its stock"),
        )
        .page("/products/new", products::new::page, role(Role::Manager, "A new product"))
        .page(
            "/products/{id}",
            products::edit::page,
            role(Role::Receptionist, "One product, its stock and what moved it"),
        )
        .page("/staff", staff::list::page, role(Role::Manager, "The team"))
        .page("/staff/new", staff::new::page, role(Role::Manager, "A new staff member"))
        .page("/staff/{id}", staff::edit::page, role(Role::Manager, "One staff member, and the week they work"))
        .page("/branches", branches::list::page, role(Role::Owner, "Every branch"))
        .page("/branches/new", branches::new::page, role(Role::Owner, "A new branch"))
        .page("/branches/{id}", branches::edit::page, role(Role::Owner, "One branch, and how it takes bookings"))
        .page("/users", users::list::page, role(Role::Owner, "Who may sign in, and invites"))
        .page("/users/{id}", users::edit::page, role(Role::Owner, "One user"))
        .page("/me", me::page, role(Role::Staff, "One's own days and leave"))
        // numbers and the inside
        .page("/reports", reports::page, role(Role::Manager, "Reports as pictures and tables"))
        .page("/pay", pay::page, role(Role::Manager, "The pay of a month"))
        .page("/pay/{staffId}", pay::person::page, role(Role::Manager, "The pay of a person, line by line"))
        .page("/notifications", notifications::page, role(Role::Staff, "One's own notifications"))
        .page(
            "/integrations",
            integrations::page,
            role(Role::Developer, "The services around ours, and a test of each"),
        )
        .page("/webhooks", webhooks::list::page, role(Role::Developer, "Where events are sent"))
        .page("/webhooks/{id}", webhooks::edit::page, role(Role::Developer, "One webhook, and what was sent to it"))
        .page("/tokens", tokens::page, role(Role::Developer, "Tokens of programs"))
        .page("/logs", logs::page, role(Role::Developer, "Audit log, job runs, sent notifications"))
        .page("/import", import::page, role(Role::Manager, "A sheet of another program, taken in"))
        .page("/exports", exports::page, role(Role::Owner, "Everything of one kind, to take along"))
        .page("/branding", branding::page, role(Role::Owner, "The salon's own face"))
        .page("/messages", messages::list::page, role(Role::Owner, "What is said to phones"))
        .page(
            "/messages/{kind}/{language}",
            messages::edit::page,
            role(Role::Owner, "The template of a kind of message in a language"),
        )
        // everybody
        .page("/search", search::page, role(Role::Staff, "Customers, bookings and pages"))
        .page("/offline", installed::offline, public("Shown when there is no network").limited(Limit::PAGES))
        .page(
            "/manifest.webmanifest",
            installed::manifest,
            public("What an installed desk is called").limited(Limit::PAGES),
        )
        .page("/sw.js", installed::worker, public("The service worker").limited(Limit::PAGES))
        .page("/sign-in", sign_in::page, public("Sign in").limited(Limit::PAGES))
        .page("/docs", docs::page, public("What programs can do here").limited(Limit::PAGES))
        .page("/openapi.json", api::at_the_root, public("Where the API's document is"))
        .page("/api", api::at_the_api, public("Where the API is described"))
        .page("/assets/{name}", assets::serve, public("Styles, script, icons"))
        .page("/pictures/{name}", uploaded::serve, public("Pictures that the salon uploaded"))
        .wrapped_by(wrap_page)
}

fn wrap_page(salon: Salon, app: App, request: Request, next: Next) -> BoxFuture<'static, Response> {
    Box::pin(answer::wrap_page(&DeskChrome, salon, app, request, next))
}
