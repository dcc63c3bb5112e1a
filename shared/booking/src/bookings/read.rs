//! Reading bookings: a customer's own, the desk's lists, and the choices of the desk's forms.

use super::answer::{BranchChoice, Lookups, ServiceChoice, StaffMemberChoice};
use super::number::code_and_month_of;
use super::request::{ListBookingsRequest, OwnBookingsRequest};
use super::status::BookingStatus;
use super::{Booking, BookingError, BookingView, Bookings, DeskBookingView};
use parlour_people::auth::Caller;
use parlour_people::staff::Staff;
use parlour_setup::branches::Branches;
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::{MonthIndex, months_of_branches};
use parlour_storage::paging::{CursorList, ListError, ListPart, Listed, SizeLimit};
use parlour_storage::table::keys::{MonthlyList, PartitionKeys};
use parlour_storage::table::{Partition, Stored, TableError, keys};
use parlour_values::id::{BookingId, BranchId, UserId};
use parlour_values::time::{IstDate, months_between};

/// How many months after it was asked for a visit is looked for.
const MONTHS_AHEAD: usize = 13;
/// How many bookings are looked at for a part of a number.
const LOOKED_AT: usize = 5_000;

/// The days of each branch, month by month.
fn days(branches: &[BranchId], from: IstDate, to: IstDate) -> Vec<Partition> {
    let months = months_between(from, to).into_iter().flat_map(|(first, last)| {
        branches.iter().map(move |branch| {
            let (start, end) = keys::booking_days(first, last);
            Partition::g1(keys::bookings_of_month(branch, first.calendar_month())).between(start, end).asked_often()
        })
    });
    months.collect()
}

fn own(customer: &UserId) -> Partition {
    Partition::of(keys::user_partition(customer)).starting(keys::BOOKING_PREFIX).newest_first()
}

impl ListBookingsRequest {
    fn wants(&self, booking: &Booking) -> bool {
        self.status.is_none_or(|status| booking.status == status)
            && self.service_type.is_none_or(|side| booking.service_type == side)
    }
}

impl Bookings<'_> {
    /// All bookings of these days, by date; of one branch or of all.
    pub async fn of_days(
        &self,
        branch: Option<&BranchId>,
        from: IstDate,
        to: IstDate,
    ) -> Result<Vec<Stored<Booking>>, TableError> {
        let days = days(&self.branches_of(branch).await?, from, to);
        // A record of no size always has room.
        Ok(self.0.table.gather(days, 0, |_: &Booking| Some(0)).await?.unwrap_or_default())
    }

    /// Shows each booking of these days, in no order: for counts, which need not hold all branches in memory.
    pub async fn each_of_days(
        &self,
        branch: Option<&BranchId>,
        from: IstDate,
        to: IstDate,
        see: impl FnMut(Booking),
    ) -> Result<(), TableError> {
        let days = days(&self.branches_of(branch).await?, from, to);
        self.0.table.visit(days, see).await
    }

    /// Those of these days whose number contains this, by date; no further than a part of a large chain's day.
    pub async fn of_days_with_number(
        &self,
        (from, to): (IstDate, IstDate),
        part: &str,
        most: usize,
    ) -> Result<Vec<Booking>, TableError> {
        let branches = self.branches_of(None).await?;
        let days = months_between(from, to).into_iter().filter_map(|(first, last)| {
            let (start, end) = keys::booking_days(first, last);
            let month = branches.iter().map(|branch| keys::bookings_of_month(branch, first.calendar_month()));
            Some(Partition::g1(PartitionKeys::several(month)?).between(start, end))
        });
        let is_one = |booking: &Booking| booking.number.contains(part);
        let (found, _) = self.0.table.first(days.collect(), None, most, LOOKED_AT, is_one).await?;
        Ok(found.into_iter().map(|found| found.record).collect())
    }

    /// The branch's own that are in this open status, newest day first.
    pub(super) async fn open_at(
        &self,
        branch: &BranchId,
        status: BookingStatus,
    ) -> Result<Vec<Stored<Booking>>, TableError> {
        self.0.table.query(Partition::g2(keys::bookings_open(branch, status.as_str())).newest_first()).await
    }

    /// This branch, or all of them.
    async fn branches_of(&self, branch: Option<&BranchId>) -> Result<Vec<BranchId>, TableError> {
        match branch {
            Some(branch) => Ok(vec![branch.clone()]),
            None => Ok(Branches::of(self.0).all().await?.iter().map(|branch| branch.id.clone()).collect()),
        }
    }

    /// The customer's own, newest first, from their own partition.
    pub async fn of_customer(&self, customer: &UserId) -> Result<Vec<BookingView>, TableError> {
        let bookings = self.0.table.query::<Booking>(own(customer)).await?;
        Ok(bookings.into_iter().map(|booking| BookingView::from(booking.record)).collect())
    }

    /// Those of the customer that are not over yet, by id; page by page, however long they have been coming.
    pub async fn open_of(&self, customer: &UserId) -> Result<Vec<BookingId>, TableError> {
        let mut pages = self.0.table.pages::<Booking>(own(customer));
        let mut open = Vec::new();
        while let Some(page) = pages.next().await? {
            open.extend(page.into_iter().filter(|booking| booking.status.is_open()).map(|booking| booking.record.id));
        }
        Ok(open)
    }

    /// The customer's own of these days that happen or have happened, by date; of the last that were booked.
    pub(crate) async fn own_of_days(
        &self,
        customer: &UserId,
        (from, to): (IstDate, IstDate),
        looked_at: usize,
    ) -> Result<Vec<Booking>, TableError> {
        let wanted = |booking: &Booking| (from..=to).contains(&booking.date) && !booking.will_not_happen();
        let (found, _) = self.0.table.first(vec![own(customer)], None, looked_at, looked_at, wanted).await?;
        let mut found: Vec<Booking> = found.into_iter().map(|found| found.record).collect();
        found.sort_by(|one, other| (one.date, one.start, &one.id).cmp(&(other.date, other.start, &other.id)));
        Ok(found)
    }

    /// The same as an answer: whole, or a page of it.
    pub async fn list_own(
        &self,
        customer: &UserId,
        request: &OwnBookingsRequest,
        size_limit: SizeLimit,
    ) -> Result<Listed<BookingView>, ListError> {
        let part = ListPart::asked(CursorList::OwnBookings, request.limit, request.cursor.as_ref())?;
        let size = |booking: &Booking| Some(BookingView::least_bytes(booking));
        let found = part.read(&self.0.table, vec![own(customer)], size_limit, size).await?;
        Ok(found.map(|booking| BookingView::from(booking.record)))
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

    /// The stored booking, for a change by its owner. A link that has ended since it was opened admits nobody.
    pub(super) async fn find_own(
        &self,
        caller: &Caller,
        id: &BookingId,
    ) -> Result<Stored<Booking>, Failure<BookingError>> {
        let booking = self.find(id).await?;
        let is_theirs = booking.customer_id == caller.user.id && caller.is_admitted_to(booking.link_generation);
        if is_theirs { Ok(booking) } else { Err(BookingError::Unknown.into()) }
    }

    pub async fn view(&self, id: &BookingId) -> Result<DeskBookingView, Failure<BookingError>> {
        Ok(DeskBookingView::from(&self.find(id).await?.record))
    }

    /// By date and then by creation, newest first; whole, or a page of it.
    pub async fn list(
        &self,
        request: &ListBookingsRequest,
        size_limit: SizeLimit,
    ) -> Result<Listed<DeskBookingView>, ListError> {
        let part = ListPart::asked(CursorList::Bookings, request.limit, request.cursor.as_ref())?;
        let size = |booking: &Booking| request.wants(booking).then(|| DeskBookingView::least_bytes(booking));
        let queries = self.queries(request, part.after()).await?;
        let found = part.read(&self.0.table, queries, size_limit, size).await?;
        Ok(found.map(|booking| DeskBookingView::from(booking.record)))
    }

    /// The newest of the list, and whether these are all of it.
    pub async fn newest(
        &self,
        request: &ListBookingsRequest,
        most: usize,
    ) -> Result<(Vec<DeskBookingView>, bool), TableError> {
        let queries = self.queries(request, None).await?;
        let wanted = |booking: &Booking| request.wants(booking);
        let (found, next) = self.0.table.first(queries, None, most, usize::MAX, wanted).await?;
        Ok((found.into_iter().map(|booking| DeskBookingView::from(booking.record)).collect(), next.is_none()))
    }

    /// The parts of the list one behind the other, each over the branches. A day or an open status reads only those; the
    /// whole list is read by month.
    async fn queries(&self, request: &ListBookingsRequest, after: Option<&str>) -> Result<Vec<Partition>, TableError> {
        let branches = self.branches_of(request.branch_id.as_ref()).await?;
        let month = |branches: &[BranchId], month| {
            PartitionKeys::several(branches.iter().map(|branch| keys::bookings_of_month(branch, month)))
                .map(Partition::g1)
        };
        let queries: Vec<Partition> = match (request.date, request.status.filter(|status| status.is_open())) {
            (Some(date), _) => {
                let day = month(&branches, date.calendar_month()).map(|day| day.starting(keys::bookings_on(date)));
                day.into_iter().map(Partition::asked_often).collect()
            }
            (None, Some(status)) => {
                let open = branches.iter().map(|branch| keys::bookings_open(branch, status.as_str()));
                PartitionKeys::several(open).map(Partition::g2).into_iter().collect()
            }
            (None, None) => {
                let months = months_of_branches(self.0, &branches).await?.into_iter();
                let left = months.filter(|(month, _)| after.is_none_or(|after| month.to_string().as_str() <= after));
                left.filter_map(|(at, branches)| month(&branches, at)).collect()
            }
        };
        Ok(queries.into_iter().map(Partition::newest_first).collect())
    }

    /// The booking with this number. It tells the branch, whose code never changes once a number carries it, and the month
    /// of the request; the visit is that month or later: most are found in the first month that is read.
    pub async fn numbered(&self, number: &str) -> Result<Option<Booking>, TableError> {
        let Some((code, month)) = code_and_month_of(number) else { return Ok(None) };
        let branches = Branches::of(self.0).all().await?;
        let Some(branch) = branches.iter().find(|branch| branch.code == code) else { return Ok(None) };
        let mut months = MonthIndex::of(self.0, MonthlyList::Bookings(&branch.id)).known().await?;
        months.retain(|known| *known >= month);
        for month in months.into_iter().rev().take(MONTHS_AHEAD) {
            let month = Partition::g1(keys::bookings_of_month(&branch.id, month));
            let read = self.0.table.query::<Booking>(month).await?;
            if let Some(found) = read.into_iter().find(|booking| booking.number == number) {
                return Ok(Some(found.record));
            }
        }
        Ok(None)
    }

    /// The choices now: branches that take bookings, people who work, services on offer.
    pub async fn lookups(&self) -> Result<Lookups, TableError> {
        let (branches, staff, catalogue) = tokio::try_join!(
            async { Branches::of(self.0).all().await },
            async { Staff::of(self.0).all().await },
            async { CatalogueStore::of(self.0).read().await },
        )?;
        let branches = branches
            .iter()
            .filter(|branch| branch.is_operational())
            .map(|branch| BranchChoice { id: branch.id.clone(), name: branch.name.clone(), code: branch.code.clone() })
            .collect();
        let staff = staff
            .iter()
            .filter(|member| member.is_active)
            .map(|member| StaffMemberChoice {
                id: member.id.clone(),
                display_name: member.display_name.clone(),
                branch_ids: member.branch_ids.clone(),
                service_ids: member.service_ids.clone(),
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

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;
    use parlour_setup::catalogue::ServiceType;

    #[test]
    fn days_are_read_month_by_month_at_each_branch() {
        let days = days(&["blr".into(), "main".into()], "2026-11-30".parse().unwrap(), "2026-12-02".parse().unwrap());
        assert_eq!(days.len(), 4);
    }

    #[test]
    fn a_list_has_what_was_asked_for() {
        for (status, service_type, wanted) in [
            (None, None, true),
            (Some(BookingStatus::Pending), Some(ServiceType::Salon), true),
            (Some(BookingStatus::Confirmed), None, false),
            (Some(BookingStatus::Pending), Some(ServiceType::Spa), false),
        ] {
            let request =
                ListBookingsRequest { status, service_type, date: None, branch_id: None, limit: None, cursor: None };
            assert_eq!(request.wants(&requested()), wanted, "{status:?} {service_type:?}");
        }
    }
}
