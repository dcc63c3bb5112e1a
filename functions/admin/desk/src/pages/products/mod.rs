//! `/products`: what is sold beside services, and how much of it each branch has.

pub mod edit;
mod form;
pub mod list;
mod movements;
pub mod new;
mod stock;

use maud::{Markup, html};
use parlour_money::products::ProductView;
use parlour_pages::parts::{Tone, badge};
use parlour_pages::paths;
use parlour_values::id::ProductId;

fn href(id: &ProductId) -> String {
    format!("/products/{}", paths::encoded(id.as_str()))
}

fn state(product: &ProductView) -> Markup {
    if product.is_active { badge(Tone::Good, "On sale") } else { badge(Tone::Calm, "Not on sale") }
}

/// How much there is, and whether that is so little that it is to be ordered.
fn on_hand(product: &ProductView, pieces: i64) -> Markup {
    let is_low = product.reorder_at.is_some_and(|limit| pieces <= i64::from(limit));
    html! {
        (pieces)
        @if is_low { " " (badge(Tone::Waiting, "Low")) }
    }
}
