//! A list's filters as an argument of its page, and the pages of the list.

use axum::extract::FromRequestParts;
use http::request::Parts;
use maud::{Markup, html};
use parlour::input::Body;
use parlour::paging::Meta;
use parlour::web::Refusal;
use parlour_pages::Asked;

use crate::filters::{address, read};

/// What the address asks for, in the words of the list's API.
pub struct Filters<T>(pub T);

impl<T: Body, S: Send + Sync> FromRequestParts<S> for Filters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let asked = Asked::from_request_parts(parts, state).await?;
        read(&asked).map(|filters| Self(filters.wanted))
    }
}

/// The page before, the page after, and where one is.
pub fn pager(asked: &Asked, meta: &Meta) -> Markup {
    let to = |page: u64| address(asked, &[("page", &page.to_string())]);
    html! {
        @if meta.total_pages > 1 {
            nav.pager aria-label="Pages" {
                @if meta.page > 1 { a.ghost.button.small rel="prev" href=(to(meta.page.saturating_sub(1))) { "Previous" } }
                span.fine { "Page " (meta.page) " of " (meta.total_pages) }
                @if meta.page < meta.total_pages { a.ghost.button.small rel="next" href=(to(meta.page.saturating_add(1))) { "Next" } }
            }
        }
    }
}
