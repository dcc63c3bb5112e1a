//! Customers, memberships, gems and leads.

use parlour_http::Refusal;
use parlour_money::reports::{CustomersReport, LeadsReport, Reports};
use parlour_pages::Asked;
use parlour_people::leads::status::LeadStatus;
use parlour_storage::salon::Salon;

use super::figures::{Figure, More, share};
use super::period::{self, Ahead};
use super::{ReportPage, WantedReport, compared, signed, table};
use crate::chart::{Chart, ChartSeries, Unit};
use crate::pages::states::spoken;

const AS_OF_NOW: &str = "As things stand now.";

pub async fn customers(salon: &Salon, asked: &Asked, wanted: &WantedReport) -> Result<ReportPage, Refusal> {
    let before = period::before(wanted.range, asked.today, Ahead::Empty);
    // Lapsed customers are told at the end of a period, and so compared with the end of the whole one before.
    let ended = period::before(wanted.range, asked.today, Ahead::Counts);
    let (reports, now, then) = (Reports::of(salon), wanted.request(wanted.range), wanted.request(before));
    let (now, mut then) = tokio::try_join!(reports.customers(&now), reports.customers(&then))?;
    if ended != before {
        then.lapsed = reports.customers(&wanted.request(ended)).await?.lapsed;
    }
    let kinds = |report: &CustomersReport| [report.new, report.returning, report.lapsed].map(signed);
    let names = ["New", "Returning", "Lapsed"];
    let meanings = ["Came for the first time", "Had been here before", "Not here for ninety days, but within a year"];
    let more = [More::Better, More::Better, More::Worse];
    let mut figures = vec![Figure::new("Customers", Unit::Count, signed(now.total))];
    for (((name, meaning), more), (here, there)) in
        names.into_iter().zip(meanings).zip(more).zip(kinds(&now).into_iter().zip(kinds(&then)))
    {
        figures.push(Figure::compared(name, Unit::Count, here, there, more).note(meaning));
    }
    let chart = Chart {
        id: "customers",
        title: "New, returning and lapsed customers".to_owned(),
        says: format!("{} new, {} returning, {} lapsed.", now.new, now.returning, now.lapsed),
        unit: Unit::Count,
        labels: names.map(str::to_owned).to_vec(),
        series: vec![ChartSeries::new("This period", kinds(&now)), ChartSeries::new("The period before", kinds(&then))],
    };
    let rows = names.into_iter().zip(kinds(&now)).zip(kinds(&then)).map(|((name, here), there)| {
        vec![name.to_owned(), Unit::Count.exact(here), share(here, signed(now.total)), Unit::Count.exact(there)]
    });
    Ok(ReportPage {
        says: compared(&asked.words, wanted.range, before),
        figures,
        chart: chart.bars(),
        table: table("Customers by kind", &["Kind", "Customers", "Of all", "Before"], rows.collect(), None),
    })
}

pub async fn memberships(salon: &Salon) -> Result<ReportPage, Refusal> {
    let report = Reports::of(salon).memberships().await?;
    let chart = Chart {
        id: "memberships",
        title: "Active memberships by tier".to_owned(),
        says: format!("{} active memberships.", report.active),
        unit: Unit::Count,
        labels: report.by_tier.iter().map(|tier| tier.tier_name.clone()).collect(),
        series: vec![ChartSeries::new("Active", report.by_tier.iter().map(|tier| signed(tier.active)))],
    };
    let cells = |name: &str, active: u64, owed: u64| {
        vec![name.to_owned(), Unit::Count.exact(signed(active)), Unit::Minutes.exact(signed(owed))]
    };
    let rows = report.by_tier.iter().map(|tier| cells(&tier.tier_name, tier.active, tier.minutes_owed));
    Ok(ReportPage {
        says: AS_OF_NOW.to_owned(),
        figures: vec![
            Figure::new("Active memberships", Unit::Count, signed(report.active)),
            Figure::new("Time still owed", Unit::Minutes, signed(report.minutes_owed)),
        ],
        chart: chart.rows(),
        table: table(
            "Active memberships by tier",
            &["Tier", "Active", "Time still owed"],
            rows.collect(),
            Some(cells("All", report.active, report.minutes_owed)),
        ),
    })
}

pub async fn gems(salon: &Salon) -> Result<ReportPage, Refusal> {
    let report = Reports::of(salon).gems().await?;
    let outstanding = report.outstanding_gems.0;
    let average = outstanding.checked_div(signed(report.accounts)).unwrap_or(0);
    let chart = Chart {
        id: "gems",
        title: "Gems that customers can still redeem".to_owned(),
        says: format!("{outstanding} gems in {} accounts.", report.accounts),
        unit: Unit::Count,
        labels: vec!["All accounts".to_owned(), "One on average".to_owned()],
        series: vec![ChartSeries::new("Gems", [outstanding, average])],
    };
    let row = vec![
        "All".to_owned(),
        Unit::Count.exact(signed(report.accounts)),
        Unit::Count.exact(outstanding),
        report.liability_paise.to_string(),
    ];
    Ok(ReportPage {
        says: AS_OF_NOW.to_owned(),
        figures: vec![
            Figure::new("Gems outstanding", Unit::Count, outstanding),
            Figure::new("Accounts", Unit::Count, signed(report.accounts)),
            Figure::new("Liability", Unit::Money, report.liability_paise.0)
                .note("At the best price a gem buys in the catalogue"),
        ],
        chart: chart.rows(),
        table: table(
            "Gems that customers can still redeem",
            &["Customers", "Accounts", "Outstanding gems", "Liability"],
            vec![row],
            None,
        ),
    })
}

pub async fn leads(salon: &Salon, asked: &Asked, wanted: &WantedReport) -> Result<ReportPage, Refusal> {
    let before = period::before(wanted.range, asked.today, Ahead::Empty);
    let (reports, now, then) = (Reports::of(salon), wanted.request(wanted.range), wanted.request(before));
    let (now, then) = tokio::try_join!(reports.leads(&now), reports.leads(&then))?;
    let counts = |report: &LeadsReport| {
        let of = |status: &LeadStatus| signed(report.by_status.get(status.as_str()).copied().unwrap_or(0));
        LeadStatus::ALL.iter().map(of).collect::<Vec<_>>()
    };
    let chart = Chart {
        id: "leads",
        title: "Leads by status".to_owned(),
        says: format!("{} leads, {} of them converted. The table below has them by source.", now.total, now.converted),
        unit: Unit::Count,
        labels: LeadStatus::ALL.iter().map(|status| spoken(status.as_str())).collect(),
        series: vec![
            ChartSeries::new("This period", counts(&now)),
            ChartSeries::new("The period before", counts(&then)),
        ],
    };
    let cells = |name: String, total: u64, converted: u64| {
        let (total, converted) = (signed(total), signed(converted));
        vec![name, Unit::Count.exact(total), Unit::Count.exact(converted), share(converted, total)]
    };
    let rows = now.by_source.iter().map(|row| cells(spoken(&row.source), row.total, row.converted));
    Ok(ReportPage {
        says: compared(&asked.words, wanted.range, before),
        figures: vec![
            Figure::compared("Leads", Unit::Count, signed(now.total), signed(then.total), More::Better),
            Figure::compared("Converted", Unit::Count, signed(now.converted), signed(then.converted), More::Better),
            Figure::text("Conversion", share(signed(now.converted), signed(now.total)))
                .note(format!("before {}", share(signed(then.converted), signed(then.total)))),
        ],
        chart: chart.bars(),
        table: table(
            "Leads by source",
            &["Source", "Leads", "Converted", "Conversion"],
            rows.collect(),
            Some(cells("All".to_owned(), now.total, now.converted)),
        ),
    })
}
