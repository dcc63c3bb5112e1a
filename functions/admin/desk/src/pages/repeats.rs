//! Appointments that repeat: the fields of the walk-in form, and the card on the page of a booking.

use maud::{Markup, html};
use parlour_booking::bookings::BookingPanel;
use parlour_booking::repeats::{OccurrenceView, RepeatView};
use parlour_booking::slots::reason::Reason;
use parlour_pages::parts::{Form, Input, in_dialog, opener, submit};
use parlour_pages::{Asked, format, paths};
use parlour_values::id::BookingId;

use super::statuses;

/// How many weeks lie between two appointments, as the form offers it.
const WEEKS: std::ops::RangeInclusive<u32> = 1..=12;
const USUAL_WEEKS: u32 = 4;

/// Sent only while the part is open; the days are listed before anything is booked.
pub fn fields() -> Markup {
    html! {
        details.repeat data-repeat {
            summary { "Repeat" }
            div.two-fields {
                (every("walk-in", Some(USUAL_WEEKS)))
                (Input::new("count", "Times").kind("number").within("walk-in").required().value("6".to_owned())
                    .with("min", "2").with("max", "26").sent_type("number"))
            }
            input type="hidden" name="onConflict" value="refuse";
            p.fine { "You see all days before anything is booked." }
        }
    }
}

/// `Every`: 1 to 12 weeks; none where it may stay as it is.
fn every(within: &str, chosen: Option<u32>) -> Input<'_> {
    let weeks = WEEKS.map(|weeks| (weeks.to_string(), rhythm(weeks)));
    let chosen = chosen.map(|weeks| weeks.to_string());
    let none = chosen.is_none().then_some("As it is");
    Input::choice("everyWeeks", "Every", weeks, chosen.as_deref())
        .at_first(none)
        .optional()
        .within(within)
        .sent_type("number")
}

fn rhythm(weeks: u32) -> String {
    if weeks == 1 { "week".to_owned() } else { format!("{weeks} weeks") }
}

/// Why an appointment is not there, or not where the others are.
const fn why(reason: Reason) -> &'static str {
    match reason {
        Reason::Closed => "closed then",
        Reason::TooFar => "too far ahead",
        Reason::Past => "already past",
        Reason::TooSoon => "too soon",
        Reason::OffShift => "not at work then",
        Reason::OnLeave => "on leave",
        Reason::Blocked => "blocked",
        Reason::Booked => "taken",
        Reason::NoRoom => "no room free",
    }
}

/// The card of a booking that repeats: all days, and what can be done with those from this one on.
pub fn card(asked: &Asked, panel: &BookingPanel, repeat: &RepeatView) -> Markup {
    let booking = &panel.booking;
    let is_ahead = |one: &&OccurrenceView| one.date >= booking.date && one.status.is_none_or(|status| status.is_open());
    let following = repeat.occurrences.iter().filter(is_ahead).count();
    html! {
        section.card.repeats aria-labelledby="of-repeat" {
            h2 id="of-repeat" { "Repeats: every " (rhythm(repeat.every_weeks)) }
            ol.days {
                @for one in &repeat.occurrences { (day(asked, one, &booking.id)) }
            }
            @if following > 0 {
                div.actions {
                    (opener("move-following", "Move the following", "ghost button small"))
                    (opener("cancel-following", "Cancel the following", "ghost button small"))
                }
                (move_following(asked, panel, repeat))
                (cancel_following(asked, panel, repeat))
            }
        }
    }
}

fn day(asked: &Asked, one: &OccurrenceView, shown: &BookingId) -> Markup {
    let when = format!(
        "{}, {}",
        format::near_day(&asked.words, one.date, asked.today),
        format::time(&asked.words, one.start_time)
    );
    html! {
        li {
            @match &one.booking_id {
                Some(id) if id == shown => strong aria-current="true" { (when) },
                Some(id) => a href=(paths::booking(id)) { (when) },
                None => span { (when) },
            }
            @if let Some(status) = one.status { " " (statuses::badge(status)) }
            @if let Some(reason) = one.reason { " " span.fine { (why(reason)) } }
        }
    }
}

fn address(repeat: &RepeatView) -> String {
    format!("/api/repeats/{}", paths::encoded(repeat.id.as_str()))
}

/// From this booking on, at another time, with somebody else or in another rhythm; the script lists the days first.
fn move_following(asked: &Asked, panel: &BookingPanel, repeat: &RepeatView) -> Markup {
    let booking = &panel.booking;
    let here = panel.staff.iter().filter(|member| member.is_active && member.branch_ids.contains(&booking.branch_id));
    let people = here.map(|member| (member.id.to_string(), member.display_name.clone()));
    let fields = html! {
        p { (booking.customer_name) ", from " (format::near_day(&asked.words, booking.date, asked.today)) " on." }
        input type="hidden" name="from" value=(booking.date);
        (Input::new("startTime", "Time").kind("time").within("move-following").required()
            .value(repeat.start_time.to_string()).with("step", "60"))
        (Input::choice("staffId", "Person", people, None).or("Whoever has each now").within("move-following"))
        (every("move-following", None))
        div.actions { (submit("Move them")) }
    };
    let form =
        Form::new("move-following-form", format!("PATCH {}", address(repeat)), fields).then("reload").say("Moved.");
    // The days are listed before they are moved.
    let body = html! { div data-lists { (form) } };
    in_dialog(&asked.words, "move-following", "Move the following", body)
}

fn cancel_following(asked: &Asked, panel: &BookingPanel, repeat: &RepeatView) -> Markup {
    let booking = &panel.booking;
    let call = format!("DELETE {}?from={}", address(repeat), booking.date);
    let fields = html! {
        p {
            (booking.customer_name) ": cancel this appointment and all that follow it? The customer gets one message. What \
            has begun stays."
        }
        div.actions { (submit("Cancel them")) }
    };
    Form::new("cancel-following-form", call, fields).then("reload").say("Cancelled.").in_dialog(
        &asked.words,
        "cancel-following",
        "Cancel the following",
    )
}
