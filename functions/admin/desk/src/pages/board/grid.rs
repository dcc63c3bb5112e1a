//! The board itself: hours down the side, a column per person or room, a card per booking, or several that are joined.

use maud::{Markup, html};
use parlour_booking::bookings::status::{Action, BookingStatus};
use parlour_booking::bookings::{BookedService, Booking, DeskDay};
use parlour_pages::{Asked, Words, format, paths};
use parlour_values::id::StaffId;
use parlour_values::time::{Instant, Interval, TimeOfDay};

use super::layout::{Board, Card, Column, Owner, Piece, ShadedTime, Why};
use super::marks::Marks;
use crate::pages::statuses;
use crate::positions;

pub fn render(asked: &Asked, day: &DeskDay, marks: &Marks, board: &Board<'_>, now: Instant) -> Markup {
    let (words, is_today) = (&asked.words, day.date == asked.today);
    let clock = now.ist_time();
    let shows_now = is_today && (board.hours.start..board.hours.end).contains(&clock);
    let now_row = board.rows(Interval { start: clock, end: clock }, 0);
    html! {
        ol.hours aria-hidden="true" {
            @for hour in (board.hours.start.minutes()..board.hours.end.minutes()).step_by(60) {
                @let time = TimeOfDay::from_minutes(hour).unwrap_or(TimeOfDay::MIDNIGHT);
                li class=(positions::of_rows(board.rows(Interval { start: time, end: time }, 12))) { (hour_name(time)) }
            }
            @if shows_now { li class=(format!("now-mark {}", positions::of_rows(now_row))) { "Now" } }
        }
        @for column in &board.columns { (one(words, (day, marks), board, column, now)) }
        @if shows_now { div class=(format!("now {}", positions::of_rows(now_row))) {} }
    }
}

/// `10 am`.
fn hour_name(time: TimeOfDay) -> String {
    let hour = time.minutes() / 60 % 24;
    format!("{} {}", if hour.is_multiple_of(12) { 12 } else { hour % 12 }, if hour < 12 { "am" } else { "pm" })
}

fn one(
    words: &Words,
    (day, marks): (&DeskDay, &Marks),
    board: &Board<'_>,
    column: &Column<'_>,
    now: Instant,
) -> Markup {
    let (person, room) = match column.owner {
        Owner::Nobody => (None, None),
        Owner::Person(id) => (Some(id.as_str()), None),
        Owner::Room(id) => (None, Some(id.as_str())),
    };
    let heading = format!("of-{}", person.or(room).unwrap_or("nobody"));
    let kind = if column.owner == Owner::Nobody && column.cards.is_empty() { " bare" } else { "" };
    html! {
        section class=(format!("col {}{kind}", positions::of_column(column.lanes()))) aria-labelledby=(heading)
            data-person=[person] data-room=[room] {
            header {
                h2 id=(heading) { (column.name) }
                p { (at_work(words, column)) }
            }
            ol.slots {
                @for shade in &column.shades { (shaded(words, board, shade, now)) }
                @for card in &column.cards { li { (appointment(words, (day, marks), board, card, now)) } }
            }
        }
    }
}

fn at_work(words: &Words, column: &Column<'_>) -> String {
    match (column.owner, column.group) {
        (Owner::Nobody, _) => return "Nobody’s yet".to_owned(),
        (Owner::Room(_), group) => return group.unwrap_or_default().to_owned(),
        (Owner::Person(_), _) => {}
    }
    if column.is_on_leave {
        return "On leave".to_owned();
    }
    match (column.shifts.first(), column.shifts.last()) {
        (Some(first), Some(last)) => format::hours(words, first.start, last.end),
        _ => "Not on shift".to_owned(),
    }
}

fn shaded(words: &Words, board: &Board<'_>, shade: &ShadedTime, now: Instant) -> Markup {
    let (class, name) = match shade.why {
        Why::Closed => ("closed", "Closed"),
        Why::OffShift => ("off", "Not on shift"),
        Why::Break => ("rest", "Break"),
        Why::Blocked => ("block", "Blocked"),
        Why::Leave => ("leave", "On leave"),
        Why::Elsewhere => ("elsewhere", "At another branch"),
        Why::Offered(_) => ("offered", "Held for the waitlist"),
    };
    let until = matches!(shade.why, Why::Break | Why::Blocked | Why::Elsewhere);
    let offered = if let Why::Offered(until) = shade.why { Some(until) } else { None };
    html! {
        li class=(format!("shade shade-{class} {}", positions::of_rows(board.rows(shade.time, 1))))
            data-until=[offered.map(|until| until.millis())] {
            (name) @if until { " until " (format::time(words, shade.time.end)) }
            @if let Some(until) = offered { " " b { (minutes_left(until, now)) " min left" } }
        }
    }
}

/// Begun minutes count whole; the script goes on counting.
fn minutes_left(until: Instant, now: Instant) -> i64 {
    until.since(now).num_seconds().max(0).saturating_add(59) / 60
}

fn appointment(
    words: &Words,
    (day, marks): (&DeskDay, &Marks),
    board: &Board<'_>,
    card: &Card<'_>,
    now: Instant,
) -> Markup {
    let (piece, booking) = (&card.piece, card.piece.booking);
    let joined = if piece.is_joined() { " joined" } else { "" };
    let parts = piece.is_joined().then(|| own_services(piece, |service| service.service_id.as_str()).join(" "));
    html! {
        a class=(format!("appt is-{}{joined} {}", booking.status, positions::of_card(board.rows_of(&card.piece), card.lane.at, card.lane.of))) href=(paths::booking(&booking.id))
            data-start=(piece.time.start.minutes()) data-min=(piece.time.minutes().0)
            data-updated=(booking.updated_at.millis()) data-can=(can(booking, now))
            data-parts=[parts] data-piece=[piece.is_joined().then_some(piece.at)] {
            b { (format::time(words, piece.time.start)) } " " span { (booking.customer_name) } " "
            (marks.badges(&booking.customer_id))
            @if piece.is_joined() { i.piece { (piece.at.saturating_add(1)) " of " (piece.of) } " " }
            small { (own_services(piece, |service| service.name.as_str()).join(", ")) } " "
            em { (statuses::word(booking.status)) }
            @if booking.status == BookingStatus::Confirmed && piece.at == 0 { " " strong.late { (late(booking, now)) } }
            @for name in passed_over(day, piece) { " " i.wish { "asked for " (name) } }
        }
    }
}

/// One text (`of`) of each service that this card shows.
fn own_services<'a>(piece: &Piece<'a>, of: impl Fn(&'a BookedService) -> &'a str) -> Vec<&'a str> {
    piece.services.iter().filter_map(|at| piece.booking.services.get(*at)).map(of).collect()
}

/// `10 min late`: the visit should have begun, and nobody has checked in.
fn late(booking: &Booking, now: Instant) -> String {
    let minutes = now.since(booking.starts_at()).num_minutes();
    let is_today = booking.date == now.ist_date();
    if is_today && minutes > 0 { format!("{minutes} min late") } else { String::new() }
}

/// The people the customer asked for, if somebody else does it.
fn passed_over<'a>(day: &'a DeskDay, piece: &Piece<'_>) -> Vec<&'a str> {
    let own = piece.services.iter().filter_map(|at| piece.booking.services.get(*at));
    let mut passed: Vec<&StaffId> = own.filter_map(given_to_another).collect();
    passed.dedup();
    passed.into_iter().map(|id| name_of(day, id)).collect()
}

/// The one who was wished for, if somebody else is to do it.
pub fn given_to_another(service: &BookedService) -> Option<&StaffId> {
    let wished = service.part.requested_staff_id.as_ref()?;
    service.staff_id.as_ref().filter(|staff| *staff != wished).map(|_| wished)
}

pub fn name_of<'a>(day: &'a DeskDay, id: &StaffId) -> &'a str {
    day.team.member(id).map_or("somebody else", |member| member.display_name.as_str())
}

pub fn services(booking: &Booking) -> String {
    let names: Vec<&str> = booking.services.iter().map(|service| service.name.as_str()).collect();
    names.join(", ")
}

/// The actions that dragging may do with it: `approve`, `assign`, `move`.
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
