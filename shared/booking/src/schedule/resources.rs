//! Rooms and equipment of the branches: adding, changing and giving them up.

use serde_json::json;

use super::{Schedule, ScheduleError};
use crate::ahead::bookings_ahead;
use crate::resources::{
    CreateResourceRequest, ListResourcesRequest, PatchResourceRequest, Resource, ResourceAnswer, ResourceView,
};
use crate::teams::Teams;
use parlour_setup::branches::Branches;
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

    /// One that is given up must hold no bookings ahead. Those that were made meanwhile are seen afterwards, and it is
    /// taken back. None can follow later: a booking's transaction checks that its branch has not changed.
    async fn change_resource(
        &self,
        act: &Act,
        id: &ResourceId,
        changed: impl Fn(&Resource) -> Resource + Copy,
    ) -> Result<ResourceView, Failure<ScheduleError>> {
        let written = self.0.retry_on_conflict(|| async move {
            let read = self.resource(id).await?;
            let resource = changed(&read);
            let stops = read.is_active && !resource.is_active;
            if stops {
                self.refuse_while_held(id, act.at).await?;
            }
            if !is_unchanged(&read.record, &resource) {
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &resource);
                let event = if stops { EventType::ResourceDeactivated } else { EventType::ResourceUpdated };
                let changes = changed_fields(&read.record, &resource);
                transaction.audit(event, Resource::KIND, id.as_str(), changes);
                transaction.commit().await?;
            }
            Ok((resource, stops.then_some(read.record)))
        });
        let (resource, given_up) = written.await?;
        Branches::of(self.0).outdate_plans(act, std::slice::from_ref(&resource.branch_id)).await?;
        if let Some(before) = given_up
            && let Err(refused) = self.refuse_while_held(id, act.at).await
        {
            self.take_resource_back(act, &before).await?;
            return Err(refused);
        }
        Ok(ResourceView::from(&resource))
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

    async fn refuse_while_held(&self, id: &ResourceId, now: Instant) -> Result<(), Failure<ScheduleError>> {
        let ahead = bookings_ahead(self.0, keys::resource_partition(id), now).await?;
        let ahead: Vec<BookingId> = ahead.into_iter().map(|booking| booking.id).collect();
        if ahead.is_empty() { Ok(()) } else { Err(ScheduleError::HoldsBookings(ahead).into()) }
    }
}
