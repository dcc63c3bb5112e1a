//! Leave that was asked for, with what stands against it.

use maud::{Markup, html};
use parlour_booking::bookings::Booking;
use parlour_booking::schedule::{LeaveStatus, LeaveView};
use parlour_pages::parts::{Form, Input, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::auth::Caller;

use super::read::Week;
use crate::pages::fields::reason;
use crate::pages::me::{kind_word, leave_state, status_word};

/// Why leave is not given, or given no more, mostly.
const REJECTED: [&str; 3] = ["Too many are away then.", "You have bookings then.", "Please ask for other days."];
const TAKEN_BACK: [&str; 3] = ["Too many are away then.", "You asked us to.", "It was entered by mistake."];

pub fn requests(asked: &Asked, caller: &Caller, week: &Week) -> Markup {
    html! {
        section aria-labelledby="leave-title" id="leave" {
            h2 id="leave-title" { "Leave requests" }
            (states(week))
            @if week.leave.is_empty() {
                p.quiet { @if week.leave_status == LeaveStatus::Pending { "Nobody waits for an answer." } @else { "None." } }
            } @else {
                ul.requests { @for (leave, clashes) in &week.leave { (request(asked, caller, leave, clashes)) } }
            }
        }
    }
}

/// On top of the page, since the requests stand below the week.
pub fn waiting(week: &Week) -> Markup {
    let count = week.leave.len();
    html! {
        @if week.leave_status == LeaveStatus::Pending && count > 0 {
            p.notice {
                a href="#leave" { @if count == 1 { "1 leave request" } @else { (count) " leave requests" } }
                @if count == 1 { " waits for an answer." } @else { " wait for an answer." }
            }
        }
    }
}

fn states(week: &Week) -> Markup {
    let branch = paths::encoded(week.branch.id.as_str());
    html! {
        nav.states aria-label="Leave requests by state" {
            @for status in LeaveStatus::ALL {
                a href=(format!("/schedule?week={}&branch={branch}&leave={status}#leave", week.monday))
                    aria-current=[(*status == week.leave_status).then_some("true")] { (status_word(*status)) }
            }
        }
    }
}

fn request(asked: &Asked, caller: &Caller, leave: &LeaveView, clashes: &[Booking]) -> Markup {
    let title = format!("leave-{}", leave.id);
    html! {
        li.card.request {
            div.request-text {
                h3 id=(title) { (leave.staff_name) }
                p { (days(asked, leave)) " · " (kind_word(leave.leave_type)) }
                @if let Some(reason) = leave.reason.as_deref().filter(|reason| !reason.is_empty()) { p.as-written.quiet { (reason) } }
                p.fine { "Asked " (format::moment(&asked.words, leave.created_at, asked.today)) }
                @if let Some(note) = leave.note.as_deref().filter(|note| !note.is_empty()) { p.as-written { "Answer: " (note) } }
                (standing_against(asked, clashes))
            }
            @if leave.status.can_be_revoked(leave.end_date, asked.today) { (taking_back(asked, leave, &title)) }
            @else if leave.status != LeaveStatus::Pending { (leave_state(leave.status)) }
            @else if leave.user_id == caller.user.id { p.quiet { "Somebody else decides on your own." } }
            @else { (decision(asked, leave, &title)) }
        }
    }
}

/// `Tue 17 Nov`, or `Tue 17 Nov to Thu 19 Nov`.
pub fn days(asked: &Asked, leave: &LeaveView) -> String {
    let on = |date| format::day(&asked.words, date, asked.today);
    if leave.start_date == leave.end_date {
        on(leave.start_date)
    } else {
        format!("{} to {}", on(leave.start_date), on(leave.end_date))
    }
}

fn standing_against(asked: &Asked, clashes: &[Booking]) -> Markup {
    html! {
        @if !clashes.is_empty() {
            div.notice.clashes {
                p { strong { "Confirmed bookings are in the way:" } }
                ul {
                    @for booking in clashes {
                        li {
                            a href=(paths::booking(&booking.id)) { (booking.number) } " "
                            (format::day(&asked.words, booking.date, asked.today)) ", " (format::time(&asked.words, booking.start)) ", " (booking.customer_name)
                        }
                    }
                }
                p.fine { "Give them to somebody else or move them, then approve." }
            }
        }
    }
}

/// Approved leave, and the way back from it.
fn taking_back(asked: &Asked, leave: &LeaveView, title: &str) -> Markup {
    let id = format!("revoke-{}", leave.id);
    let address = format!("/api/schedule/leave/{}/revoke", paths::encoded(leave.id.as_str()));
    let form = html! {
        p { (leave.staff_name) ", " (days(asked, leave)) }
        (reason("note", &id, &TAKEN_BACK, Some("They read it.")))
        div.actions { (submit("Take back")) }
    };
    let form_id = format!("{id}-form");
    let form = Form::new(&form_id, format!("POST {address}"), form).then("reload").say("Leave taken back.");
    html! {
        div.decision {
            (leave_state(leave.status))
            button.ghost.button.small type="button" commandfor=(id) command="show-modal" aria-describedby=(title) { "Take back" }
        }
        (form.in_dialog(&asked.words, &id, "Take leave back"))
    }
}

fn decision(asked: &Asked, leave: &LeaveView, title: &str) -> Markup {
    let (yes, no) = (format!("approve-{}", leave.id), format!("reject-{}", leave.id));
    let address = format!("/api/schedule/leave/{}", paths::encoded(leave.id.as_str()));
    let approval = html! {
        details.note-box { summary { "Add a note" } (Input::new("note", "Note").within(&yes).with("maxlength", "500")) }
        div.row-actions {
            button.button.small type="submit" aria-describedby=(title) { "Approve" }
            button.ghost.button.small type="button" commandfor=(no) command="show-modal" aria-describedby=(title) { "Reject" }
        }
    };
    let rejection = html! {
        p { (leave.staff_name) ", " (days(asked, leave)) }
        (reason("note", &no, &REJECTED, Some("They read it.")))
        div.actions { (submit("Reject")) }
    };
    let no_form = format!("{no}-form");
    let rejection =
        Form::new(&no_form, format!("POST {address}/reject"), rejection).then("reload").say("Leave rejected.");
    html! {
        (Form::new(&yes, format!("POST {address}/approve"), approval).then("reload").say("Leave approved.").class("decision"))
        (rejection.in_dialog(&asked.words, &no, "Reject leave"))
    }
}
