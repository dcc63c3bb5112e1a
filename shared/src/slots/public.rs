//! The public slots of a branch on a day.

use serde::Serialize;
use utoipa::ToSchema;

use super::availability::{BranchDay, Need, Person, Reason, Slot, slots};
use super::{Interval, SlotPolicy};
use crate::id::{BranchId, ServiceId};
use crate::salon::Salon;
use crate::table::TableError;
use crate::time::{IstDate, TimeOfDay};
use crate::web::{Problems, Text, body};

body! {
    pub struct AvailabilityRequest {
        date: IstDate,
        branch_id: BranchId,
        service_ids: Option<Vec<Text<1, 256>>>,
        explain: Option<bool>,
    }
}

impl AvailabilityRequest {
    /// The day must not be over yet, in IST.
    pub fn not_past(&self, today: IstDate) -> Result<(), Problems> {
        let mut problems = Problems::default();
        if self.date < today {
            problems.add("date", "must not be in the past");
            return Err(problems);
        }
        Ok(())
    }

    pub fn services(&self) -> Vec<ServiceId> {
        self.service_ids.iter().flatten().map(|id| ServiceId::from(&**id)).collect()
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

impl Salon {
    /// The day's slots. An unknown or non-operational branch shows the plain schedule.
    pub async fn availability(&self, request: &AvailabilityRequest) -> Result<SlotsView, TableError> {
        let branch = self.branches().get(&request.branch_id).await?.filter(|branch| branch.is_operational());
        let opening = branch
            .as_ref()
            .map_or(Interval { start: TimeOfDay::MIDNIGHT, end: TimeOfDay::END_OF_DAY }, |branch| branch.opening());
        let day = BranchDay {
            date: request.date,
            policy: SlotPolicy::Open,
            opening,
            is_closed: false,
            now: self.clock.now(),
        };
        let people: [Person<'_>; 0] = [];
        let found = slots(&day, &people, &Need::one_slot());
        Ok(SlotsView { slots: found.iter().map(|slot| SlotView::new(slot, request.explain == Some(true))).collect() })
    }
}
