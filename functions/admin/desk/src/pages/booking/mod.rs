//! `/bookings/{id}`: one booking, whose it is, what happened to it, and what can be done now. The board shows the same
//! panel in a dialog.

mod actions;
mod panel;

pub use actions::about;

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::{Booking, BookingPanel, Bookings, DayOffer};
use parlour_booking::repeats::{RepeatView, Repeats};
use parlour_http::{Given, PathParam};
use parlour_pages::parts::{breadcrumb, needs_script};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;
use parlour_values::id::{BookingId, StaffId};
use parlour_values::role::Role;
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
    let repeat = match &panel.booking.repeat_id {
        Some(id) => Some(Repeats::of(&salon).view(id).await?.repeat),
        None => None,
    };
    let offer = offer_to_move(&salon, &panel.booking, &asked.query, caller.act.at).await?;
    let title = format!("Booking {}", panel.booking.number);
    let more = BookingExtras {
        repeat: repeat.as_ref(),
        offer: offer.as_ref(),
        is_manager: caller.user.role.satisfies(Role::Manager),
    };
    Page::private(&caller, title, render(&asked, &panel, &more, caller.act.at))
}

/// The parts that only some bookings, or some addresses, show.
struct BookingExtras<'a> {
    repeat: Option<&'a RepeatView>,
    /// Of the day and person that the address names: the script asks as **Move** is filled in.
    offer: Option<&'a DayOffer>,
    /// A manager may give it to somebody who does not do it.
    is_manager: bool,
}

async fn offer_to_move(
    salon: &Salon,
    booking: &Booking,
    query: &str,
    now: Instant,
) -> Result<Option<DayOffer>, TableError> {
    let (mut date, mut time, mut person) = (None, booking.start, None);
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        match &*name {
            "date" => date = value.parse().ok(),
            "time" => time = value.parse().unwrap_or(time),
            "person" => person = Some(StaffId::from(&*value)).filter(|id| !id.as_str().is_empty()),
            _ => {}
        }
    }
    let Some(date) = date else { return Ok(None) };
    Ok(Some(Bookings::of(salon).offer_to_move(booking, (date, time), person.as_ref(), now).await?))
}

fn render(asked: &Asked, panel: &BookingPanel, more: &BookingExtras<'_>, now: Instant) -> Markup {
    let board = Address::of(&panel.booking.branch_id, Some(panel.booking.date));
    html! {
        (breadcrumb(&asked.words, &board.href(), "Day board"))
        (needs_script(&asked.words))
        (panel::render(asked, panel, more, now))
        (PANEL.run())
    }
}
