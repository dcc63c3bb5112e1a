//! A room or a piece of equipment as it becomes.

use super::{CreateResourceRequest, PatchResourceRequest, Resource};
use parlour_values::id::ResourceId;
use parlour_values::time::{Instant, Minutes};

impl Resource {
    pub fn new(id: ResourceId, request: &CreateResourceRequest, now: Instant) -> Self {
        Self {
            id,
            branch_id: request.branch_id.clone(),
            name: request.name.to_string(),
            group: request.group.to_string(),
            capacity: request.capacity.map_or(1, |capacity| capacity.as_u32()),
            turnaround: Minutes(request.turnaround_minutes.map_or(0, |minutes| minutes.as_u32())),
            is_active: request.is_active.unwrap_or(true),
            created_at: now,
            updated_at: now,
        }
    }

    /// The room with the fields given.
    pub fn patched(&self, request: &PatchResourceRequest, now: Instant) -> Self {
        let kept = self.clone();
        Self {
            name: request.name.clone().map_or(kept.name, String::from),
            group: request.group.clone().map_or(kept.group, String::from),
            capacity: request.capacity.map_or(kept.capacity, |capacity| capacity.as_u32()),
            turnaround: request.turnaround_minutes.map_or(kept.turnaround, |minutes| Minutes(minutes.as_u32())),
            is_active: request.is_active.unwrap_or(kept.is_active),
            updated_at: now,
            ..kept
        }
    }

    /// No longer taken by bookings; those of the past keep it.
    pub fn deactivated(&self, now: Instant) -> Self {
        Self { is_active: false, updated_at: now, ..self.clone() }
    }
}
