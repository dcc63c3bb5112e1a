//! The weekdays whose hours are other ones than usual.

use maud::{Markup, html};
use parlour_pages::parts::submit;
use parlour_pages::{Asked, format};
use parlour_setup::branches::{Branch, WEEKDAYS, WeekdayHours};
use parlour_values::time::Interval;

use crate::pages::hours::WEEKDAY_NAMES;

/// A day is the usual one, has hours of its own, or is closed. The script numbers those that are sent.
pub fn fields(asked: &Asked, branch: &Branch) -> Markup {
    let usual = format::hours(&asked.words, branch.open_time, branch.close_time);
    html! {
        p.hint.whole { "Bookings, free times, shifts and the board follow the hours of the weekday. The usual ones are " (usual) "." }
        input type="hidden" name="hours" data-list;
        div.week-days.whole {
            @for (weekday, name) in WEEKDAYS.zip(WEEKDAY_NAMES) { (day(weekday, name, branch.own_hours(weekday), branch.opening())) }
        }
        div.actions.whole { (submit("Save hours")) }
    }
}

fn day(weekday: u32, name: &str, own: Option<WeekdayHours>, usual: Interval) -> Markup {
    let state = match own {
        None => "usual",
        Some(WeekdayHours { opening: Some(_), .. }) => "own",
        Some(WeekdayHours { opening: None, .. }) => "closed",
    };
    let hours = own.and_then(|own| own.opening).unwrap_or(usual);
    let id = |part: &str| format!("hours-{weekday}-{part}");
    let time = |part: &str, label: &str, value: String| {
        html! {
            div.field {
                label for=(id(part)) { (label) }
                input id=(id(part)) type="time" name=(format!("week.{weekday}.{part}")) value=(value) data-as="" data-hours-of=(part)
                    required disabled aria-describedby=(id("error"));
            }
        }
    };
    html! {
        fieldset.week-day data-weekday {
            legend { (name) }
            div.day-hours {
                div.field {
                    select id=(id("state")) aria-label=(format!("Hours of {name}")) name=(format!("week.{weekday}.state")) data-as="" data-day-state {
                        @for (value, text) in [("usual", "Usual hours"), ("own", "Other hours"), ("closed", "Closed")] {
                            option value=(value) selected[state == value] { (text) }
                        }
                    }
                }
                input type="hidden" name=(format!("week.{weekday}.weekday")) value=(weekday) data-type="number" data-as="" data-hours-of="weekday" disabled;
                input type="checkbox" name=(format!("week.{weekday}.closed")) data-as="" data-hours-of="closed" aria-label=(format!("{name} closed")) disabled hidden;
                div.day-times hidden[state != "own"] {
                    (time("open", "Opens", hours.start.to_string()))
                    (time("close", "Closes", hours.end.to_string()))
                }
                p.error id=(id("error")) hidden {}
            }
        }
    }
}
