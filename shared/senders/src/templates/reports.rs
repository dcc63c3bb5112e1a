//! Reports to the owner: the day's and the week's sales, the month's GST; by email and in the team's chat.

use std::fmt::Write as _;

use super::letter::LetterPart;
use super::{Brand, NoticeDraft, OwnLinks, Texts, paragraph, phrasing};
use crate::{ChatMessage, NotificationType};
use parlour_values::gst::tariff_of;
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::time::{IstDate, Month};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Daily(SalesFacts),
    Weekly(SalesFacts),
    MonthlyGst(GstFacts),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalesFacts {
    pub from: IstDate,
    pub to: IstDate,
    /// Net of what was refunded, GST included.
    pub total: Paise,
    /// By credit notes of these days.
    pub refunded: Paise,
    pub gst: Paise,
    pub discounts: Paise,
    pub invoices: u64,
    /// `cash`, `upi`, `card`, in the order to show.
    pub by_payment_method: Vec<(String, Paise)>,
    pub by_branch: Vec<BranchSales>,
    /// Booking statuses and how many, in the order to show.
    pub bookings: Vec<(String, u64)>,
    pub top_services: Vec<ServiceSales>,
    /// The total of the period before, to compare with.
    pub previous_total: Option<Paise>,
    pub previous_refunded: Paise,
    /// Products to be ordered again, in the order to show.
    pub low_products: Vec<LowStock>,
    /// The last hash of the audit chain, which nobody can rewrite in what has been mailed.
    pub audit_head: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchSales {
    pub name: String,
    pub invoices: u64,
    pub total: Paise,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceSales {
    pub name: String,
    pub count: u64,
    pub total: Paise,
}

/// A product of which a branch has little left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowStock {
    pub name: String,
    pub branch: String,
    pub on_hand: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GstFacts {
    pub month: Month,
    /// By GSTIN, those without one last.
    pub registrations: Vec<GstRegistration>,
    pub invoices: u64,
    pub total: Paise,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GstRegistration {
    /// None: sold without one.
    pub gstin: Option<String>,
    /// The name of the state's half there.
    pub state_tax: &'static str,
    pub rows: Vec<GstRow>,
    pub documents: Vec<GstDocuments>,
    /// Net of its credit notes.
    pub total: Paise,
    pub credit_notes: u64,
    pub credited: Paise,
}

/// The numbers given out in one series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GstDocuments {
    pub from: String,
    pub to: String,
    pub issued: u64,
    pub void: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GstRow {
    pub sac: String,
    pub rate_bps: u32,
    pub taxable: Paise,
    pub cgst: Paise,
    pub sgst: Paise,
}

impl Report {
    pub fn kind(&self) -> NotificationType {
        match self {
            Self::Daily(_) => NotificationType::DailySalesReport,
            Self::Weekly(_) => NotificationType::WeeklyReport,
            Self::MonthlyGst(_) => NotificationType::MonthlyGstSummary,
        }
    }

    pub fn texts(&self, brand: &Brand) -> Texts {
        let head = self.audit_head().map(|head| paragraph(format!("The audit log ends with {head}.")));
        let parts = std::iter::once(paragraph(self.summary())).chain(self.tables()).chain(head).collect();
        let subject = format!("{}: {}", self.title(), self.headline());
        let mut draft =
            NoticeDraft::for_team(self.kind(), self.title(), self.summary(), subject, parts, "Open the reports");
        draft.letter.footnote = Some("You get this because you are one of the report recipients.");
        draft.finish(brand, OwnLinks::default(), Language::English)
    }

    /// The same for the team's chat.
    pub fn chat(&self) -> ChatMessage {
        let mut text = format!("*{}*\n{}\n", self.title(), self.summary());
        for table in self.tables() {
            if let LetterPart::Table { title, rows } = table {
                let _ = write!(text, "\n*{title}*\n");
                for row in rows {
                    let (name, figures) = row
                        .split_first()
                        .map_or((String::new(), String::new()), |(name, figures)| (name.clone(), figures.join(" · ")));
                    let _ = writeln!(text, "• {name}: {figures}");
                }
            }
        }
        ChatMessage { kind: self.kind(), text }
    }

    fn audit_head(&self) -> Option<&str> {
        match self {
            Self::Daily(facts) => facts.audit_head.as_deref(),
            Self::Weekly(_) | Self::MonthlyGst(_) => None,
        }
    }

    fn title(&self) -> String {
        match self {
            Self::Daily(facts) => format!("Sales of {}", phrasing::days(facts.from, facts.to)),
            Self::Weekly(facts) => format!("Sales from {}", phrasing::days(facts.from, facts.to)),
            Self::MonthlyGst(facts) => format!("GST summary for {}", phrasing::month(facts.month)),
        }
    }

    fn headline(&self) -> String {
        match self {
            Self::Daily(facts) | Self::Weekly(facts) => facts.total.to_string(),
            Self::MonthlyGst(facts) => format!("{} of GST", facts.tax()),
        }
    }

    fn summary(&self) -> String {
        match self {
            Self::Daily(facts) => facts.summary("the day before"),
            Self::Weekly(facts) => facts.summary("the week before"),
            Self::MonthlyGst(facts) => format!(
                "{}, {} in all, of which {} is GST.",
                phrasing::count(facts.invoices, "invoice"),
                facts.total,
                facts.tax()
            ),
        }
    }

    fn tables(&self) -> Vec<LetterPart> {
        match self {
            Self::Daily(facts) | Self::Weekly(facts) => facts.tables(),
            Self::MonthlyGst(facts) => facts.tables(),
        }
    }
}

impl SalesFacts {
    /// Nothing was sold, and nothing given back.
    fn is_empty(&self) -> bool {
        self.invoices == 0 && self.total == Paise::ZERO
    }

    fn summary(&self, before: &str) -> String {
        let taken = match (self.is_empty(), self.bookings.is_empty()) {
            (true, true) => "Nothing was sold, and there were no bookings.".to_owned(),
            (true, false) => "Nothing was sold.".to_owned(),
            (false, _) => {
                let invoices = phrasing::count(self.invoices, "invoice");
                let refunded = match self.refunded {
                    Paise::ZERO => String::new(),
                    refunded => format!(" after {refunded} refunded,"),
                };
                format!("{} from {invoices},{refunded} {} of it GST.", self.total, self.gst)
            }
        };
        match self.previous_total {
            // Nothing twice need not be said twice.
            Some(previous) if self.is_empty() && previous <= Paise::ZERO => taken,
            // What was sold and given back came in all the same.
            Some(previous) if previous.plus(self.previous_refunded) == Paise::ZERO => {
                format!("{taken} Nothing came in {before}.")
            }
            Some(previous) => format!("{taken} {}", comparison(self.total, previous, before)),
            None => taken,
        }
    }

    fn tables(&self) -> Vec<LetterPart> {
        let bookings = self.bookings.iter().map(|(status, number)| vec![status_name(status), number.to_string()]);
        let bookings = ("Bookings", bookings.collect());
        let low = self
            .low_products
            .iter()
            .map(|low| vec![low.name.clone(), low.branch.clone(), format!("{} left", low.on_hand)]);
        let low = ("To be ordered", low.collect());
        if self.is_empty() {
            return with_rows([bookings, low]);
        }
        let mut payments: Vec<Vec<String>> =
            self.by_payment_method.iter().map(|(method, paise)| vec![method_name(method), paise.to_string()]).collect();
        if self.discounts > Paise::ZERO {
            payments.push(vec!["Discounts given".to_owned(), self.discounts.to_string()]);
        }
        let branches = self.by_branch.iter().map(|branch| {
            vec![branch.name.clone(), phrasing::count(branch.invoices, "invoice"), branch.total.to_string()]
        });
        let services = self
            .top_services
            .iter()
            .map(|service| vec![service.name.clone(), format!("× {}", service.count), service.total.to_string()]);
        with_rows([
            ("How the bills were paid", payments),
            ("Branches", branches.collect()),
            bookings,
            ("Most loved", services.collect()),
            low,
        ])
    }
}

impl GstFacts {
    fn tax(&self) -> Paise {
        self.registrations.iter().flat_map(|one| &one.rows).map(|row| row.cgst.plus(row.sgst)).sum()
    }

    /// With several registrations each table says whose it is.
    fn tables(&self) -> Vec<LetterPart> {
        let named = self.registrations.len() > 1;
        self.registrations.iter().flat_map(|one| one.tables(named)).collect()
    }
}

impl GstRegistration {
    fn tables(&self, named: bool) -> Vec<LetterPart> {
        let of = match (&self.gstin, named) {
            (Some(gstin), true) => format!(" of {gstin}"),
            (None, true) => " without a GSTIN".to_owned(),
            (_, false) => String::new(),
        };
        let by_sac = self.rows.iter().map(|row| {
            vec![
                format!("{} {} at {}", tariff_of(&row.sac), row.sac, percent(row.rate_bps)),
                format!("taxable {}", row.taxable),
                format!("CGST {}", row.cgst),
                format!("{} {}", self.state_tax, row.sgst),
            ]
        });
        let documents = self.documents.iter().map(|one| {
            vec![format!("{} to {}", one.from, one.to), format!("{} issued", one.issued), format!("{} void", one.void)]
        });
        let total = |title: &str, each: fn(&GstRow) -> Paise| {
            vec![title.to_owned(), self.rows.iter().map(each).sum::<Paise>().to_string()]
        };
        let mut totals = vec![
            total("Taxable value", |row| row.taxable),
            total("CGST", |row| row.cgst),
            total(self.state_tax, |row| row.sgst),
            vec!["Invoiced".to_owned(), self.total.plus(self.credited).to_string()],
        ];
        if self.credit_notes > 0 {
            let of_notes = [self.credit_notes.to_string(), self.credited.to_string()];
            totals.push(std::iter::once("Credit notes".to_owned()).chain(of_notes).collect());
            totals.push(vec!["Net".to_owned(), self.total.to_string()]);
        }
        with_rows_of(
            [("Totals", totals), ("By service code", by_sac.collect()), ("Invoices", documents.collect())],
            &of,
        )
    }
}

fn with_rows<const N: usize>(tables: [(&'static str, Vec<Vec<String>>); N]) -> Vec<LetterPart> {
    with_rows_of(tables, "")
}

/// The tables that have rows, each title with whose they are.
fn with_rows_of<const N: usize>(tables: [(&'static str, Vec<Vec<String>>); N], of: &str) -> Vec<LetterPart> {
    tables
        .into_iter()
        .filter(|(_, rows)| !rows.is_empty())
        .map(|(title, rows)| LetterPart::Table { title: format!("{title}{of}"), rows })
        .collect()
}

/// `Up 12 % on the week before (₹8,900).` What went below nothing is no share of anything.
fn comparison(now: Paise, previous: Paise, before: &str) -> String {
    let change = now.minus(previous);
    let way = match change.0.signum() {
        1 => "Up",
        -1 => "Down",
        _ => return format!("The same as {before}."),
    };
    if previous <= Paise::ZERO || now < Paise::ZERO {
        return format!("{way} from {previous} {before}.");
    }
    let share = Paise(change.0.saturating_abs()).portion(100, previous.0).0;
    format!("{way} {share} % on {before} ({previous}).")
}

/// `5 %`, `2.5 %`.
fn percent(bps: u32) -> String {
    match (bps / 100, bps % 100) {
        (whole, 0) => format!("{whole} %"),
        (whole, rest) => format!("{} %", format!("{whole}.{rest:02}").trim_end_matches('0')),
    }
}

fn method_name(method: &str) -> String {
    match method {
        "cash" => "Cash".to_owned(),
        "upi" => "UPI".to_owned(),
        "card" => "Card".to_owned(),
        "due" => "Left due".to_owned(),
        "none" => "Nothing to pay".to_owned(),
        other => other.to_owned(),
    }
}

/// `no_show` reads `No show`.
fn status_name(status: &str) -> String {
    let words = status.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
