//! The place of somebody who has left the staff, and their leave: both stay with what they did, without who they were.

use std::convert::Infallible;

use super::{EraseError, Erasures};
use parlour_booking::schedule::{Leave, LeaveTaker};
use parlour_people::staff::{Staff, StaffMember};
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{AtomicWrite, Partition, Stored, TableError, UniqueValue, keys};
use parlour_values::id::{LeaveId, StaffId, UserId};

impl Erasures<'_> {
    /// Their email can be added to the staff again. Somebody whom the owner made a customer while they are on the staff list
    /// keeps their place: bookings ahead name it. The leave goes first, as it is found by the place.
    pub(super) async fn erase_employment(&self, id: &UserId) -> Result<(), EraseError> {
        self.erase_leave(&LeaveTaker::without_place(id)).await?;
        let Some((_, member)) = self.former_member(id).await? else { return Ok(()) };
        self.erase_leave(&member.id).await?;
        Ok(self.0.retry_on_conflict(|| self.write_former_member(id)).await.map_err(Setback::from)?)
    }

    async fn former_member(
        &self,
        id: &UserId,
    ) -> Result<Option<(Stored<UniqueValue>, Stored<StaffMember>)>, TableError> {
        let place = keys::unique_value(Unique::StaffUser, id.as_str());
        let Some(place) = self.0.table.get::<UniqueValue>(&place).await? else { return Ok(None) };
        let member = Staff::of(self.0).get(&StaffId::from(place.holder.as_str())).await?;
        Ok(member.filter(|member| !member.is_active).map(|member| (place, member)))
    }

    async fn erase_leave(&self, taker: &StaffId) -> Result<(), EraseError> {
        let own = Partition::of(keys::staff_partition(taker)).starting(keys::LEAVE_PREFIX);
        for leave in self.0.table.query::<Leave>(own).await? {
            let written = self.0.retry_on_conflict(|| self.write_leave(&leave.id)).await;
            written.map_err(Setback::from)?;
        }
        Ok(())
    }

    async fn write_leave(&self, id: &LeaveId) -> Result<(), Failure<Infallible>> {
        let Some(read) = self.0.table.get::<Leave>(&keys::leave(id)).await? else { return Ok(()) };
        let erased = read.erased();
        if erased == read.record {
            return Ok(());
        }
        let mut write = AtomicWrite::new(&self.0.random);
        write.changes.replace(&read, &erased);
        Ok(write.commit(&self.0.table).await.map_err(Setback::from)?)
    }

    async fn write_former_member(&self, id: &UserId) -> Result<(), Failure<Infallible>> {
        let Some((place, member)) = self.former_member(id).await? else { return Ok(()) };
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
