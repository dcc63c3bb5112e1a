//! Staff: each in an own partition, with copies in the list of everybody, which is kept in the process until somebody
//! changes, and at each of their branches (`teams` in `booking`).

use std::sync::Arc;

use super::StaffMember;
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Stored, Table, TableError, Topic, keys};
use parlour_values::id::StaffId;

pub struct Staff<'a>(&'a Salon);

impl<'a> Staff<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Staff<'_> {
    /// Everybody, active or not, in the order they joined the books.
    pub async fn all(&self) -> Result<Arc<Vec<Stored<StaffMember>>>, TableError> {
        self.0.reference::<StaffMember>(&Topic::Staff).await
    }

    pub async fn get(&self, id: &StaffId) -> Result<Option<Stored<StaffMember>>, TableError> {
        self.0.table.get(&keys::staff(id)).await
    }
}

impl Reference for StaffMember {
    type Loaded = Vec<Stored<Self>>;

    async fn load(table: &Table, _: &Topic) -> Result<Vec<Stored<Self>>, TableError> {
        table.query(Partition::of(keys::STAFF)).await
    }
}
