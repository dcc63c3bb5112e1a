//! The people who looked at a customer: what an owner answers a customer who asks.

use maud::{Markup, html};
use parlour_pages::parts::icon;
use parlour_pages::{Asked, format};
use parlour_people::customers::AccessLog;

/// How many of the last lines the page shows; the API has all.
const SHOWN: usize = 20;

pub fn looks(asked: &Asked, log: &AccessLog) -> Markup {
    html! {
        section.card aria-labelledby="looks" {
            h2 id="looks" { (icon("person")) "Who looked or exported" }
            @if log.accesses.is_empty() { p.quiet { "Nobody yet." } }
            ul.notes {
                @for line in log.accesses.iter().take(SHOWN) {
                    li {
                        p { (line.name) @if let Some(list) = &line.list { ", who exported all " (list) } }
                        p.fine { (format::full_date(&asked.words, line.date)) }
                    }
                }
            }
        }
    }
}
