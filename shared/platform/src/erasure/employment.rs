//! The place of somebody who has left the staff: it stays with what they did, without who they were.

use std::convert::Infallible;

use super::{EraseError, Erasures};
use parlour_people::staff::Staff;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{AtomicWrite, UniqueValue, keys};
use parlour_values::id::{StaffId, UserId};

impl Erasures<'_> {
    /// Their email can be added to the staff again. Somebody whom the owner made a customer while they are on the staff list
    /// keeps their place: bookings ahead name it.
    pub(super) async fn erase_employment(&self, id: &UserId) -> Result<(), EraseError> {
        Ok(self.0.retry_on_conflict(|| self.write_former_member(id)).await.map_err(Setback::from)?)
    }

    async fn write_former_member(&self, id: &UserId) -> Result<(), Failure<Infallible>> {
        let place = keys::unique_value(Unique::StaffUser, id.as_str());
        let Some(place) = self.0.table.get::<UniqueValue>(&place).await? else { return Ok(()) };
        let member = Staff::of(self.0).get(&StaffId::from(place.holder.as_str())).await?;
        let Some(member) = member.filter(|member| !member.is_active) else { return Ok(()) };
        let email = self.0.table.get::<UniqueValue>(&keys::unique_value(Unique::StaffEmail, &member.email)).await?;
        let mut write = AtomicWrite::new(&self.0.random);
        write.changes.replace(&member, &member.erased());
        write.changes.remove(&place);
        if let Some(email) = email.filter(|email| email.holder == member.id.as_str()) {
            write.changes.remove(&email);
        }
        Ok(write.commit(&self.0.table).await.map_err(Setback::from)?)
    }
}
