//! A list whose filters and page are in its address. A form sends its empty fields too, and an address may be typed by
//! hand: what is empty counts as absent, and what cannot be read is said above the list, which is then shown without
//! filters.

use std::collections::BTreeMap;

use maud::{Markup, html};
use parlour_http::Refusal;
use parlour_pages::parts::{self, PagesBy};
use parlour_pages::{Asked, paths};
use parlour_storage::paging::Meta;
use parlour_values::input::{Body, Fields, Problems};
use parlour_values::time::IstDate;

pub struct Filters<T> {
    pub wanted: T,
    problems: Vec<String>,
    /// Its last day lies before its first.
    is_backwards: bool,
}

/// Reads them as the API's route does.
pub fn read<T: Body>(asked: &Asked) -> Result<Filters<T>, Refusal> {
    let given = single_values(parameters(&asked.query));
    let mut problems = Problems::on(Some(asked.today));
    let wanted = T::from_fields(Fields::of_query(&given, &mut problems));
    match wanted {
        Some(wanted) if problems.is_empty() => Ok(Filters { wanted, problems: Vec::new(), is_backwards: false }),
        _ => {
            let mut told = problems.into_details();
            let is_backwards = is_backwards(asked);
            if is_backwards {
                told.remove("to");
            }
            let problems = told.into_iter().map(|(name, messages)| format!("{name} {}", messages.join(", "))).collect();
            Ok(Filters { wanted: of_pairs(&[])?, problems, is_backwards })
        }
    }
}

/// The request of an address with these parameters.
pub fn of_pairs<T: Body>(pairs: &[(&str, &str)]) -> Result<T, Refusal> {
    let given = pairs.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect();
    T::from_fields(Fields::of_query(&given, &mut Problems::default()))
        .ok_or_else(|| Refusal::internal("a list that cannot be asked for"))
}

/// A page takes the first value of each parameter.
fn single_values(given: BTreeMap<String, String>) -> BTreeMap<String, Vec<String>> {
    given.into_iter().map(|(name, value)| (name, vec![value])).collect()
}

fn parameters(query: &str) -> BTreeMap<String, String> {
    let mut given = BTreeMap::new();
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        let value = value.trim();
        if !value.is_empty() {
            given.entry(name.into_owned()).or_insert_with(|| value.to_owned());
        }
    }
    given
}

impl<T> Filters<T> {
    pub fn notice(&self) -> Markup {
        html! {
            @if self.is_backwards {
                p.notice.bad role="alert" { "The last day lies before the first: please change one." }
            }
            @if !self.problems.is_empty() {
                p.notice.bad role="alert" { "This cannot be asked for: " (self.problems.join("; ")) "." }
            }
        }
    }
}

/// The value of one parameter, where it is not empty.
pub fn parameter(asked: &Asked, name: &str) -> Option<String> {
    parameters(&asked.query).remove(name)
}

/// The day that was typed into a field, also where the list is not asked for with it; else the one it starts with.
pub fn typed_day(asked: &Asked, name: &str, otherwise: impl Into<Option<IstDate>>) -> Option<String> {
    day(asked, name).or_else(|| otherwise.into()).map(|day| day.to_string())
}

fn day(asked: &Asked, name: &str) -> Option<IstDate> {
    parameter(asked, name)?.parse().ok()
}

fn is_backwards(asked: &Asked) -> bool {
    day(asked, "from").zip(day(asked, "to")).is_some_and(|(from, to)| to < from)
}

/// This page with some parameters changed and the rest kept; an empty value takes its parameter away.
pub fn address(asked: &Asked, changes: &[(&str, &str)]) -> String {
    let mut given = parameters(&asked.query);
    for (name, value) in changes {
        given.insert((*name).to_owned(), (*value).to_owned());
    }
    let pairs: Vec<String> = given
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{}={}", paths::encoded(name), paths::encoded(value)))
        .collect();
    if pairs.is_empty() { asked.path.clone() } else { format!("{}?{}", asked.path, pairs.join("&")) }
}

/// The parameters of this address that a form does not ask for itself, to be sent along.
pub fn carried(asked: &Asked, own: &[&str]) -> Markup {
    html! {
        @for (name, value) in url::form_urlencoded::parse(asked.query.as_bytes()) {
            @if name != "page" && !value.is_empty() && !own.contains(&&*name) {
                input type="hidden" name=(name) value=(value);
            }
        }
    }
}

/// The page before, the page after, and where one is.
pub fn pager(asked: &Asked, meta: &Meta) -> Markup {
    let (by, has_more) = (PagesBy::Number(Some(meta.total_pages)), meta.page < meta.total_pages);
    parts::pager(&asked.words, by, meta.page, has_more, |page| address(asked, &[("page", &page.to_string())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_fields_of_a_form_are_absent() {
        let given = parameters("from=&to=2026-11-30&q=%20%20&to=2026-12-01");
        assert_eq!(given, BTreeMap::from([("to".to_owned(), "2026-11-30".to_owned())]));
    }
}
