//! The desk's own style and scripts, beside those that both apps share.

use std::sync::LazyLock;

use axum::response::Response;
use http::HeaderMap;
use parlour_http::{PathParam, Refusal};
use parlour_pages::assets::{self as shared, Asset};
use parlour_pages::scripts::Scripts;

use crate::positions;

pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let positions = positions::stylesheet();
    let files = [
        include_str!("../assets/frame.css"),
        include_str!("../assets/day.css"),
        positions.as_str(),
        include_str!("../assets/people.css"),
        include_str!("../assets/setup.css"),
        include_str!("../assets/numbers.css"),
    ];
    Asset::style("desk", files.concat().as_bytes())
});
/// Of checkout and of a sale without a visit, which link it themselves: the board is light without it.
pub static COUNTER_STYLE: LazyLock<Asset> =
    LazyLock::new(|| Asset::style("counter", include_bytes!("../assets/counter/counter.css")));
/// Search, shortcuts and everything else that any page of the desk needs.
pub static SCRIPT: LazyLock<Scripts> =
    LazyLock::new(|| Scripts::new(&[&shared::SCRIPT], &[("desk", include_str!("../assets/desk.js"))]));
/// Scripts that several pages import: dragging, choosing from a list while typing, finding a customer.
static TOOLS: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [
        ("drag", include_str!("../assets/drag.js")),
        ("combobox", include_str!("../assets/combobox.js")),
        ("picker", include_str!("../assets/picker.js")),
    ];
    Scripts::new(&[&shared::SCRIPT], &files)
});
/// Asking before something is written, with what is unusual about it.
static ASK: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [
        ("days", include_str!("../assets/day/days.js")),
        ("warnings", include_str!("../assets/day/warnings.js")),
        ("confirm", include_str!("../assets/day/confirm.js")),
        ("agree", include_str!("../assets/day/agree.js")),
    ];
    Scripts::new(&[&shared::SCRIPT], &files)
});
/// The walk-in form.
pub static WALK_IN: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [
        ("times", include_str!("../assets/day/times.js")),
        ("others", include_str!("../assets/day/others.js")),
        ("repeat", include_str!("../assets/day/repeat.js")),
        ("walk_in", include_str!("../assets/day/walk_in.js")),
    ];
    Scripts::new(&[&shared::SCRIPT, &TOOLS, &ASK], &files)
});
/// A booking's panel. On the board, which follows what others do, it holds the walk-in form too.
pub static PANEL: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [
        ("board", include_str!("../assets/day/board.js")),
        ("swap", include_str!("../assets/day/swap.js")),
        ("follow", include_str!("../assets/day/follow.js")),
        ("booking", include_str!("../assets/day/booking.js")),
        ("times_to_move", include_str!("../assets/day/times_to_move.js")),
        ("panel", include_str!("../assets/day/panel.js")),
    ];
    Scripts::new(&[&shared::SCRIPT, &TOOLS, &ASK, &WALK_IN], &files)
});
/// The day board.
pub static DAY: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [
        ("move", include_str!("../assets/day/move.js")),
        ("empty", include_str!("../assets/day/empty.js")),
        ("approve", include_str!("../assets/day/approve.js")),
        ("cards", include_str!("../assets/day/cards.js")),
        ("day", include_str!("../assets/day/day.js")),
    ];
    Scripts::new(&[&shared::SCRIPT, &TOOLS, &ASK, &PANEL], &files)
});
/// Customers and memberships.
pub static PEOPLE: LazyLock<Scripts> = LazyLock::new(|| of_page("people", include_str!("../assets/people.js")));
pub static LEADS: LazyLock<Scripts> = LazyLock::new(|| of_page("leads", include_str!("../assets/leads.js")));
/// Giving money back: amounts that follow one another.
pub static CREDIT: LazyLock<Scripts> = LazyLock::new(|| of_page("credit", include_str!("../assets/credit.js")));
/// Scripts that checkout and a sale without a visit share.
static COUNTER: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [
        ("money", include_str!("../assets/counter/money.js")),
        ("paid", include_str!("../assets/counter/paid.js")),
        ("add", include_str!("../assets/counter/add.js")),
        ("paying", include_str!("../assets/counter/paying.js")),
        ("sheets", include_str!("../assets/counter/sheets.js")),
    ];
    Scripts::new(&[&shared::SCRIPT, &TOOLS], &files)
});
pub static CHECKOUT: LazyLock<Scripts> =
    LazyLock::new(|| at_counter("checkout", include_str!("../assets/counter/checkout.js")));
/// Paying what was left due of an invoice.
pub static DUE: LazyLock<Scripts> = LazyLock::new(|| at_counter("due", include_str!("../assets/counter/due.js")));
pub static DRAWER: LazyLock<Scripts> = LazyLock::new(|| of_page("drawer", include_str!("../assets/drawer.js")));
pub static SALE: LazyLock<Scripts> = LazyLock::new(|| at_counter("sale", include_str!("../assets/counter/sale.js")));
/// The schedule, and forms whose fields depend on others.
pub static SETUP: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [("hours", include_str!("../assets/hours.js")), ("setup", include_str!("../assets/setup.js"))];
    Scripts::new(&[&shared::SCRIPT], &files)
});
/// Forms with lists of rows.
pub static ROWS: LazyLock<Scripts> = LazyLock::new(|| of_page("rows", include_str!("../assets/rows.js")));
/// The preview of a message while its text is written.
pub static MESSAGES: LazyLock<Scripts> = LazyLock::new(|| of_page("messages", include_str!("../assets/messages.js")));
/// Choosing a picture: it is uploaded, and its address goes into the field.
pub static PICTURES: LazyLock<Scripts> =
    LazyLock::new(|| Scripts::new(&[&shared::SCRIPT], &[("pictures", include_str!("../assets/pictures.js"))]));
/// A sheet that is read, checked and sent.
pub static IMPORT: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [
        ("csv", include_str!("../assets/import/csv.js")),
        ("cells", include_str!("../assets/import/cells.js")),
        ("import", include_str!("../assets/import/import.js")),
    ];
    Scripts::new(&[&shared::SCRIPT, &shared::SAVE], &files)
});
/// Everything of one kind, as a file.
pub static EXPORTS: LazyLock<Scripts> = LazyLock::new(|| {
    Scripts::new(&[&shared::SCRIPT, &shared::SAVE], &[("exports", include_str!("../assets/exports.js"))])
});
/// Lists that are put in order by hand.
pub static ORDER: LazyLock<Scripts> = LazyLock::new(|| of_page("order", include_str!("../assets/order.js")));

fn of_page(stem: &'static str, text: &str) -> Scripts {
    Scripts::new(&[&shared::SCRIPT, &TOOLS], &[(stem, text)])
}

fn at_counter(stem: &'static str, text: &str) -> Scripts {
    Scripts::new(&[&shared::SCRIPT, &TOOLS, &COUNTER], &[(stem, text)])
}

/// `GET /assets/{name}`.
pub async fn serve(headers: HeaderMap, PathParam(name): PathParam<String>) -> Result<Response, Refusal> {
    let scripts = [
        &SCRIPT, &TOOLS, &ASK, &WALK_IN, &PANEL, &DAY, &PEOPLE, &LEADS, &CREDIT, &COUNTER, &CHECKOUT, &SALE, &DUE,
        &DRAWER, &SETUP, &ROWS, &PICTURES, &ORDER, &MESSAGES, &IMPORT, &EXPORTS,
    ];
    let own = [&*STYLE, &*COUNTER_STYLE].into_iter().chain(scripts.into_iter().flat_map(|scripts| scripts.assets()));
    shared::find(&name, &headers, own)
}
