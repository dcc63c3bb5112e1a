//! Sales and tax reports, from the daily summaries.

use serde::Serialize;
use utoipa::ToSchema;

use super::csv::{Cell, Csv};
use super::request::SalesGroup;
use super::{GstRequest, Range, Report, Reports, SalesRequest};
use crate::summaries::{DaySummary, Documents, Group, SalesTally, Summaries};
use parlour_setup::branches::Branches;
use parlour_storage::table::TableError;
use parlour_values::id::BranchId;
use parlour_values::money::Paise;
use parlour_values::time::{IstDate, Month};

/// Net of credit notes.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesReport {
    pub from: IstDate,
    pub to: IstDate,
    pub group_by: SalesGroup,
    pub rows: Vec<Group>,
    pub totals: SalesTally,
}

impl SalesReport {
    /// The days of one or more branches, grouped.
    pub fn of(days: &[DaySummary], range: Range, group_by: SalesGroup, today: IstDate) -> Self {
        let mut whole = DaySummary::empty(BranchId::from(String::new()), range.from, range.from.start());
        days.iter().for_each(|day| whole.join(day));
        let mut rows = match group_by {
            SalesGroup::Day => by_day(days, range, today),
            SalesGroup::Service => whole.by_service,
            SalesGroup::Staff => whole.by_staff,
            SalesGroup::PaymentMethod => whole.by_payment_method,
        };
        if group_by != SalesGroup::Day {
            rows.sort_by(|a, b| b.tally.total_paise.cmp(&a.tally.total_paise).then_with(|| a.key.cmp(&b.key)));
        }
        Self { from: range.from, to: range.to, group_by, rows, totals: whole.sales }
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

impl Report for SalesReport {
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

/// A month's tax: outward supplies by code and rate, net of credit notes, and the number ranges used.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GstReport {
    pub month: Month,
    pub by_sac: Vec<SacRow>,
    pub documents: Documents,
    pub credit_notes: CreditNotes,
    pub totals: SalesTally,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SacRow {
    pub sac: String,
    pub rate_bps: u32,
    pub taxable_paise: Paise,
    pub cgst_paise: Paise,
    pub sgst_paise: Paise,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNotes {
    pub from: Option<String>,
    pub to: Option<String>,
    pub issued: u64,
    pub total_paise: Paise,
}

impl GstReport {
    pub fn of(month: Month, days: &[DaySummary]) -> Self {
        let mut whole = DaySummary::empty(BranchId::from(String::new()), month.first_day(), month.first_day().start());
        days.iter().for_each(|day| whole.join(day));
        let mut by_sac: Vec<SacRow> = whole
            .by_tax
            .iter()
            .map(|group| SacRow {
                sac: group.sac.clone(),
                rate_bps: group.rate.bps(),
                taxable_paise: group.tally.taxable_paise,
                cgst_paise: group.tally.cgst_paise,
                sgst_paise: group.tally.sgst_paise,
            })
            .filter(|row| [row.taxable_paise, row.cgst_paise, row.sgst_paise] != [Paise::ZERO; 3])
            .collect();
        by_sac.sort_by(|a, b| (&a.sac, a.rate_bps).cmp(&(&b.sac, b.rate_bps)));
        Self {
            month,
            by_sac,
            credit_notes: CreditNotes {
                from: whole.credit_notes.from,
                to: whole.credit_notes.to,
                issued: whole.credit_notes.issued,
                total_paise: whole.sales.refunded_paise,
            },
            documents: whole.documents,
            totals: whole.sales,
        }
    }
}

impl Report for GstReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&["sac", "rateBps", "taxablePaise", "cgstPaise", "sgstPaise"]);
        for row in &self.by_sac {
            csv.row([
                Cell::text(&row.sac),
                i64::from(row.rate_bps).into(),
                row.taxable_paise.into(),
                row.cgst_paise.into(),
                row.sgst_paise.into(),
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

    pub async fn gst(&self, request: &GstRequest) -> Result<GstReport, TableError> {
        let month = request.month.unwrap_or_else(|| self.0.clock.today().calendar_month());
        let range = Range { from: month.first_day(), to: month.last_day() };
        Ok(GstReport::of(month, &self.days(range, request.branch_id.as_ref()).await?))
    }

    /// The summaries of a range, of one branch or all.
    pub async fn days(&self, range: Range, branch: Option<&BranchId>) -> Result<Vec<DaySummary>, TableError> {
        let branches = Branches::of(self.0).all().await?;
        let wanted = |id: &BranchId| branch.is_none_or(|branch| branch == id);
        let ids: Vec<BranchId> = branches.iter().map(|branch| branch.id.clone()).filter(wanted).collect();
        Summaries::of(self.0).days(&ids, range.from, range.to).await
    }
}
