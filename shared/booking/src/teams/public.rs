//! The public slots of a branch on a day.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Team, Teams};
use crate::slots::availability::{BranchDay, MOST_SERVICES, Need, Reason, Slot, slots};
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Stored, TableError, Topic};
use parlour_values::id::{BranchId, ServiceId};
use parlour_values::input::{List, Text, Upcoming, body};
use parlour_values::time::{Instant, Interval, IstDate, Minutes, TimeOfDay};

body! {
    pub struct AvailabilityRequest {
        date: Upcoming,
        branch_id: BranchId,
        /// Separated by commas; the name may be repeated instead.
        service_ids: Option<List<Text<1, 256>, 1, MOST_SERVICES>>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl SlotView {
    fn new(slot: &Slot, explain: bool) -> Self {
        Self {
            start_time: slot.time.start,
            end_time: slot.time.end,
            available: slot.is_available(),
            reason: slot.reason.filter(|_| explain),
        }
    }
}

/// Why the slots cannot be listed.
#[derive(Debug, thiserror::Error)]
pub enum AvailabilityError {
    #[error("a service is unknown or not on offer")]
    UnknownService,
}

impl Refused for AvailabilityError {}

/// What customers are offered of a day.
pub struct Availability<'a>(&'a Salon);

impl<'a> Availability<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }

    /// The day's slots: under `open` the fixed schedule of a day on which the branch is open, under `staffed` when its staff
    /// are free. For an unknown or non-operational branch the fixed schedule.
    pub async fn slots(&self, request: &AvailabilityRequest) -> Result<SlotsView, Failure<AvailabilityError>> {
        let found = self.day_slots(&request.branch_id, request.date.0, &request.services()).await?;
        let explain = request.explain == Some(true);
        Ok(SlotsView { slots: found.iter().map(|slot| SlotView::new(slot, explain)).collect() })
    }

    /// The same slots with the reason of each that cannot be had.
    pub async fn day_slots(
        &self,
        branch: &BranchId,
        date: IstDate,
        wanted: &[ServiceId],
    ) -> Result<Vec<Slot>, Failure<AvailabilityError>> {
        // A branch most likely takes bookings as it did when it was last asked for: the team is then read along with
        // whatever tells whether it does.
        let kept = self.0.last_reference::<Branch>(&Topic::Branches);
        let kept = kept.and_then(|kept| kept.iter().find(|known| known.id == *branch).and_then(policy_of));
        let team = match kept {
            Some(policy) => Some(self.team(branch, policy, date).await?),
            None => None,
        };
        let found = Branches::of(self.0).get(branch).await?;
        let Some((branch, policy)) = found.and_then(|branch| policy_of(&branch).map(|policy| (branch, policy))) else {
            return Ok(plain_schedule(date, self.0.clock.now()));
        };
        let team = match team.filter(|_| kept == Some(policy)) {
            Some(team) => team,
            None => self.team(&branch.id, policy, date).await?,
        };
        let need = match (policy, self.need(wanted).await) {
            // An open branch refuses nothing before it is asked to book it.
            (SlotPolicy::Open, Err(Failure::Refused(AvailabilityError::UnknownService))) => Need::one_slot(),
            (_, need) => need?,
        };
        let day = team.day(&branch, self.0.clock.now());
        Ok(slots(&day, &team.people(&day), &need))
    }

    async fn team(&self, branch: &BranchId, policy: SlotPolicy, date: IstDate) -> Result<Team, TableError> {
        Ok(Teams::of(self.0).team_and(branch, policy, date, Vec::new()).await?.0)
    }

    /// The time that these services take together; one slot if none is chosen.
    async fn need(&self, wanted: &[ServiceId]) -> Result<Need, Failure<AvailabilityError>> {
        if wanted.is_empty() {
            return Ok(Need::one_slot());
        }
        let catalogue = CatalogueStore::of(self.0).read().await?;
        Ok(together(wanted, &catalogue)?)
    }
}

/// The time of these services one after the other, each counted once.
fn together(wanted: &[ServiceId], catalogue: &Catalogue) -> Result<Need, AvailabilityError> {
    let mut need = Need { service_minutes: Minutes(0), ..Need::one_slot() };
    for id in wanted {
        let service = catalogue.service(id).filter(|service| catalogue.is_on_offer(service));
        let service = service.ok_or(AvailabilityError::UnknownService)?;
        if !need.services.contains(id) {
            need.services.push(id.clone());
            need.service_minutes = need.service_minutes.plus(service.duration);
            need.buffer_minutes = need.buffer_minutes.plus(service.buffer);
        }
    }
    Ok(need)
}

/// How it takes bookings, if it does.
fn policy_of(branch: &Stored<Branch>) -> Option<SlotPolicy> {
    branch.is_operational().then_some(branch.settings.slot_policy)
}

/// Every slot of the fixed schedule, all available.
fn plain_schedule(date: IstDate, now: Instant) -> Vec<Slot> {
    let opening = Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::END_OF_DAY };
    let days_ahead = u32::MAX;
    let (has_own_hours, is_closed, lead) = (false, false, Minutes(0));
    let day = BranchDay { date, policy: SlotPolicy::Open, opening, has_own_hours, is_closed, days_ahead, lead, now };
    slots(&day, &[], &Need::one_slot())
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
        assert_eq!(need.services, wanted[..2]);
        assert_eq!((need.service_minutes, need.buffer_minutes, need.own), (Minutes(60), Minutes(20), None));
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
            let policy = policy_of(&Stored { record, version: 1 });
            assert_eq!(policy, takes.then_some(slot_policy), "{status} {slot_policy}");
        }
    }

    #[test]
    fn the_plain_schedule_has_every_slot() {
        let slots = plain_schedule("2026-11-17".parse().unwrap(), "2026-11-17T12:00:00+05:30".parse().unwrap());
        assert_eq!(slots.iter().filter(|slot| slot.is_available()).count(), 22);
    }
}
