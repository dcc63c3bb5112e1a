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
use crate::pages::{board, sign_in};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        // the day
        .page("/", board::page, role(Role::Staff, "The day board; staff are sent on to their own days"))
        // customers and money
        // the salon's set-up
        // numbers and the inside
        // everybody
        .page("/sign-in", sign_in::page, public("Sign in").limited(Limit::PAGES))
        .page("/assets/{name}", assets::serve, public("Styles, script, icons"))
        .dressed(dress)
}

fn dress(salon: Salon, app: App, request: Request, next: Next) -> BoxFuture<'static, Response> {
    Box::pin(answer::dress(&DeskChrome, salon, app, request, next))
}
