//! The numbers of tax documents: consecutive per branch, series and financial year, in the 16 characters the law allows.
//!
//! A number is the branch's code, the financial year and the count: `BLR/26-27/00042`. Rule 46(b) bounds it at 16 of
//! `A-Za-z0-9-/`, so a longer code or count takes a shorter way of writing the year:
//!
//! | Code | Invoice | Credit note |
//! |---|---|---|
//! | up to 3 characters | `BLR/26-27/00042` | `BLR/C26-27/00042` |
//! | 4 | `BLR2/26-27/00042` | `BLR2/C2627/00042` |
//! | 5 | `BLRHQ/2627/00042` | `BLRHQ/C26/00042` |
//! | 6 | `BLRHQ2/26/00042` | `BLRHQ2/C26/00042` |
//!
//! A code of more than six characters is represented by its first two and four letters made from the whole of it, so
//! that branches of one GSTIN keep series of their own. A six-character branch can issue 999,999 invoices and 99,999
//! credit notes in a year; after that the series is exhausted, and says so.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::text_enum::text_enum;
use crate::time::{IstDate, Month};

const MAX_LENGTH: usize = 16;
/// Up to here a branch's code appears in its numbers as it is.
pub const MAX_CODE_LENGTH: usize = 6;

/// April to March, counted in IST.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FinancialYear(i32);

impl FinancialYear {
    pub fn of(day: IstDate) -> Self {
        Self(if day.month() >= 4 { day.year() } else { day.year() - 1 })
    }

    /// The calendar year it begins in.
    pub fn begins(self) -> i32 {
        self.0
    }

    /// April first.
    pub fn months(self) -> impl Iterator<Item = Month> {
        std::iter::successors(Some(Month { year: self.0, month: 4 }), |month| Some(month.next())).take(12)
    }

    fn first(self) -> String {
        format!("{:02}", self.0.rem_euclid(100))
    }

    fn second(self) -> String {
        format!("{:02}", (self.0 + 1).rem_euclid(100))
    }
}

/// `26-27`.
impl fmt::Display for FinancialYear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first(), self.second())
    }
}

text_enum! {
    /// Which documents count together. Credit notes have numbers of their own, told apart by a `C` before the year, and so
    /// have the records of membership sessions, by an `S`: they are no tax documents, and would leave gaps among those.
    pub enum DocumentSeries {
        Invoice => "invoice",
        CreditNote => "credit_note",
        SessionRecord => "session_record",
    }
}

impl DocumentSeries {
    fn mark(self) -> &'static str {
        match self {
            Self::Invoice => "",
            Self::CreditNote => "C",
            Self::SessionRecord => "S",
        }
    }
}

/// No number of at most 16 characters is left in this branch's year.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the branch has used up its document numbers for this financial year")]
pub struct SeriesExhausted;

/// A number as printed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String)]
pub struct DocumentNumber(String);

impl DocumentNumber {
    /// The `count`th document (from 1) of a branch, series and financial year.
    pub fn new(
        series: DocumentSeries,
        branch_code: &str,
        year: FinancialYear,
        count: u64,
    ) -> Result<Self, SeriesExhausted> {
        let (code, mark) = (series_code(branch_code), series.mark());
        let (first, second) = (year.first(), year.second());
        [format!("{first}-{second}"), format!("{first}{second}"), first]
            .into_iter()
            .map(|years| format!("{code}/{mark}{years}/{count:05}"))
            .find(|number| number.len() <= MAX_LENGTH)
            .map(Self)
            .ok_or(SeriesExhausted)
    }

    /// A number read back from where it was kept.
    pub fn stored(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DocumentNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a branch's code appears in its numbers. Two branches must not share it: whoever adds a branch can compare.
pub fn series_code(branch_code: &str) -> String {
    let code: String = branch_code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
    if code.len() <= MAX_CODE_LENGTH {
        return code;
    }
    let letters = Sha256::digest(code.as_bytes()).into_iter().take(4).map(|byte| char::from(b'A' + byte % 26));
    code.chars().take(MAX_CODE_LENGTH - 4).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::document_number::*;
    use crate::time::Instant;

    fn number(series: DocumentSeries, code: &str, count: u64) -> String {
        let year = FinancialYear::of("2026-11-16".parse().unwrap());
        DocumentNumber::new(series, code, year, count).unwrap().to_string()
    }

    #[test]
    fn the_financial_year_turns_at_midnight_on_the_first_of_april_in_india() {
        let year = |text: &str| FinancialYear::of(text.parse::<Instant>().unwrap().ist_date()).to_string();
        assert_eq!(year("2026-03-31T18:29:59Z"), "25-26");
        assert_eq!(year("2026-03-31T18:30:00Z"), "26-27");
        assert_eq!(year("2027-01-15T00:00:00Z"), "26-27");
        assert_eq!(year("2099-06-01T00:00:00Z"), "99-00");
    }

    #[test]
    fn longer_codes_write_the_year_shorter() {
        for (code, invoice, credit_note) in [
            ("BLR", "BLR/26-27/00042", "BLR/C26-27/00042"),
            ("BLR2", "BLR2/26-27/00042", "BLR2/C2627/00042"),
            ("BLRHQ", "BLRHQ/2627/00042", "BLRHQ/C26/00042"),
            ("BLRHQ2", "BLRHQ2/26/00042", "BLRHQ2/C26/00042"),
        ] {
            assert_eq!(number(DocumentSeries::Invoice, code, 42), invoice);
            assert_eq!(number(DocumentSeries::CreditNote, code, 42), credit_note);
            assert_eq!(number(DocumentSeries::SessionRecord, code, 42), credit_note.replace("/C", "/S"));
        }
    }

    #[test]
    fn counts_above_five_digits_still_fit() {
        assert_eq!(number(DocumentSeries::Invoice, "BLR", 100_000), "BLR/26-27/100000");
        assert_eq!(number(DocumentSeries::Invoice, "BLR2", 100_000), "BLR2/2627/100000");
        assert_eq!(number(DocumentSeries::Invoice, "BLRHQ2", 999_999), "BLRHQ2/26/999999");
        let year = FinancialYear(2026);
        assert_eq!(DocumentNumber::new(DocumentSeries::Invoice, "BLRHQ2", year, 1_000_000), Err(SeriesExhausted));
    }

    #[test]
    fn very_long_codes_keep_series_of_their_own() {
        let (north, south) = (
            number(DocumentSeries::Invoice, "BANGALORENORTH", 1),
            number(DocumentSeries::Invoice, "BANGALORESOUTH", 1),
        );
        assert_ne!(north, south);
        assert_eq!(north, "BAILFX/26/00001", "a branch keeps its letters for good");
    }

    #[test]
    fn a_number_and_a_year_read_back_as_they_were() {
        assert_eq!(DocumentNumber::stored("BLR/26-27/00042").as_str(), "BLR/26-27/00042");
        let year = FinancialYear::of("2027-03-31".parse().unwrap());
        assert_eq!(year.begins(), 2026);
        let months: Vec<String> = year.months().map(|month| month.to_string()).collect();
        assert_eq!((months.len(), months[0].as_str(), months[11].as_str()), (12, "2026-04", "2027-03"));
    }

    proptest! {
        #[test]
        fn every_number_is_lawful_and_no_two_are_alike(
            code in "[A-Z0-9]{1,20}", other in "[A-Z0-9]{1,6}", count in 1..99_999_u64, next in 1..99_999_u64
        ) {
            let all = [
                number(DocumentSeries::Invoice, &code, count),
                number(DocumentSeries::CreditNote, &code, count),
                number(DocumentSeries::Invoice, &other, next),
            ];
            for number in &all {
                prop_assert!(number.len() <= 16, "{}", number);
                prop_assert!(number.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'/'));
            }
            prop_assert_ne!(&all[0], &all[1]);
            prop_assert_eq!(all[0] == all[2], series_code(&code) == other && count == next);
        }
    }
}
