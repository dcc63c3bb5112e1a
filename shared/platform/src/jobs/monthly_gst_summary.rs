//! The previous month's GST by service code and rate, once a month.

use serde_json::Value;

use super::JobError;
use super::run::Run;
use super::support::reporting::send;
use parlour_money::reports::{GstReport, Range, Reports};
use parlour_money::summaries::DaySummary;
use parlour_senders::templates::{GstFacts, GstRow, Report};
use parlour_values::money::Paise;
use parlour_values::payment::InvoiceType;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let month = run.today().calendar_month().previous();
    let range = Range { from: month.first_day(), to: month.last_day() };
    let days = Reports::of(run.salon).days(range, None).await?;
    let rows = GstReport::of(month, &days).by_sac.into_iter().map(|row| GstRow {
        sac: row.sac,
        rate_bps: row.rate_bps,
        taxable: row.taxable_paise,
        cgst: row.cgst_paise,
        sgst: row.sgst_paise,
    });
    let rows = rows.collect();
    let facts = GstFacts { month, rows, invoices: taxed(&days), total: total(&days) };
    send(run, &Report::MonthlyGst(facts), &month.to_string()).await
}

/// Sessions of memberships carry no money: their tax was in the purchase.
fn counts(kind: &str) -> bool {
    kind == InvoiceType::Service.as_str() || kind == InvoiceType::MembershipPurchase.as_str()
}

fn taxed(days: &[DaySummary]) -> u64 {
    let groups = days.iter().flat_map(|day| &day.by_type).filter(|group| counts(&group.key));
    groups.fold(0, |sum, group| sum.saturating_add(group.tally.count))
}

fn total(days: &[DaySummary]) -> Paise {
    let groups = days.iter().flat_map(|day| &day.by_type).filter(|group| counts(&group.key));
    groups.map(|group| group.tally.total_paise).sum()
}
