//! Subscribing to one's own appointments: an address is made, shown once, and can be ended.

use maud::{Markup, html};

use super::form::{Form, submit};
use crate::words::Words;

/// `path` is where the address is made and ended.
pub fn calendar_feed(words: &Words, path: &str, is_shared: bool) -> Markup {
    let make = if is_shared { words.calendar_anew() } else { words.calendar_share() };
    html! {
        section.calendar-feed aria-labelledby="calendar-title" {
            h2 id="calendar-title" { (words.calendar_title()) }
            p.quiet { (words.calendar_about()) }
            @if is_shared { p.fine { (words.calendar_is_shared()) } }
            (Form::new("calendar-share", format!("POST {path}"), html! { (submit(&make)) }).done("calendar-made").class("inline"))
            div id="calendar-made" hidden {
                p { strong { (words.calendar_once()) } }
                p { code.secret id="calendar-url" data-shown="url" { (words.calendar_lost()) } }
                div.actions {
                    a.button data-webcal="url" { (words.calendar_open()) }
                    button.ghost.button type="button" data-copies="calendar-url" { (words.copy_address()) }
                }
            }
            @if is_shared {
                (Form::new("calendar-end", format!("DELETE {path}"), html! {
                    button.ghost.button type="submit" { (words.calendar_end()) }
                }).then("reload").say(words.said_calendar_ended()).ask(words.calendar_end_sure()).class("inline"))
            }
        }
    }
}
