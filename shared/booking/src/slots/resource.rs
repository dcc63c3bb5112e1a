//! A room or a piece of equipment, as it is kept.

use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Record, keys};
use parlour_values::id::{BranchId, ResourceId};
use parlour_values::time::{Instant, Minutes};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resource {
    pub id: ResourceId,
    pub branch_id: BranchId,
    pub name: String,
    /// What it is one of: a service needs one of a group, whichever is free.
    pub group: String,
    /// How many bookings it takes at the same time.
    pub capacity: u32,
    /// How long it is made ready after each use.
    pub turnaround: Minutes,
    pub is_active: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Record for Resource {
    const KIND: &'static str = "resource";

    fn key(&self) -> Key {
        keys::resource(&self.branch_id, &self.id)
    }
}
