//! The parts of a page of the desk that a person sees: its texts, its controls, its forms.

use std::collections::BTreeSet;

use parlour_tests::{Client, TestSalon};
use scraper::{ElementRef, Html, Selector};

use crate::site::table::{as_browser, parsed, text};

/// Somebody at the desk, in a browser.
pub async fn desk(salon: &TestSalon) -> Client<'_> {
    as_browser(salon.reception().await)
}

pub struct Seen(Html);

/// A page as this person gets it.
pub async fn see(person: &Client<'_>, path: &str) -> Seen {
    let reply = person.get(path).await;
    assert_eq!(reply.status.as_u16(), 200, "{path}: {}", text(&reply));
    Seen(parsed(&reply))
}

impl Seen {
    pub fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.0.select(&Selector::parse(selector).unwrap()).collect()
    }

    pub fn has(&self, selector: &str) -> bool {
        !self.all(selector).is_empty()
    }

    pub fn says(&self, text: &str) -> bool {
        words(self.all("main")[0]).contains(text)
    }

    /// Whether a button or link of this name is there.
    pub fn offers(&self, name: &str) -> bool {
        let called =
            |element: ElementRef<'_>| element.value().attr("aria-label").map_or_else(|| words(element), str::to_owned);
        self.all("main button, main a").into_iter().any(|control| called(control) == name)
    }

    /// The calls that its forms name.
    pub fn calls(&self) -> BTreeSet<String> {
        self.all("main form[data-call]")
            .iter()
            .filter_map(|form| form.value().attr("data-call"))
            .map(str::to_owned)
            .collect()
    }

    /// The field with this label.
    pub fn field(&self, label: &str) -> ElementRef<'_> {
        let label = self.all("main label").into_iter().find(|one| words(*one) == label);
        let id = label.and_then(|label| label.value().attr("for")).expect("a field of this name");
        self.all(&format!("[id=\"{id}\"]"))[0]
    }

    /// The choices of the field with this label.
    pub fn choices(&self, label: &str) -> Vec<String> {
        self.field(label).select(&Selector::parse("option").unwrap()).map(words).collect()
    }

    /// The text of each element.
    pub fn texts(&self, selector: &str) -> Vec<String> {
        self.all(selector).into_iter().map(words).collect()
    }
}

/// The text of an element, its spaces made one.
pub fn words(element: ElementRef<'_>) -> String {
    element.text().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
