//! Lists: their table, and the way to their other pages.

use maud::{Markup, Render, html};

use crate::words::Words;

/// The head of a column; amounts stand on the right.
#[derive(Clone, Copy)]
pub enum Head<'a> {
    Text(&'a str),
    Amount(&'a str),
}

impl Render for Head<'_> {
    fn render(&self) -> Markup {
        match self {
            Self::Text(name) => html! { th scope="col" { (name) } },
            Self::Amount(name) => html! { th.amount scope="col" { (name) } },
        }
    }
}

/// A table of rows below the heads of their columns.
pub struct ListTable<'a> {
    heads: &'a [Head<'a>],
    rows: Markup,
    class: Option<&'a str>,
    caption: Option<&'a str>,
    label: Option<&'a str>,
    heading: Option<&'a str>,
}

impl<'a> ListTable<'a> {
    pub const fn new(heads: &'a [Head<'a>], rows: Markup) -> Self {
        Self { heads, rows, class: None, caption: None, label: None, heading: None }
    }

    pub const fn class(mut self, class: &'a str) -> Self {
        self.class = Some(class);
        self
    }

    /// Its name for screen readers.
    pub const fn caption(mut self, caption: &'a str) -> Self {
        self.caption = Some(caption);
        self
    }

    /// Can be scrolled by keys, under this name.
    pub const fn labelled(mut self, label: &'a str) -> Self {
        self.label = Some(label);
        self
    }

    /// Can be scrolled by keys, under the name of the heading with this id.
    pub const fn headed(mut self, id: &'a str) -> Self {
        self.heading = Some(id);
        self
    }
}

impl Render for ListTable<'_> {
    fn render(&self) -> Markup {
        let is_named = self.label.is_some() || self.heading.is_some();
        html! {
            div.table-wrap tabindex=[is_named.then_some("0")] role=[is_named.then_some("group")] aria-label=[self.label]
                aria-labelledby=[self.heading] {
                table class=[self.class] {
                    @if let Some(caption) = self.caption { caption.unseen { (caption) } }
                    thead { tr { @for head in self.heads { (head) } } }
                    tbody { (self.rows) }
                }
            }
        }
    }
}

/// What the pages of a list are told apart by.
#[derive(Clone, Copy)]
pub enum PagesBy {
    /// Their number, with the last one where that is known.
    Number(Option<u64>),
    Age,
}

/// The way from a page of a list to those beside it.
pub fn pager(words: &Words, by: PagesBy, page: u64, has_more: bool, to: impl Fn(u64) -> String) -> Markup {
    let (class, before, after, last) = match by {
        PagesBy::Number(last) => ("ghost button small", "Previous".to_owned(), "Next".to_owned(), last),
        PagesBy::Age => ("ghost button", words.newer(), words.older(), None),
    };
    html! {
        @if last.map_or(page > 1 || has_more, |last| last > 1) {
            nav.pager aria-label=(words.pages()) {
                @if page > 1 { a class=(class) rel="prev" href=(to(page.saturating_sub(1))) { (before) } }
                @if let Some(last) = last { span.fine { "Page " (page) " of " (last) } }
                @if has_more { a class=(class) rel="next" href=(to(page.saturating_add(1))) { (after) } }
            }
        }
    }
}
