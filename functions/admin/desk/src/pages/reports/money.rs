//! Sales and GST.

use maud::html;
use parlour_http::Refusal;
use parlour_money::reports::{
    GstReport, GstRequest, Range, Reports, SacRow, SalesGroup, SalesReport, SalesRequest, SalesTotals,
};
use parlour_money::summaries::{Group, SalesTally};
use parlour_pages::{Asked, format};
use parlour_storage::salon::Salon;
use parlour_values::gst::{GstRate, tariff_of};
use parlour_values::money::Paise;
use parlour_values::states::state_tax;
use parlour_values::time::IstDate;

use super::figures::{Figure, More};
use super::period::{self, Ahead};
use super::{ReportPage, WantedReport, compared, signed, table};
use crate::chart::{Chart, ChartSeries, Unit};
use crate::pages::states::spoken;

pub async fn sales(salon: &Salon, asked: &Asked, wanted: &WantedReport) -> Result<ReportPage, Refusal> {
    let before = period::before(wanted.range, asked.today, Ahead::Empty);
    let of = |range: Range| SalesRequest {
        from: Some(range.from),
        to: Some(range.to),
        format: None,
        ..wanted.sales.wanted.clone()
    };
    let (reports, now, then) = (Reports::of(salon), of(wanted.range), of(before));
    let (now, then) = tokio::try_join!(reports.sales(&now), reports.sales(&then))?;
    Ok(ReportPage {
        says: compared(&asked.words, wanted.range, before),
        figures: sales_figures(&now.totals, &then.totals),
        chart: sales_chart(asked, &now, &then),
        table: sales_table(asked, &now),
    })
}

fn sales_figures(now: &SalesTotals, then: &SalesTotals) -> Vec<Figure> {
    let money = |name, now: Paise, then: Paise, more| Figure::compared(name, Unit::Money, now.0, then.0, more);
    let average = money("A bill on average", now.average_paise, then.average_paise, More::Better);
    let (now, then) = (&now.tally, &then.tally);
    vec![
        money("Sales", now.total_paise, then.total_paise, More::Better),
        Figure::compared("Bills", Unit::Count, signed(now.count), signed(then.count), More::Better),
        average.note("Of those above nothing"),
        money("GST in it", now.gst(), then.gst(), More::Plain),
        money("Discounts given", now.discount_paise, then.discount_paise, More::Plain),
        money("Refunded", now.refunded_paise, then.refunded_paise, More::Worse),
    ]
}

fn sales_chart(asked: &Asked, now: &SalesReport, then: &SalesReport) -> maud::Markup {
    let totals = |report: &SalesReport| report.rows.iter().map(|row| row.tally.total_paise.0).collect::<Vec<_>>();
    let best = now.rows.iter().max_by_key(|row| row.tally.total_paise);
    let says = match best {
        Some(row) => {
            format!(
                "Most at {}: {}. The table below has every number.",
                row_name(asked, now.group_by, row),
                row.tally.total_paise
            )
        }
        None => "Nothing was sold.".to_owned(),
    };
    let labels: Vec<String> = now.rows.iter().map(|row| row_name(asked, now.group_by, row)).collect();
    let mut chart = Chart {
        id: "sales",
        title: "Sales".to_owned(),
        says,
        unit: Unit::Money,
        series: vec![ChartSeries::new("This period", totals(now))],
        labels,
    };
    if now.group_by != SalesGroup::Day {
        return chart.rows();
    }
    chart.labels = now.rows.iter().map(|row| short_day(asked, &row.key)).collect();
    let as_many = totals(then).into_iter().take(chart.labels.len());
    chart.series.push(ChartSeries::new("The period before", as_many));
    chart.lines()
}

/// `17 Nov`, below a line.
fn short_day(asked: &Asked, key: &str) -> String {
    key.parse::<IstDate>()
        .map_or_else(|_| key.to_owned(), |day| format!("{} {}", day.day(), format::month(&asked.words, day)))
}

fn row_name(asked: &Asked, group_by: SalesGroup, row: &Group) -> String {
    match group_by {
        SalesGroup::Day => {
            row.key.parse().map_or_else(|_| row.name.clone(), |day| format::day(&asked.words, day, asked.today))
        }
        SalesGroup::PaymentMethod => spoken(&row.name),
        SalesGroup::Service | SalesGroup::Staff => row.name.clone(),
    }
}

fn sales_table(asked: &Asked, report: &SalesReport) -> maud::Markup {
    let first = match report.group_by {
        SalesGroup::Day => "Day",
        SalesGroup::Service => "Service",
        SalesGroup::Staff => "Person",
        SalesGroup::PaymentMethod => "Payment method",
    };
    let counted = if matches!(report.group_by, SalesGroup::Service | SalesGroup::Staff) { "Lines" } else { "Bills" };
    let cells = |name: String, tally: &SalesTally| {
        let money = [
            tally.taxable_paise,
            tally.cgst_paise,
            tally.sgst_paise,
            tally.discount_paise,
            tally.refunded_paise,
            tally.total_paise,
        ];
        let mut row = vec![name, Unit::Count.exact(signed(tally.count))];
        row.extend(money.map(|amount| amount.to_string()));
        row
    };
    table(
        "Sales, net of credit notes",
        &[first, counted, "Taxable", "CGST", "SGST", "Discount", "Refunded", "Total"],
        report.rows.iter().map(|row| cells(row_name(asked, report.group_by, row), &row.tally)).collect(),
        Some(cells("All".to_owned(), &report.totals.tally)),
    )
}

pub async fn gst(salon: &Salon, asked: &Asked, wanted: &GstRequest) -> Result<ReportPage, Refusal> {
    let month = wanted.month.unwrap_or_else(|| asked.today.calendar_month());
    let of = |month| GstRequest { month: Some(month), format: None, ..wanted.clone() };
    let (reports, now, then) = (Reports::of(salon), of(month), of(month.previous()));
    let (now, then) = tokio::try_join!(reports.gst(&now), reports.gst(&then))?;
    let range = |month: parlour_values::time::Month| Range { from: month.first_day(), to: month.last_day() };
    Ok(ReportPage {
        says: compared(&asked.words, range(month), range(month.previous())),
        figures: gst_figures(&now, &then, period::is_over(range(month), asked.today)),
        chart: gst_chart(&now),
        table: html! {
            (files(&now))
            (gst_table(&now))
        },
    })
}

/// Of a month that is still running there is nothing to compare with the whole one before.
fn gst_figures(now: &GstReport, then: &GstReport, is_over: bool) -> Vec<Figure> {
    let money = |name, now: Paise, then: Paise| {
        let figure = Figure::compared(name, Unit::Money, now.0, then.0, More::Plain);
        if is_over { figure } else { Figure::new(name, Unit::Money, now.0) }
    };
    let numbers = |from: &Option<String>, to: &Option<String>| match (from, to) {
        (Some(from), Some(to)) if from != to => format!("{from} to {to}"),
        (Some(only), _) => only.clone(),
        _ => "none".to_owned(),
    };
    // Numbers of several series have no range in common.
    let ranges = |all: &[Documented]| match all {
        [(_, one)] => numbers(&one.documents.from, &one.documents.to),
        [] => numbers(&None, &None),
        several => format!("in {} series", several.len()),
    };
    let (documents, notes) = (&now.documents, &now.credit_notes);
    vec![
        money("Taxable", now.totals.taxable_paise, then.totals.taxable_paise),
        money("CGST", now.totals.cgst_paise, then.totals.cgst_paise),
        money(state_half(now), now.totals.sgst_paise, then.totals.sgst_paise),
        Figure::new("Invoices", Unit::Count, signed(documents.issued)).note(format!(
            "{}, {} void",
            ranges(&invoices(now)),
            documents.void
        )),
        Figure::new("Credit notes", Unit::Count, signed(notes.issued)).note(format!(
            "{}, {}",
            ranges(&credit_notes(now)),
            notes.total_paise
        )),
    ]
}

/// A series with the GSTIN it was given out under.
type Documented<'a> = (Option<&'a str>, &'a parlour_money::summaries::Series);

fn invoices(report: &GstReport) -> Vec<Documented<'_>> {
    let registered = report.registrations.iter().flat_map(|one| one.documents.iter().map(|it| (Some(&*one.gstin), it)));
    registered.chain(report.unregistered.documents.iter().map(|it| (None, it))).collect()
}

fn credit_notes(report: &GstReport) -> Vec<Documented<'_>> {
    let registered =
        report.registrations.iter().flat_map(|one| one.credit_notes.documents.iter().map(|it| (Some(&*one.gstin), it)));
    registered.chain(report.unregistered.credit_notes.documents.iter().map(|it| (None, it))).collect()
}

/// The name of the state's half in these registrations.
fn state_half(report: &GstReport) -> &'static str {
    let mut names: Vec<&str> = report.registrations.iter().map(|one| state_tax(&one.state_code)).collect();
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        ["UTGST"] => "UTGST",
        [_, _, ..] => "SGST and UTGST",
        _ => "SGST",
    }
}

/// `5 %`, `0.25 %`.
fn rate(bps: u32) -> String {
    let label = GstRate::from_bps(bps).map(GstRate::label).unwrap_or_default();
    format!("{} %", label.trim_end_matches('%'))
}

fn gst_chart(report: &GstReport) -> maud::Markup {
    let taxes = report.by_sac.iter().map(|row| row.cgst_paise.plus(row.sgst_paise).0);
    Chart {
        id: "gst",
        title: "GST by code and rate".to_owned(),
        says: format!("{} of GST in this month. The table below has every number.", report.totals.gst()),
        unit: Unit::Money,
        labels: report.by_sac.iter().map(|row| format!("{} at {}", row.sac, rate(row.rate_bps))).collect(),
        series: vec![ChartSeries::new("GST", taxes)],
    }
    .rows()
}

/// The files that the accountant takes the month by, for each registration.
fn files(report: &GstReport) -> maud::Markup {
    let href =
        |gstin: &str, format: &str| format!("/api/reports/gstr1?month={}&gstin={gstin}&format={format}", report.month);
    let file = |gstin: &str, format: &str, name: &str| {
        html! {
            a.ghost.button.small href=(href(gstin, format)) download {
                (name) span.unseen { " of " (gstin) }
            }
        }
    };
    html! {
        @if !report.registrations.is_empty() {
            h2 { "Files for the return and the books" }
            ul.rows {
                @for one in &report.registrations {
                    li {
                        strong { (one.gstin) }
                        (file(&one.gstin, "json", "GSTR-1 (JSON)"))
                        (file(&one.gstin, "tally", "Tally (XML)"))
                    }
                }
            }
        }
    }
}

/// Each registration by itself, and which numbers it gave out.
fn gst_table(report: &GstReport) -> maud::Markup {
    let cells = |first: [String; 3], money: [Paise; 3]| -> Vec<String> {
        first.into_iter().chain(money.map(|amount| amount.to_string())).collect()
    };
    let under = |gstin: &str, rows: &[SacRow]| {
        let row = |row: &SacRow| {
            let money = [row.taxable_paise, row.cgst_paise, row.sgst_paise];
            cells([gstin.to_owned(), format!("{} {}", tariff_of(&row.sac), row.sac), rate(row.rate_bps)], money)
        };
        rows.iter().map(row).collect::<Vec<_>>()
    };
    let mut rows: Vec<_> = report.registrations.iter().flat_map(|one| under(&one.gstin, &one.by_sac)).collect();
    rows.extend(under(WITHOUT_GSTIN, &report.unregistered.by_sac));
    let all = &report.totals;
    let totals =
        cells(["All".to_owned(), String::new(), String::new()], [all.taxable_paise, all.cgst_paise, all.sgst_paise]);
    let columns = ["GSTIN", "HSN/SAC", "Rate", "Taxable", "CGST", state_half(report)];
    html! {
        (table("GST by code and rate, net of credit notes", &columns, rows, Some(totals)))
        (numbers_given("Invoices", &invoices(report)))
        (numbers_given("Credit notes", &credit_notes(report)))
    }
}

const WITHOUT_GSTIN: &str = "Without a GSTIN";

fn numbers_given(title: &str, all: &[Documented<'_>]) -> maud::Markup {
    html! {
        @if !all.is_empty() {
            h2 { (title) }
            ul.rows {
                @for (gstin, one) in all {
                    @let documents = &one.documents;
                    li {
                        div {
                            strong { (documents.from.as_deref().unwrap_or_default()) " to " (documents.to.as_deref().unwrap_or_default()) }
                            p.fine { (gstin.unwrap_or(WITHOUT_GSTIN)) }
                        }
                        span.amount { (documents.issued) " issued, " (documents.void) " void" }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_rate_keeps_its_digits() {
        assert_eq!([500, 250, 25, 0].map(super::rate), ["5 %", "2.5 %", "0.25 %", "0 %"]);
    }
}
