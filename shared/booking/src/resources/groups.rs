//! The groups of rooms and equipment that services may need.

use std::collections::BTreeSet;

use super::Resource;
use parlour_setup::branches::Branches;
use parlour_setup::catalogue::{CatalogueError, CatalogueStore, Needs};
use parlour_storage::at_once;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::ServiceId;

pub struct ResourceGroups<'a>(&'a Salon);

impl<'a> ResourceGroups<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }

    /// The groups that have a member in use at some branch, by name.
    pub async fn in_use(&self) -> Result<BTreeSet<String>, TableError> {
        let branches = Branches::of(self.0).all().await?;
        let rooms = at_once::try_all(branches.iter().map(|branch| {
            let rooms = Partition::of(keys::branch_partition(&branch.id)).starting(keys::RESOURCE_PREFIX);
            self.0.table.query::<Resource>(rooms)
        }));
        let rooms: Vec<Stored<Resource>> = rooms.await?.into_iter().flatten().collect();
        Ok(rooms.into_iter().filter(|room| room.is_active).map(|room| room.record.group).collect())
    }

    /// Refuses a service that would need one of a group without a member in use.
    pub async fn must_have(&self, needs: Option<&Needs>) -> Result<(), Failure<CatalogueError>> {
        self.must_have_beyond(&[], needs).await
    }

    /// Of a service that is there: what it needs already may stay, though the last one of its group be given up.
    pub async fn must_have_for(&self, id: &ServiceId, needs: Option<&Needs>) -> Result<(), Failure<CatalogueError>> {
        if needs.is_none() {
            return Ok(());
        }
        let catalogue = CatalogueStore::of(self.0).read().await?;
        let kept = catalogue.service(id).map(|service| service.needs.as_slice()).unwrap_or_default();
        self.must_have_beyond(kept, needs).await
    }

    async fn must_have_beyond(&self, kept: &[String], needs: Option<&Needs>) -> Result<(), Failure<CatalogueError>> {
        let is_kept = |group: &str| kept.iter().any(|kept| kept == group);
        let Some(needs) = needs.filter(|needs| needs.iter().any(|need| !is_kept(&need.group))) else { return Ok(()) };
        let groups = self.in_use().await?;
        let unknown = needs.iter().position(|need| !is_kept(&need.group) && !groups.contains(&*need.group));
        unknown.map_or(Ok(()), |at| Err(CatalogueError::NeedsUnknownGroup(at).into()))
    }
}
