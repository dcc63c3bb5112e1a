//! Parts that show something: badges, facts, empty states, bars.

use maud::{Markup, html};

use crate::words::Words;

/// How something stands, beside the word that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Calm,
    Good,
    Waiting,
    Bad,
}

impl Tone {
    const fn class(self) -> &'static str {
        match self {
            Self::Calm => "calm",
            Self::Good => "good",
            Self::Waiting => "waiting",
            Self::Bad => "bad",
        }
    }
}

/// A state in words, with a sign of its own, so that its colour says nothing alone.
pub fn badge(tone: Tone, text: &str) -> Markup {
    html! { span class=(format!("badge {}", tone.class())) { (text) } }
}

/// Nothing here yet, and what to do about it.
pub fn empty(picture: Markup, text: &str, action: Markup) -> Markup {
    html! { div.empty { (picture) p { (text) } (action) } }
}

/// Names and values.
pub fn facts(rows: &[(String, Markup)]) -> Markup {
    html! { dl.facts { @for (name, value) in rows { div { dt { (name) } dd { (value) } } } } }
}

/// How much of something is left, as a bar with its text beside it.
pub fn meter(label: &str, value: u32, most: u32) -> Markup {
    html! { meter.bar aria-label=(label) min="0" max=(most.max(1)) value=(value) { (value) "/" (most) } }
}

pub fn breadcrumb(words: &Words, href: &str, text: &str) -> Markup {
    html! { nav.crumb aria-label=(words.you_are_here()) { a href=(href) { span aria-hidden="true" { "‹" } (text) } } }
}

/// Says that writing needs the script.
pub fn needs_script(words: &Words) -> Markup {
    html! { noscript { p.notice { (words.needs_script()) } } }
}

/// A small sign of our own drawing; it repeats what the text beside it says.
pub fn icon(name: &str) -> Markup {
    let path = match name {
        "home" => "M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5",
        "menu" => "M4 7h16M4 12h16M4 17h16",
        "close" => "M6 6l12 12M18 6L6 18",
        "list" => "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
        "calendar" => "M5 7h14v12.5H5zM5 11h14M9 4.5V8M15 4.5V8",
        "plus" => "M12 5v14M5 12h14",
        "gem" => "M7 5h10l4 5-9 10L3 10zM3 10h18M9 10l3 10 3-10-3-5z",
        "card" => "M3.5 6.5h17v11h-17zM3.5 10.5h17M7 14.5h4",
        "bell" => "M6.5 17V11a5.5 5.5 0 0 1 11 0v6M4.5 17h15M10.5 20h3",
        "person" => "M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-3.6 4-5 7.500-5s6.500 1.400 7.500 5",
        "clock" => "M12 20.500a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM12 7.500V12l3 2",
        "place" => {
            "M12 21s6.500-6 6.500-11a6.500 6.500 0 1 0-13 0c0 5 6.500 11 6.500 11zM12 12.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z"
        }
        "phone" => {
            "M6 4.500h3l1.500 4-2 1.500a11 11 0 0 0 5 5l1.500-2 4 1.500v3c0 1-1 2-2 2C10.500 19 5 13.500 4 7c0-1.500 1-2.500 2-2.500z"
        }
        "people" => {
            "M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 19.500c.8-3.200 3.300-4.500 6.500-4.500s5.700 1.300 6.500 4.500M16 5a3.200 3.200 0 0 1 0 6.200M18 15.300c1.900.6 3 1.900 3.500 4.200"
        }
        "search" => "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 20 20",
        "chart" => "M4.500 4.500v15h15M8.500 16v-4M12.500 16V8M16.500 16v-6",
        "brush" => "M14 10 20 4M9.500 13.500l4 4M11.500 11l1.500 1.500-6 6.500-3 .5.5-3z",
        "plug" => "M9 4.500v4M15 4.500v4M6.500 8.500h11v3a5.500 5.500 0 0 1-11 0zM12 17v3.500",
        "key" => "M8.5 16.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12.500 12.500H21M18 12.500V16",
        "check" => "M5 12.500l4.500 4.500L19 7.500",
        "box" => "M4.500 8 12 4l7.500 4v8L12 20l-7.500-4zM4.500 8 12 12l7.500-4M12 12v8",
        "tag" => "M4 4.500h7.500l8.500 8.500-7 7L4.500 11.500zM8.200 8.200h.01",
        _ => "M12 12h.01",
    };
    html! {
        svg.icon viewBox="0 0 24 24" aria-hidden="true" focusable="false" {
            path d=(path) fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" {}
        }
    }
}
