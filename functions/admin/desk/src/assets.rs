//! The desk's own style and scripts, beside those that both apps share.

use std::sync::LazyLock;

use axum::response::Response;
use http::HeaderMap;
use parlour::web::{PathParam, Refusal};
use parlour_pages::assets::{self, Asset};

use crate::pages::board;

pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let positions = board::positions();
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
/// Search, shortcuts and everything else that any page of the desk needs.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| Asset::script("desk", include_bytes!("../assets/desk.js")));
/// The day board, and walk-ins.
pub static DAY: LazyLock<Asset> = LazyLock::new(|| Asset::script("day", include_bytes!("../assets/day.js")));
/// Customers, leads, checkout.
pub static PEOPLE: LazyLock<Asset> = LazyLock::new(|| Asset::script("people", include_bytes!("../assets/people.js")));
/// The schedule and lists that are put in order by hand.
pub static SETUP: LazyLock<Asset> = LazyLock::new(|| Asset::script("setup", include_bytes!("../assets/setup.js")));

/// `GET /assets/{name}`.
pub async fn serve(headers: HeaderMap, PathParam(name): PathParam<String>) -> Result<Response, Refusal> {
    assets::find(&name, &headers, &[&STYLE, &SCRIPT, &DAY, &PEOPLE, &SETUP])
}
