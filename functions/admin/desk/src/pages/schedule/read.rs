//! The data of the schedule page: a branch's week, and everything that is to be decided about it.

use std::sync::Arc;

use parlour_booking::bookings::Booking;
use parlour_booking::resources::Resource;
use parlour_booking::schedule::{
    BlockView, ClosureView, LeaveListRequest, LeaveStatus, LeaveView, PlannedPerson, Schedule, ScheduleRequest,
};
use parlour_booking::slots::ledger::LedgerOwner;
use parlour_booking::teams::Teams;
use parlour_http::Refusal;
use parlour_pages::Asked;
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::id::BranchId;
use parlour_values::time::IstDate;

use crate::filters;
use crate::pages::chosen_branch::chosen;

pub struct Week {
    pub monday: IstDate,
    pub branch: Branch,
    pub branches: Arc<Vec<Stored<Branch>>>,
    pub people: Vec<PlannedPerson>,
    /// Active or not.
    pub rooms: Vec<Resource>,
    pub blocks: Vec<BlockView>,
    /// From Monday on.
    pub closures: Vec<ClosureView>,
    pub leave_status: LeaveStatus,
    /// Each with the bookings that stand against it.
    pub leave: Vec<(LeaveView, Vec<Booking>)>,
}

/// The schedule that the address asks for; parts of it that make no sense are passed over.
struct WantedSchedule {
    week: Option<IstDate>,
    branch: Option<BranchId>,
    leave: Option<LeaveStatus>,
}

impl WantedSchedule {
    fn read(asked: &Asked) -> Self {
        let parameter = |name| filters::parameter(asked, name);
        Self {
            week: parameter("week").and_then(|day| day.parse().ok()),
            branch: parameter("branch").map(BranchId::from),
            leave: parameter("leave").and_then(|status| status.parse().ok()),
        }
    }
}

pub fn monday_of(day: IstDate) -> IstDate {
    day.minus_days(u64::from(day.weekday().saturating_sub(1)))
}

impl Week {
    pub fn sunday(&self) -> IstDate {
        self.monday.plus_days(6)
    }

    pub fn days(&self) -> impl Iterator<Item = IstDate> {
        self.monday.through(self.sunday())
    }

    /// By a closure of its own, or on every such weekday.
    pub fn is_closed_on(&self, day: IstDate) -> bool {
        self.closure_on(day).is_some() || self.branch.opening_on(day).is_none()
    }

    pub fn closure_on(&self, day: IstDate) -> Option<&ClosureView> {
        self.closures.iter().find(|closure| closure.date == day)
    }

    /// The week asked for at the branch asked for, else one's own or the main one; None where there is no branch.
    pub async fn read(salon: &Salon, asked: &Asked, caller: &Caller) -> Result<Option<Self>, Refusal> {
        let wanted = WantedSchedule::read(asked);
        let monday = monday_of(wanted.week.unwrap_or(asked.today));
        let branches = Branches::of(salon).all().await?;
        let Some(branch) = chosen(branches.iter(), caller, wanted.branch.as_ref().map(|id| id.as_str())) else {
            return Ok(None);
        };
        let branch = branch.record.clone();
        let (from, to) = (Some(monday), Some(monday.plus_days(6)));
        let leave_status = wanted.leave.unwrap_or(LeaveStatus::Pending);
        let plan = ScheduleRequest { branch_id: Some(branch.id.clone()), from, to };
        let leave: LeaveListRequest = filters::of_pairs(&[("status", leave_status.as_str()), ("pageSize", "50")])?;
        let schedule = Schedule::of(salon);
        let (people, (blocks, rooms), closures, leave) = tokio::try_join!(
            async { schedule.plan(&plan).await.map_err(Refusal::from) },
            async {
                // A block is of a person or a room, and the page is of a branch.
                let reference = Teams::of(salon).branch_reference(&branch.id).await?;
                let people = reference.staff.iter().map(|member| LedgerOwner::Person(member.id.clone()));
                let rooms = reference.resources.iter().map(|room| LedgerOwner::Resource(room.id.clone()));
                let owners: Vec<LedgerOwner> = people.chain(rooms).collect();
                let blocks = schedule.blocks_of(&owners, monday, monday.plus_days(6)).await?;
                let rooms = reference.resources.iter().map(|room| room.record.clone()).collect::<Vec<_>>();
                Ok::<_, Refusal>((blocks, rooms))
            },
            async { schedule.closures_from(&branch.id, monday).await.map_err(Refusal::from) },
            async {
                let (leave, _) = schedule.leave(&leave).await?;
                let clashes = if leave_status == LeaveStatus::Pending {
                    schedule.clashes_of_leave(&leave).await?
                } else {
                    Vec::new()
                };
                let clashes = clashes.into_iter().chain(std::iter::repeat_with(Vec::new));
                Ok::<_, Refusal>(leave.into_iter().zip(clashes).collect())
            },
        )?;
        let is_here = |block: &BlockView| match &block.staff_id {
            Some(staff) => people.iter().any(|person| person.staff_id == *staff),
            None => true,
        };
        let blocks = blocks.into_iter().filter(is_here).collect();
        Ok(Some(Self { monday, branch, branches, people, rooms, blocks, closures, leave_status, leave }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_begins_on_monday() {
        let monday: IstDate = "2026-11-16".parse().unwrap();
        for day in monday.through(monday.plus_days(6)) {
            assert_eq!(monday_of(day), monday);
        }
    }
}
