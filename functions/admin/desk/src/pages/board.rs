//! `/`: the day board.

use maud::html;
use parlour::auth::Caller;
use parlour_pages::{Page, PageAnswer};

pub async fn page(caller: Caller) -> PageAnswer {
    Page::private(&caller, "Day board", html! { h1 { "Day board" } })
}
