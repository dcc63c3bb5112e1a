//! Addresses of a list that keep its other filters.

use maud::{Markup, html};
use parlour_pages::Asked;
use url::form_urlencoded::{Serializer, parse};

/// This page with one parameter set to another value, or without it where the value is empty. What was filtered stays;
/// another filter begins at the first page again.
pub fn with(asked: &Asked, name: &str, value: &str) -> String {
    let mut query = Serializer::new(String::new());
    for (known, kept) in parse(asked.query.as_bytes()) {
        if known != name && known != "page" && !kept.is_empty() {
            query.append_pair(&known, &kept);
        }
    }
    if !value.is_empty() {
        query.append_pair(name, value);
    }
    let query = query.finish();
    if query.is_empty() { asked.path.clone() } else { format!("{}?{query}", asked.path) }
}

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
