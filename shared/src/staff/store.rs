//! Staff: each in an own partition, with copies in the list of everybody, which is kept in the process until somebody
//! changes, and at each of their branches ([`crate::slots::Team`]).

use std::sync::Arc;

use super::StaffMember;
use crate::id::StaffId;
use crate::reference::Reference;
use crate::salon::Salon;
use crate::table::{Partition, Stored, Table, TableError, Topic, keys};

pub struct Staff<'a>(pub(super) &'a Salon);

impl Salon {
    pub fn staff(&self) -> Staff<'_> {
        Staff(self)
    }
}

impl Staff<'_> {
    /// Everybody, active or not, in the order they joined the books.
    pub async fn all(&self) -> Result<Arc<Vec<Stored<StaffMember>>>, TableError> {
        self.0.reference(&Topic::Staff).await
    }

    pub async fn get(&self, id: &StaffId) -> Result<Option<Stored<StaffMember>>, TableError> {
        self.0.table.get(&keys::staff(id)).await
    }
}

impl Reference for Vec<Stored<StaffMember>> {
    async fn load(table: &Table, _: &Topic) -> Result<Self, TableError> {
        table.query(Partition::of(keys::STAFF)).await
    }
}
