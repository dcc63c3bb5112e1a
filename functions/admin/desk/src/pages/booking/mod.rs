//! `/bookings/{id}`: one booking, whose it is, what happened to it, and what can be done now. The board shows the same
//! panel in a dialog.

mod actions;
mod panel;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::{BookingPanel, Bookings};
use parlour_http::{Given, PathParam};
use parlour_pages::parts::{breadcrumb, needs_script};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

use super::board::Address;
use crate::assets::PANEL;

pub async fn page(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    asked: Asked,
    PathParam(id): PathParam<BookingId>,
) -> PageAnswer {
    let panel = Bookings::of(&salon).panel(&id, caller.act.at).await?;
    let title = format!("Booking {}", panel.booking.number);
    Page::private(&caller, title, render(&asked, &panel, caller.act.at))
}

fn render(asked: &Asked, panel: &BookingPanel, now: Instant) -> Markup {
    let board = Address::of(&panel.booking.branch_id, Some(panel.booking.date));
    html! {
        (breadcrumb(&asked.words, &board.href(), "Day board"))
        (needs_script(&asked.words))
        (panel::render(asked, panel, now))
        (PANEL.run())
    }
}
