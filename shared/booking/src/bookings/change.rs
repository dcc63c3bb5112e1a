//! Cancelling and rescheduling.

use serde_json::json;

use super::assignment::{AssignmentContext, AssignmentTarget};
use super::given::forced;
use super::order::{check_lead, operational, times};
use super::request::{Assignees, DeskCancelRequest, DeskRescheduleRequest, RescheduleRequest};
use super::rules::ChangeRules;
use super::status::{Action, BookingStatus};
use super::store::{BookingChange, rooms_of};
use super::{Booking, BookingError, Bookings, Placed};
use crate::slots::availability::alternatives;
use crate::slots::day::has_begun;
use crate::slots::plan::best_plan;
use crate::teams::{Team, Teams, WantedRooms};
use parlour_people::auth::{Caller, User};
use parlour_people::customers::{Profile, save_profile};
use parlour_setup::branches::{Branch, Branches, SlotPolicy, must_stay_operational};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::outbox::{NotifiableEvent, Side};
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Stored, TableError, keys};
use parlour_values::id::{BookingId, StaffId};
use parlour_values::input::Problems;
use parlour_values::time::{Instant, IstDate, Minutes, TimeOfDay};

impl Booking {
    pub(super) fn cancelled(&self, action: Action, reason: Option<&str>, now: Instant) -> Result<Self, BookingError> {
        let cancelled = self.after(action, now)?;
        Ok(Self { cancelled_at: Some(now), cancellation_reason: reason.map(str::to_owned), ..cancelled })
    }

    /// At another date and time, its services as far apart as they were; reminders start over.
    pub(super) fn moved(&self, date: IstDate, start: TimeOfDay, by: Side, now: Instant) -> Result<Self, BookingError> {
        let mut moved = self.after(Action::Reschedule, now)?;
        (moved.date, moved.start) = (date, start);
        moved = moved.ending_with_services();
        moved.reschedule_count = moved.reschedule_count.saturating_add(1);
        if by == Side::Salon {
            moved.desk_moves = moved.desk_moves.saturating_add(1);
        }
        moved.overlaps = false;
        moved.reminded = moved.reminders_behind(now);
        Ok(moved)
    }

    /// How often the customer has moved it.
    pub(super) fn own_moves(&self) -> u32 {
        self.reschedule_count.saturating_sub(self.desk_moves)
    }

    /// Back to a pending request without people and rooms. The time to answer it starts anew where it was none.
    fn open_again(&self, now: Instant) -> Self {
        let asked_again_at = if self.status == BookingStatus::Pending { self.asked_again_at } else { Some(now) };
        let open = Self { status: BookingStatus::Pending, confirmed_at: None, asked_again_at, ..self.clone() };
        let mut open = open.with_staff(None);
        open.services.iter_mut().for_each(|service| service.part.resource_ids.clear());
        open
    }

    /// How long it takes from its first minute to its last.
    fn length(&self) -> Minutes {
        self.time().minutes()
    }
}

#[derive(Clone, Copy)]
enum Canceller<'a> {
    /// With whose profile counts it, where it is late.
    Customer {
        late: Option<(&'a User, Option<&'a Stored<Profile>>)>,
    },
    Desk {
        quietly: bool,
    },
}

/// The date and time to move to, and who is to do it if the desk names somebody.
struct NewTime<'a> {
    date: IstDate,
    start: TimeOfDay,
    to: Option<Assignees<'a>>,
    is_forced: bool,
    /// The customer is not told.
    quietly: bool,
}

impl Bookings<'_> {
    /// Cancels for the customer, before the visit begins. A cancellation too close to the start is allowed, but counted on
    /// their profile.
    pub async fn cancel(
        &self,
        caller: &Caller,
        id: &BookingId,
        reason: Option<&str>,
    ) -> Result<Booking, Failure<BookingError>> {
        self.0
            .retry_on_conflict(|| async move {
                let act = &caller.act;
                let profile_key = keys::profile(&caller.user.id);
                let (read, profile) = tokio::try_join!(self.find_own(caller, id), async {
                    Ok(self.0.table.get::<Profile>(&profile_key).await?)
                })?;
                let cancelled = read.cancelled(Action::CancelByCustomer, reason, act.at);
                let booking = cancelled.map_err(|_| BookingError::NotCancellable)?;
                if has_begun(read.date, read.start, act.at) {
                    return Err(BookingError::TooLateToCancel.into());
                }
                let context = self.context_of(&read, None).await?;
                let rules = context.branch.as_ref().map(|branch| ChangeRules::of(branch)).unwrap_or_default();
                let late = rules.is_late(read.starts_at(), act.at).then_some((&caller.user, profile.as_ref()));
                self.write_cancelled(act, &read, &booking, context, Canceller::Customer { late }).await?;
                Ok(booking)
            })
            .await
    }

    /// Cancels for the desk, at any time before the visit.
    pub async fn cancel_at_desk(
        &self,
        act: &Act,
        id: &BookingId,
        request: &DeskCancelRequest,
    ) -> Result<Booking, Failure<BookingError>> {
        let by = Canceller::Desk { quietly: request.notify == Some(false) };
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find(id).await?;
                let booking = read.cancelled(Action::CancelByDesk, Some(&request.reason), act.at)?;
                let context = self.context_of(&read, None).await?;
                self.write_cancelled(act, &read, &booking, context, by).await?;
                Ok(booking)
            })
            .await
    }

    async fn write_cancelled(
        &self,
        act: &Act,
        read: &Stored<Booking>,
        booking: &Booking,
        mut context: AssignmentContext,
        by: Canceller<'_>,
    ) -> Result<(), Failure<BookingError>> {
        let (late, side, quietly) = match by {
            Canceller::Customer { late } => (late, Side::Customer, false),
            Canceller::Desk { quietly } => (None, Side::Salon, quietly),
        };
        context.hold(Some(read), booking.clone(), act.at)?;
        let audit_details = json!({ "status": booking.status, "late": late.is_some() });
        let change =
            BookingChange { what: EventType::BookingCancelled, read, after: booking, context: &context, audit_details };
        let mut transaction = self.changed(act, change).await?;
        if let Some((user, known)) = late {
            let bare = || Profile::bare(self.0.random.id(), user.id.clone(), act.at);
            let mut profile = known.map_or_else(bare, |known| known.record.clone());
            profile.late_cancellation_count = profile.late_cancellation_count.saturating_add(1);
            profile.updated_at = act.at;
            save_profile(&mut transaction, user, known, &profile);
        }
        let told = NotifiableEvent::BookingCancelled { booking_id: booking.id.clone(), by: side, quietly };
        transaction.enqueue(told.message(act.at));
        Ok(transaction.commit().await?)
    }

    /// Reschedules for the customer, within the branch's rules.
    pub async fn reschedule(
        &self,
        caller: &Caller,
        id: &BookingId,
        request: &RescheduleRequest,
    ) -> Result<Booking, Failure<BookingError>> {
        let wanted = NewTime {
            date: request.booking_date,
            start: request.start_time,
            to: None,
            is_forced: false,
            quietly: false,
        };
        Ok(self.0.retry_on_conflict(|| self.move_to(&caller.act, id, Some(caller), &wanted)).await?.booking)
    }

    /// Reschedules for the desk, which is bound by no limit and may name who does it.
    pub async fn reschedule_at_desk(
        &self,
        caller: &Caller,
        id: &BookingId,
        request: &DeskRescheduleRequest,
    ) -> Result<Placed, Failure<BookingError>> {
        let (date, start) = (request.booking_date, request.start_time);
        let is_forced = forced(caller, request.force)?;
        let quietly = request.notify == Some(false);
        let wanted = NewTime { date, start, to: request.assignees(), is_forced, quietly };
        self.0.retry_on_conflict(|| self.move_to(&caller.act, id, None, &wanted)).await
    }

    async fn move_to(
        &self,
        act: &Act,
        id: &BookingId,
        owner: Option<&Caller>,
        wanted: &NewTime<'_>,
    ) -> Result<Placed, Failure<BookingError>> {
        let read = match owner {
            Some(caller) => self.find_own(caller, id).await?,
            None => self.find(id).await?,
        };
        let staff = wanted.to.map_or_else(|| read.staff_ids(), |to| to.staff());
        let rooms = match (wanted.to, read.staff_id()) {
            (Some(to), _) => rooms_of(&read, to),
            (None, Some(staff)) => rooms_of(&read, Assignees::One(staff)),
            (None, None) => WantedRooms::of(&read.need()),
        };
        let named_rooms = wanted.to.map(|to| to.named_rooms()).unwrap_or_default();
        let (branch_id, date) = (&read.branch_id, wanted.date);
        let target = AssignmentTarget { branch: branch_id, date, staff, rooms: rooms.clone(), named_rooms };
        let months = MonthIndex::of(self.0, MonthlyList::Bookings(&read.branch_id));
        let branch = Branches::of(self.0).get(&read.branch_id).await?.ok_or(BookingError::Unknown)?;
        let teams = Teams::of(self.0);
        let may_be_instant = branch.confirms_at_once() && !self.needs_approval(&read).await?;
        let profile_key = may_be_instant.then(|| keys::profile(&read.customer_id));
        let more = target.keys(Some(&read)).into_iter().chain(profile_key.clone()).collect();
        let (found, is_new_month) = tokio::try_join!(
            teams.team_and(&branch.id, branch.settings.slot_policy, wanted.date, rooms, more),
            months.lacks(wanted.date.calendar_month()),
        )?;
        let (team, mut found) = found;
        let profile = profile_key.map(|key| found.take::<Profile>(&key)).transpose()?.flatten();
        let is_instant = may_be_instant && !profile.is_some_and(|profile| profile.booking_requires_approval);
        let rooms = team.rooms_read();
        let mut context = AssignmentContext::among(&mut found, Some(branch.clone()), rooms, &target, Some(&read))?;
        let mut problems = Problems::default();
        operational(Some(&branch), &read.branch_id, &mut problems);
        // Services that the desk gives their own time may begin before the others, and run side by side.
        let given = wanted.to.and_then(|to| read.time_given(to, wanted.start));
        let (start, length) = given.map_or((wanted.start, read.length()), |given| (given.start, given.minutes()));
        let time = times(Some(&branch), wanted.date, start, length, act.at, &mut problems);
        if owner.is_some() {
            check_lead(Some(&branch), wanted.date, wanted.start, act.at, &mut problems);
        }
        if let Some(to) = wanted.to
            && to.staff().into_iter().any(|staff| context.worker(staff).is_none())
        {
            problems.add(to.field(), "must be an active staff member");
        }
        if time.is_none() || !problems.is_empty() {
            return Err(BookingError::Invalid(problems).into());
        }
        if owner.is_some() {
            let (moves, start) = (read.own_moves(), read.starts_at());
            ChangeRules::of(&branch).may_reschedule(read.status, moves, start, act.at).map_err(BookingError::from)?;
        }
        let by = if owner.is_some() { Side::Customer } else { Side::Salon };
        let moved = read.moved(wanted.date, wanted.start, by, act.at)?;
        context.refuse_roomless(&moved, wanted.to.map_or("services", |to| to.field()))?;
        let pool = ReplacementPool { branch: &branch, team: &team, is_instant };
        let booking = placed(&mut context, &read, moved, wanted, &pool, act.at)?;
        let warnings = context.warnings(&booking, act.at);
        let audit_details = json!({
            "bookingDate": booking.date, "startTime": booking.start, "status": booking.status,
            "staffId": booking.staff_id(),
        });
        let change = BookingChange {
            what: EventType::BookingMoved,
            read: &read,
            after: &booking,
            context: &context,
            audit_details,
        };
        let mut transaction = self.changed(act, change).await?;
        must_stay_operational(&branch, &mut transaction);
        if is_new_month {
            months.add(&mut transaction, booking.date.calendar_month());
        }
        transaction.enqueue(booking.noshow_check());
        if booking.status != read.status {
            transaction.enqueue(booking.stale_alert());
        }
        if booking.status == BookingStatus::Pending
            && let Some(check) = booking.start_check(act.at)
        {
            transaction.enqueue(check);
        }
        transaction.enqueue(booking.rescheduled_event(wanted.quietly).message(act.at));
        transaction.commit().await?;
        Ok(Placed { booking, warnings })
    }
}

impl Bookings<'_> {
    /// Whether the desk answers for one of its services, even where others are confirmed at once.
    async fn needs_approval(&self, booking: &Booking) -> Result<bool, TableError> {
        let catalogue = CatalogueStore::of(self.0).read().await?;
        let mut services = booking.services.iter().filter_map(|booked| catalogue.service(&booked.service_id));
        Ok(services.any(|service| service.needs_approval))
    }
}

/// The staff among whom a replacement is looked for.
struct ReplacementPool<'a> {
    branch: &'a Branch,
    team: &'a Team,
    /// Others take it at once, as they would take a new request.
    is_instant: bool,
}

/// The moved booking with its people. Under `open` it keeps those it had; under `staffed` only if they are free. Otherwise
/// others take it at once where a new request would be confirmed at once; else it becomes a request again, provided that
/// others are free.
fn placed(
    context: &mut AssignmentContext,
    read: &Booking,
    moved: Booking,
    wanted: &NewTime<'_>,
    pool: &ReplacementPool<'_>,
    now: Instant,
) -> Result<Booking, BookingError> {
    context.refuse_closed()?;
    if let Some(to) = wanted.to {
        let given = moved.given(to, wanted.start, context)?;
        context.refuse_unskilled(&given, wanted.is_forced)?;
        return context.hold(Some(read), given, now);
    }
    if pool.branch.settings.slot_policy == SlotPolicy::Open {
        return context.hold(Some(read), moved, now);
    }
    if moved.is_assigned() && context.are_workers(&moved) {
        match context.hold(Some(read), moved.clone(), now) {
            Err(BookingError::SlotUnavailable { .. }) => {}
            held => return held,
        }
    }
    let request = moved.open_again(now);
    let day = pool.team.day(pool.branch, now);
    let (people, rooms, need) = (pool.team.people(&day), pool.team.rooms(), request.open_need());
    let Ok(plan) = best_plan(&day, &people, &rooms, request.start, &need) else {
        let alternatives = alternatives(&day, &people, &rooms, request.start, &need);
        return Err(BookingError::SlotUnavailable { alternatives });
    };
    if moved.status == BookingStatus::Confirmed && pool.is_instant {
        let name = |id: &StaffId| pool.team.member(id).map(|member| member.display_name.as_str());
        let given = moved.planned(&plan, name);
        context.join(pool.team, &given);
        return context.hold(Some(read), given, now);
    }
    context.hold(Some(read), request, now)
}

#[cfg(test)]
mod tests {
    use super::super::Reminded;
    use super::super::new_booking::tests::requested;
    use super::*;
    use crate::slots::ledger::{Busy, DayLedger};
    use parlour_values::time::Interval;

    fn now() -> Instant {
        "2026-11-16T10:00:00+05:30".parse().unwrap()
    }

    fn tuesday() -> IstDate {
        "2026-11-17".parse().unwrap()
    }

    fn interval(start: &str, end: &str) -> Interval {
        Interval { start: start.parse().unwrap(), end: end.parse().unwrap() }
    }

    /// Confirmed with Meera, today at eleven.
    fn confirmed() -> Booking {
        let booking = Booking { status: BookingStatus::Confirmed, confirmed_at: Some(now()), ..requested() };
        booking.with_staff(Some((&"meera".into(), "meera")))
    }

    #[test]
    fn a_cancelled_booking_says_when_and_why() {
        let cancelled = confirmed().cancelled(Action::CancelByCustomer, Some("ill"), now()).unwrap();
        assert_eq!((cancelled.status, cancelled.cancelled_at), (BookingStatus::Cancelled, Some(now())));
        assert_eq!(cancelled.cancellation_reason.as_deref(), Some("ill"));
    }

    #[test]
    fn a_moved_booking_counts_its_moves_and_is_reminded_anew() {
        let reminded = Booking { reminded: Reminded::All, reschedule_count: 1, ..confirmed() };
        let reminded = Booking { overlaps: true, ..reminded };
        let to = |by| reminded.moved(tuesday().plus_days(1), "12:00".parse().unwrap(), by, now()).unwrap();
        let moved = to(Side::Customer);
        assert!(!moved.overlaps);
        assert_eq!((moved.own_moves(), to(Side::Salon).own_moves()), (2, 1), "the desk's do not count");
        assert_eq!((moved.date, moved.time()), (tuesday().plus_days(1), interval("12:00", "13:15")));
        assert_eq!((moved.reschedule_count, moved.reminded), (2, Reminded::Nothing));
    }

    #[test]
    fn a_booking_that_opens_again_is_a_request_of_nobody() {
        let open = confirmed().open_again(now());
        assert_eq!((open.status, open.confirmed_at, open.staff_id()), (BookingStatus::Pending, None, None));
        assert_eq!(open.asked_again_at, Some(now()));
        assert_eq!(requested().open_again(now()).asked_again_at, None, "it was one all the time");
    }

    /// Moves the booking to Tuesday at noon at a branch where Meera and Ravi work and these are busy then; who has it, and
    /// in which status.
    fn moved(
        read: &Booking,
        policy: SlotPolicy,
        busy: &[&str],
        asked: Option<&str>,
    ) -> Result<(String, BookingStatus), usize> {
        moved_while(true, read, policy, busy, asked)
    }

    /// The same while its person is active, or not.
    fn moved_while(
        is_active: bool,
        read: &Booking,
        policy: SlotPolicy,
        busy: &[&str],
        asked: Option<&str>,
    ) -> Result<(String, BookingStatus), usize> {
        let mut branch = Branch::sample();
        branch.settings.slot_policy = policy;
        let day = |staff: &str| {
            let mut day = DayLedger::empty(staff.into(), tuesday());
            if busy.contains(&staff) {
                day.record([Busy::new(interval("12:30", "13:00"), "other".into(), "main".into(), true)]);
            }
            day
        };
        let team = Team::sample(tuesday(), &["meera", "ravi"], vec![day("meera"), day("ravi")]);
        let asked: Option<StaffId> = asked.map(StaffId::from);
        let staff: Vec<&StaffId> = asked.as_ref().or(read.staff_id()).into_iter().collect();
        let days = vec![DayLedger::empty("meera".into(), read.date), day("meera"), day("ravi")];
        let mut context = AssignmentContext::sample(&branch, &staff, days);
        context.set_active(is_active);
        let new = read.moved(tuesday(), "12:00".parse().unwrap(), Side::Customer, now()).unwrap();
        let to = asked.as_ref().map(Assignees::One);
        let wanted = NewTime { date: tuesday(), start: new.start, to, is_forced: true, quietly: false };
        let pool = ReplacementPool { branch: &branch, team: &team, is_instant: false };
        match placed(&mut context, read, new, &wanted, &pool, now()) {
            Ok(booking) => Ok((booking.staff_id().map_or_else(String::new, ToString::to_string), booking.status)),
            Err(BookingError::SlotUnavailable { alternatives }) => Err(alternatives.len()),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn a_moved_booking_keeps_its_person_while_they_are_free_or_becomes_a_request() {
        use BookingStatus::{Confirmed, Pending};
        use SlotPolicy::{Open, Staffed};
        let had = |staff: &str, status| Ok((staff.to_owned(), status));
        let booking = confirmed();
        assert_eq!(moved(&booking, Open, &["meera", "ravi"], None), had("meera", Confirmed));
        assert_eq!(moved(&booking, Staffed, &[], None), had("meera", Confirmed));
        assert_eq!(moved(&booking, Staffed, &["meera"], None), had("", Pending));
        assert_eq!(moved(&booking, Staffed, &["meera", "ravi"], None), Err(3));
        assert_eq!(moved(&requested(), Staffed, &["meera"], None), had("", Pending));
        assert_eq!(moved(&requested(), Staffed, &["meera", "ravi"], None), Err(3));
        assert_eq!(moved_while(false, &booking, Staffed, &[], None), had("", Pending));
    }

    #[test]
    fn the_desk_gives_a_moved_booking_to_whom_it_names_if_they_are_free() {
        let had = |staff: &str| Ok((staff.to_owned(), BookingStatus::Confirmed));
        assert_eq!(moved(&confirmed(), SlotPolicy::Staffed, &["meera"], Some("ravi")), had("ravi"));
        assert_eq!(moved(&confirmed(), SlotPolicy::Staffed, &["ravi"], Some("ravi")), Err(3));
        assert_eq!(moved(&confirmed(), SlotPolicy::Open, &["ravi"], Some("ravi")), had("ravi"));
    }
}
