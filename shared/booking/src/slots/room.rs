//! A room or a piece of equipment on a day, and which of them a visit gets.

use super::day::BranchDay;
use super::ledger::DayLedger;
use super::need::{ServiceNeed, held_of_room};
use super::resource::Resource;
use parlour_values::id::{BookingId, ResourceId};
use parlour_values::time::interval::Interval;
use parlour_values::time::{Instant, Minutes, TimeOfDay};

/// How often another member of a group, or another person, is tried before a visit is said to find none: enough for any real
/// one.
pub const MOST_TRIES: u32 = 2_000;

#[derive(Clone, Copy, Debug)]
pub struct Room<'a> {
    pub resource: &'a Resource,
    /// `None` if nothing is recorded for the day.
    pub ledger: Option<&'a DayLedger>,
}

impl Room<'_> {
    fn is_free(&self, hold: Interval, own: Option<&BookingId>, capacity: u32, now: Instant) -> bool {
        self.ledger.is_none_or(|ledger| ledger.full(hold, own, capacity, now).is_none())
    }

    /// The free minutes that are left around it: up to what comes before and behind it on that day.
    fn gap(&self, day: &BranchDay, time: Interval, uses: &[Interval]) -> Minutes {
        let held = self.ledger.into_iter().flat_map(|ledger| ledger.live(day.now)).map(|busy| busy.hold());
        let (mut before, mut behind) = (day.opening.start, day.opening.end);
        for other in held.chain(uses.iter().copied()) {
            if other.end <= time.start {
                before = before.max(other.end);
            } else if other.start >= time.end {
                behind = behind.min(other.start);
            }
        }
        let minutes = |from: TimeOfDay, to: TimeOfDay| to.minutes().saturating_sub(from.minutes());
        Minutes(minutes(before, time.start).saturating_add(minutes(time.end, behind)))
    }
}

/// One room that a service of the visit still wants.
struct WantedRoom<'a> {
    service: usize,
    time: Interval,
    group: &'a str,
}

/// Rooms for each service: those that were named and one of each further group, each the member that is left with the
/// smallest gap. `None` if a group has nothing free.
pub fn choose(
    day: &BranchDay,
    rooms: &[Room<'_>],
    services: &[(&ServiceNeed, Interval)],
    own: Option<&BookingId>,
) -> Option<Vec<Vec<ResourceId>>> {
    let mut search = Search { day, rooms, own, uses: vec![Vec::new(); rooms.len()], tries: 0 };
    let mut chosen = vec![Vec::new(); services.len()];
    let mut wanted = Vec::new();
    for (service, (need, time)) in services.iter().enumerate() {
        let mut groups: Vec<&str> = need.groups.iter().map(String::as_str).collect();
        for named in &need.rooms {
            let place = rooms.iter().position(|room| room.resource.id == *named)?;
            let room = rooms.get(place)?;
            if !search.fits(place, *time) {
                return None;
            }
            search.uses.get_mut(place)?.push(*time);
            chosen.get_mut(service)?.push(named.clone());
            if let Some(met) = groups.iter().position(|group| *group == room.resource.group) {
                groups.remove(met);
            }
        }
        wanted.extend(groups.into_iter().map(|group| WantedRoom { service, time: *time, group }));
    }
    let found = search.place(&wanted)?;
    for (wanted, place) in wanted.iter().zip(found) {
        chosen.get_mut(wanted.service)?.push(rooms.get(place)?.resource.id.clone());
    }
    Some(chosen)
}

struct Search<'a> {
    day: &'a BranchDay,
    rooms: &'a [Room<'a>],
    own: Option<&'a BookingId>,
    /// The times at which this visit itself uses each room.
    uses: Vec<Vec<Interval>>,
    tries: u32,
}

impl Search<'_> {
    /// Whether the room takes this time beside what the visit uses it for already.
    fn fits(&self, place: usize, time: Interval) -> bool {
        let (Some(room), Some(uses)) = (self.rooms.get(place), self.uses.get(place)) else { return false };
        let together = || uses.iter().copied().chain([time]);
        let beside = uses.iter().filter(|other| other.overlaps(time)).count();
        let Some(capacity) = room.resource.capacity.checked_sub(u32::try_from(beside).unwrap_or(u32::MAX)) else {
            return false;
        };
        let is_free = |hold: Interval| room.is_free(hold, self.own, capacity, self.day.now);
        room.resource.is_active
            && capacity > 0
            && held_of_room(together(), room.resource.turnaround).into_iter().all(is_free)
    }

    /// A room for each, by its place among the rooms.
    fn place(&mut self, wanted: &[WantedRoom<'_>]) -> Option<Vec<usize>> {
        let Some((first, others)) = wanted.split_first() else { return Some(Vec::new()) };
        let mut members: Vec<(Minutes, usize)> = Vec::new();
        for (place, room) in self.rooms.iter().enumerate() {
            if room.resource.group == first.group && self.fits(place, first.time) {
                let uses = self.uses.get(place).map(Vec::as_slice).unwrap_or_default();
                members.push((room.gap(self.day, first.time, uses), place));
            }
        }
        members.sort_by(|one, other| {
            let id = |place: usize| self.rooms.get(place).map(|room| &room.resource.id);
            (one.0, id(one.1)).cmp(&(other.0, id(other.1)))
        });
        for (_, place) in members {
            self.tries = self.tries.saturating_add(1);
            if self.tries > MOST_TRIES {
                return None;
            }
            self.uses.get_mut(place)?.push(first.time);
            if let Some(mut found) = self.place(others) {
                found.insert(0, place);
                return Some(found);
            }
            self.uses.get_mut(place)?.pop();
        }
        None
    }
}
