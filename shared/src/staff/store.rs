//! Staff in the table: one partition, read whole.

use super::StaffMember;
use crate::id::StaffId;
use crate::salon::Salon;
use crate::table::{Partition, Stored, TableError, keys};

pub struct Staff<'a>(pub(super) &'a Salon);

impl Salon {
    pub fn staff(&self) -> Staff<'_> {
        Staff(self)
    }
}

impl Staff<'_> {
    /// Everybody, active or not, in the order they joined the books.
    pub async fn all(&self) -> Result<Vec<Stored<StaffMember>>, TableError> {
        self.0.table.query(Partition::of(keys::STAFF)).await
    }

    pub async fn get(&self, id: &StaffId) -> Result<Option<Stored<StaffMember>>, TableError> {
        self.0.table.get(&keys::staff(id)).await
    }
}
