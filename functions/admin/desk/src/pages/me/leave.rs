//! Asking for leave, and what became of it.

use maud::{Markup, html};
use parlour_booking::schedule::{LeaveType, LeaveView};
use parlour_pages::parts::{Form, Input, submit};
use parlour_pages::{Asked, format, paths};

use super::{kind_word, leave_state};
use crate::pages::fields::named;

pub fn leave(asked: &Asked, requests: &[LeaveView]) -> Markup {
    html! {
        section aria-labelledby="leave-title" {
            h2 id="leave-title" { "My leave" }
            @if requests.is_empty() { p.quiet { "You have asked for none yet." } }
            @else { ul.requests { @for request in requests { (row(asked, request)) } } }
        }
    }
}

fn row(asked: &Asked, leave: &LeaveView) -> Markup {
    let on = |date| format::day(&asked.words, date, asked.today);
    let (form, text) = (format!("withdraw-{}", leave.id), format!("leave-{}", leave.id));
    let call = format!("DELETE /api/me/leave/{}", paths::encoded(leave.id.as_str()));
    let button = html! { button.ghost.button.small type="submit" aria-describedby=(text) { "Withdraw" } };
    html! {
        li.card.request {
            div.request-text id=(text) {
                h3 { (on(leave.start_date)) @if leave.end_date != leave.start_date { " to " (on(leave.end_date)) } }
                p.fine { (kind_word(leave.leave_type)) }
                @if let Some(reason) = leave.reason.as_deref().filter(|reason| !reason.is_empty()) { p.as-written.quiet { (reason) } }
                @if let Some(note) = leave.note.as_deref().filter(|note| !note.is_empty()) { p.as-written { "Answer: " (note) } }
            }
            div.request-end {
                (leave_state(leave.status))
                @if leave.status.can_be_withdrawn(leave.start_date, asked.today) {
                    (Form::new(&form, call, button).then("reload").say("Withdrawn.").ask("Withdraw this leave?").class("inline"))
                }
            }
        }
    }
}

pub fn dialog(asked: &Asked) -> Markup {
    let tomorrow = asked.today.plus_days(1).to_string();
    let form = html! {
        div.pair {
            (Input::new("startDate", "Date").kind("date").required().value(Some(tomorrow.clone())).with("min", asked.today.to_string()))
            (Input::new("endDate", "Last day").kind("date").required().value(Some(tomorrow)).with("min", asked.today.to_string()))
        }
        (Input::choice("leaveType", "Kind", named(LeaveType::ALL, kind_word), Some(LeaveType::Casual.as_str())))
        (Input::lines("reason", "Reason", 500).hint("If you like to give one."))
        div.actions { (submit("Ask for leave")) }
    };
    let form = Form::new("ask-form", "POST /api/me/leave", form).then("reload").say("Asked. Your manager decides.");
    form.in_dialog(&asked.words, "ask", "Ask for leave")
}
