//! Reading bookings: a customer's own, the desk's lists, and the choices of the desk's forms.

use futures::future::try_join_all;

use super::answer::{BranchChoice, Lookups, ServiceChoice, StaffMemberChoice};
use super::number::month_of;
use super::request::ListBookingsRequest;
use super::status::BookingStatus;
use super::{Booking, BookingError, BookingView, Bookings, DeskBookingView};
use crate::auth::Caller;
use crate::failure::Failure;
use crate::id::{BookingId, UserId};
use crate::month_index::MonthIndex;
use crate::summaries::months_between;
use crate::table::keys::MonthlyList;
use crate::table::{Partition, Stored, TableError, keys};
use crate::time::IstDate;

/// How many months after it was asked for a visit is looked for.
const MONTHS_AHEAD: usize = 13;

impl Bookings<'_> {
    /// All bookings of these days, by date.
    pub async fn of_days(&self, from: IstDate, to: IstDate) -> Result<Vec<Stored<Booking>>, TableError> {
        let months = months_between(from, to).into_iter().map(|(first, last)| {
            let (start, end) = keys::booking_days(first, last);
            let month = Partition::g1(keys::bookings_of_month(first.calendar_month()));
            self.0.table.query::<Booking>(month.between(start, end))
        });
        Ok(try_join_all(months).await?.into_iter().flatten().collect())
    }

    /// All that are in this open status, newest day first.
    pub(super) async fn open(&self, status: BookingStatus) -> Result<Vec<Stored<Booking>>, TableError> {
        self.0.table.query(Partition::g2(keys::bookings_open(status.as_str())).newest_first()).await
    }

    /// The customer's own, newest first, from their own partition.
    pub async fn of_customer(&self, customer: &UserId) -> Result<Vec<BookingView>, TableError> {
        let own = Partition::of(keys::user_partition(customer)).starting(keys::BOOKING_PREFIX).newest_first();
        let bookings = self.0.table.query::<Booking>(own).await?;
        Ok(bookings.iter().map(|booking| BookingView::from(&booking.record)).collect())
    }

    /// Read from the customer's own partition, so somebody else's booking is not found.
    pub async fn own(&self, customer: &UserId, id: &BookingId) -> Result<Booking, Failure<BookingError>> {
        let copy = self.0.table.get::<Booking>(&keys::customer_booking(customer, id)).await?;
        copy.map(|found| found.record).ok_or(BookingError::Unknown.into())
    }

    /// The same, as the customer sees it.
    pub async fn own_view(&self, customer: &UserId, id: &BookingId) -> Result<BookingView, Failure<BookingError>> {
        Ok(BookingView::from(&self.own(customer, id).await?))
    }

    /// The stored booking, for a change by its owner.
    pub(super) async fn find_own(
        &self,
        caller: &Caller,
        id: &BookingId,
    ) -> Result<Stored<Booking>, Failure<BookingError>> {
        let booking = self.find(id).await?;
        if booking.customer_id == caller.user.id { Ok(booking) } else { Err(BookingError::Unknown.into()) }
    }

    pub async fn view(&self, id: &BookingId) -> Result<DeskBookingView, Failure<BookingError>> {
        Ok(DeskBookingView::from(&self.find(id).await?.record))
    }

    /// By date and then by creation, newest first. A day or an open status reads only those.
    pub async fn list(&self, request: &ListBookingsRequest) -> Result<Vec<DeskBookingView>, TableError> {
        let found = match (request.date, request.status.filter(|status| status.is_open())) {
            (Some(date), _) => {
                let day = Partition::g1(keys::bookings_of_month(date.calendar_month()));
                self.0.table.query::<Booking>(day.starting(keys::bookings_on(date)).newest_first()).await?
            }
            (None, Some(status)) => self.open(status).await?,
            (None, None) => {
                let month = |month| Partition::g1(keys::bookings_of_month(month)).newest_first();
                MonthIndex::of(self.0, MonthlyList::Bookings).newest_first(month).await?
            }
        };
        let wanted = |booking: &Booking| {
            request.status.is_none_or(|status| booking.status == status)
                && request.service_type.is_none_or(|side| booking.service_type == side)
        };
        Ok(found
            .iter()
            .filter(|booking| wanted(booking))
            .map(|booking| DeskBookingView::from(&booking.record))
            .collect())
    }

    /// The booking with this number. The number tells when it was asked for, and the visit is that month or later: most
    /// are found in the first month that is read.
    pub async fn numbered(&self, number: &str) -> Result<Option<Booking>, TableError> {
        let Some(month) = month_of(number) else { return Ok(None) };
        let mut months = MonthIndex::of(self.0, MonthlyList::Bookings).known().await?;
        months.retain(|known| *known >= month);
        for month in months.into_iter().rev().take(MONTHS_AHEAD) {
            let read = self.0.table.query::<Booking>(Partition::g1(keys::bookings_of_month(month))).await?;
            if let Some(found) = read.into_iter().find(|booking| booking.number == number) {
                return Ok(Some(found.record));
            }
        }
        Ok(None)
    }

    /// What can be chosen now: branches that take bookings, people who work, services on offer.
    pub async fn lookups(&self) -> Result<Lookups, TableError> {
        let (branches, staff, catalogue) =
            tokio::try_join!(async { self.0.branches().all().await }, async { self.0.staff().all().await }, async {
                self.0.catalogue().read().await
            },)?;
        let branches = branches
            .into_iter()
            .map(|branch| branch.record)
            .filter(|branch| branch.is_operational())
            .map(|branch| BranchChoice { id: branch.id, name: branch.name, code: branch.code })
            .collect();
        let staff = staff
            .into_iter()
            .map(|member| member.record)
            .filter(|member| member.is_active)
            .map(|member| StaffMemberChoice {
                id: member.id,
                display_name: member.display_name,
                branch_ids: member.branch_ids,
                service_ids: member.service_ids,
            })
            .collect();
        let services = catalogue
            .services
            .iter()
            .filter(|service| catalogue.is_on_offer(service))
            .filter_map(|service| {
                Some(ServiceChoice {
                    id: service.id.clone(),
                    name: service.name.clone(),
                    service_type: catalogue.service_type(service)?,
                    price_paise: service.price,
                    duration_minutes: service.duration,
                })
            })
            .collect();
        Ok(Lookups { branches, staff, services })
    }
}
