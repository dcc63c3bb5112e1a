//! Actions on a booking: a button for each that its life cycle allows now, with its dialog where it needs more to be
//! said.

use maud::{Markup, html};
use parlour_booking::bookings::status::Action;
use parlour_booking::bookings::{BookedService, Booking, BookingPanel, DayOffer};
use parlour_pages::parts::{Form, Input, in_dialog, opener, submit};
use parlour_pages::{Asked, format, paths};
use parlour_people::staff::StaffMember;
use parlour_values::id::{ServiceId, StaffId};
use parlour_values::time::Instant;

use crate::pages::fields::reason;
use crate::pages::persons::{self, Candidate, CandidateState};
use crate::pages::times::{self, FreeTimes};

pub fn render(asked: &Asked, panel: &BookingPanel, offer: Option<&DayOffer>, now: Instant) -> Markup {
    let offered = panel.booking.desk_actions(now);
    html! {
        @if !offered.is_empty() {
            div.actions.panel-actions {
                @for (at, action) in offered.iter().enumerate() { (button(asked, &panel.booking, *action, at == 0)) }
            }
            @for action in offered { (dialog(asked, panel, offer, action)) }
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

fn dialog(asked: &Asked, panel: &BookingPanel, offer: Option<&DayOffer>, action: Action) -> Markup {
    let booking = &panel.booking;
    let (name, id) = name(action);
    let decision = |action: &str| html! { input type="hidden" name="action" value=(action); };
    let (call, fields, said) = match action {
        Action::Approve => (
            call("PATCH", booking, ""),
            html! { (decision("approve")) (who(panel, id, is_by_several(&panel.booking))) },
            "Approved.",
        ),
        Action::Assign => (
            call("PATCH", booking, ""),
            html! { (decision("assign")) (who(panel, id, panel.booking.services.len() > 1)) },
            "Assigned.",
        ),
        Action::Reject => (
            call("PATCH", booking, ""),
            html! { (decision("reject")) (reason("rejectionReason", id, &REJECTED, THEY_READ_IT)) (telling(id)) },
            "Rejected.",
        ),
        Action::Reschedule => {
            (call("POST", booking, "/reschedule"), html! { (when(asked, panel, offer, id)) (telling(id)) }, "Moved.")
        }
        Action::CancelByDesk => (
            call("POST", booking, "/cancel"),
            html! { (reason("reason", id, &CANCELLED, THEY_READ_IT)) (telling(id)) },
            "Cancelled.",
        ),
        Action::NoShow => {
            (call("POST", booking, "/noshow"), html! { p { (no_show_question(booking)) } }, "Marked as a no-show.")
        }
        Action::Complete if booking.date != asked.today => return complete_another_day(asked, booking),
        _ => return html! {},
    };
    let form = format!("{id}-form");
    // A button that says Cancel in a dialog could as well close it.
    let done = if id == "cancel" { "Cancel booking" } else { name };
    let body = html! { p.ask-about { (about(asked, booking)) } (fields) div.actions { (submit(done)) } };
    Form::new(&form, call, body).then("reload").say(said).in_dialog(&asked.words, id, name)
}

/// The customer and the visit that a dialog is about.
pub fn about(asked: &Asked, booking: &Booking) -> Markup {
    let when = format::near_day(&asked.words, booking.date, asked.today);
    let names: Vec<&str> = booking.services.iter().map(|service| service.name.as_str()).collect();
    html! {
        strong { (booking.customer_name) } ", " (when) ", " (format::time(&asked.words, booking.start)) ", " (names.join(", "))
    }
}

fn no_show_question(booking: &Booking) -> String {
    format!("Did {} not come? It counts against them, and can be taken back today only.", booking.customer_name)
}

/// A visit of another day is seldom meant: the bill is opened only by whoever says so.
fn complete_another_day(asked: &Asked, booking: &Booking) -> Markup {
    let (name, id) = name(Action::Complete);
    let day = format::near_day(&asked.words, booking.date, asked.today);
    let body = html! {
        p.ask-about { (about(asked, booking)) }
        p { "This booking is for " (day) ". Complete it today?" }
        div.actions { a.button href=(format!("{}/checkout", paths::booking(&booking.id))) { "Open the bill" } }
    };
    in_dialog(&asked.words, id, name, body)
}

/// Whom a service is given to, or whom the customer wished for.
fn wanted(service: &BookedService) -> Option<&StaffId> {
    service.staff_id.as_ref().or(service.part.requested_staff_id.as_ref())
}

fn is_by_several(booking: &Booking) -> bool {
    let mut people = booking.services.iter().filter_map(wanted);
    let first = people.next();
    people.any(|other| Some(other) != first)
}

/// Somebody for all of it, or somebody for each service, which begins when it begins now.
fn who(panel: &BookingPanel, within: &str, is_each: bool) -> Markup {
    let booking = &panel.booking;
    if !is_each {
        let candidates = candidates(panel, &booking.service_ids(), &panel.free, booking.staff_id());
        return persons::select(within, "Choose somebody", true, candidates);
    }
    html! {
        @for (at, (service, free)) in booking.services.iter().zip(&panel.free_for_each).enumerate() {
            @let named = |field: &str| format!("services.{at}.{field}");
            input type="hidden" name=(named("serviceId")) value=(service.service_id);
            @if let Some(time) = booking.booked_time(service) {
                input type="hidden" name=(named("startTime")) value=(time.start);
            }
            @let candidates = candidates(panel, std::slice::from_ref(&service.service_id), free, wanted(service));
            (persons::select_for(within, at, &service.name, candidates))
        }
    }
}

/// Somebody for the whole visit as it moves. Of a visit of several people nobody is chosen: each keeps what they have.
fn who_moves(panel: &BookingPanel, free: &[StaffId], within: &str) -> Markup {
    let booking = &panel.booking;
    let only = booking.staff_id().filter(|_| booking.staff_ids().len() == 1);
    let candidates = candidates(panel, &booking.service_ids(), free, only);
    persons::select(within, "Whoever has it now", false, candidates)
}

/// The people who could do these services: all who work there, those who can and are free first, then those who can.
fn candidates<'a>(
    panel: &'a BookingPanel,
    services: &[ServiceId],
    free: &[StaffId],
    chosen: Option<&StaffId>,
) -> Vec<Candidate<'a>> {
    let branch = &panel.booking.branch_id;
    let is_chosen = |member: &StaffMember| chosen == Some(&member.id);
    let works_here =
        |member: &&StaffMember| member.is_active && (member.branch_ids.contains(branch) || is_chosen(member));
    let candidate = |member: &'a StaffMember| Candidate {
        id: &member.id,
        name: &member.display_name,
        standing: CandidateState::of(free.contains(&member.id) || is_chosen(member), member.can_do(branch, services)),
        is_chosen: is_chosen(member),
        places: None,
        is_elsewhere: false,
    };
    panel.staff.iter().map(|member| &member.record).filter(works_here).map(candidate).collect()
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

/// Reasons that are often given to the customer.
const REJECTED: [&str; 3] =
    ["We are fully booked then.", "The person you asked for is away.", "We are closed at that time."];
const CANCELLED: [&str; 3] = ["You asked us to.", "Somebody is ill.", "It was booked twice."];
const THEY_READ_IT: Option<&str> = Some("The customer reads this.");

fn when(asked: &Asked, panel: &BookingPanel, offer: Option<&DayOffer>, within: &str) -> Markup {
    let booking = &panel.booking;
    let free = offer.map_or(FreeTimes::Unasked("One moment …"), |offer| FreeTimes::Known(&offer.times));
    html! {
        (who_moves(panel, offer.map_or(&panel.free, |offer| &offer.free), within))
        (Input::new("bookingDate", "Date").kind("date").within(within).required()
            .value(booking.date.to_string()).with("min", asked.today.to_string()))
        (times::render(&asked.words, within, &free, booking.start, "startTime"))
    }
}
