//! Branches: one partition of the table, kept in the process until one of them changes.

use std::sync::Arc;

use super::{Branch, PublicBranch};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, Table, TableError, Topic, keys};
use parlour_values::id::BranchId;

/// A transaction has room for a hundred changes.
const MOST_AT_ONCE: usize = 50;

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

    /// For whoever has changed a person or a room of these branches: a plan that was found before can no longer be taken,
    /// because whoever takes it checks its branch ([`must_stay_operational`](super::must_stay_operational)).
    pub async fn outdate_plans<R>(&self, act: &Act, ids: &[BranchId]) -> Result<(), Failure<R>> {
        for ids in ids.chunks(MOST_AT_ONCE) {
            self.0
                .retry_on_conflict(|| async move {
                    let branches = self.all().await?;
                    let mut transaction = self.0.transaction(act);
                    for branch in branches.iter().filter(|branch| ids.contains(&branch.id)) {
                        transaction.replace(branch, &branch.record);
                    }
                    Ok(transaction.commit().await?)
                })
                .await?;
        }
        Ok(())
    }

    /// The branches one can book at, as anybody may know them.
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
