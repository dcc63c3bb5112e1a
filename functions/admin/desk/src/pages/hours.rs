//! The shifts and breaks of a day, shown and to be changed.

use maud::{Markup, Render, html};
use parlour_pages::parts::icon;
use parlour_pages::{Words, format};
use parlour_values::time::Interval;

pub const WEEKDAY_NAMES: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// `10:00 am to 2:00 pm, 3:00 pm to 6:00 pm`.
pub fn listed(words: &Words, parts: &[Interval]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format::hours(words, part.start, part.end)).collect();
    parts.join(", ")
}

/// `10:00-14:00,15:00-18:00`, for the script.
pub fn packed(parts: &[Interval]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| format!("{}-{}", part.start, part.end)).collect();
    parts.join(",")
}

/// A day's hours in a form. Rows are added and taken away by the script, which copies the spare one.
pub struct DayHours<'a> {
    /// The prefix of its fields' ids.
    pub id: String,
    /// The prefix of its fields' names: nothing, or `days.0.`.
    pub prefix: String,
    pub shifts: &'a [Interval],
    pub breaks: &'a [Interval],
    /// The hours of a day that had none.
    pub usual: Interval,
    /// Whether the API takes `off`, or an empty list of shifts says it.
    pub sends_off: bool,
}

impl Render for DayHours<'_> {
    fn render(&self) -> Markup {
        let off = format!("{}-off", self.id);
        html! {
            div.day-hours data-hours=(self.prefix) data-usual=(packed(&[self.usual])) {
                div.check {
                    input id=(off) type="checkbox" name=(format!("{}off", self.prefix)) data-off
                        data-as=[(!self.sends_off).then_some("")] checked[self.shifts.is_empty()];
                    div { label for=(off) { "Day off" } }
                }
                (self.list("shifts", "shift", self.shifts))
                (self.list("breaks", "break", self.breaks))
            }
        }
    }
}

impl DayHours<'_> {
    fn list(&self, name: &str, what: &str, parts: &[Interval]) -> Markup {
        let error = format!("{}-{name}-error", self.id);
        html! {
            div.day-parts data-parts=(name) hidden[self.shifts.is_empty()] {
                input type="hidden" name=(format!("{}{name}", self.prefix)) data-list aria-describedby=(error);
                ul {
                    @for (number, part) in parts.iter().enumerate() { (self.row(name, what, &number.to_string(), Some(part))) }
                    (self.row(name, what, "spare", None))
                }
                button.add-part type="button" data-add { (icon("plus")) "Add a " (what) }
                p.error id=(error) hidden {}
            }
        }
    }

    fn row(&self, name: &str, what: &str, number: &str, part: Option<&Interval>) -> Markup {
        let input = |end: &str, label: &str, value: Option<String>| {
            let id = format!("{}-{name}-{number}-{end}", self.id);
            html! {
                div.field {
                    label for=(id) { @if what == "break" { "Break " } (label) }
                    input id=(id) type="time" name=(format!("{}{name}.{number}.{end}", self.prefix)) value=[value] required
                        disabled[part.is_none()] aria-describedby=(format!("{}-{name}-error", self.id));
                }
            }
        };
        html! {
            li.part-row hidden[part.is_none()] data-spare[part.is_none()] {
                (input("start", if what == "break" { "from" } else { "From" }, part.map(|part| part.start.to_string())))
                (input("end", if what == "break" { "to" } else { "To" }, part.map(|part| part.end.to_string())))
                button.ghost.close type="button" data-remove aria-label=(format!("Remove this {what}")) { (icon("close")) }
            }
        }
    }
}
