//! CSV for spreadsheets: quoted where needed, UTF-8, protected against formula injection.

use std::fmt::Display;

use parlour_values::text_enum::text_enum;
use serde::Serialize;

text_enum! {
    /// How a report is returned.
    pub enum ReportFormat {
        Json => "json",
        Csv => "csv",
    }
}

parlour_values::input::enum_fields!(ReportFormat);

/// A report that can also be returned as CSV.
pub trait CsvReport: Serialize {
    fn csv(&self) -> Csv;
}

/// The byte order mark, by which spreadsheets recognise UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

#[derive(Clone, Debug)]
pub struct Csv {
    text: String,
}

/// One cell.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Text that a person may have written.
    Text(String),
    Number(i64),
    Rate(f64),
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<parlour_values::money::Paise> for Cell {
    fn from(amount: parlour_values::money::Paise) -> Self {
        Self::Number(amount.0)
    }
}

impl From<f64> for Cell {
    fn from(rate: f64) -> Self {
        Self::Rate(rate)
    }
}

impl Cell {
    pub fn text(text: impl Display) -> Self {
        Self::Text(text.to_string())
    }

    fn written(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Rate(rate) => rate.to_string(),
            Self::Text(text) => quoted(&without_formula(text)),
        }
    }
}

/// Text that starts like a formula gets a leading apostrophe.
fn without_formula(text: &str) -> String {
    match text.trim_start_matches(' ').chars().next() {
        Some('=' | '+' | '-' | '@' | '\t' | '\r' | '\n') => format!("'{text}"),
        _ => text.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r', ';']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl Csv {
    pub fn new(columns: &[&str]) -> Self {
        let mut csv = Self { text: BYTE_ORDER_MARK.to_string() };
        csv.line(columns.iter().map(|column| quoted(column)));
        csv
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.line(cells.into_iter().map(|cell| cell.written()));
    }

    fn line(&mut self, cells: impl Iterator<Item = String>) {
        let cells: Vec<String> = cells.collect();
        self.text.push_str(&cells.join(","));
        self.text.push_str("\r\n");
    }

    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let mut csv = Csv::new(&["name", "amount"]);
        for name in ["Asha, \"A\"", "=1+1", "+91", "-2", "@x", " =1", "मीरा"] {
            csv.row([Cell::text(name), Cell::from(-5_i64)]);
        }
        assert_eq!(
            csv.into_text(),
            "\u{feff}name,amount\r\n\"Asha, \"\"A\"\"\",-5\r\n'=1+1,-5\r\n'+91,-5\r\n'-2,-5\r\n'@x,-5\r\n' =1,-5\r\nमीरा,-5\r\n"
        );
    }
}
