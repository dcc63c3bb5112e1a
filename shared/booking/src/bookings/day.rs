//! The day at a branch, as the desk looks at it: who works, what is booked, which requests wait.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use serde_json::Value;

use super::status::BookingStatus;
use super::{Booking, BookingError, Bookings};
use crate::slots::plan::{PlannedService, best_plan};
use crate::teams::{Team, Teams, WantedRooms};
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_storage::events::{EventItem, written_since};
use parlour_storage::failure::Failure;
use parlour_storage::table::Stored;
use parlour_values::id::{BookingId, BranchId, StaffId};
use parlour_values::time::{Instant, IstDate};

#[derive(Clone, Debug)]
pub struct DeskDay {
    pub date: IstDate,
    pub branch: Stored<Branch>,
    /// Every branch, to choose another from.
    pub branches: Arc<Vec<Stored<Branch>>>,
    pub team: Team,
    /// The branch's own of that day by their start, the longest first.
    pub bookings: Vec<Stored<Booking>>,
    /// The requests that wait for an answer at the branch, whatever their day, the oldest first.
    pub requests: Vec<Stored<Booking>>,
}

impl DeskDay {
    /// Another number whenever anything of it has changed.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.date.hash(&mut hasher);
        for branch in self.branches.iter() {
            (branch.id.as_str(), branch.version, branch.updated_at).hash(&mut hasher);
        }
        self.branch.id.as_str().hash(&mut hasher);
        for version in self.team.versions() {
            version.hash(&mut hasher);
        }
        for booking in self.bookings.iter().chain(&self.requests) {
            (booking.id.as_str(), booking.version, booking.status, booking.updated_at).hash(&mut hasher);
        }
        hasher.finish()
    }
}

impl DeskDay {
    /// The best people and rooms for each request of that day that somebody is free for.
    pub fn plans(&self, now: Instant) -> HashMap<&BookingId, Vec<PlannedService>> {
        let own: Vec<&Stored<Booking>> = self.requests.iter().filter(|request| request.date == self.date).collect();
        if own.is_empty() {
            return HashMap::new();
        }
        let day = self.team.day(&self.branch, now);
        let (people, rooms) = (self.team.people(&day), self.team.rooms());
        let plan = |request: &&'_ Stored<Booking>| {
            let need = if request.is_assigned() { request.need() } else { request.open_need() };
            best_plan(&day, &people, &rooms, request.start, &need).ok()
        };
        own.into_iter().filter_map(|request| Some((&request.record.id, plan(&request)?))).collect()
    }
}

impl Bookings<'_> {
    /// Reads what is this branch's alone, whatever the others have; the main branch where the wanted one does not exist (an
    /// old address). None while there is no branch at all.
    pub async fn day_at(
        &self,
        branch: Option<&BranchId>,
        date: IstDate,
    ) -> Result<Option<DeskDay>, Failure<BookingError>> {
        let salon = self.0;
        let branches = Branches::of(salon).all().await?;
        let wanted = branch.and_then(|id| branches.iter().find(|branch| branch.id == *id));
        let found = wanted.or_else(|| branches.iter().find(|branch| branch.is_primary)).or(branches.first());
        let Some(found) = found.cloned() else { return Ok(None) };
        let teams = Teams::of(salon);
        let (team, bookings, mut requests) = tokio::try_join!(
            async { Ok(teams.team_and(&found.id, SlotPolicy::Staffed, date, WantedRooms::All, Vec::new()).await?.0) },
            self.of_days(Some(&found.id), date, date),
            self.open_at(&found.id, BookingStatus::Pending),
        )?;
        let as_booked = |read: Stored<Booking>| Stored { record: read.record.as_booked(), version: read.version };
        let mut bookings: Vec<Stored<Booking>> = bookings.into_iter().map(as_booked).collect();
        bookings.sort_by_key(|booking| (booking.start, Reverse(booking.end), booking.created_at));
        requests.sort_by_key(|booking| (booking.pending_since(), booking.date, booking.start));
        let busy: Vec<StaffId> = bookings.iter().flat_map(|booking| booking.staff_ids()).cloned().collect();
        let team = teams.joined_by(team, &busy).await?;
        Ok(Some(DeskDay { date, branch: found, branches, team, bookings, requests }))
    }

    /// Whether nothing has happened since that a day at the branch may show, as far as events tell.
    pub async fn is_day_unchanged(
        &self,
        branch: &BranchId,
        since: Instant,
        now: Instant,
    ) -> Result<bool, Failure<BookingError>> {
        let events = written_since(&self.0.table, since, now).await?;
        Ok(events.is_some_and(|events| !events.iter().any(|event| concerns(event, branch))))
    }
}

/// An event that names no branch may concern any.
fn concerns(event: &EventItem, branch: &BranchId) -> bool {
    let other = event.data.get("branchId").and_then(Value::as_str).is_some_and(|named| named != branch.as_str());
    event.what.is_on_the_board() && !other
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;

    fn stored<R>(record: R, version: u64) -> Stored<R> {
        Stored { record, version }
    }

    fn day() -> DeskDay {
        let date = requested().date;
        DeskDay {
            date,
            branch: stored(Branch::sample(), 1),
            branches: Arc::new(vec![stored(Branch::sample(), 1)]),
            team: Team::sample(date, &["meera"], vec![]),
            bookings: vec![stored(requested(), 1)],
            requests: vec![],
        }
    }

    #[test]
    fn whatever_changes_changes_the_fingerprint() {
        let date = day().date;
        let changed = [
            DeskDay { date: date.plus_days(1), ..day() },
            DeskDay { branch: stored(Branch { id: "blr".into(), ..Branch::sample() }, 1), ..day() },
            DeskDay { branches: Arc::new(vec![stored(Branch::sample(), 2)]), ..day() },
            DeskDay { team: Team::sample(date, &["meera", "ravi"], vec![]), ..day() },
            DeskDay { bookings: vec![stored(requested(), 2)], ..day() },
            DeskDay { requests: vec![stored(requested(), 1)], ..day() },
        ];
        assert_eq!(day().fingerprint(), day().fingerprint());
        for other in changed {
            assert_ne!(other.fingerprint(), day().fingerprint(), "{other:?}");
        }
    }
}
