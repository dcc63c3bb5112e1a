//! Where everything stands on the board. Pure: from a day as it was read to columns, lanes and shades.

use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, DeskDay};
use parlour_people::staff::StaffMember;
use parlour_values::id::StaffId;
use parlour_values::time::interval::subtract;
use parlour_values::time::{Interval, Minutes, TimeOfDay};

/// Minutes of one row of the grid.
pub const ROW: u32 = 5;
/// A booking is at least so many rows high, so that it can be read and hit.
const LEAST_ROWS: u32 = 3;

/// The hours that are shown, and a column per person.
pub struct Board<'a> {
    pub hours: Interval,
    pub columns: Vec<Column<'a>>,
}

pub struct Column<'a> {
    /// None for what is nobody's yet.
    pub person: Option<&'a StaffId>,
    pub name: &'a str,
    pub shifts: Vec<Interval>,
    pub is_on_leave: bool,
    pub cards: Vec<Card<'a>>,
    pub shades: Vec<Shade>,
}

impl Column<'_> {
    /// How many cards stand side by side at most.
    pub fn lanes(&self) -> usize {
        self.cards.iter().map(|card| card.lane.of).max().unwrap_or(1)
    }
}

pub struct Card<'a> {
    pub booking: &'a Booking,
    pub lane: Lane,
}

/// Which of how many lanes of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    pub at: usize,
    pub of: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shade {
    pub time: Interval,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Closed,
    OffShift,
    Break,
    Blocked,
    Leave,
    Elsewhere,
}

/// Rows of the grid, from the board's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    pub start: u32,
    pub count: u32,
}

impl Board<'_> {
    /// The rows of a time: begun ones count whole.
    pub fn rows(&self, time: Interval, least: u32) -> Rows {
        let first = self.hours.start.minutes();
        let start = time.start.minutes().saturating_sub(first) / ROW;
        let end = time.end.minutes().saturating_sub(first).div_ceil(ROW);
        Rows { start, count: end.saturating_sub(start).max(least) }
    }

    /// The rows of a booking with its buffer, and how many of them are buffer.
    pub fn rows_of(&self, booking: &Booking) -> (Rows, u32) {
        (self.rows(booking.hold(), LEAST_ROWS), booking.total_buffer.0 / ROW)
    }

    pub fn height(&self) -> u32 {
        self.hours.minutes().0 / ROW
    }
}

/// A visit that was called off leaves its time to others, so it is not on the board.
pub fn is_shown(status: BookingStatus) -> bool {
    !matches!(status, BookingStatus::Cancelled | BookingStatus::Rejected)
}

pub fn board(day: &DeskDay) -> Board<'_> {
    let shown: Vec<&Booking> =
        day.bookings.iter().map(|booking| &booking.record).filter(|booking| is_shown(booking.status)).collect();
    let hours = hours(day.branch.opening_on(day.date).unwrap_or(day.branch.opening()), &shown);
    let mut columns: Vec<Column<'_>> = day
        .team
        .staff()
        .into_iter()
        .filter_map(|member| of_member(day, &member.record, cards(&shown, Some(&member.id)), hours))
        .collect();
    columns.extend(of_strangers(day, &shown, hours));
    columns.push(Column {
        person: None,
        name: "Unassigned",
        shifts: Vec::new(),
        is_on_leave: false,
        cards: cards(&shown, None),
        shades: closed(day, hours),
    });
    Board { hours, columns }
}

/// Opening hours and whatever lies outside them, in whole hours.
fn hours(opening: Interval, shown: &[&Booking]) -> Interval {
    let start = shown.iter().map(|booking| booking.start).fold(opening.start, TimeOfDay::min).minutes() / 60 * 60;
    let end = shown.iter().map(|booking| booking.hold().end).fold(opening.end, TimeOfDay::max).minutes();
    let whole = |minutes: u32| TimeOfDay::from_minutes(minutes).unwrap_or(TimeOfDay::END_OF_DAY);
    let end = end.div_ceil(60).saturating_mul(60).max(start.saturating_add(60));
    Interval { start: whole(start), end: whole(end) }
}

/// The column of somebody who works there that day or has something to do there.
fn of_member<'a>(
    day: &'a DeskDay,
    member: &'a StaffMember,
    cards: Vec<Card<'a>>,
    hours: Interval,
) -> Option<Column<'a>> {
    let opening = day.branch.opening_on(day.date);
    let plan = day.team.plan_of(&member.id, opening);
    let works_here = member.is_active && member.branch_ids.contains(&day.branch.id) && !plan.shifts.is_empty();
    if !works_here && cards.is_empty() {
        return None;
    }
    let ledger = day.team.day_of(&member.id);
    let is_on_leave = ledger.is_some_and(|ledger| ledger.is_on_leave());
    let mut shades = closed(day, hours);
    if is_on_leave {
        shades.push(Shade { time: hours, why: Why::Leave });
    } else if let Some(opening) = opening.filter(|_| day.team.closure().is_none()) {
        let shade = |why: Why| move |time: Interval| Shade { time, why };
        shades.extend(subtract(&[opening], &plan.shifts).into_iter().map(shade(Why::OffShift)));
        shades.extend(plan.breaks.iter().copied().map(shade(Why::Break)));
        let blocks = ledger.map(|ledger| ledger.blocks()).unwrap_or_default();
        shades.extend(blocks.iter().map(|block| Shade { time: block.time(), why: Why::Blocked }));
        let busy = ledger.map(|ledger| ledger.busy()).unwrap_or_default();
        let elsewhere = busy.iter().filter(|busy| busy.branch_id != day.branch.id);
        shades.extend(elsewhere.map(|busy| Shade { time: busy.hold(), why: Why::Elsewhere }));
    }
    let shades = shades.into_iter().filter_map(|shade| within(shade, hours)).collect();
    Some(Column {
        person: Some(&member.id),
        name: &member.display_name,
        shifts: plan.shifts,
        is_on_leave,
        cards,
        shades,
    })
}

/// Columns of people who are no longer in the books.
fn of_strangers<'a>(day: &'a DeskDay, shown: &[&'a Booking], hours: Interval) -> Vec<Column<'a>> {
    let mut columns: Vec<Column<'a>> = Vec::new();
    for booking in shown {
        let Some(person) = booking.staff_id() else { continue };
        let is_known = day.team.staff().iter().any(|member| member.id == *person)
            || columns.iter().any(|column| column.person == Some(person));
        if !is_known {
            let name = booking.services.iter().find_map(|service| service.staff_name.as_deref()).unwrap_or("Somebody");
            columns.push(Column {
                person: Some(person),
                name,
                shifts: Vec::new(),
                is_on_leave: false,
                cards: cards(shown, Some(person)),
                shades: closed(day, hours),
            });
        }
    }
    columns
}

/// The hours at which nobody is served.
fn closed(day: &DeskDay, hours: Interval) -> Vec<Shade> {
    let opening = day.branch.opening_on(day.date).filter(|_| day.team.closure().is_none());
    let times = subtract(&[hours], opening.as_slice());
    times.into_iter().map(|time| Shade { time, why: Why::Closed }).collect()
}

/// The part of a shade that lies within the hours shown.
fn within(shade: Shade, hours: Interval) -> Option<Shade> {
    let time = Interval::new(shade.time.start.max(hours.start), shade.time.end.min(hours.end))?;
    Some(Shade { time, ..shade })
}

fn cards<'a>(shown: &[&'a Booking], person: Option<&StaffId>) -> Vec<Card<'a>> {
    let own: Vec<&Booking> = shown.iter().copied().filter(|booking| booking.staff_id() == person).collect();
    let times: Vec<Interval> = own.iter().map(|booking| seen(booking)).collect();
    own.into_iter().zip(lanes(&times)).map(|(booking, lane)| Card { booking, lane }).collect()
}

/// The time a card covers: the booking's, or as much as a card needs.
fn seen(booking: &Booking) -> Interval {
    let least = Interval::from_start(booking.start, Minutes(ROW.saturating_mul(LEAST_ROWS)));
    Interval { start: booking.start, end: booking.hold().end.max(least.end) }
}

/// Side by side what overlaps: times sorted by their start, each in the first lane that is free, all of a cluster of
/// overlapping ones as wide as each other.
pub fn lanes(times: &[Interval]) -> Vec<Lane> {
    let mut placed: Vec<Lane> = Vec::with_capacity(times.len());
    // When each lane of the running cluster is free again, and where the cluster began.
    let (mut free_from, mut first): (Vec<TimeOfDay>, usize) = (Vec::new(), 0);
    let widen = |placed: &mut Vec<Lane>, first: usize, of: usize| {
        placed.iter_mut().skip(first).for_each(|lane| lane.of = of);
    };
    for time in times {
        if free_from.iter().all(|end| *end <= time.start) {
            widen(&mut placed, first, free_from.len().max(1));
            first = placed.len();
            free_from.clear();
        }
        let at = free_from.iter().position(|end| *end <= time.start).unwrap_or(free_from.len());
        match free_from.get_mut(at) {
            Some(end) => *end = time.end,
            None => free_from.push(time.end),
        }
        placed.push(Lane { at, of: 1 });
    }
    widen(&mut placed, first, free_from.len().max(1));
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(text: &str) -> Interval {
        let (start, end) = text.split_once('-').unwrap();
        Interval { start: start.parse().unwrap(), end: end.parse().unwrap() }
    }

    fn placed(times: &[&str]) -> Vec<(usize, usize)> {
        let times: Vec<Interval> = times.iter().map(|time| span(time)).collect();
        lanes(&times).iter().map(|lane| (lane.at, lane.of)).collect()
    }

    #[test]
    fn what_does_not_overlap_has_the_whole_width() {
        assert_eq!(placed(&["10:00-11:00", "11:00-12:00", "14:00-15:00"]), [(0, 1), (0, 1), (0, 1)]);
        assert_eq!(placed(&[]), []);
    }

    #[test]
    fn what_overlaps_stands_side_by_side_and_a_lane_is_used_again() {
        assert_eq!(
            placed(&["10:00-12:00", "10:00-10:30", "10:30-11:00", "11:30-12:30", "12:30-13:00"]),
            [(0, 2), (1, 2), (1, 2), (1, 2), (0, 1)]
        );
    }

    #[test]
    fn a_cluster_is_as_wide_as_its_busiest_moment() {
        assert_eq!(
            placed(&["10:00-11:00", "10:15-10:45", "10:30-11:30", "11:00-11:15"]),
            [(0, 3), (1, 3), (2, 3), (0, 3)]
        );
    }

    #[test]
    fn rows_count_whole_once_begun() {
        let board = Board { hours: span("09:00-21:00"), columns: Vec::new() };
        assert_eq!(board.rows(span("10:07-10:31"), 1), Rows { start: 13, count: 6 });
        assert_eq!(board.rows(span("10:00-10:05"), 3), Rows { start: 12, count: 3 });
        assert_eq!(board.height(), 144);
    }

    #[test]
    fn the_hours_shown_are_the_opening_hours_in_whole_hours() {
        assert_eq!(hours(span("09:30-20:30"), &[]), span("09:00-21:00"));
        assert_eq!(hours(span("10:00-10:00"), &[]), span("10:00-11:00"));
    }
}
