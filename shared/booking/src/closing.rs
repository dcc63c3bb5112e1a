//! A branch that stops taking bookings must have none ahead: changing a branch stands above branches and bookings.

use crate::bookings::Booking;
use crate::bookings::status::BookingStatus;
use parlour_setup::branches::{BranchError, BranchView, Branches, PatchBranchRequest};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, TableError, keys};
use parlour_values::id::{BookingId, BranchId};
use parlour_values::time::Instant;

/// The statuses of bookings that a customer has asked for or was promised. A check-in before its time may still be undone.
const AHEAD: [BookingStatus; 3] = [BookingStatus::Pending, BookingStatus::Confirmed, BookingStatus::InProgress];

/// Changing branches.
pub struct Closing<'a>(&'a Salon);

impl<'a> Closing<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Closing<'_> {
    /// Changes a branch. Bookings that were made while it stopped taking them are seen afterwards, and it takes them again.
    /// None can follow later: a booking's transaction checks that the branch has not changed.
    pub async fn patch(
        &self,
        act: &Act,
        id: &BranchId,
        request: &PatchBranchRequest,
    ) -> Result<BranchView, Failure<BranchError>> {
        let branches = &Branches::of(self.0);
        let written = self.0.retry_on_conflict(|| async move {
            let change = branches.change(act, id, request).await?;
            if change.stops() {
                self.refuse_over(id, act.at).await?;
            }
            let view = branches.write(act, &change).await?;
            Ok((change, view))
        });
        let (change, view) = written.await?;
        if change.stops()
            && let Err(refused) = self.refuse_over(id, act.at).await
        {
            branches.resume(act, &change.before).await?;
            return Err(refused);
        }
        Ok(view)
    }

    async fn refuse_over(&self, branch: &BranchId, now: Instant) -> Result<(), Failure<BranchError>> {
        let ahead = self.ahead(branch, now).await?;
        if ahead.is_empty() { Ok(()) } else { Err(BranchError::HoldsBookings(ahead).into()) }
    }

    /// The bookings of the branch whose time has not come, by date.
    async fn ahead(&self, branch: &BranchId, now: Instant) -> Result<Vec<BookingId>, TableError> {
        let mut ahead = Vec::new();
        for status in AHEAD {
            let from = Partition::g2(keys::bookings_open(branch, status.as_str()))
                .between(now.ist_date().to_string(), "~".to_owned());
            let found = self.0.table.query::<Booking>(from).await?;
            ahead.extend(found.into_iter().map(|booking| booking.record).filter(|booking| booking.starts_at() > now));
        }
        ahead.sort_by(|one, other| (one.date, one.start, &one.id).cmp(&(other.date, other.start, &other.id)));
        Ok(ahead.into_iter().map(|booking| booking.id).collect())
    }
}
