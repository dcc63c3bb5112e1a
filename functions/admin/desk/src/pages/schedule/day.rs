//! The dialog of a cell: the hours of one person's day, on other days of the week too where that is wanted. The script
//! fills it in from the cell.

use maud::{Markup, html};
use parlour_pages::parts::{Form, Input, in_dialog, submit};
use parlour_pages::{Asked, format};

use super::read::Week;
use crate::pages::hours::DayHours;

pub fn dialog(asked: &Asked, week: &Week) -> Markup {
    let form = html! {
        div.pair {
            (Input::choice("staffId", "Person", people(week), None).within("day"))
            (Input::new("date", "Date").within("day").kind("date").required().value(Some(week.monday.to_string())))
        }
        (DayHours { id: "day".to_owned(), prefix: String::new(), shifts: &[week.branch.opening()], breaks: &[], usual: week.branch.opening(), sends_off: true })
        fieldset.field {
            legend { "The same on" }
            div.chips {
                @for (number, day) in week.days().enumerate() {
                    @let id = format!("also-{number}");
                    div.chip {
                        input id=(id) type="checkbox" name="also" value=(day) data-as="" data-also;
                        label for=(id) { (format::weekday(&asked.words, day)) " " (day.day()) }
                    }
                }
            }
        }
        p.fine { "It holds for these days alone. The week that repeats is set on the person's own page." }
        div.actions { (submit("Set hours")) }
    };
    // Each further day is a call of its own, which the script makes.
    let form =
        Form::new("day-form", "PUT /api/schedule/staff/{staffId}/days/{date}", form).then("reload").say("Hours set.");
    let back = html! {
        input type="hidden" name="staffId" value="";
        input type="hidden" name="date" value="";
        p.fine { "These hours hold for this day alone." }
        div.actions { button.ghost.button type="submit" { "Back to the usual week" } }
    };
    // The script names the day and shows it where there is an exception to take back.
    let back = Form::new("usual-form", "DELETE /api/schedule/staff/{staffId}/days/{date}", back)
        .then("reload")
        .say("The usual week holds again.");
    in_dialog(&asked.words, "day", "Hours of a day", html! { (form) div id="usual" hidden { (back) } })
}

/// Everybody of the branch, by id and name.
pub fn people(week: &Week) -> Vec<(String, String)> {
    week.people.iter().map(|person| (person.staff_id.to_string(), person.name.clone())).collect()
}
