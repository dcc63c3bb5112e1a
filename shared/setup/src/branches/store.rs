//! Branches: one partition of the table, kept in the process until one of them changes.

use std::sync::Arc;

use super::{Branch, PublicBranch};
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, Table, TableError, Topic, keys};
use parlour_values::id::BranchId;

pub struct Branches<'a>(pub(super) &'a Salon);

impl<'a> Branches<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Branches<'_> {
    /// Every branch, in the order they were opened.
    pub async fn all(&self) -> Result<Arc<Vec<Stored<Branch>>>, TableError> {
        self.0.reference::<Branch>(&Topic::Branches).await
    }

    pub async fn get(&self, id: &BranchId) -> Result<Option<Stored<Branch>>, TableError> {
        Ok(self.all().await?.iter().find(|branch| branch.id == *id).cloned())
    }

    /// The branch that stands in where none is named.
    pub async fn primary(&self) -> Result<Option<Stored<Branch>>, TableError> {
        Ok(self.all().await?.iter().find(|branch| branch.is_primary).cloned())
    }

    /// What anybody may know: the branches one can book at.
    pub async fn public(&self) -> Result<Vec<PublicBranch>, TableError> {
        let branches = self.all().await?;
        Ok(branches
            .iter()
            .filter(|branch| branch.is_operational())
            .map(|branch| PublicBranch::from(&branch.record))
            .collect())
    }
}

impl Reference for Branch {
    type Loaded = Vec<Stored<Self>>;

    async fn load(table: &Table, _: &Topic) -> Result<Vec<Stored<Self>>, TableError> {
        table.query(Partition::of(keys::BRANCHES)).await
    }
}
