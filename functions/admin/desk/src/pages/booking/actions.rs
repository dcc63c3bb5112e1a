//! What can be done with a booking: a button for each action that its life cycle allows now, with its dialog where it
//! needs more to be said.

use maud::{Markup, html};
use parlour_booking::bookings::status::Action;
use parlour_booking::bookings::{Booking, BookingPanel};
use parlour_pages::parts::{Dialog, Field, Form, Select, TextArea, opener, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::staff::StaffMember;
use parlour_values::time::Instant;

use crate::pages::times::{self, FreeTimes};

pub fn render(asked: &Asked, panel: &BookingPanel, free: &FreeTimes, now: Instant) -> Markup {
    let offered = panel.booking.desk_actions(now);
    html! {
        @if !offered.is_empty() {
            div.actions.panel-actions {
                @for (at, action) in offered.iter().enumerate() { (button(asked, &panel.booking, *action, at == 0)) }
            }
            @for action in offered { (dialog(asked, panel, free, action)) }
        }
    }
}

/// Its name on the page, and its dialog's id.
const fn name(action: Action) -> (&'static str, &'static str) {
    match action {
        Action::Approve => ("Approve", "approve"),
        Action::Reject => ("Reject", "reject"),
        Action::Assign => ("Assign", "assign"),
        Action::CheckIn => ("Check in", "check-in"),
        Action::UndoCheckIn => ("Undo check-in", "undo-check-in"),
        Action::Complete => ("Complete", "complete"),
        Action::NoShow => ("No-show", "no-show"),
        Action::UndoNoShow => ("Undo no-show", "undo-no-show"),
        Action::Reschedule => ("Move", "move"),
        Action::CancelByDesk | Action::CancelByCustomer => ("Cancel", "cancel"),
        Action::AutoReject => ("", ""),
    }
}

fn call(method: &str, booking: &Booking, end: &str) -> String {
    format!("{method} /api/bookings/{}{end}", paths::encoded(booking.id.as_str()))
}

fn button(asked: &Asked, booking: &Booking, action: Action, is_first: bool) -> Markup {
    let (name, id) = name(action);
    let class = if is_first { "button small" } else { "ghost button small" };
    let sent = |end: &str, said: &str| {
        let button = html! { button class=(class) type="submit" { (name) } };
        html! { (Form::new(id, call("POST", booking, end), button).then("reload").say(said).class("inline")) }
    };
    match action {
        Action::CheckIn => sent("/checkin", "Checked in."),
        Action::UndoCheckIn => sent("/undo-checkin", "The check-in is undone."),
        Action::UndoNoShow => sent("/undo-noshow", "The no-show is undone."),
        Action::Complete if booking.date != asked.today => opener(id, name, class),
        Action::Complete => {
            html! { a class=(class) href=(format!("{}/checkout", paths::booking(&booking.id))) { (name) } }
        }
        Action::Approve
        | Action::Reject
        | Action::Assign
        | Action::Reschedule
        | Action::NoShow
        | Action::CancelByDesk => opener(id, name, class),
        Action::CancelByCustomer | Action::AutoReject => html! {},
    }
}

fn dialog(asked: &Asked, panel: &BookingPanel, free: &FreeTimes, action: Action) -> Markup {
    let booking = &panel.booking;
    let (name, id) = name(action);
    let decision = |action: &str| html! { input type="hidden" name="action" value=(action); };
    let (call, fields, said) = match action {
        Action::Approve => {
            (call("PATCH", booking, ""), html! { (decision("approve")) (people(panel, id, true)) }, "Approved.")
        }
        Action::Assign => {
            (call("PATCH", booking, ""), html! { (decision("assign")) (people(panel, id, true)) }, "Assigned.")
        }
        Action::Reject => (
            call("PATCH", booking, ""),
            html! { (decision("reject")) (reason("rejectionReason", id)) (telling(id)) },
            "Rejected.",
        ),
        Action::Reschedule => {
            (call("POST", booking, "/reschedule"), html! { (when(asked, panel, free, id)) (telling(id)) }, "Moved.")
        }
        Action::CancelByDesk => {
            (call("POST", booking, "/cancel"), html! { (reason("reason", id)) (telling(id)) }, "Cancelled.")
        }
        Action::NoShow => {
            (call("POST", booking, "/noshow"), html! { p { (no_show_question(booking)) } }, "Marked as a no-show.")
        }
        Action::Complete if booking.date != asked.today => return complete_another_day(asked, booking),
        _ => return html! {},
    };
    let form = format!("{id}-form");
    let body = html! { (fields) div.actions { (submit(name)) } };
    let body = html! { (Form::new(&form, call, body).then("reload").say(said)) };
    html! { (Dialog { id, title: name, close: &asked.words.close(), body }) }
}

fn no_show_question(booking: &Booking) -> String {
    format!("Did {} not come? It counts against them, and can be taken back today only.", booking.customer_name)
}

/// A visit of another day is seldom meant: the bill is opened only by whoever says so.
fn complete_another_day(asked: &Asked, booking: &Booking) -> Markup {
    let (name, id) = name(Action::Complete);
    let day = format::near_day(&asked.words, booking.date, asked.today);
    let body = html! {
        p { "This booking is for " (day) ". Complete it today?" }
        div.actions { a.button href=(format!("{}/checkout", paths::booking(&booking.id))) { "Open the bill" } }
    };
    html! { (Dialog { id, title: name, close: &asked.words.close(), body }) }
}

/// Who could do it: whoever works there, those who can and are free first, then those who can.
fn people(panel: &BookingPanel, within: &str, is_required: bool) -> Markup {
    let (booking, services) = (&panel.booking, panel.booking.service_ids());
    let own = |member: &StaffMember| booking.staff_id() == Some(&member.id);
    let mut people: Vec<_> = panel
        .staff
        .iter()
        .map(|member| &member.record)
        .filter(|member| member.is_active && (member.branch_ids.contains(&booking.branch_id) || own(member)))
        .collect();
    let is_able = |member: &StaffMember| member.can_do(&booking.branch_id, &services);
    let is_free = |member: &StaffMember| panel.free.contains(&member.id);
    people.sort_by_key(|member| (!is_free(member), !is_able(member)));
    let named = |member: &&StaffMember| {
        let note = match (is_free(member) || own(member), is_able(member)) {
            (true, _) => "",
            (false, true) => " (not free then)",
            (false, false) => " (does not do this)",
        };
        (member.id.to_string(), format!("{}{note}", member.display_name))
    };
    let none = if is_required { "Choose somebody" } else { "Whoever has it now" };
    html! {
        (Select {
            name: "staffId",
            label: "Person",
            hint: None,
            options: people.iter().map(named).collect(),
            chosen: booking.staff_id().map(|id| id.as_str()),
            none: Some(none),
            within: Some(within),
            is_required,
        })
    }
}

/// Whether the customer gets a message: not where the desk speaks with them anyway.
fn telling(within: &str) -> Markup {
    let id = format!("{within}-notify");
    html! {
        div.check {
            input id=(id) type="checkbox" name="notify" checked;
            label for=(id) { "Tell the customer" }
        }
    }
}

fn reason(field: &str, within: &str) -> Markup {
    html! {
        (TextArea {
            name: field,
            label: "Reason",
            hint: Some("The customer reads this."),
            value: None,
            most: 500,
            within: Some(within),
            is_required: true,
        })
    }
}

fn when(asked: &Asked, panel: &BookingPanel, free: &FreeTimes, within: &str) -> Markup {
    let booking = &panel.booking;
    html! {
        (people(panel, within, false))
        (Field::new("bookingDate", "Date").kind("date").within(within).required()
            .value(booking.date.to_string()).with("min", asked.today.to_string()))
        (times::render(&asked.words, within, free, booking.start, "startTime"))
    }
}
