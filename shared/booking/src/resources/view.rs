//! Rooms and equipment as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::Resource;
use parlour_values::id::{BranchId, ResourceId};
use parlour_values::time::{Instant, Minutes};

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResourceView {
    pub id: ResourceId,
    pub branch_id: BranchId,
    pub name: String,
    /// The group it is one of: a service needs one of a group, whichever is free.
    pub group: String,
    /// How many bookings it takes at the same time.
    pub capacity: u32,
    /// How long it is made ready after each use.
    pub turnaround_minutes: Minutes,
    pub is_active: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&Resource> for ResourceView {
    fn from(resource: &Resource) -> Self {
        let resource = resource.clone();
        Self {
            id: resource.id,
            branch_id: resource.branch_id,
            name: resource.name,
            group: resource.group,
            capacity: resource.capacity,
            turnaround_minutes: resource.turnaround,
            is_active: resource.is_active,
            created_at: resource.created_at,
            updated_at: resource.updated_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResourceAnswer {
    pub resource: ResourceView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResourceList {
    pub resources: Vec<ResourceView>,
}
