//! The place of everything on the board. Pure: from a day as it was read to columns, lanes and shades.

use std::cmp::Reverse;

use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{BookedService, Booking, DeskDay};
use parlour_booking::slots::Resource;
use parlour_booking::slots::ledger::DayLedger;
use parlour_booking::slots::room::Room;
use parlour_people::staff::StaffMember;
use parlour_values::id::{ResourceId, StaffId};
use parlour_values::time::interval::{subtract, union};
use parlour_values::time::{Instant, Interval, Minutes, TimeOfDay};

use super::address::Columns;
use crate::positions::{GridRows, ROW};

/// A booking is at least so many rows high, so that it can be read and hit.
const LEAST_ROWS: u32 = 3;

/// The hours that are shown, and a column per person or room.
pub struct Board<'a> {
    pub hours: Interval,
    pub columns: Vec<Column<'a>>,
}

/// The owner of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner<'a> {
    /// No owner yet.
    Nobody,
    Person(&'a StaffId),
    Room(&'a ResourceId),
}

pub struct Column<'a> {
    pub owner: Owner<'a>,
    pub name: &'a str,
    /// Of a room: what it is one of.
    pub group: Option<&'a str>,
    pub shifts: Vec<Interval>,
    pub is_on_leave: bool,
    pub cards: Vec<Card<'a>>,
    pub shades: Vec<ShadedTime>,
}

impl Column<'_> {
    /// How many cards stand side by side at most.
    pub fn lanes(&self) -> usize {
        self.cards.iter().map(|card| card.lane.of).max().unwrap_or(1)
    }
}

pub struct Card<'a> {
    pub piece: Piece<'a>,
    pub lane: Lane,
}

/// A booking as it stands in one column: whole, or the part of it that this person does or this room is used for, without the
/// time in which they are free.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    pub booking: &'a Booking,
    owner: Owner<'a>,
    /// With what is kept free behind it.
    pub time: Interval,
    /// How much of it is kept free behind it.
    buffer: Minutes,
    /// The services in it, by their place in the booking.
    pub services: Vec<usize>,
    /// Which of how many pieces of its booking.
    pub at: usize,
    pub of: usize,
}

impl Piece<'_> {
    /// Whether the visit has other cards beside this one.
    pub fn is_joined(&self) -> bool {
        self.of > 1
    }
}

/// Which of how many lanes of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    pub at: usize,
    pub of: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShadedTime {
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
    /// Held for somebody of the waitlist until then.
    Offered(Instant),
}

impl Board<'_> {
    /// The rows of a time: begun ones count whole.
    pub fn rows(&self, time: Interval, least: u32) -> GridRows {
        let first = self.hours.start.minutes();
        let start = time.start.minutes().saturating_sub(first) / ROW;
        let end = time.end.minutes().saturating_sub(first).div_ceil(ROW);
        GridRows { start, count: end.saturating_sub(start).max(least) }
    }

    /// The rows of a card with its buffer, and how many of them are buffer.
    pub fn rows_of(&self, piece: &Piece<'_>) -> (GridRows, u32) {
        (self.rows(piece.time, LEAST_ROWS), piece.buffer.0 / ROW)
    }

    pub fn height(&self) -> u32 {
        self.hours.minutes().0 / ROW
    }
}

/// A visit that was called off leaves its time to others, so it is not on the board.
pub fn is_shown(status: BookingStatus) -> bool {
    !matches!(status, BookingStatus::Cancelled | BookingStatus::Rejected)
}

pub fn board(day: &DeskDay, by: Columns, now: Instant) -> Board<'_> {
    let shown: Vec<&Booking> =
        day.bookings.iter().map(|booking| &booking.record).filter(|booking| is_shown(booking.status)).collect();
    let hours = hours(day.branch.opening_on(day.date).unwrap_or_else(|| day.branch.opening()), &shown);
    let columns = match by {
        Columns::People => by_people(day, UnplacedPieces(pieces(&shown, of_people)), hours, now),
        Columns::Rooms => by_rooms(day, UnplacedPieces(pieces(&shown, |booking| of_rooms(day, booking))), hours, now),
    };
    Board { hours, columns }
}

fn by_people<'a>(day: &'a DeskDay, mut pieces: UnplacedPieces<'a>, hours: Interval, now: Instant) -> Vec<Column<'a>> {
    let mut columns: Vec<Column<'a>> = day
        .team
        .staff()
        .into_iter()
        .filter_map(|member| of_member(day, &member.record, pieces.cards(Owner::Person(&member.id)), hours, now))
        .collect();
    let nobody = pieces.cards(Owner::Nobody);
    columns.extend(of_strangers(day, pieces, hours));
    columns.push(Column {
        owner: Owner::Nobody,
        name: "Unassigned",
        group: None,
        shifts: Vec::new(),
        is_on_leave: false,
        cards: nobody,
        shades: closed(day, hours),
    });
    columns
}

/// A column for each room that is in use or was used that day.
fn by_rooms<'a>(day: &'a DeskDay, mut pieces: UnplacedPieces<'a>, hours: Interval, now: Instant) -> Vec<Column<'a>> {
    let mut rooms = day.team.rooms();
    rooms.sort_by(|one, other| {
        let order = |room: &'a Resource| (&room.group, &room.name, &room.id);
        order(one.resource).cmp(&order(other.resource))
    });
    let column = |room: Room<'a>| {
        let cards = pieces.cards(Owner::Room(&room.resource.id));
        if !room.resource.is_active && cards.is_empty() {
            return None;
        }
        let mut shades = closed(day, hours);
        if day.team.closure().is_none() {
            shades.extend(of_ledger(room.ledger, now));
        }
        Some(Column {
            owner: Owner::Room(&room.resource.id),
            name: &room.resource.name,
            group: Some(&room.resource.group),
            shifts: Vec::new(),
            is_on_leave: false,
            cards,
            shades: shades.into_iter().filter_map(|shade| within(shade, hours)).collect(),
        })
    };
    rooms.into_iter().filter_map(column).collect()
}

/// The shades of blocks, and of times held for an offer.
fn of_ledger(ledger: Option<&DayLedger>, now: Instant) -> Vec<ShadedTime> {
    let Some(ledger) = ledger else { return Vec::new() };
    let blocks = ledger.blocks().iter().map(|block| ShadedTime { time: block.time(), why: Why::Blocked });
    let offers = ledger
        .live(now)
        .filter_map(|busy| busy.offered_until.map(|until| ShadedTime { time: busy.hold(), why: Why::Offered(until) }));
    blocks.chain(offers).collect()
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
    now: Instant,
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
        shades.push(ShadedTime { time: hours, why: Why::Leave });
    } else if let Some(opening) = opening.filter(|_| day.team.closure().is_none()) {
        let shade = |why: Why| move |time: Interval| ShadedTime { time, why };
        shades.extend(subtract(&[opening], &plan.shifts).into_iter().map(shade(Why::OffShift)));
        shades.extend(plan.breaks.iter().copied().map(shade(Why::Break)));
        shades.extend(of_ledger(ledger, now));
        let busy = ledger.into_iter().flat_map(|ledger| ledger.live(now));
        let elsewhere = busy.filter(|busy| busy.branch_id != day.branch.id && !busy.is_offer());
        shades.extend(elsewhere.map(|busy| ShadedTime { time: busy.hold(), why: Why::Elsewhere }));
    }
    let shades = shades.into_iter().filter_map(|shade| within(shade, hours)).collect();
    Some(Column {
        owner: Owner::Person(&member.id),
        name: &member.display_name,
        group: None,
        shifts: plan.shifts,
        is_on_leave,
        cards,
        shades,
    })
}

/// Columns of people who are no longer in the books.
fn of_strangers<'a>(day: &'a DeskDay, mut pieces: UnplacedPieces<'a>, hours: Interval) -> Vec<Column<'a>> {
    let mut columns: Vec<Column<'a>> = Vec::new();
    while let Some(owner @ Owner::Person(person)) = pieces.0.first().map(|piece| piece.owner) {
        let cards = pieces.cards(owner);
        let services = cards.iter().flat_map(|card| &card.piece.booking.services);
        let named = services.filter(|service| service.staff_id.as_ref() == Some(person));
        let name = named.into_iter().find_map(|service| service.staff_name.as_deref()).unwrap_or("Somebody");
        columns.push(Column {
            owner,
            name,
            group: None,
            shifts: Vec::new(),
            is_on_leave: false,
            cards,
            shades: closed(day, hours),
        });
    }
    columns
}

/// The hours at which nobody is served.
fn closed(day: &DeskDay, hours: Interval) -> Vec<ShadedTime> {
    let opening = day.branch.opening_on(day.date).filter(|_| day.team.closure().is_none());
    let times = subtract(&[hours], opening.as_slice());
    times.into_iter().map(|time| ShadedTime { time, why: Why::Closed }).collect()
}

/// The part of a shade that lies within the hours shown.
fn within(shade: ShadedTime, hours: Interval) -> Option<ShadedTime> {
    let time = Interval::new(shade.time.start.max(hours.start), shade.time.end.min(hours.end))?;
    Some(ShadedTime { time, ..shade })
}

/// Every piece that has not found its column yet.
struct UnplacedPieces<'a>(Vec<Piece<'a>>);

impl<'a> UnplacedPieces<'a> {
    /// Takes those of a column: by their start, the longest first, those of the booking that came first before the others.
    fn cards(&mut self, owner: Owner<'a>) -> Vec<Card<'a>> {
        let mut own: Vec<Piece<'a>> = self.0.extract_if(.., |piece| piece.owner == owner).collect();
        own.sort_by_key(|piece| (piece.time.start, Reverse(piece.time.end)));
        let times: Vec<Interval> = own.iter().map(seen).collect();
        own.into_iter().zip(lanes(&times)).map(|(piece, lane)| Card { piece, lane }).collect()
    }
}

/// The pieces of each booking in each column, in the order of the bookings.
fn pieces<'a>(shown: &[&'a Booking], of: impl Fn(&'a Booking) -> Vec<Held<'a>>) -> Vec<Piece<'a>> {
    let mut all = Vec::with_capacity(shown.len());
    for booking in shown {
        let times = booking.times();
        let mut own: Vec<(Owner<'a>, Interval, Vec<usize>)> = Vec::new();
        for Held { owner, held, services } in of(booking) {
            for time in held {
                let within = |at: &usize| times.get(*at).is_some_and(|own| own.overlaps(time));
                own.push((owner, time, services.iter().copied().filter(within).collect()));
            }
        }
        own.sort_by_key(|(_, time, _)| *time);
        let of = own.len();
        for (at, (owner, time, services)) in own.into_iter().enumerate() {
            let done = services.iter().filter_map(|at| times.get(*at)).map(|time| time.end).max();
            let buffer = done.and_then(|end| Interval::new(end.min(time.end), time.end));
            let buffer = buffer.map_or(Minutes(0), |buffer| buffer.minutes());
            all.push(Piece { booking, owner, time, buffer, services, at, of });
        }
    }
    all
}

/// The time of somebody or something that a booking takes.
struct Held<'a> {
    owner: Owner<'a>,
    held: Vec<Interval>,
    /// By their place in the booking.
    services: Vec<usize>,
}

fn places(booking: &Booking, is_own: impl Fn(&BookedService) -> bool) -> Vec<usize> {
    let places = booking.services.iter().enumerate().filter(|(_, service)| is_own(service));
    places.map(|(at, _)| at).collect()
}

fn of_people(booking: &Booking) -> Vec<Held<'_>> {
    let mut people: Vec<Held<'_>> = Vec::new();
    for staff in booking.staff_ids() {
        let services = places(booking, |service| service.staff_id.as_ref() == Some(staff));
        people.push(Held { owner: Owner::Person(staff), held: booking.held_of(staff), services });
    }
    let nobodys = places(booking, |service| service.staff_id.is_none());
    if people.is_empty() {
        people.push(Held { owner: Owner::Nobody, held: vec![booking.hold()], services: nobodys });
    } else if !nobodys.is_empty() {
        let times = booking.times();
        let held = union(nobodys.iter().filter_map(|at| times.get(*at).copied()));
        people.push(Held { owner: Owner::Nobody, held, services: nobodys });
    }
    people
}

fn of_rooms<'a>(day: &'a DeskDay, booking: &'a Booking) -> Vec<Held<'a>> {
    let rooms = booking.resource_ids().into_iter().map(|room| {
        let turnaround = day.team.resource(room).map_or(Minutes(0), |resource| resource.turnaround);
        Held {
            owner: Owner::Room(room),
            held: union(booking.held_of_room(room, turnaround)),
            services: places(booking, |service| service.part.resource_ids.contains(room)),
        }
    });
    rooms.collect()
}

/// The time a card covers: the piece's, or as much as a card needs.
fn seen(piece: &Piece<'_>) -> Interval {
    let least = Interval::from_start(piece.time.start, Minutes(ROW.saturating_mul(LEAST_ROWS)));
    Interval { start: piece.time.start, end: piece.time.end.max(least.end) }
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
        assert_eq!(board.rows(span("10:07-10:31"), 1), GridRows { start: 13, count: 6 });
        assert_eq!(board.rows(span("10:00-10:05"), 3), GridRows { start: 12, count: 3 });
        assert_eq!(board.height(), 144);
    }

    #[test]
    fn the_hours_shown_are_the_opening_hours_in_whole_hours() {
        assert_eq!(hours(span("09:30-20:30"), &[]), span("09:00-21:00"));
        assert_eq!(hours(span("10:00-10:00"), &[]), span("10:00-11:00"));
    }
}
