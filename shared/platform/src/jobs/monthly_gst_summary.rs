//! The GST of the month that was over when the report was last due, registration by registration, once a month.

use serde_json::Value;

use super::run::Run;
use super::support::reporting::send;
use super::{Job, JobError};
use parlour_money::reports::{CreditNotes, GstReport, Range, Reports, SacRow};
use parlour_money::summaries::{DaySummary, SalesTally, Series};
use parlour_senders::templates::{GstDocuments, GstFacts, GstRegistration, GstRow, Report};
use parlour_values::money::Paise;
use parlour_values::payment::InvoiceType;
use parlour_values::states::state_tax;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let month = run.due_on(Job::MonthlyGstSummary).calendar_month().previous();
    let range = Range { from: month.first_day(), to: month.last_day() };
    let days = Reports::of(run.salon).days(range, None).await?;
    let report = GstReport::of(month, &days, None);
    let mut registrations: Vec<GstRegistration> = report
        .registrations
        .iter()
        .map(|one| GstRegistration {
            gstin: Some(one.gstin.clone()),
            ..registration(&one.by_sac, &one.documents, &one.credit_notes, &one.totals, state_tax(&one.state_code))
        })
        .collect();
    let rest = &report.unregistered;
    if !rest.documents.is_empty() || rest.credit_notes.issued > 0 {
        registrations.push(registration(
            &rest.by_sac,
            &rest.documents,
            &rest.credit_notes,
            &rest.totals,
            state_tax(""),
        ));
    }
    let facts = GstFacts { month, registrations, invoices: taxed(&days), total: total(&days) };
    send(run, &Report::MonthlyGst(facts), &month.to_string()).await
}

fn registration(
    rows: &[SacRow],
    all: &[Series],
    notes: &CreditNotes,
    totals: &SalesTally,
    state_tax: &'static str,
) -> GstRegistration {
    let rows = rows.iter().map(|row| GstRow {
        sac: row.sac.clone(),
        rate_bps: row.rate_bps,
        taxable: row.taxable_paise,
        cgst: row.cgst_paise,
        sgst: row.sgst_paise,
    });
    let documents = all.iter().map(|one| GstDocuments {
        from: one.documents.from.clone().unwrap_or_default(),
        to: one.documents.to.clone().unwrap_or_default(),
        issued: one.documents.issued,
        void: one.documents.void,
    });
    GstRegistration {
        gstin: None,
        state_tax,
        rows: rows.collect(),
        documents: documents.collect(),
        total: totals.total_paise,
        credit_notes: notes.issued,
        credited: notes.total_paise,
    }
}

/// Sessions of memberships carry no money: their tax was in the purchase.
fn counts(kind: &str) -> bool {
    kind != InvoiceType::MembershipSession.as_str()
}

fn taxed(days: &[DaySummary]) -> u64 {
    let groups = days.iter().flat_map(|day| &day.by_type).filter(|group| counts(&group.key));
    groups.fold(0, |sum, group| sum.saturating_add(group.tally.count))
}

fn total(days: &[DaySummary]) -> Paise {
    let groups = days.iter().flat_map(|day| &day.by_type).filter(|group| counts(&group.key));
    groups.map(|group| group.tally.total_paise).sum()
}
