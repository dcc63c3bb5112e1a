//! Days on which the branch is closed.

use maud::{Markup, html};
use parlour_booking::schedule::ClosureView;
use parlour_pages::parts::{Form, Input, submit};
use parlour_pages::{Asked, format, paths};

use super::read::Week;
use crate::pages::fields::branch_options;

pub fn closures(asked: &Asked, week: &Week) -> Markup {
    html! {
        section.card aria-labelledby="closures-title" {
            h2 id="closures-title" { "Closed days" }
            @if week.closures.is_empty() { p.quiet { "None from this week on. Close a day for a holiday or a repair." } }
            @else { ul.plain-rows { @for closure in &week.closures { (row(asked, closure)) } } }
        }
    }
}

fn row(asked: &Asked, closure: &ClosureView) -> Markup {
    let (form, text) = (format!("reopen-{}", closure.id), format!("closure-{}", closure.id));
    let call = format!("DELETE /api/schedule/closures/{}", paths::encoded(closure.id.as_str()));
    let button = html! { button.ghost.button.small type="submit" aria-describedby=(text) { "Remove" } };
    let day = format::day(&asked.words, closure.date, asked.today);
    let question = format!("Open {day} for bookings again?");
    html! {
        li {
            div id=(text) {
                strong { (day) }
                p.fine { (closure.reason) }
            }
            (Form::new(&form, call, button).then("reload").say("Open again.").ask(question).class("inline"))
        }
    }
}

pub fn dialog(asked: &Asked, week: &Week) -> Markup {
    let form = html! {
        (Input::choice("branchId", "Branch", branch_options(&week.branches), Some(week.branch.id.as_str()))
            .within("close"))
        (Input::new("date", "Date").within("close").kind("date").required().value(Some(asked.today.max(week.monday).to_string())))
        (Input::new("reason", "Reason").within("close").required().with("maxlength", "200"))
        p.fine { "Nobody can book that day. Bookings that are confirmed have to be moved first." }
        div.actions { (submit("Close a day")) }
    };
    let form = Form::new("close-form", "POST /api/schedule/closures", form).then("reload").say("Closed.");
    form.in_dialog(&asked.words, "close", "Close a day")
}
