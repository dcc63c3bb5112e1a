//! Moving about in a list whose filters are in its address.

use maud::{Markup, html};
use parlour_pages::Asked;
use parlour_storage::paging::Meta;
use url::form_urlencoded::parse;

use crate::filters::address;

/// The parameters of this address that a form does not ask for itself, to be sent along.
pub fn carried(asked: &Asked, own: &[&str]) -> Markup {
    html! {
        @for (name, value) in parse(asked.query.as_bytes()) {
            @if name != "page" && !value.is_empty() && !own.contains(&&*name) {
                input type="hidden" name=(name) value=(value);
            }
        }
    }
}

/// The page before, the page after, and where one is.
pub fn pager(asked: &Asked, meta: &Meta) -> Markup {
    let to = |page: u64| address(asked, &[("page", &page.to_string())]);
    html! {
        @if meta.total_pages > 1 {
            nav.pager aria-label=(asked.words.pages()) {
                @if meta.page > 1 { a.ghost.button.small rel="prev" href=(to(meta.page.saturating_sub(1))) { "Previous" } }
                span.fine { "Page " (meta.page) " of " (meta.total_pages) }
                @if meta.page < meta.total_pages { a.ghost.button.small rel="next" href=(to(meta.page.saturating_add(1))) { "Next" } }
            }
        }
    }
}
