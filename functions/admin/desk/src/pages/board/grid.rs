//! The board itself: hours down the side, a column per person, a card per booking.

use maud::{Markup, html};
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::Action;
use parlour_pages::{Asked, Words, format, paths};
use parlour_values::time::{Instant, Interval, TimeOfDay};

use super::layout::{Board, Card, Column, Shade, Why};
use super::positions;
use crate::pages::statuses;

pub fn render(asked: &Asked, board: &Board<'_>, is_today: bool, now: Instant) -> Markup {
    let words = &asked.words;
    let clock = now.ist_time();
    let shows_now = is_today && (board.hours.start..board.hours.end).contains(&clock);
    let now_row = board.rows(Interval { start: clock, end: clock }, 0);
    html! {
        ol.hours aria-hidden="true" {
            @for hour in (board.hours.start.minutes()..board.hours.end.minutes()).step_by(60) {
                @let time = TimeOfDay::from_minutes(hour).unwrap_or(TimeOfDay::MIDNIGHT);
                li class=(positions::of_rows(board.rows(Interval { start: time, end: time }, 12))) { (hour_name(time)) }
            }
        }
        @for column in &board.columns { (of_person(words, board, column, now)) }
        @if shows_now { div class=(format!("now {}", positions::of_rows(now_row))) { span { "Now" } } }
    }
}

/// `10 am`.
fn hour_name(time: TimeOfDay) -> String {
    let hour = time.minutes() / 60 % 24;
    format!("{} {}", if hour.is_multiple_of(12) { 12 } else { hour % 12 }, if hour < 12 { "am" } else { "pm" })
}

fn of_person(words: &Words, board: &Board<'_>, column: &Column<'_>, now: Instant) -> Markup {
    let heading = format!("of-{}", column.person.map_or("nobody", |id| id.as_str()));
    let kind = if column.person.is_none() && column.cards.is_empty() { " bare" } else { "" };
    html! {
        section class=(format!("col {}{kind}", positions::of_column(column.lanes()))) aria-labelledby=(heading)
            data-person=[column.person.map(|id| id.as_str())] {
            header {
                h2 id=(heading) { (column.name) }
                p { (at_work(words, column)) }
            }
            ol.slots {
                @for shade in &column.shades { (shaded(words, board, shade)) }
                @for card in &column.cards { li { (appointment(words, board, card, now)) } }
            }
        }
    }
}

fn at_work(words: &Words, column: &Column<'_>) -> String {
    if column.person.is_none() {
        return "Nobody’s yet".to_owned();
    }
    if column.is_on_leave {
        return "On leave".to_owned();
    }
    match (column.shifts.first(), column.shifts.last()) {
        (Some(first), Some(last)) => format::hours(words, first.start, last.end),
        _ => "Not on shift".to_owned(),
    }
}

fn shaded(words: &Words, board: &Board<'_>, shade: &Shade) -> Markup {
    let (class, name) = match shade.why {
        Why::Closed => ("closed", "Closed"),
        Why::OffShift => ("off", "Not on shift"),
        Why::Break => ("rest", "Break"),
        Why::Blocked => ("block", "Blocked"),
        Why::Leave => ("leave", "On leave"),
        Why::Elsewhere => ("elsewhere", "At another branch"),
    };
    let until = matches!(shade.why, Why::Break | Why::Blocked | Why::Elsewhere);
    html! {
        li class=(format!("shade shade-{class} {}", positions::of_rows(board.rows(shade.time, 1)))) {
            (name) @if until { " until " (format::time(words, shade.time.end)) }
        }
    }
}

fn appointment(words: &Words, board: &Board<'_>, card: &Card<'_>, now: Instant) -> Markup {
    let booking = card.booking;
    html! {
        a class=(format!("appt is-{} {}", booking.status, positions::of_card(board, card))) href=(paths::booking(&booking.id))
            data-start=(booking.start.minutes()) data-min=(booking.hold().minutes().0)
            data-updated=(booking.updated_at.millis()) data-can=(can(booking, now)) {
            b { (format::time(words, booking.start)) } " " span { (booking.customer_name) } " "
            small { (services(booking)) } " " em { (statuses::word(booking.status)) }
        }
    }
}

pub fn services(booking: &Booking) -> String {
    let names: Vec<&str> = booking.services.iter().map(|service| service.name.as_str()).collect();
    names.join(", ")
}

/// What dragging may do with it: `approve`, `assign`, `move`.
pub fn can(booking: &Booking, now: Instant) -> String {
    let word = |action: Action| match action {
        Action::Approve => Some("approve"),
        Action::Assign => Some("assign"),
        Action::Reschedule => Some("move"),
        _ => None,
    };
    let words: Vec<&str> = booking.desk_actions(now).into_iter().filter_map(word).collect();
    words.join(" ")
}
