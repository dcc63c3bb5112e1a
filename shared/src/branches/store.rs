//! Branches in the table: one partition, few items.

use super::{Branch, PublicBranch};
use crate::id::BranchId;
use crate::salon::Salon;
use crate::table::{Partition, Stored, TableError, keys};

pub struct Branches<'a>(pub(super) &'a Salon);

impl Salon {
    pub fn branches(&self) -> Branches<'_> {
        Branches(self)
    }
}

impl Branches<'_> {
    /// Every branch, in the order they were opened.
    pub async fn all(&self) -> Result<Vec<Stored<Branch>>, TableError> {
        self.0.table.query(Partition::of(keys::BRANCHES)).await
    }

    pub async fn get(&self, id: &BranchId) -> Result<Option<Stored<Branch>>, TableError> {
        self.0.table.get(&keys::branch(id)).await
    }

    /// The branch that stands in where none is named.
    pub async fn primary(&self) -> Result<Option<Stored<Branch>>, TableError> {
        Ok(self.all().await?.into_iter().find(|branch| branch.is_primary))
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
