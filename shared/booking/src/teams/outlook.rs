//! The choices of a visit beside the times of a day: the days on which nothing can be had, and the people.

use super::public::{taking_bookings, together};
use super::{Availability, AvailabilityError, Team, Teams, WantedRooms, WantedVisit};
use crate::slots::availability::is_free_on;
use crate::slots::need::Need;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_setup::catalogue::Catalogue;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Stored, TableError, Topic};
use parlour_values::id::{BookingId, StaffId};
use parlour_values::time::IstDate;

/// Why nothing can be had on a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DayOff {
    Closed,
    Full,
}

/// Somebody who works at the branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bookable {
    pub id: StaffId,
    pub name: String,
    pub image_url: Option<String>,
    /// Whether they can do all that is asked for.
    pub is_able: bool,
}

/// The days ahead at a branch, and its people.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    pub days_off: Vec<(IstDate, DayOff)>,
    pub people: Vec<Bookable>,
    /// Whatever the day, nobody there does what is asked for, alone or in turns.
    pub is_beyond_the_team: bool,
}

impl Outlook {
    pub fn day_off(&self, date: IstDate) -> Option<DayOff> {
        self.days_off.iter().find(|(day, _)| *day == date).map(|(_, why)| *why)
    }

    /// The people who can do all that is asked for.
    pub fn able(&self) -> impl Iterator<Item = &Bookable> {
        self.people.iter().filter(|person| person.is_able)
    }

    pub fn name_of(&self, id: &StaffId) -> Option<&str> {
        self.people.iter().find(|person| person.id == *id).map(|person| person.name.as_str())
    }
}

/// The facts needed of each day to tell whether it is full.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Matters {
    /// Nobody's day matters where no time is kept, or nothing is chosen yet.
    days: bool,
    groups: Vec<String>,
}

impl Matters {
    fn of(policy: SlotPolicy, need: &Need) -> Self {
        Self { days: policy == SlotPolicy::Staffed && !need.services.is_empty(), groups: need.groups() }
    }
}

impl Availability<'_> {
    /// Those of these days on which nothing can be had, and the people of the branch. A day is full only once services are
    /// chosen, at a branch where somebody's time is kept.
    pub async fn outlook(
        &self,
        asked: WantedVisit<'_>,
        own: Option<&BookingId>,
        days: &[IstDate],
    ) -> Result<Outlook, Failure<AvailabilityError>> {
        // The days are read at once for what was known last, while others find out whether it still holds.
        let kept = self.0.last_reference::<Branch>(&Topic::Branches);
        let kept = kept.and_then(|kept| kept.iter().find(|known| known.id == *asked.branch).and_then(taking_bookings));
        let known = self.0.last_reference::<Catalogue>(&Topic::Catalogue);
        let need = known.and_then(|catalogue| together(asked.services, &catalogue).ok()).unwrap_or_default();
        let guessed = Matters::of(kept.unwrap_or(SlotPolicy::Open), &need);
        let teams = self.teams_on(asked, days, &guessed).await?;
        let branch = Branches::of(self.0).get(asked.branch).await?;
        let Some(branch) = branch.filter(|branch| branch.is_operational()) else { return Ok(Outlook::default()) };
        let need = match self.need(asked.services).await {
            Err(Failure::Refused(_)) => Need::one_slot(),
            need => need?,
        };
        let matters = Matters::of(branch.settings.slot_policy, &need);
        let teams = if matters == guessed { teams } else { self.teams_on(asked, days, &matters).await? };

        let ids = need.service_ids();
        let is_beyond_the_team = teams.first().is_some_and(|team| !team.is_able(&branch.id, &ids));
        let need = Need { own: own.cloned(), ..need.by(asked.staff) };
        let now = self.0.clock.now();
        let why = |team: &Team| {
            let day = team.day(&branch, now);
            if day.is_closed {
                return Some(DayOff::Closed);
            }
            let is_full =
                matters.days && !is_beyond_the_team && !is_free_on(&day, &team.people(&day), &team.rooms(), &need);
            is_full.then_some(DayOff::Full)
        };
        let bookable = |member: &Stored<StaffMember>| Bookable {
            id: member.id.clone(),
            name: member.display_name.clone(),
            image_url: member.image_url.clone(),
            is_able: member.can_do(&branch.id, &ids),
        };
        let staff = teams.first().map(Team::staff).unwrap_or_default();
        Ok(Outlook {
            days_off: days.iter().zip(&teams).filter_map(|(date, team)| Some((*date, why(team)?))).collect(),
            people: staff.into_iter().filter(|member| member.is_active).map(bookable).collect(),
            is_beyond_the_team,
        })
    }

    async fn teams_on(
        &self,
        asked: WantedVisit<'_>,
        days: &[IstDate],
        matters: &Matters,
    ) -> Result<Vec<Team>, TableError> {
        let groups = matters.groups.clone();
        let rooms = if groups.is_empty() { WantedRooms::None } else { WantedRooms::Some { groups, ids: Vec::new() } };
        Teams::of(self.0).teams_on(asked.branch, days, &rooms, matters.days).await
    }
}
