//! The groups of rooms and equipment that services may need.

use std::collections::BTreeSet;

use super::Resource;
use parlour_setup::branches::Branches;
use parlour_setup::catalogue::{CatalogueError, Needs};
use parlour_storage::at_once;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, TableError, keys};

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
        let Some(needs) = needs.filter(|needs| !needs.is_empty()) else { return Ok(()) };
        let groups = self.in_use().await?;
        let unknown = needs.iter().position(|need| !groups.contains(&*need.group));
        unknown.map_or(Ok(()), |at| Err(CatalogueError::NeedsUnknownGroup(at).into()))
    }
}
