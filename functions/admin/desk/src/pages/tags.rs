//! Tags as marks beside a name. Their colour is drawn, not styled: styles inside a page are forbidden.

use maud::{Markup, html};

/// The colour of a tag.
pub fn dot(colour: &str) -> Markup {
    html! {
        svg.dot viewBox="0 0 10 10" aria-hidden="true" focusable="false" { circle cx="5" cy="5" r="5" fill=(colour) {} }
    }
}

pub fn mark(colour: &str, name: &str) -> Markup {
    html! { span.tag-mark { (dot(colour)) (name) } }
}
