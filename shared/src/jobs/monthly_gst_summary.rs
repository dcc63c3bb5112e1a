//! The previous month's GST by service code and rate, once a month.

use serde_json::Value;

use super::JobError;
use super::reporting::send;
use super::run::Run;
use crate::invoices::InvoiceType;
use crate::money::Paise;
use crate::outbound::templates::{GstFacts, GstRow, Report};
use crate::summaries::DaySummary;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let salon = run.salon;
    let month = run.today().calendar_month().previous();
    let branches = salon.branches().all().await?;
    let ids: Vec<_> = branches.iter().map(|branch| branch.id.clone()).collect();
    let days = salon.summaries().days(&ids, month.first_day(), month.last_day()).await?;
    let mut rows: Vec<GstRow> = Vec::new();
    for group in days.iter().flat_map(|day| &day.by_tax) {
        let row = GstRow {
            sac: group.sac.clone(),
            rate_bps: group.rate.bps(),
            taxable: group.tally.taxable_paise,
            cgst: group.tally.cgst_paise,
            sgst: group.tally.sgst_paise,
        };
        match rows.iter_mut().find(|known| known.sac == row.sac && known.rate_bps == row.rate_bps) {
            Some(known) => {
                known.taxable = known.taxable.plus(row.taxable);
                known.cgst = known.cgst.plus(row.cgst);
                known.sgst = known.sgst.plus(row.sgst);
            }
            None => rows.push(row),
        }
    }
    rows.sort_by(|a, b| (&a.sac, a.rate_bps).cmp(&(&b.sac, b.rate_bps)));
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
