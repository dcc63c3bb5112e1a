//! Exports of what happens and of what is sold: bookings, invoices, leads, events, and the salon's own lists.

use futures::stream::{self, StreamExt as _, TryStreamExt as _};

use super::place::{NextPlace, Place};
use super::rows::{ExportedProduct, ExportedService, ExportedStaff};
use super::sheet::Sheet;
use super::{BRANCHES, ExportError, Exports, ROWS};
use crate::event_view::EventView;
use parlour_booking::bookings::{Booking, DeskBookingView};
use parlour_money::invoices::{CreditNote, Invoice, InvoiceDetail, Invoices};
use parlour_money::products::Products;
use parlour_people::leads::{Lead, LeadRow};
use parlour_people::staff::Staff;
use parlour_setup::branches::Branches;
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::events::{FeedQuery, KEPT_LONGEST, read_feed};
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Partition, Record, Stored, TableError, keys};
use parlour_values::id::BranchId;
use parlour_values::time::Month;

/// How many invoices' credit notes are read at the same time.
const AT_ONCE: usize = 16;
/// The most invoices with credit notes of a page: each has a list of its own.
const CREDITED: usize = 100;

/// Records of several branches' lists, and where the next page begins.
struct OfBranches<R> {
    rows: Vec<Stored<R>>,
    next: Option<Place>,
}

/// The lists that every branch has by month.
#[derive(Clone, Copy)]
enum ListedByMonth {
    Bookings,
    Invoices,
}

impl Exports<'_> {
    pub(super) async fn bookings(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let OfBranches { rows, next } = self.of_branches::<Booking>(ListedByMonth::Bookings, after).await?;
        let placed =
            rows.into_iter().map(|row| (in_branch(&row.branch_id, &row.record), DeskBookingView::from(row.record)));
        Ok(sheet.fill(placed, next)?)
    }

    /// Each with its credit notes.
    pub(super) async fn invoices(&self, act: &Act, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let OfBranches { mut rows, mut next } = self.of_branches::<Invoice>(ListedByMonth::Invoices, after).await?;
        let is_credited = |row: &Stored<Invoice>| row.refunded > parlour_values::money::Paise::ZERO;
        let mut credited = rows.iter().enumerate().filter(|(_, row)| is_credited(row)).map(|(at, _)| at);
        if let Some(beyond) = credited.nth(CREDITED) {
            rows.truncate(beyond);
            next = rows.last().map(|row| in_branch(&row.branch_id, &row.record));
        }
        let documents = Invoices::of(self.0);
        let notes = rows.into_iter().map(|row| {
            let documents = &documents;
            async move {
                let notes = if is_credited(&row) { documents.credit_notes_of(&row.id).await? } else { Vec::new() };
                Ok::<_, TableError>((row.record, notes))
            }
        });
        let whole: Vec<(Invoice, Vec<CreditNote>)> = stream::iter(notes).buffered(AT_ONCE).try_collect().await?;
        let placed = whole.iter().map(|(invoice, notes)| {
            let detail = InvoiceDetail::new(invoice, &notes.iter().collect::<Vec<_>>(), act);
            (in_branch(&invoice.branch_id, invoice), detail)
        });
        Ok(sheet.fill(placed, next)?)
    }

    /// Branch by branch, each from its newest record on.
    async fn of_branches<R: Record>(
        &self,
        list: ListedByMonth,
        after: Option<Place>,
    ) -> Result<OfBranches<R>, Failure<ExportError>> {
        let branches = Branches::of(self.0).all().await?;
        let mut ids: Vec<&BranchId> = branches.iter().map(|branch| &branch.id).collect();
        ids.sort();
        if let Some(place) = &after {
            ids.retain(|id| id.as_str() >= place.list.as_str());
            if ids.first().is_none_or(|id| id.as_str() != place.list) {
                return Err(ExportError::BadCursor.into());
            }
        }
        let mut position = after.and_then(|place| place.position);
        let mut rows: Vec<Stored<R>> = Vec::new();
        for (looked_into, branch) in ids.into_iter().enumerate() {
            let room = ROWS.saturating_sub(rows.len());
            if room == 0 || looked_into >= BRANCHES {
                return Ok(OfBranches { rows, next: Some(Place::before(branch.as_str())) });
            }
            let after = position.take();
            let months = self.months(list, branch, after.as_deref()).await?;
            let month = |month: Month| match list {
                ListedByMonth::Bookings => keys::bookings_of_month(branch, month),
                ListedByMonth::Invoices => keys::invoices_of_month(branch, month),
            };
            let all = months.into_iter().map(|at| Partition::g1(month(at)).newest_first()).collect();
            let (found, more) = self.0.table.first::<R>(all, after.as_deref(), room, ROWS, |_| true).await?;
            rows.extend(found);
            if let Some(more) = more {
                return Ok(OfBranches { rows, next: Some(Place::at(branch.as_str(), more)) });
            }
        }
        Ok(OfBranches { rows, next: None })
    }

    /// The months in which a branch has records behind this sort key, newest first.
    async fn months(
        &self,
        list: ListedByMonth,
        branch: &BranchId,
        after: Option<&str>,
    ) -> Result<Vec<Month>, TableError> {
        match list {
            ListedByMonth::Bookings => MonthIndex::of(self.0, MonthlyList::Bookings(branch)).until(after).await,
            ListedByMonth::Invoices => {
                let mut months = Invoices::of(self.0).months(branch).await?;
                // A month is one in IST, the moment in UTC: it may be the last of the month before.
                if let Some(last) = after.and_then(|after| after.get(..7)?.parse::<Month>().ok()) {
                    months.retain(|month| *month <= last.next());
                }
                Ok(months)
            }
        }
    }

    pub(super) async fn leads(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let after = after.and_then(|place| place.position);
        let months = MonthIndex::of(self.0, MonthlyList::Leads).until(after.as_deref()).await?;
        let all = months.into_iter().map(|month| Partition::g1(keys::leads_of_month(month)).newest_first()).collect();
        let (rows, next) = self.0.table.first::<Lead>(all, after.as_deref(), ROWS, ROWS, |_| true).await?;
        let placed = rows.into_iter().map(|row| (in_branchless(&row.record), LeadRow::from(row.record)));
        Ok(sheet.fill(placed, next.map(|position| Place::at("", position)))?)
    }

    /// In the order of the feed, as far back as each is kept in the table: longer than the feed's own readers see.
    pub(super) async fn events(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let after = match after.and_then(|place| place.position) {
            Some(position) => Some(position.parse().map_err(ExportError::Feed)?),
            None => None,
        };
        let now = self.0.clock.now();
        let query = FeedQuery { after, types: &[], limit: ROWS, since: now.minus(KEPT_LONGEST), now };
        let page = read_feed(&self.0.table, query).await.map_err(|failure| match failure {
            Failure::Refused(refused) => Failure::Refused(ExportError::Feed(refused)),
            Failure::Setback(setback) => Failure::Setback(setback),
        })?;
        let next = (!page.is_last).then(|| Place::at("", page.next.to_string()));
        // An event is small: a page of them never fills an answer.
        let placed = page.events.into_iter().map(|event| (Place::default(), EventView::from(event)));
        Ok(sheet.fill(placed, next)?)
    }

    pub(super) async fn products(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let products = Products::of(self.0).all().await?;
        let placed = products.iter().map(|product| (product.id.to_string(), ExportedProduct::from(&product.record)));
        short(placed, after, sheet)
    }

    pub(super) async fn services(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let (catalogue, today) = (CatalogueStore::of(self.0).read().await?, self.0.clock.today());
        let services = catalogue.services.iter();
        let placed = services.map(|one| (one.id.to_string(), ExportedService::of(one, &catalogue, today)));
        short(placed, after, sheet)
    }

    pub(super) async fn staff(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let (staff, branches, catalogue) = (Staff::of(self.0), Branches::of(self.0), CatalogueStore::of(self.0));
        let (staff, branches, catalogue) = tokio::try_join!(staff.all(), branches.all(), catalogue.read())?;
        // What is left of somebody who was erased is a place that nobody can be added to.
        let staff = staff.iter().filter(|one| !one.is_erased());
        let placed = staff.map(|one| (one.id.to_string(), ExportedStaff::of(one, &branches, &catalogue)));
        short(placed, after, sheet)
    }
}

/// A page of a list that the process keeps whole, in the order of its ids.
fn short<T: serde::Serialize>(
    records: impl Iterator<Item = (String, T)>,
    after: Option<Place>,
    sheet: &mut Sheet,
) -> NextPlace {
    let after = after.and_then(|place| place.position).unwrap_or_default();
    let mut left: Vec<(String, T)> = records.filter(|(id, _)| *id > after).collect();
    left.sort_by(|(a, _), (b, _)| a.cmp(b));
    let is_cut = left.len() > ROWS;
    left.truncate(ROWS);
    let next = left.last().filter(|_| is_cut).map(|(id, _)| Place::at("", id.as_str()));
    Ok(sheet.fill(left.into_iter().map(|(id, record)| (Place::at("", id), record)), next)?)
}

fn in_branch(branch: &BranchId, record: &impl Record) -> Place {
    Place { list: branch.to_string(), ..in_branchless(record) }
}

/// The record's place in the list that is read.
fn in_branchless(record: &impl Record) -> Place {
    Place { list: String::new(), position: record.places().g1.map(|key| key.sk) }
}
