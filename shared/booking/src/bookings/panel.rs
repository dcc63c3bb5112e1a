//! One booking as the desk sees it: whose it is, what happened to it, and what can be done about it now.

use std::sync::Arc;

use super::status::Action;
use super::{BookedService, Booking, BookingError, Bookings};
use crate::slots::need::Need;
use crate::slots::plan::free_people;
use crate::teams::{Team, Teams};
use parlour_people::auth::User;
use parlour_people::customers::{CustomerCard, CustomerDetail, CustomerNote, CustomerNoteView, Profile};
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::events::EventItem;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Key, Partition, Record as _, Stored, keys};
use parlour_values::id::{BookingId, StaffId, UserId};
use parlour_values::time::Instant;

/// How many notes of the customer are read.
const NOTES: usize = 10;
/// How many events are read; more changes than that are not a booking's history any more.
const EVENTS: usize = 100;

/// The desk's actions on bookings, in the order they are offered.
const AT_DESK: [Action; 10] = [
    Action::Approve,
    Action::CheckIn,
    Action::Complete,
    Action::Assign,
    Action::Reschedule,
    Action::UndoCheckIn,
    Action::UndoNoShow,
    Action::Reject,
    Action::NoShow,
    Action::CancelByDesk,
];

#[derive(Clone, Debug)]
pub struct BookingPanel {
    pub booking: Booking,
    /// None where the person has no profile yet.
    pub customer: Option<CustomerDetail>,
    /// The pinned first, then the newest.
    pub notes: Vec<CustomerNoteView>,
    /// The booking's changes and who made them, the oldest first; slightly behind at times, like every index.
    pub events: Vec<Stored<EventItem>>,
    pub staff: Arc<Vec<Stored<StaffMember>>>,
    /// The people who could do all of it at its time, as that day stands.
    pub free: Vec<StaffId>,
    /// The people who could do it, for each of its services alone.
    pub free_for_each: Vec<Vec<StaffId>>,
    pub team: Team,
}

impl Booking {
    /// The actions the desk may take now: those the status allows, an undo only in time, and an assignment only while
    /// the booking takes somebody's time.
    pub fn desk_actions(&self, now: Instant) -> Vec<Action> {
        let allowed = |action: &Action| {
            self.status_after(*action).is_ok()
                && match action {
                    Action::Assign => self.status.holds_time(),
                    Action::UndoCheckIn => self.may_undo_check_in(now),
                    Action::UndoNoShow => self.may_undo_no_show(now),
                    _ => true,
                }
        };
        AT_DESK.into_iter().filter(allowed).collect()
    }
}

impl Booking {
    /// The people who could do all of it at its time, whomever the customer asked for; and for each of its services those
    /// who could do that.
    fn free(&self, branch: &Branch, team: &Team, now: Instant) -> (Vec<StaffId>, Vec<Vec<StaffId>>) {
        let mut need = self.need();
        need.services.iter_mut().for_each(|service| service.wished = None);
        let day = team.day(branch, now);
        let people = team.people(&day);
        let free = |start, need: &Need| free_people(&day, &people, start, need).into_iter().cloned().collect();
        let of_one = |service: &BookedService| {
            let mut asked = need.services.iter().find(|asked| asked.service_id == service.service_id)?.clone();
            asked.starts_after = None;
            let alone = Need { services: vec![asked], ..need.clone() };
            Some(free(self.booked_time(service)?.start, &alone))
        };
        (free(self.start, &need), self.services.iter().map(|service| of_one(service).unwrap_or_default()).collect())
    }
}

impl Bookings<'_> {
    /// Two round trips: the booking, then everything about it at once.
    pub async fn panel(&self, id: &BookingId, now: Instant) -> Result<BookingPanel, Failure<BookingError>> {
        let booking = self.find(id).await?.record;
        let wanted =
            [keys::user, keys::profile, keys::customer_card].map(|key: fn(&UserId) -> Key| key(&booking.customer_id));
        let [user, profile, card] = wanted.clone();
        let notes = Partition::of(keys::user_partition(&booking.customer_id)).starting(keys::NOTE_PREFIX);
        let events = Partition::g1(keys::events_of(Booking::KIND, booking.id.as_str())).at_most(EVENTS);
        let table = &self.0.table;
        let (mut found, notes, events, staff, branches, team) = tokio::try_join!(
            table.get_many(wanted),
            table.query::<CustomerNote>(notes.newest_first().at_most(NOTES)),
            table.query::<EventItem>(events),
            async { Staff::of(self.0).all().await },
            async { Branches::of(self.0).all().await },
            async { Teams::of(self.0).team(&booking.branch_id, booking.date).await },
        )?;
        let branch = branches.iter().find(|branch| branch.id == booking.branch_id);
        let (free, free_for_each) = branch.map(|branch| booking.free(branch, &team, now)).unwrap_or_default();
        let person = found.take::<User>(&user)?.zip(found.take::<Profile>(&profile)?);
        let card = found.take::<CustomerCard>(&card)?.map(|card| card.record);
        let pinned = card.iter().flat_map(|card| &card.notes).filter(|note| note.pinned);
        let is_pinned = |note: &&CustomerNote| pinned.clone().any(|pinned| pinned.id == note.id);
        let newest = notes.iter().map(|note| &note.record).filter(|note| !is_pinned(note));
        Ok(BookingPanel {
            booking,
            notes: pinned.clone().chain(newest).map(CustomerNoteView::from).collect(),
            customer: person.map(|(user, profile)| CustomerDetail::new(&user, &profile, card.as_ref(), &staff)),
            events,
            staff,
            free,
            free_for_each,
            team,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::super::status::BookingStatus;
    use super::*;

    fn offered(booking: &Booking, now: &str) -> Vec<Action> {
        booking.desk_actions(now.parse().unwrap())
    }

    #[test]
    fn the_desk_is_offered_what_the_life_cycle_allows_and_nothing_else() {
        let booking = requested();
        let now = "2026-11-16T10:00:00+05:30";
        for status in BookingStatus::ALL {
            let booking = Booking { status: *status, ..booking.clone() };
            let offered = offered(&booking, now);
            for action in AT_DESK {
                let is_special = matches!(action, Action::Assign | Action::UndoCheckIn);
                assert!(
                    is_special || offered.contains(&action) == status.after(action).is_ok(),
                    "{action} on {status}"
                );
            }
            assert_eq!(offered.contains(&Action::Assign), status.is_open(), "{status}");
        }
    }

    #[test]
    fn a_check_in_is_taken_back_only_in_time() {
        let booking = requested();
        let then = "2026-11-16T16:00:00+05:30".parse().ok();
        let booking = Booking { status: BookingStatus::InProgress, checked_in_at: then, ..booking };
        assert!(offered(&booking, "2026-11-16T16:15:00+05:30").contains(&Action::UndoCheckIn));
        assert!(!offered(&booking, "2026-11-16T16:15:01+05:30").contains(&Action::UndoCheckIn));
        let more = [Action::Complete, Action::Assign, Action::NoShow, Action::CancelByDesk];
        let booking = Booking { is_in_doubt: true, ..booking };
        assert_eq!(offered(&booking, "2026-11-16T16:15:01+05:30"), more);
    }
}
