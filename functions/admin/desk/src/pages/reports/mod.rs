//! `/reports`: a picture, its figures beside those of the period before, and the table behind it.

mod figures;
mod money;
mod people;
mod period;
mod products;
mod work;

use std::collections::BTreeSet;

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Refusal};
use parlour_money::reports::{GstRequest, GstinText, Range, ReportRequest, SalesGroup, SalesRequest};
use parlour_pages::parts::{Input, icon};
use parlour_pages::{Asked, Page, PageAnswer, Words};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::salon::Salon;
use parlour_values::time::IstDate;

use self::figures::Figure;
use crate::filters::{self, Filters, parameter};
use crate::pages::fields::{branch_options, named};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReportKind {
    Sales,
    Bookings,
    People,
    Customers,
    Memberships,
    Gems,
    Leads,
    Products,
    Gst,
}

impl ReportKind {
    const ALL: [Self; 9] = [
        Self::Sales,
        Self::Bookings,
        Self::People,
        Self::Customers,
        Self::Memberships,
        Self::Gems,
        Self::Leads,
        Self::Products,
        Self::Gst,
    ];

    /// Its name in the address.
    const fn key(self) -> &'static str {
        match self {
            Self::Sales => "sales",
            Self::Bookings => "bookings",
            Self::People => "people",
            Self::Customers => "customers",
            Self::Memberships => "memberships",
            Self::Gems => "gems",
            Self::Leads => "leads",
            Self::Products => "products",
            Self::Gst => "gst",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Sales => "Sales",
            Self::Bookings => "Bookings",
            Self::People => "People",
            Self::Customers => "Customers",
            Self::Memberships => "Memberships",
            Self::Gems => "Gems",
            Self::Leads => "Leads",
            Self::Products => "Products",
            Self::Gst => "GST",
        }
    }

    /// Its twin in the API, which also gives it as CSV.
    const fn call(self) -> &'static str {
        match self {
            Self::People => "/api/reports/staff",
            Self::Sales => "/api/reports/sales",
            Self::Bookings => "/api/reports/bookings",
            Self::Customers => "/api/reports/customers",
            Self::Memberships => "/api/reports/memberships",
            Self::Gems => "/api/reports/gems",
            Self::Leads => "/api/reports/leads",
            Self::Products => "/api/reports/products",
            Self::Gst => "/api/reports/gst",
        }
    }

    /// Whether the report is about some days; the others say how things stand.
    const fn has_days(self) -> bool {
        !matches!(self, Self::Memberships | Self::Gems | Self::Gst)
    }

    const fn has_branch(self) -> bool {
        matches!(self, Self::Sales | Self::Bookings | Self::People | Self::Products | Self::Gst)
    }

    fn asked(asked: &Asked) -> Self {
        let wanted = parameter(asked, "report");
        Self::ALL.into_iter().find(|report| Some(report.key()) == wanted.as_deref()).unwrap_or(Self::Sales)
    }

    fn href(self) -> String {
        format!("/reports?report={}", self.key())
    }
}

/// A report as it is shown.
struct ReportPage {
    /// Which days these are, and which they are compared with.
    says: String,
    figures: Vec<Figure>,
    chart: Markup,
    table: Markup,
}

/// The questions that any report takes.
struct WantedReport {
    report: ReportKind,
    range: Range,
    sales: Filters<SalesRequest>,
    gst: Filters<GstRequest>,
}

impl WantedReport {
    fn read(asked: &Asked) -> Result<Self, Refusal> {
        let sales = filters::read::<SalesRequest>(asked)?;
        let range = Range::of(sales.wanted.from, sales.wanted.to, asked.today);
        Ok(Self { report: ReportKind::asked(asked), range, sales, gst: filters::read(asked)? })
    }

    /// The same question of other days.
    fn request(&self, range: Range) -> ReportRequest {
        let branch_id = self.sales.wanted.branch_id.clone();
        ReportRequest { from: Some(range.from), to: Some(range.to), branch_id, format: None }
    }

    fn notice(&self) -> Markup {
        if self.report == ReportKind::Gst { self.gst.notice() } else { self.sales.notice() }
    }
}

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let wanted = WantedReport::read(&asked)?;
    let branches = Branches::of(&salon);
    let (shown, branches) =
        tokio::try_join!(shown(&salon, &asked, &wanted), async { Ok::<_, Refusal>(branches.all().await?) })?;
    let branches: Vec<&Branch> = branches.iter().map(|branch| &branch.record).collect();
    let title = format!("{} report", wanted.report.title());
    Page::private(&caller, title, render(&asked, &wanted, &branches, &shown))
}

async fn shown(salon: &Salon, asked: &Asked, wanted: &WantedReport) -> Result<ReportPage, Refusal> {
    match wanted.report {
        ReportKind::Sales => money::sales(salon, asked, wanted).await,
        ReportKind::Gst => money::gst(salon, asked, &wanted.gst.wanted).await,
        ReportKind::Bookings => work::bookings(salon, asked, wanted).await,
        ReportKind::People => work::people(salon, asked, wanted).await,
        ReportKind::Customers => people::customers(salon, asked, wanted).await,
        ReportKind::Leads => people::leads(salon, asked, wanted).await,
        ReportKind::Products => products::products(salon, asked, wanted).await,
        ReportKind::Memberships => people::memberships(salon).await,
        ReportKind::Gems => people::gems(salon).await,
    }
}

fn render(asked: &Asked, wanted: &WantedReport, branches: &[&Branch], shown: &ReportPage) -> Markup {
    let report = wanted.report;
    html! {
        div.toolbar {
            h1 { (report.title()) " report" }
            button.ghost.button.small type="button" data-print { "Print" }
            a.button.small href=(csv(asked, wanted)) download { (icon("chart")) "Download CSV" }
        }
        nav.tabs-line aria-label="Reports" {
            ul {
                @for one in ReportKind::ALL {
                    li { a href=(one.href()) aria-current=[(one == report).then_some("page")] { (one.title()) } }
                }
            }
        }
        (wanted.notice())
        (filters(asked, wanted, branches))
        p.quiet.report-says { (shown.says) }
        (figures::figures(&shown.figures))
        section.card.report-picture aria-label="Picture" { (shown.chart) }
        section.report-table aria-label="Numbers" { (shown.table) }
    }
}

fn filters(asked: &Asked, wanted: &WantedReport, branches: &[&Branch]) -> Markup {
    let report = wanted.report;
    if !report.has_days() && !report.has_branch() {
        return html! {};
    }
    let day = |name: &'static str, label: &'static str, value: IstDate| {
        Input::new(name, label).kind("date").value(filters::typed_day(asked, name, value))
    };
    let chosen = wanted.sales.wanted.branch_id.as_ref().map(|id| id.to_string());
    let group = wanted.sales.wanted.group_by.unwrap_or(SalesGroup::Day);
    html! {
        form.filters method="get" action="/reports" {
            input type="hidden" name="report" value=(report.key());
            @if report.has_days() {
                (day("from", "From", wanted.range.from))
                (day("to", "To", wanted.range.to))
            }
            @if report == ReportKind::Gst {
                @let month = wanted.gst.wanted.month.unwrap_or_else(|| asked.today.calendar_month());
                (Input::new("month", "Month").kind("month").value(month.to_string()).with("pattern", "[0-9]{4}-[0-9]{2}"))
            }
            @if report == ReportKind::Gst && gstins(branches).len() > 1 {
                (Input::choice("gstin", "GSTIN", gstins(branches),
                    wanted.gst.wanted.gstin.as_ref().map(GstinText::as_str)).or("All"))
            }
            @if report == ReportKind::Sales {
                (Input::choice("groupBy", "By", groups(), Some(group.as_str())).optional())
            }
            @if report.has_branch() && branches.len() > 1 {
                (Input::choice("branchId", "Branch", branch_options(branches), chosen.as_deref()).or("All branches"))
            }
            button.button type="submit" { "Show" }
            @if report.has_days() { (shortcuts(asked, wanted)) }
        }
    }
}

/// The GSTINs of the branches, each once.
fn gstins(branches: &[&Branch]) -> Vec<(String, String)> {
    let all: BTreeSet<&String> = branches.iter().filter_map(|branch| branch.gstin.as_ref()).collect();
    all.into_iter().map(|gstin| (gstin.clone(), gstin.clone())).collect()
}

fn groups() -> Vec<(String, String)> {
    let name = |group: SalesGroup| match group {
        SalesGroup::Day => "Day",
        SalesGroup::Service => "Service",
        SalesGroup::Staff => "Person",
        SalesGroup::PaymentMethod => "Payment method",
    };
    named(SalesGroup::ALL, name)
}

/// Periods that are asked for most.
fn shortcuts(asked: &Asked, wanted: &WantedReport) -> Markup {
    let month = asked.today.calendar_month();
    let year = asked.today.minus_days(364);
    let periods = [
        ("This month", month.first_day(), month.last_day()),
        ("Last month", month.previous().first_day(), month.previous().last_day()),
        ("Last 7 days", asked.today.minus_days(6), asked.today),
        ("Last 365 days", year, asked.today),
    ];
    html! {
        ul.periods aria-label="Periods" {
            @for (name, from, to) in periods {
                @let is_current = (from, to) == (wanted.range.from, wanted.range.to);
                @let href = filters::address(asked, &[("from", &from.to_string()), ("to", &to.to_string())]);
                li { a href=(href) aria-current=[is_current.then_some("true")] { (name) } }
            }
        }
    }
}

/// The same numbers as a file.
fn csv(asked: &Asked, wanted: &WantedReport) -> String {
    let mut query = vec!["format=csv".to_owned()];
    if wanted.report.has_days() {
        query.push(format!("from={}&to={}", wanted.range.from, wanted.range.to));
    }
    if wanted.report == ReportKind::Sales {
        query.push(format!("groupBy={}", wanted.sales.wanted.group_by.unwrap_or(SalesGroup::Day)));
    }
    if wanted.report == ReportKind::Gst {
        let month = wanted.gst.wanted.month.unwrap_or_else(|| asked.today.calendar_month());
        query.push(format!("month={month}"));
        query.extend(wanted.gst.wanted.gstin.as_ref().map(|gstin| format!("gstin={}", gstin.as_str())));
    }
    if let Some(branch) = wanted.sales.wanted.branch_id.as_ref().filter(|_| wanted.report.has_branch()) {
        query.push(format!("branchId={}", parlour_pages::paths::encoded(branch.as_str())));
    }
    format!("{}?{}", wanted.report.call(), query.join("&"))
}

/// `1 Nov 2026 to 30 Nov 2026, compared with …`.
fn compared(words: &Words, range: Range, before: Range) -> String {
    format!("{}, compared with {}", period::told(words, range), period::told(words, before))
}

/// A count as the charts take it.
fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A table with a heading for screen readers, the columns after the first being numbers.
fn table(caption: &str, columns: &[&str], rows: Vec<Vec<String>>, totals: Option<Vec<String>>) -> Markup {
    let cells = |row: &[String]| {
        html! {
            @for (at, cell) in row.iter().enumerate() {
                @if at == 0 { th scope="row" { (cell) } } @else { td.amount { (cell) } }
            }
        }
    };
    html! {
        div.table-wrap tabindex="0" role="group" aria-label=(caption) {
            table {
                caption.unseen { (caption) }
                thead { tr { @for (at, column) in columns.iter().enumerate() { th.amount[at > 0] scope="col" { (column) } } } }
                tbody { @for row in &rows { tr { (cells(row)) } } }
                @if let Some(totals) = &totals { tfoot { tr { (cells(totals)) } } }
            }
        }
    }
}
