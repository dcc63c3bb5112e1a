//! A month's tax, from the daily summaries: each registration by itself, and all of them together.

use serde::Serialize;
use utoipa::ToSchema;

use super::csv::{Cell, Csv};
use super::request::GstinText;
use super::{CsvReport, GstRequest, Range, Reports};
use crate::summaries::{DayDetail, DaySummary, Documents, Registration, SalesTally, Series, TaxGroup};
use parlour_storage::table::TableError;
use parlour_values::money::Paise;
use parlour_values::time::Month;

/// A month's tax: outward supplies by code and rate, net of credit notes, and the number ranges used.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GstReport {
    pub month: Month,
    pub by_sac: Vec<SacRow>,
    pub documents: Documents,
    pub credit_notes: CreditNotes,
    pub totals: SalesTally,
    /// The figures that each GSTIN has to return.
    pub registrations: Vec<RegistrationReport>,
    /// The sales without a GSTIN.
    pub unregistered: UnregisteredReport,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegistrationReport {
    pub gstin: String,
    pub state_code: String,
    pub by_sac: Vec<SacRow>,
    pub documents: Vec<Series>,
    pub credit_notes: CreditNotes,
    pub totals: SalesTally,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnregisteredReport {
    pub by_sac: Vec<SacRow>,
    pub documents: Vec<Series>,
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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNotes {
    pub from: Option<String>,
    pub to: Option<String>,
    pub issued: u64,
    pub total_paise: Paise,
    /// The same, series by series.
    pub documents: Vec<Series>,
}

impl GstReport {
    /// Of all registrations, or of one.
    pub fn of(month: Month, days: &[DaySummary], gstin: Option<&str>) -> Self {
        let mut whole = DayDetail::default();
        days.iter().filter_map(|day| day.detail.as_ref()).for_each(|detail| whole.join(detail));
        let mut wanted = whole.registrations;
        wanted.retain(|one| gstin.is_none_or(|gstin| one.gstin.as_deref() == Some(gstin)));
        wanted.sort_by(|a, b| a.gstin.cmp(&b.gstin));
        let mut sums = Registration::default();
        wanted.iter().for_each(|one| sums.join(one));
        let none = wanted.iter().find(|one| one.gstin.is_none()).cloned().unwrap_or_default();
        Self {
            month,
            by_sac: by_sac(&sums.by_tax),
            documents: together(&sums.documents),
            credit_notes: CreditNotes::of(&sums),
            totals: sums.sales,
            registrations: wanted.iter().filter_map(RegistrationReport::of).collect(),
            unregistered: UnregisteredReport {
                by_sac: by_sac(&none.by_tax),
                credit_notes: CreditNotes::of(&none),
                totals: none.sales,
                documents: in_order(none.documents),
            },
        }
    }
}

impl RegistrationReport {
    fn of(registration: &Registration) -> Option<Self> {
        Some(Self {
            gstin: registration.gstin.clone()?,
            state_code: registration.state_code.clone(),
            by_sac: by_sac(&registration.by_tax),
            documents: in_order(registration.documents.clone()),
            credit_notes: CreditNotes::of(registration),
            totals: registration.sales,
        })
    }
}

impl CreditNotes {
    fn of(registration: &Registration) -> Self {
        let Documents { from, to, issued, .. } = together(&registration.credit_notes);
        let documents = in_order(registration.credit_notes.clone());
        Self { from, to, issued, total_paise: registration.sales.refunded_paise, documents }
    }
}

fn together(all: &[Series]) -> Documents {
    let mut documents = Documents::default();
    all.iter().for_each(|one| documents.join(&one.documents));
    documents
}

fn in_order(mut all: Vec<Series>) -> Vec<Series> {
    all.sort_by(|a, b| a.series.cmp(&b.series));
    all
}

fn by_sac(groups: &[TaxGroup]) -> Vec<SacRow> {
    let rows = groups.iter().map(|group| SacRow {
        sac: group.sac.clone(),
        rate_bps: group.rate.bps(),
        taxable_paise: group.tally.taxable_paise,
        cgst_paise: group.tally.cgst_paise,
        sgst_paise: group.tally.sgst_paise,
    });
    let mut rows: Vec<SacRow> =
        rows.filter(|row| [row.taxable_paise, row.cgst_paise, row.sgst_paise] != [Paise::ZERO; 3]).collect();
    rows.sort_by(|a, b| (&a.sac, a.rate_bps).cmp(&(&b.sac, b.rate_bps)));
    rows
}

impl CsvReport for GstReport {
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
    pub async fn gst(&self, request: &GstRequest) -> Result<GstReport, TableError> {
        let month = request.month.unwrap_or_else(|| self.0.clock.today().calendar_month());
        let range = Range { from: month.first_day(), to: month.last_day() };
        let days = self.days(range, request.branch_id.as_ref()).await?;
        Ok(GstReport::of(month, &days, request.gstin.as_ref().map(GstinText::as_str)))
    }
}
