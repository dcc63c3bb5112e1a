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
    /// The group it is one of: a service needs one of a group, whichever is free.
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

    fn copies(&self) -> Vec<Key> {
        vec![keys::resource_by_id(&self.id)]
    }
}

impl Resource {
    /// For tests, here and in the crates above: a massage room for one, ready at once, of the branch `main`.
    pub fn sample(id: &str) -> Self {
        let then = Instant::from_millis(1_794_800_000_000);
        Self {
            id: id.into(),
            branch_id: "main".into(),
            name: format!("Room {id}"),
            group: "massage room".to_owned(),
            capacity: 1,
            turnaround: Minutes(0),
            is_active: true,
            created_at: then,
            updated_at: then,
        }
    }
}
