//! The public slots of a branch on a day.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Team, Teams, WantedRooms};
use crate::slots::availability::{MOST_SERVICES, Slot, slots};
use crate::slots::day::BranchDay;
use crate::slots::need::Need;
use crate::slots::plan::PlannedService;
use crate::slots::reason::Reason;
use parlour_setup::branches::{Branch, Branches, Confirmation, SlotPolicy};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Stored, TableError, Topic};
use parlour_values::id::{BookingId, BranchId, ResourceId, ServiceId, StaffId};
use parlour_values::input::{List, Text, Upcoming, body};
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

body! {
    pub struct AvailabilityRequest {
        date: Upcoming,
        branch_id: BranchId,
        /// Separated by commas; the name may be repeated instead.
        service_ids: Option<List<Text<1, 256>, 1, MOST_SERVICES>>,
        /// By this person only.
        staff_id: Option<StaffId>,
        explain: Option<bool>,
    }
}

impl AvailabilityRequest {
    pub fn services(&self) -> Vec<ServiceId> {
        self.service_ids.iter().flat_map(|ids| ids.iter()).map(|id| ServiceId::from(&**id)).collect()
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SlotsView {
    pub slots: Vec<SlotView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlotView {
    pub start_time: TimeOfDay,
    pub end_time: TimeOfDay,
    pub available: bool,
    /// The people and rooms for the services; of an available slot at a staffed branch, once services are chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plan: Vec<PlannedServiceView>,
    /// Whether booking it is a promise at once; at a staffed branch, once services are chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmation: Option<Confirmation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

/// One service of a plan.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlannedServiceView {
    pub service_id: ServiceId,
    pub staff_id: StaffId,
    pub start_time: TimeOfDay,
    pub end_time: TimeOfDay,
    pub resource_ids: Vec<ResourceId>,
}

impl From<&PlannedService> for PlannedServiceView {
    fn from(planned: &PlannedService) -> Self {
        Self {
            service_id: planned.service_id.clone(),
            staff_id: planned.staff_id.clone(),
            start_time: planned.time.start,
            end_time: planned.time.end,
            resource_ids: planned.resource_ids.clone(),
        }
    }
}

impl SlotView {
    fn new(slot: &Slot, explain: bool) -> Self {
        Self {
            start_time: slot.time.start,
            end_time: slot.time.end,
            available: slot.is_available(),
            plan: slot.plan.iter().map(PlannedServiceView::from).collect(),
            confirmation: slot.confirmation,
            reason: slot.reason.filter(|_| explain),
        }
    }
}

/// Why the slots cannot be listed.
#[derive(Debug, thiserror::Error)]
pub enum AvailabilityError {
    #[error("a service is unknown or not on offer")]
    UnknownService,
    #[error("the person is unknown there or cannot do the services")]
    UnablePerson,
}

impl Refused for AvailabilityError {}

/// A visit that somebody would like to book.
#[derive(Clone, Copy, Debug)]
pub struct WantedVisit<'a> {
    pub branch: &'a BranchId,
    pub date: IstDate,
    pub services: &'a [ServiceId],
    /// By this person only.
    pub staff: Option<&'a StaffId>,
}

/// The times that customers are offered of a day.
pub struct Availability<'a>(pub(super) &'a Salon);

impl<'a> Availability<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }

    /// The day's slots: under `open` the fixed schedule of a day on which the branch is open, under `staffed` when its staff
    /// are free. For an unknown or non-operational branch the fixed schedule.
    pub async fn slots(&self, request: &AvailabilityRequest) -> Result<SlotsView, Failure<AvailabilityError>> {
        let (services, staff) = (request.services(), request.staff_id.as_ref());
        let asked = WantedVisit { branch: &request.branch_id, date: request.date.0, services: &services, staff };
        let found = self.day_slots(asked).await?;
        let explain = request.explain == Some(true);
        Ok(SlotsView { slots: found.iter().map(|slot| SlotView::new(slot, explain)).collect() })
    }

    /// The same slots with the reason of each that cannot be had.
    pub async fn day_slots(&self, asked: WantedVisit<'_>) -> Result<Vec<Slot>, Failure<AvailabilityError>> {
        self.day_slots_but_of(asked, None).await
    }

    /// The slots to which a booking could be moved: its own time counts as free.
    pub async fn day_slots_but_of(
        &self,
        asked: WantedVisit<'_>,
        own: Option<&BookingId>,
    ) -> Result<Vec<Slot>, Failure<AvailabilityError>> {
        // A branch most likely takes bookings as it did when it was last asked for, and the services need what they needed:
        // the team is then read along with whatever tells whether it is so.
        let kept = self.0.last_reference::<Branch>(&Topic::Branches);
        let kept = kept.and_then(|kept| kept.iter().find(|known| known.id == *asked.branch).and_then(taking_bookings));
        let known = self.0.last_reference::<Catalogue>(&Topic::Catalogue);
        let guessed = known.and_then(|catalogue| together(asked.services, &catalogue).ok()).unwrap_or_default();
        let guessed = guessed.groups();
        let team = match kept {
            Some(policy) => Some(self.team(asked, policy, guessed.clone()).await?),
            None => None,
        };
        let found = Branches::of(self.0).get(asked.branch).await?;
        let Some((branch, policy)) = found.and_then(|branch| taking_bookings(&branch).map(|policy| (branch, policy)))
        else {
            return Ok(plain_schedule(asked.date, self.0.clock.now()));
        };
        let need = match (policy, self.need(asked.services).await) {
            // An open branch refuses nothing before it is asked to book it.
            (SlotPolicy::Open, Err(Failure::Refused(AvailabilityError::UnknownService))) => Need::one_slot(),
            (_, need) => need?,
        };
        let team = match team.filter(|_| kept == Some(policy) && guessed == need.groups()) {
            Some(team) => team,
            None => self.team(asked, policy, need.groups()).await?,
        };
        if let Some(staff) = asked.staff
            && !team.is_able_person(&branch.id, staff, &need.service_ids())
        {
            return Err(AvailabilityError::UnablePerson.into());
        }
        let day = team.day(&branch, self.0.clock.now());
        let mut people = team.people(&day);
        people.retain(|person| asked.staff.is_none_or(|staff| person.staff_id == staff));
        let confirmation = match policy {
            SlotPolicy::Staffed if !need.services.is_empty() => Some(self.confirmation(&branch, asked.services).await?),
            SlotPolicy::Staffed | SlotPolicy::Open => None,
        };
        let need = Need { own: own.cloned(), ..need.by(asked.staff) };
        let slots = slots(&day, &people, &team.rooms(), &need);
        Ok(slots.into_iter().map(|slot| Slot { confirmation, ..slot }).collect())
    }

    /// How a visit with these services is confirmed, to whoever need not wait for an answer.
    async fn confirmation(&self, branch: &Branch, services: &[ServiceId]) -> Result<Confirmation, TableError> {
        let services = CatalogueStore::of(self.0).services(services).await?;
        let is_instant = branch.confirms_at_once() && !services.iter().any(|service| service.needs_approval);
        Ok(if is_instant { Confirmation::Instant } else { Confirmation::Request })
    }

    async fn team(&self, asked: WantedVisit<'_>, policy: SlotPolicy, groups: Vec<String>) -> Result<Team, TableError> {
        let rooms = if groups.is_empty() { WantedRooms::None } else { WantedRooms::Some { groups, ids: Vec::new() } };
        Ok(Teams::of(self.0).team_and(asked.branch, policy, asked.date, rooms, Vec::new()).await?.0)
    }

    /// The time that these services take together; one slot if none is chosen.
    pub(super) async fn need(&self, wanted: &[ServiceId]) -> Result<Need, Failure<AvailabilityError>> {
        if wanted.is_empty() {
            return Ok(Need::one_slot());
        }
        let catalogue = CatalogueStore::of(self.0).read().await?;
        Ok(together(wanted, &catalogue)?)
    }
}

/// These services one after the other, each once.
pub(super) fn together(wanted: &[ServiceId], catalogue: &Catalogue) -> Result<Need, AvailabilityError> {
    let mut services = Vec::with_capacity(wanted.len());
    for id in wanted {
        let service = catalogue.service(id).filter(|service| catalogue.is_on_offer(service));
        let service = service.ok_or(AvailabilityError::UnknownService)?;
        if !services.contains(&&service.record) {
            services.push(&service.record);
        }
    }
    Ok(Need::of(services))
}

/// How it takes bookings, if it does.
pub(super) fn taking_bookings(branch: &Stored<Branch>) -> Option<SlotPolicy> {
    branch.is_operational().then_some(branch.settings.slot_policy)
}

/// Every slot of the fixed schedule, all available.
fn plain_schedule(date: IstDate, now: Instant) -> Vec<Slot> {
    let opening = Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::END_OF_DAY };
    let days_ahead = u32::MAX;
    let (has_own_hours, is_closed, lead) = (false, false, Minutes(0));
    let day = BranchDay { date, policy: SlotPolicy::Open, opening, has_own_hours, is_closed, days_ahead, lead, now };
    slots(&day, &[], &[], &Need::one_slot())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use parlour_setup::branches::BranchStatus;
    use parlour_setup::catalogue::Service;
    use parlour_values::input::{Field as _, Problems};

    #[test]
    fn a_request_names_its_services_in_order() {
        let asked = json!({ "date": "2026-11-17", "branchId": "main", "serviceIds": ["haircut", "colour"] });
        let request = AvailabilityRequest::from_json(&asked, "", &mut Problems::default()).unwrap();
        assert_eq!(request.services(), [ServiceId::from("haircut"), ServiceId::from("colour")]);
    }

    #[test]
    fn services_take_their_time_together_and_each_counts_once() {
        let catalogue = Catalogue::sample(["haircut", "colour"].map(Service::sample));
        let wanted = ["haircut", "colour", "haircut"].map(ServiceId::from);
        let need = together(&wanted, &catalogue).unwrap();
        assert_eq!((need.service_ids(), need.own), (wanted[..2].to_vec(), None));
        assert!(together(&["massage".into()], &catalogue).is_err());
    }

    #[test]
    fn a_branch_that_takes_no_bookings_has_no_policy() {
        for (status, slot_policy, takes) in [
            (BranchStatus::Operational, SlotPolicy::Staffed, true),
            (BranchStatus::Operational, SlotPolicy::Open, true),
            (BranchStatus::ComingSoon, SlotPolicy::Staffed, false),
        ] {
            let mut record = Branch { status, ..Branch::sample() };
            record.settings.slot_policy = slot_policy;
            let policy = taking_bookings(&Stored { record, version: 1 });
            assert_eq!(policy, takes.then_some(slot_policy), "{status} {slot_policy}");
        }
    }

    #[test]
    fn the_plain_schedule_has_every_slot() {
        let slots = plain_schedule("2026-11-17".parse().unwrap(), "2026-11-17T12:00:00+05:30".parse().unwrap());
        assert_eq!(slots.iter().filter(|slot| slot.is_available()).count(), 22);
    }
}
