//! Staff, their days, and the days on which a branch is closed.

use super::key::{IndexKey, Key};
use parlour_values::id::{BlockId, BranchId, LeaveId, ResourceId, StaffId};
use parlour_values::time::IstDate;

/// The list of everybody.
pub const STAFF: &str = "STAFF";
pub const STAFF_PREFIX: &str = "STAFF#";

pub fn staff(id: &StaffId) -> Key {
    Key::new(staff_partition(id), "STAFF")
}

/// A staff member's copy in the list of everybody.
pub fn staff_listed(id: &StaffId) -> Key {
    Key::new(STAFF, format!("{STAFF_PREFIX}{id}"))
}

/// Holds the people who work at more than [`MOST_COPIES`] branches, with their rosters, and nothing else.
pub const ROAMING: &str = "ROAMING";

/// Somebody at this many branches moves to as many others within one transaction, rosters included.
const MOST_COPIES: usize = 15;

/// The copies of a staff member: in the list of everybody, and where the branches look.
pub fn staff_copies(branches: &[BranchId], id: &StaffId) -> Vec<Key> {
    let mut copies = vec![staff_listed(id)];
    if branches.len() > MOST_COPIES {
        copies.push(Key::new(ROAMING, format!("{STAFF_PREFIX}{id}")));
    } else {
        copies.extend(branches.iter().map(|branch| branch_staff(branch, id)));
    }
    copies
}

/// The copies of a person's rosters, where the branches look.
pub fn roster_copies(branches: &[BranchId], id: &StaffId) -> Vec<Key> {
    if branches.len() > MOST_COPIES {
        return vec![Key::new(ROAMING, format!("{ROSTER_PREFIX}{id}"))];
    }
    branches.iter().map(|branch| branch_roster(branch, id)).collect()
}

/// A staff member's copy at a branch.
pub fn branch_staff(branch: &BranchId, id: &StaffId) -> Key {
    Key::new(branch_partition(branch), format!("{STAFF_PREFIX}{id}"))
}

pub fn staff_partition(id: &StaffId) -> String {
    format!("{STAFF_PREFIX}{id}")
}

pub fn roster(id: &StaffId) -> Key {
    Key::new(staff_partition(id), "ROSTER")
}

pub const ROSTER_PREFIX: &str = "ROSTER#";

/// The copy of a person's rosters at a branch.
pub fn branch_roster(branch: &BranchId, id: &StaffId) -> Key {
    Key::new(branch_partition(branch), format!("{ROSTER_PREFIX}{id}"))
}

pub const DAY_PREFIX: &str = "DAY#";

pub fn staff_day(id: &StaffId, date: IstDate) -> Key {
    Key::new(staff_partition(id), format!("{DAY_PREFIX}{date}"))
}

pub fn leave(id: &LeaveId) -> Key {
    Key::new(format!("LEAVE#{id}"), "LEAVE")
}

pub const LEAVE_PREFIX: &str = "LEAVE#";

pub fn staff_leave(staff: &StaffId, id: &LeaveId) -> Key {
    Key::new(staff_partition(staff), format!("{LEAVE_PREFIX}{id}"))
}

/// The upcoming leave of a person in one item, so that two requests cannot overlap.
pub fn leave_book(staff: &StaffId) -> Key {
    Key::new(staff_partition(staff), "LEAVES_AHEAD")
}

pub fn leave_by_status(status: &str, id: &LeaveId) -> IndexKey {
    IndexKey::new(leave_of_status(status), id.as_str())
}

pub fn leave_of_status(status: &str) -> String {
    format!("LEAVE#{status}")
}

pub fn block(id: &BlockId) -> Key {
    Key::new(format!("BLOCK#{id}"), "BLOCK")
}

pub const BRANCH_PREFIX: &str = "BRANCH#";

/// Holds a branch's reference data and nothing else: it is read whole.
pub fn branch_partition(id: &BranchId) -> String {
    format!("{BRANCH_PREFIX}{id}")
}

pub const CLOSURE_PREFIX: &str = "CLOSURE#";

pub fn closure(branch: &BranchId, date: IstDate) -> Key {
    Key::new(branch_partition(branch), format!("{CLOSURE_PREFIX}{date}"))
}

pub const RESOURCE_PREFIX: &str = "RESOURCE#";

/// A room or a piece of equipment, among the branch's reference data.
pub fn resource(branch: &BranchId, id: &ResourceId) -> Key {
    Key::new(branch_partition(branch), format!("{RESOURCE_PREFIX}{id}"))
}

/// Its copy, which is found by its id alone.
pub fn resource_by_id(id: &ResourceId) -> Key {
    Key::new(resource_partition(id), "RESOURCE")
}

pub fn resource_partition(id: &ResourceId) -> String {
    format!("{RESOURCE_PREFIX}{id}")
}

pub fn resource_day(id: &ResourceId, date: IstDate) -> Key {
    Key::new(resource_partition(id), format!("{DAY_PREFIX}{date}"))
}
