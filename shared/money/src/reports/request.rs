//! Requests of the reports.

use crate::csv::ReportFormat;

use super::Range;
use parlour_values::gstin;
use parlour_values::id::BranchId;
use parlour_values::input::{Problems, Read, body, text_type};
use parlour_values::text_enum::text_enum;
use parlour_values::time::{IstDate, Month};

text_enum! {
    pub enum SalesGroup {
        Day => "day",
        Service => "service",
        Staff => "staff",
        PaymentMethod => "paymentMethod",
    }
}

text_enum! {
    /// Which program reads a month's papers.
    pub enum TaxFileFormat {
        Json => "json",
        Tally => "tally",
    }
}

parlour_values::input::enum_fields!(SalesGroup, TaxFileFormat);

body! {
    pub struct ReportRequest, checked {
        from: Option<IstDate>,
        to: Option<IstDate>,
        branch_id: Option<BranchId>,
        format: Option<ReportFormat>,
    }
}

impl ReportRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        Range::check(read.from.given().copied(), read.to.given().copied(), problems);
    }

    pub fn range(&self, today: IstDate) -> Range {
        Range::of(self.from, self.to, today)
    }
}

body! {
    pub struct SalesRequest, checked {
        from: Option<IstDate>,
        to: Option<IstDate>,
        branch_id: Option<BranchId>,
        group_by: Option<SalesGroup>,
        format: Option<ReportFormat>,
    }
}

impl SalesRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        Range::check(read.from.given().copied(), read.to.given().copied(), problems);
    }
}

text_type! {
    /// A GSTIN that is asked for. It need not be a true one: those of invoices are as they were printed.
    pub struct GstinText, most: gstin::LENGTH, pattern: gstin::PATTERN,
        fits: |text| gstin::has_form(text.as_bytes()) => "must be a GSTIN of 15 characters";
}

body! {
    pub struct GstRequest {
        month: Option<Month>,
        gstin: Option<GstinText>,
        branch_id: Option<BranchId>,
        format: Option<ReportFormat>,
    }
}

body! {
    pub struct Gstr1Request, checked {
        month: Option<Month>,
        gstin: Option<GstinText>,
        format: Option<TaxFileFormat>,
        /// With `format=tally`: from this day of the month, the first one if left out.
        from: Option<IstDate>,
        /// With `format=tally`: up to and with this day of the month, the last one if left out.
        to: Option<IstDate>,
    }
}

impl Gstr1Request {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let (from, to) = (read.from.given().copied(), read.to.given().copied());
        let is_tally = read.format.given() == Some(&TaxFileFormat::Tally);
        let month = read.month.given().copied().or_else(|| from.or(to).map(IstDate::calendar_month));
        for (name, day) in [("from", from), ("to", to)] {
            if day.is_some() && !is_tally {
                problems.add(name, "goes with format=tally alone: a return is of a whole month");
            } else if day.is_some_and(|day| Some(day.calendar_month()) != month) {
                problems.add(name, "must be a day of the month");
            }
        }
        Range::check(from, to, problems);
    }

    /// The days of the month that are asked for.
    pub fn days(&self, today: IstDate) -> Range {
        let month = self.month.unwrap_or_else(|| self.from.or(self.to).unwrap_or(today).calendar_month());
        Range { from: self.from.unwrap_or_else(|| month.first_day()), to: self.to.unwrap_or_else(|| month.last_day()) }
    }
}
