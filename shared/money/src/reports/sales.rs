//! The sales report, from the daily summaries.

use serde::Serialize;
use utoipa::ToSchema;

use super::csv::{Cell, Csv};
use super::request::SalesGroup;
use super::{CsvReport, Range, Reports, SalesRequest};
use crate::summaries::{DaySummary, Group, SalesTally, Summaries};
use parlour_setup::branches::Branches;
use parlour_storage::table::TableError;
use parlour_values::id::BranchId;
use parlour_values::money::Paise;
use parlour_values::time::IstDate;

/// Net of credit notes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesReport {
    pub from: IstDate,
    pub to: IstDate,
    pub group_by: SalesGroup,
    pub rows: Vec<Group>,
    pub totals: SalesTotals,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesTotals {
    #[serde(flatten)]
    pub tally: SalesTally,
    /// Of the bills above nothing.
    pub average_paise: Paise,
}

impl SalesTotals {
    fn of(whole: &DaySummary) -> Self {
        let bills = whole.detail.as_ref().map_or(0, |detail| detail.paid_bills);
        let average_paise = match i64::try_from(bills) {
            Ok(bills) if bills > 0 => whole.sales.total_paise.portion(1, bills),
            _ => Paise::ZERO,
        };
        Self { tally: whole.sales, average_paise }
    }
}

impl SalesReport {
    /// The days of one or more branches, grouped.
    pub fn of(days: &[DaySummary], range: Range, group_by: SalesGroup, today: IstDate) -> Self {
        let mut whole = DaySummary::empty(BranchId::from(String::new()), range.from, range.from.start());
        days.iter().for_each(|day| whole.join(day));
        let totals = SalesTotals::of(&whole);
        let mut rows = match group_by {
            SalesGroup::Day => by_day(days, range, today),
            SalesGroup::Service => whole.by_service,
            SalesGroup::Staff => whole.by_staff,
            SalesGroup::PaymentMethod => whole.by_payment_method,
        };
        if group_by != SalesGroup::Day {
            rows.sort_by(|a, b| b.tally.total_paise.cmp(&a.tally.total_paise).then_with(|| a.key.cmp(&b.key)));
        }
        Self { from: range.from, to: range.to, group_by, rows, totals }
    }
}

/// Every day up to today, also those that sold nothing.
fn by_day(days: &[DaySummary], range: Range, today: IstDate) -> Vec<Group> {
    let sold = |date: IstDate| days.iter().filter(|day| day.date == date).map(|day| day.sales).sum();
    let until = range.to.min(today);
    range
        .from
        .through(until)
        .map(|date| Group { key: date.to_string(), name: date.to_string(), tally: sold(date) })
        .collect()
}

impl CsvReport for SalesReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&[
            "key",
            "name",
            "count",
            "totalPaise",
            "taxablePaise",
            "cgstPaise",
            "sgstPaise",
            "discountPaise",
            "refundedPaise",
        ]);
        for Group { key, name, tally } in &self.rows {
            csv.row([
                Cell::text(key),
                Cell::text(name),
                tally.count.into(),
                tally.total_paise.into(),
                tally.taxable_paise.into(),
                tally.cgst_paise.into(),
                tally.sgst_paise.into(),
                tally.discount_paise.into(),
                tally.refunded_paise.into(),
            ]);
        }
        csv
    }
}

impl Reports<'_> {
    pub async fn sales(&self, request: &SalesRequest) -> Result<SalesReport, TableError> {
        let today = self.0.clock.today();
        let range = Range::of(request.from, request.to, today);
        let days = self.days(range, request.branch_id.as_ref()).await?;
        Ok(SalesReport::of(&days, range, request.group_by.unwrap_or(SalesGroup::Day), today))
    }

    /// The summaries of a range, of one branch or all.
    pub async fn days(&self, range: Range, branch: Option<&BranchId>) -> Result<Vec<DaySummary>, TableError> {
        let branches = self.branches(branch).await?;
        Summaries::of(self.0).days(&branches, range.from, range.to).await
    }

    /// This branch if there is one of this id, or all.
    pub(super) async fn branches(&self, wanted: Option<&BranchId>) -> Result<Vec<BranchId>, TableError> {
        let branches = Branches::of(self.0).all().await?;
        let is_wanted = |id: &BranchId| wanted.is_none_or(|wanted| wanted == id);
        Ok(branches.iter().map(|branch| branch.id.clone()).filter(is_wanted).collect())
    }
}
