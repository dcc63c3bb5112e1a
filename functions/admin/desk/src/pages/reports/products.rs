//! The sales of each product, and its stock.

use parlour_http::Refusal;
use parlour_money::reports::Reports;
use parlour_pages::Asked;
use parlour_storage::salon::Salon;

use super::figures::{Figure, More};
use super::period::{self, Ahead};
use super::{ReportPage, WantedReport, compared, table};
use crate::chart::{Chart, ChartSeries, Unit};

/// How many of the products that sold best the picture shows.
const BEST: usize = 12;

pub async fn products(salon: &Salon, asked: &Asked, wanted: &WantedReport) -> Result<ReportPage, Refusal> {
    let before = period::before(wanted.range, asked.today, Ahead::Empty);
    let (reports, now, then) = (Reports::of(salon), wanted.request(wanted.range), wanted.request(before));
    let (now, then) = tokio::try_join!(reports.products(&now), reports.products(&then))?;
    let (all, earlier) = (now.totals, then.totals);
    let mut best: Vec<_> = now.products.iter().filter(|row| row.sold_quantity > 0).collect();
    best.sort_by_key(|row| std::cmp::Reverse(row.net_paise));
    best.truncate(BEST);
    let chart = Chart {
        id: "products",
        title: "Sales by product".to_owned(),
        says: format!("{} pieces for {}. The table below has every number.", all.sold_quantity, all.net_paise),
        unit: Unit::Money,
        labels: best.iter().map(|row| format!("{}, {}", row.name, row.branch_name)).collect(),
        series: vec![ChartSeries::new("Sold", best.iter().map(|row| row.net_paise.0))],
    };
    let rows = now.products.iter().map(|row| {
        vec![
            row.name.clone(),
            row.branch_name.clone(),
            Unit::Count.exact(row.sold_quantity),
            row.net_paise.to_string(),
            row.taxable_paise.to_string(),
            Unit::Count.exact(row.on_hand),
            row.value_paise.map_or_else(|| "–".to_owned(), |value| value.to_string()),
        ]
    });
    let totals = vec![
        "All".to_owned(),
        String::new(),
        Unit::Count.exact(all.sold_quantity),
        all.net_paise.to_string(),
        all.taxable_paise.to_string(),
        String::new(),
        all.value_paise.to_string(),
    ];
    Ok(ReportPage {
        says: compared(&asked.words, wanted.range, before),
        figures: vec![
            Figure::compared("Sold", Unit::Money, all.net_paise.0, earlier.net_paise.0, More::Better),
            Figure::compared("Pieces", Unit::Count, all.sold_quantity, earlier.sold_quantity, More::Better),
            Figure::new("Stock at cost", Unit::Money, all.value_paise.0).note("now"),
        ],
        chart: chart.rows(),
        table: table(
            "Products sold and in stock",
            &["Product", "Branch", "Sold", "Taken", "Without GST", "In stock", "At cost"],
            rows.collect(),
            Some(totals),
        ),
    })
}
