//! The people who work at a branch on a day. People, rosters and closures are kept in the process until one of them
//! changes; the days are read from the table each time, consistently.

use std::collections::HashSet;
use std::sync::Arc;

use crate::slots::day::BranchDay;
use crate::slots::ledger::{DayLedger, LedgerOwner};
use crate::slots::need::Need;
use crate::slots::person::Person;
use crate::slots::room::Room;
use crate::slots::roster::{self, DayPlan};
use crate::slots::{Closure, Resource, Rosters};
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_storage::at_once;
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Found, Key, Partition, Stored, Table, TableError, Topic, keys};
use parlour_values::id::{BookingId, BranchId, ResourceId, ServiceId, StaffId};
use parlour_values::time::{Instant, Interval, IstDate};

/// The records of a branch that rarely change.
#[derive(Clone, Debug, Default)]
pub struct BranchReference {
    /// Everybody who works there, active or not, in the order they joined the books.
    pub staff: Vec<Stored<StaffMember>>,
    rosters: Vec<Stored<Rosters>>,
    /// By date.
    pub closures: Vec<Stored<Closure>>,
    /// Rooms and equipment, in use or not.
    pub resources: Vec<Stored<Resource>>,
}

/// Which rooms of a branch matter for what is asked.
#[derive(Clone, Debug, Default)]
pub enum WantedRooms {
    #[default]
    None,
    Some {
        groups: Vec<String>,
        ids: Vec<ResourceId>,
    },
    All,
}

impl WantedRooms {
    pub fn of(need: &Need) -> Self {
        let ids: Vec<ResourceId> = need.services.iter().flat_map(|service| service.rooms.iter().cloned()).collect();
        match need.groups() {
            groups if groups.is_empty() && ids.is_empty() => Self::None,
            groups => Self::Some { groups, ids },
        }
    }

    fn includes(&self, resource: &Resource) -> bool {
        match self {
            Self::None => false,
            Self::Some { groups, ids } => groups.contains(&resource.group) || ids.contains(&resource.id),
            Self::All => true,
        }
    }
}

impl Reference for BranchReference {
    type Loaded = Self;

    async fn load(table: &Table, topic: &Topic) -> Result<Self, TableError> {
        let Topic::Branch(branch) = topic else { return Ok(Self::default()) };
        let items = table.query_items(Partition::of(keys::branch_partition(branch))).await?;
        Ok(Self {
            staff: items.starting(keys::STAFF_PREFIX)?,
            rosters: items.starting(keys::ROSTER_PREFIX)?,
            closures: items.starting(keys::CLOSURE_PREFIX)?,
            resources: items.starting(keys::RESOURCE_PREFIX)?,
        })
    }
}

/// People who work at so many branches that they have no copy at each.
#[derive(Clone, Debug, Default)]
struct Roaming {
    staff: Vec<Stored<StaffMember>>,
    rosters: Vec<Stored<Rosters>>,
}

impl Reference for Roaming {
    type Loaded = Self;

    async fn load(table: &Table, _: &Topic) -> Result<Self, TableError> {
        let items = table.query_items(Partition::of(keys::ROAMING)).await?;
        Ok(Self { staff: items.starting(keys::STAFF_PREFIX)?, rosters: items.starting(keys::ROSTER_PREFIX)? })
    }
}

impl BranchReference {
    /// With those of the roaming people who work here too.
    fn with(self: Arc<Self>, roaming: &Roaming, branch: &BranchId) -> Arc<Self> {
        let here: Vec<_> = roaming.staff.iter().filter(|member| member.branch_ids.contains(branch)).collect();
        if here.is_empty() {
            return self;
        }
        let mut all = Self::clone(&self);
        let is_here = |rosters: &Rosters| here.iter().any(|member| member.id == rosters.staff_id);
        all.rosters.extend(roaming.rosters.iter().filter(|rosters| is_here(rosters)).cloned());
        all.staff.extend(here.into_iter().cloned());
        all.staff.sort_by(|one, other| one.id.as_str().cmp(other.id.as_str()));
        Arc::new(all)
    }

    pub fn rosters_of(&self, id: &StaffId) -> Option<&Rosters> {
        self.rosters.iter().map(|found| &found.record).find(|rosters| rosters.staff_id == *id)
    }

    /// The days of everybody who may be booked.
    fn days_on(&self, date: IstDate) -> Vec<Key> {
        let bookable = self.staff.iter().filter(|member| member.is_active);
        bookable.map(|member| keys::staff_day(&member.id, date)).collect()
    }

    fn rooms<'a>(&'a self, wanted: &'a WantedRooms) -> impl Iterator<Item = &'a Stored<Resource>> {
        self.resources.iter().filter(|resource| wanted.includes(resource))
    }

    /// Whether the branch has something of this group that is in use.
    pub fn has_room(&self, group: &str) -> bool {
        self.resources.iter().any(|resource| resource.is_active && resource.group == group)
    }
}

/// Rooms of a branch with their days.
#[derive(Clone, Debug, Default)]
pub struct Rooms {
    pub resources: Vec<Stored<Resource>>,
    pub days: Vec<Stored<DayLedger>>,
}

#[derive(Clone, Debug)]
pub struct Team {
    branch: Arc<BranchReference>,
    date: IstDate,
    /// People of other branches who have something to do here, and former ones.
    guests: Vec<Stored<StaffMember>>,
    guest_rosters: Vec<Stored<Rosters>>,
    /// Of people and of the rooms that matter.
    days: Vec<Stored<DayLedger>>,
    rooms: WantedRooms,
}

/// The teams of the branches.
pub struct Teams<'a>(&'a Salon);

impl<'a> Teams<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }

    /// People, rosters and closures of a branch.
    pub async fn branch_reference(&self, branch: &BranchId) -> Result<Arc<BranchReference>, TableError> {
        Ok(self.branch_reference_and(branch, Vec::new()).await?.0)
    }

    /// Those of one branch or of all, without what people of other branches do there.
    pub(crate) async fn branch_references(
        &self,
        branch: Option<&BranchId>,
    ) -> Result<Vec<Arc<BranchReference>>, TableError> {
        let topics: Vec<Topic> = match branch {
            Some(branch) => vec![Topic::Branch(branch.clone())],
            None => Branches::of(self.0).all().await?.iter().map(|branch| Topic::Branch(branch.id.clone())).collect(),
        };
        let (versions, _) = self.0.table.versions(&topics, []).await?;
        let reads =
            topics.iter().zip(versions).map(|(topic, version)| self.0.reference_at::<BranchReference>(topic, version));
        at_once::try_all(reads.collect::<Vec<_>>()).await
    }

    /// The items of these keys are read along with the versions.
    async fn branch_reference_and(
        &self,
        branch: &BranchId,
        more: Vec<Key>,
    ) -> Result<(Arc<BranchReference>, Found), TableError> {
        let topic = Topic::Branch(branch.clone());
        let (versions, found) = self.0.table.versions(&[topic.clone(), Topic::Roaming], more).await?;
        let mut versions = versions.into_iter();
        let mut next = || versions.next().unwrap_or_default();
        let (own, roaming) = (next(), next());
        let (own, roaming) = tokio::try_join!(
            self.0.reference_at::<BranchReference>(&topic, own),
            self.0.reference_at::<Roaming>(&Topic::Roaming, roaming),
        )?;
        Ok((own.with(&roaming, branch), found))
    }

    /// The people of the branch when that was read last, current or not.
    fn last_branch_reference(&self, branch: &BranchId) -> Option<Arc<BranchReference>> {
        let own = self.0.last_reference::<BranchReference>(&Topic::Branch(branch.clone()))?;
        let roaming = self.0.last_reference::<Roaming>(&Topic::Roaming).unwrap_or_default();
        Some(own.with(&roaming, branch))
    }

    pub async fn team(&self, branch: &BranchId, date: IstDate) -> Result<Team, TableError> {
        Ok(self.team_and(branch, SlotPolicy::Staffed, date, WantedRooms::None, Vec::new()).await?.0)
    }

    /// These rooms of a branch on a day, and the items of further keys: one call, as long as nothing has changed at the
    /// branch since it was asked for last.
    pub async fn rooms_and(
        &self,
        branch: &BranchId,
        date: IstDate,
        wanted: &WantedRooms,
        more: Vec<Key>,
    ) -> Result<(Rooms, Found), TableError> {
        if matches!(wanted, WantedRooms::None) {
            return Ok((Rooms::default(), self.0.table.get_many(more).await?));
        }
        let days = |reference: &BranchReference| -> Vec<Key> {
            reference.rooms(wanted).map(|room| keys::resource_day(&room.id, date)).collect()
        };
        let (reference, mut found, keys) = self.reference_and_days(branch, days, &more).await?;
        let mut days = Vec::with_capacity(keys.len());
        for key in &keys {
            days.extend(if more.contains(key) { found.read(key)? } else { found.take(key)? });
        }
        Ok((Rooms { resources: reference.rooms(wanted).cloned().collect(), days }, found))
    }

    /// The branch with the days that follow from it: those of what was known of it last are read along with its version.
    async fn reference_and_days(
        &self,
        branch: &BranchId,
        days: impl Fn(&BranchReference) -> Vec<Key>,
        more: &[Key],
    ) -> Result<(Arc<BranchReference>, Found, Vec<Key>), TableError> {
        let guessed: Vec<Key> = self.last_branch_reference(branch).map(|last| days(&last)).unwrap_or_default();
        let wanted: Vec<Key> = more.iter().chain(&guessed).cloned().collect();
        let (reference, mut found) = self.branch_reference_and(branch, wanted).await?;
        let wanted = days(&reference);
        let missing: Vec<Key> = wanted.iter().filter(|key| !guessed.contains(key)).cloned().collect();
        found.join(self.0.table.get_many(missing).await?);
        Ok((reference, found, wanted))
    }

    /// The team on a day, and the items of further keys. One call, as long as nothing has changed at the branch since
    /// it was asked for last: the days of the people known then are read along with the version. Under `open` nobody's
    /// day matters and no room's, and none is read.
    pub async fn team_and(
        &self,
        branch: &BranchId,
        policy: SlotPolicy,
        date: IstDate,
        rooms: WantedRooms,
        more: Vec<Key>,
    ) -> Result<(Team, Found), TableError> {
        let days = |reference: &BranchReference| match policy {
            SlotPolicy::Staffed => {
                let rooms = reference.rooms(&rooms).map(|room| keys::resource_day(&room.id, date));
                reference.days_on(date).into_iter().chain(rooms).collect()
            }
            SlotPolicy::Open => Vec::new(),
        };
        let (reference, mut found, wanted) = self.reference_and_days(branch, days, &more).await?;
        let mut days = Vec::with_capacity(wanted.len());
        for key in &wanted {
            // An item the caller asked for by itself stays for the caller.
            days.extend(if more.contains(key) { found.read(key)? } else { found.take(key)? });
        }
        Ok((Team { branch: reference, date, guests: Vec::new(), guest_rosters: Vec::new(), days, rooms }, found))
    }

    /// The teams of several days. The days of whoever was known last are read at once, beside whatever tells whether they
    /// are still the same. Where no time is kept nobody's day is read. For a look ahead only: the days are as they were a
    /// moment ago, for half of what they cost, and whoever chooses one of them is shown its times as they are.
    pub async fn teams_on(
        &self,
        branch: &BranchId,
        dates: &[IstDate],
        rooms: &WantedRooms,
        keeps_time: bool,
    ) -> Result<Vec<Team>, TableError> {
        let days_on = |reference: &BranchReference, date: IstDate| -> Vec<Key> {
            let rooms = reference.rooms(rooms).map(|room| keys::resource_day(&room.id, date));
            if keeps_time { reference.days_on(date).into_iter().chain(rooms).collect() } else { Vec::new() }
        };
        let all = |reference: &BranchReference| -> HashSet<Key> {
            dates.iter().flat_map(|date| days_on(reference, *date)).collect()
        };
        let guessed = self.last_branch_reference(branch).map(|last| all(&last)).unwrap_or_default();
        let mut found = self.0.table.get_many_lagging(guessed.iter().cloned()).await?;
        let reference = self.branch_reference(branch).await?;
        let missing: Vec<Key> = all(&reference).difference(&guessed).cloned().collect();
        found.join(self.0.table.get_many_lagging(missing).await?);
        let mut teams = Vec::with_capacity(dates.len());
        for date in dates {
            let mut days = Vec::new();
            for key in days_on(&reference, *date) {
                days.extend(found.take(&key)?);
            }
            teams.push(Team { branch: reference.clone(), days, rooms: rooms.clone(), ..Team::nobody(*date) });
        }
        Ok(teams)
    }

    /// The team with these further people, and those of its own who left.
    pub async fn joined_by(&self, team: Team, people: &[StaffId]) -> Result<Team, TableError> {
        let Team { branch, date, mut guests, mut guest_rosters, mut days, rooms } = team;
        let own = |id: &StaffId| branch.staff.iter().find(|member| member.id == *id);
        let unread: Vec<&StaffId> = people.iter().filter(|id| own(id).is_none_or(|member| !member.is_active)).collect();
        let strangers: Vec<&StaffId> = unread.iter().copied().filter(|id| own(id).is_none()).collect();
        let mut wanted: Vec<Key> = unread.iter().map(|id| keys::staff_day(id, date)).collect();
        wanted.extend(strangers.iter().flat_map(|id| [keys::staff(id), keys::roster(id)]));
        let mut found = self.0.table.get_many(wanted).await?;
        for id in unread {
            days.extend(found.take::<DayLedger>(&keys::staff_day(id, date))?);
        }
        for id in strangers {
            guests.extend(found.take::<StaffMember>(&keys::staff(id))?);
            guest_rosters.extend(found.take::<Rosters>(&keys::roster(id))?);
        }
        Ok(Team { branch, date, guests, guest_rosters, days, rooms })
    }
}

impl Team {
    /// The team of a branch that does not exist.
    pub fn nobody(date: IstDate) -> Self {
        Self {
            branch: Arc::default(),
            date,
            guests: Vec::new(),
            guest_rosters: Vec::new(),
            days: Vec::new(),
            rooms: WantedRooms::None,
        }
    }

    /// The branch's own people and those who joined them, in the order they joined the books.
    pub fn staff(&self) -> Vec<&Stored<StaffMember>> {
        let mut staff: Vec<&Stored<StaffMember>> = self.branch.staff.iter().chain(&self.guests).collect();
        staff.sort_by(|one, other| one.id.cmp(&other.id));
        staff
    }

    /// Whether people work there who can do these services, one or one after the other.
    pub fn is_able(&self, branch: &BranchId, services: &[ServiceId]) -> bool {
        services
            .iter()
            .all(|service| self.branch.staff.iter().any(|member| member.can_do(branch, std::slice::from_ref(service))))
    }

    /// Whether this person works there and can do all of these services.
    pub fn is_able_person(&self, branch: &BranchId, staff: &StaffId, services: &[ServiceId]) -> bool {
        self.member(staff).is_some_and(|member| member.can_do(branch, services))
    }

    /// Whether the branch has something of this group that is in use.
    pub fn has_room(&self, group: &str) -> bool {
        self.branch.has_room(group)
    }

    /// The rosters of a person of the branch, as they are kept.
    pub fn stored_rosters(&self, id: &StaffId) -> Option<&Stored<Rosters>> {
        self.branch.rosters.iter().find(|rosters| rosters.staff_id == *id)
    }

    /// A person of the branch.
    pub fn member(&self, id: &StaffId) -> Option<&Stored<StaffMember>> {
        self.branch.staff.iter().find(|member| member.id == *id)
    }

    /// The rooms that were asked for, with what is recorded of them on that day.
    pub fn rooms(&self) -> Vec<Room<'_>> {
        let rooms = self.branch.rooms(&self.rooms);
        rooms.map(|room| Room { resource: &room.record, ledger: self.room_day(&room.id) }).collect()
    }

    /// The same, to be written.
    pub fn rooms_read(&self) -> Rooms {
        let is_room = |day: &&Stored<DayLedger>| matches!(day.owner, LedgerOwner::Resource(_));
        Rooms {
            resources: self.branch.rooms(&self.rooms).cloned().collect(),
            days: self.days.iter().filter(is_room).cloned().collect(),
        }
    }

    pub fn resource(&self, id: &ResourceId) -> Option<&Stored<Resource>> {
        self.branch.resources.iter().find(|resource| resource.id == *id)
    }

    fn room_day(&self, id: &ResourceId) -> Option<&DayLedger> {
        let owner = LedgerOwner::Resource(id.clone());
        self.days.iter().map(|found| &found.record).find(|day| day.owner == owner)
    }

    /// Every day that was read, of people and rooms.
    pub fn days(&self) -> &[Stored<DayLedger>] {
        &self.days
    }

    pub fn date(&self) -> IstDate {
        self.date
    }

    pub fn closure(&self) -> Option<&Stored<Closure>> {
        self.branch.closures.iter().find(|closure| closure.date == self.date)
    }

    /// The branch's day, closed if there is a closure.
    pub fn day(&self, branch: &Branch, now: Instant) -> BranchDay {
        BranchDay::of(branch, self.date, self.closure().is_some(), now)
    }

    /// The same day without what customers have of it: what the salon itself leaves of people and rooms.
    #[must_use]
    pub fn without_bookings(mut self) -> Self {
        for day in &mut self.days {
            let held: Vec<BookingId> = day.busy().iter().map(|busy| busy.booking_id.clone()).collect();
            held.iter().for_each(|booking| _ = day.record.release(booking));
        }
        self
    }

    /// The branch's staff on that day.
    pub fn people(&self, day: &BranchDay) -> Vec<Person<'_>> {
        let people = self.branch.staff.iter().map(|member| {
            let (rosters, ledger) = (self.branch.rosters_of(&member.id), self.day_of(&member.id));
            let rosters = rosters.map_or(&[][..], |rosters| &rosters.weekly);
            Person::on(day, &member.id, member.is_active, &member.service_ids, rosters, ledger)
        });
        people.collect()
    }

    /// Shifts and breaks of somebody at a branch with these opening hours that day.
    pub fn plan_of(&self, id: &StaffId, opening: impl Into<Option<Interval>>) -> DayPlan {
        let exception = self.day_of(id).and_then(|day| day.exception.as_ref());
        roster::plan(self.date, self.rosters_of(id).map_or(&[][..], |rosters| &rosters.weekly), exception, opening)
    }

    /// The version of everything that was read, to tell whether any of it has changed.
    pub fn versions(&self) -> impl Iterator<Item = (&str, u64)> {
        let staff = self.branch.staff.iter().chain(&self.guests);
        let staff = staff.map(|member| (member.id.as_str(), member.version));
        let rosters = self.branch.rosters.iter().chain(&self.guest_rosters);
        let rosters = rosters.map(|rosters| (rosters.staff_id.as_str(), rosters.version));
        let days = self.days.iter().map(|day| (day.owner.as_str(), day.version));
        let closure = self.closure().map(|closure| (closure.id.as_str(), closure.version));
        let resources = self.branch.resources.iter().map(|resource| (resource.id.as_str(), resource.version));
        staff.chain(rosters).chain(days).chain(closure).chain(resources)
    }

    fn rosters_of(&self, id: &StaffId) -> Option<&Rosters> {
        let guests = || self.guest_rosters.iter().map(|found| &found.record).find(|rosters| rosters.staff_id == *id);
        self.branch.rosters_of(id).or_else(guests)
    }

    pub fn day_of(&self, id: &StaffId) -> Option<&DayLedger> {
        self.days.iter().map(|found| &found.record).find(|day| day.staff_id() == Some(id))
    }
}

#[cfg(test)]
impl Team {
    /// Everybody of a branch on a day for which nothing is recorded but this.
    pub fn sample(date: IstDate, staff: &[&str], days: Vec<DayLedger>) -> Self {
        let stored = |id: &&str| Stored { record: StaffMember::sample(id), version: 1 };
        let branch = BranchReference { staff: staff.iter().map(stored).collect(), ..BranchReference::default() };
        let days = days.into_iter().map(|record| Stored { record, version: 1 }).collect();
        Self { branch: Arc::new(branch), days, ..Self::nobody(date) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::roster::{DayException, WeeklyRoster};
    use crate::slots::spans::{span, spans};

    fn tuesday() -> IstDate {
        "2026-11-17".parse().unwrap()
    }

    fn stored<R>(record: R) -> Stored<R> {
        Stored { record, version: 1 }
    }

    fn member(id: &str, branch: &str) -> Stored<StaffMember> {
        stored(StaffMember { branch_ids: vec![branch.into()], ..StaffMember::sample(id) })
    }

    /// Off every day of the week.
    fn rosters(id: &str) -> Stored<Rosters> {
        let weekly = vec![WeeklyRoster { effective_from: tuesday(), days: vec![] }];
        stored(Rosters { weekly, ..Rosters::none(id.into()) })
    }

    fn closure(date: IstDate) -> Stored<Closure> {
        stored(Closure {
            id: "c1".into(),
            branch_id: "main".into(),
            date,
            reason: "Diwali".to_owned(),
            created_by: "owner".into(),
            created_at: tuesday().start(),
        })
    }

    fn off(id: &str) -> DayLedger {
        let mut day = DayLedger::empty(id.into(), tuesday());
        day.exception = Some(DayException::Off);
        day
    }

    fn names<'a>(staff: impl IntoIterator<Item = &'a Stored<StaffMember>>) -> Vec<&'a str> {
        staff.into_iter().map(|member| member.id.as_str()).collect()
    }

    #[test]
    fn people_who_roam_belong_to_the_branches_they_work_at() {
        let own = BranchReference { staff: vec![member("meera", "main")], ..BranchReference::default() };
        let roaming = Roaming {
            staff: vec![member("asha", "main"), member("ravi", "blr")],
            rosters: vec![rosters("asha"), rosters("ravi")],
        };
        let own = Arc::new(own);
        let all = own.clone().with(&roaming, &"main".into());
        assert_eq!(names(&all.staff), ["asha", "meera"]);
        assert!(all.rosters_of(&"asha".into()).is_some() && all.rosters_of(&"ravi".into()).is_none());
        assert!(Arc::ptr_eq(&own, &own.clone().with(&roaming, &"goa".into())));
    }

    #[test]
    fn only_the_days_of_those_who_may_be_booked_are_read() {
        let gone = stored(StaffMember { is_active: false, ..StaffMember::sample("ravi") });
        let branch = BranchReference { staff: vec![member("meera", "main"), gone], ..BranchReference::default() };
        assert_eq!(branch.days_on(tuesday()), [keys::staff_day(&"meera".into(), tuesday())]);
    }

    #[test]
    fn a_team_is_its_branch_and_its_guests_in_the_order_they_joined_the_books() {
        let team = Team { guests: vec![member("asha", "blr")], ..Team::sample(tuesday(), &["meera"], vec![]) };
        assert_eq!(names(team.staff()), ["asha", "meera"]);
        let versions: Vec<(&str, u64)> = team.versions().collect();
        assert_eq!(versions, [("meera", 1), ("asha", 1)]);
    }

    #[test]
    fn a_branch_is_able_if_one_of_its_own_can_do_all_services() {
        let team = Team::sample(tuesday(), &["meera"], vec![]);
        assert!(team.is_able(&"main".into(), &["haircut".into()]));
        assert!(!team.is_able(&"main".into(), &["haircut".into(), "massage".into()]));
    }

    #[test]
    fn a_closure_closes_its_own_day() {
        let on = |date| {
            let branch = BranchReference { closures: vec![closure(date)], ..BranchReference::default() };
            let team = Team { branch: Arc::new(branch), ..Team::nobody(tuesday()) };
            team.day(&Branch::sample(), tuesday().start()).is_closed
        };
        assert!(on(tuesday()) && !on(tuesday().plus_days(1)));
    }

    #[test]
    fn each_works_by_their_own_roster_and_their_own_day() {
        let branch = BranchReference {
            staff: vec![member("asha", "main"), member("meera", "main"), member("ravi", "main")],
            rosters: vec![rosters("ravi")],
            ..BranchReference::default()
        };
        let days = vec![stored(off("meera"))];
        let guest_rosters = vec![rosters("guest")];
        let team = Team { branch: Arc::new(branch), days, guest_rosters, ..Team::nobody(tuesday()) };
        let opening = Branch::sample().opening();
        for (id, shifts) in [("asha", spans(&["09:00-21:00"])), ("meera", vec![]), ("ravi", vec![]), ("guest", vec![])]
        {
            assert_eq!(team.plan_of(&id.into(), opening).shifts, shifts, "{id}");
        }
        assert_eq!(team.day_of(&"meera".into()), Some(&off("meera")));
        let day = BranchDay::of(&Branch::sample(), tuesday(), false, tuesday().start());
        let at_work =
            crate::slots::plan::free_people(&day, &team.people(&day), span("10:00-11:00").start, &Need::one_slot());
        assert_eq!(at_work, [&StaffId::from("asha")]);
    }

    #[test]
    fn whatever_was_read_has_its_version() {
        let branch = BranchReference {
            staff: vec![member("meera", "main")],
            rosters: vec![rosters("meera")],
            closures: vec![closure(tuesday())],
            resources: vec![stored(Resource::sample("room"))],
        };
        let days = vec![stored(off("meera"))];
        let team = Team { branch: Arc::new(branch), days, ..Team::nobody(tuesday()) };
        assert_eq!(team.versions().count(), 5);
    }
}
