//! Rooms and equipment of the branches: adding, changing and giving them up.

use serde_json::json;

use super::{Schedule, ScheduleError};
use crate::ahead::{bookings_ahead, bookings_beyond};
use crate::resources::{
    CreateResourceRequest, ListResourcesRequest, PatchResourceRequest, Resource, ResourceAnswer, ResourceView,
};
use crate::teams::Teams;
use parlour_setup::branches::{Branches, SlotPolicy};
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, changed_fields, is_unchanged};
use parlour_storage::failure::Failure;
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::table::{Record as _, Stored, TableError, keys};
use parlour_values::id::{BookingId, BranchId, ResourceId};
use parlour_values::time::Instant;

impl Schedule<'_> {
    /// Of one branch or of all, active or not, by group and name.
    pub async fn resources(&self, request: &ListResourcesRequest) -> Result<(Vec<ResourceView>, Meta), TableError> {
        let mut resources = self.resources_of(request.branch_id.as_ref()).await?;
        resources.sort_by(|a, b| (&a.group, &a.name, &a.id).cmp(&(&b.group, &b.name, &b.id)));
        let views = resources.iter().map(ResourceView::from);
        Ok(page_of(views, request.page, request.page_size))
    }

    /// Of one branch or of all, active or not.
    pub(super) async fn resources_of(&self, branch: Option<&BranchId>) -> Result<Vec<Resource>, TableError> {
        let read = Teams::of(self.0).branch_references(branch).await?;
        Ok(read.iter().flat_map(|branch| &branch.resources).map(|resource| resource.record.clone()).collect())
    }

    pub async fn add_resource(
        &self,
        act: &Act,
        request: &CreateResourceRequest,
    ) -> Result<ResourceView, Failure<ScheduleError>> {
        if Branches::of(self.0).get(&request.branch_id).await?.is_none() {
            return Err(ScheduleError::invalid("branchId", "must be an existing branch").into());
        }
        let resource = Resource::new(self.0.random.id(), request, act.at);
        let view = ResourceView::from(&resource);
        let mut transaction = self.0.transaction(act);
        transaction.create(&resource);
        transaction.audit(
            EventType::ResourceCreated,
            Resource::KIND,
            resource.id.as_str(),
            json!({ "branchId": resource.branch_id, "group": resource.group }),
        );
        transaction.keep_response(&ResourceAnswer { resource: view.clone() });
        transaction.commit().await?;
        Ok(view)
    }

    pub async fn patch_resource(
        &self,
        act: &Act,
        id: &ResourceId,
        request: &PatchResourceRequest,
    ) -> Result<ResourceView, Failure<ScheduleError>> {
        self.change_resource(act, id, |resource| resource.patched(request, act.at)).await
    }

    /// Deactivates it; past bookings keep it.
    pub async fn give_up_resource(&self, act: &Act, id: &ResourceId) -> Result<(), Failure<ScheduleError>> {
        self.change_resource(act, id, |resource| resource.deactivated(act.at)).await.map(|_| ())
    }

    /// One that is given up must not hold bookings, nor one of a staffed branch that joins another group or takes fewer those
    /// that it is taken from: at an open branch rooms are recorded, whatever they take. Those that were made meanwhile are
    /// seen afterwards, and it is as it was. None can follow later: a booking's transaction checks that its branch has not
    /// changed.
    async fn change_resource(
        &self,
        act: &Act,
        id: &ResourceId,
        changed: impl Fn(&Resource) -> Resource + Copy,
    ) -> Result<ResourceView, Failure<ScheduleError>> {
        let written = self.0.retry_on_conflict(|| async move {
            let read = self.resource(id).await?;
            let resource = changed(&read);
            let mut taken = Taken::between(&read, &resource);
            if taken.is_some() && resource.is_active && !self.is_staffed(&resource.branch_id).await? {
                taken = None;
            }
            if let Some(taken) = taken {
                self.refuse_while_held(id, taken, act.at).await?;
            }
            if !is_unchanged(&read.record, &resource) {
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &resource);
                let stops = read.is_active && !resource.is_active;
                let event = if stops { EventType::ResourceDeactivated } else { EventType::ResourceUpdated };
                let changes = changed_fields(&read.record, &resource);
                transaction.audit(event, Resource::KIND, id.as_str(), changes);
                transaction.commit().await?;
            }
            Ok((resource, taken.map(|taken| (taken, read.record))))
        });
        let (resource, taken) = written.await?;
        Branches::of(self.0).outdate_plans(act, std::slice::from_ref(&resource.branch_id)).await?;
        if let Some((taken, before)) = taken
            && let Err(refused) = self.refuse_while_held(id, taken, act.at).await
        {
            self.take_resource_back(act, &before).await?;
            return Err(refused);
        }
        Ok(ResourceView::from(&resource))
    }

    async fn is_staffed(&self, branch: &BranchId) -> Result<bool, TableError> {
        let branch = Branches::of(self.0).get(branch).await?;
        Ok(branch.is_some_and(|branch| branch.settings.slot_policy == SlotPolicy::Staffed))
    }

    async fn take_resource_back(&self, act: &Act, before: &Resource) -> Result<(), Failure<ScheduleError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.resource(&before.id).await?;
                let resource = Resource { updated_at: act.at, ..before.clone() };
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &resource);
                let changes = changed_fields(&read.record, &resource);
                transaction.audit(EventType::ResourceUpdated, Resource::KIND, before.id.as_str(), changes);
                Ok(transaction.commit().await?)
            })
            .await
    }

    pub(super) async fn resource(&self, id: &ResourceId) -> Result<Stored<Resource>, Failure<ScheduleError>> {
        let read = self.0.table.get::<Resource>(&keys::resource_by_id(id)).await?;
        Ok(read.ok_or(ScheduleError::Unknown("room"))?)
    }

    async fn refuse_while_held(
        &self,
        id: &ResourceId,
        taken: Taken,
        now: Instant,
    ) -> Result<(), Failure<ScheduleError>> {
        let partition = keys::resource_partition(id);
        let held = match taken {
            Taken::All => bookings_ahead(self.0, partition, now).await?,
            Taken::Beyond(capacity) => bookings_beyond(self.0, partition, capacity, now).await?,
        };
        let held: Vec<BookingId> = held.into_iter().map(|booking| booking.id).collect();
        if held.is_empty() { Ok(()) } else { Err(ScheduleError::HoldsBookings(held).into()) }
    }
}

/// The bookings that a room is taken from by a change of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taken {
    All,
    /// Those beyond so many at once.
    Beyond(u32),
}

impl Taken {
    fn between(before: &Resource, after: &Resource) -> Option<Self> {
        if !before.is_active {
            None
        } else if !after.is_active || after.group != before.group {
            Some(Self::All)
        } else {
            (after.capacity < before.capacity).then_some(Self::Beyond(after.capacity))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::time::Minutes;

    #[test]
    fn a_room_is_taken_from_its_bookings_by_going_by_another_group_and_by_less_capacity() {
        let room = Resource { capacity: 2, ..Resource::sample("lotus") };
        let bed = || Resource { group: "bed".to_owned(), ..room.clone() };
        for (after, taken) in [
            (Resource { is_active: false, ..room.clone() }, Some(Taken::All)),
            (bed(), Some(Taken::All)),
            (Resource { capacity: 1, ..bed() }, Some(Taken::All)),
            (Resource { capacity: 1, ..room.clone() }, Some(Taken::Beyond(1))),
            (Resource { capacity: 3, turnaround: Minutes(30), name: "Jasmine".to_owned(), ..room.clone() }, None),
        ] {
            assert_eq!(Taken::between(&room, &after), taken, "{after:?}");
        }
        let unused = Resource { is_active: false, ..room.clone() };
        assert_eq!(Taken::between(&unused, &bed()), None);
    }
}
