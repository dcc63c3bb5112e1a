//! Requests of the reports.

use super::Range;
use parlour_values::id::BranchId;
use parlour_values::input::{Problems, Read, body};
use parlour_values::text_enum::text_enum;
use parlour_values::time::{IstDate, Month};

text_enum! {
    pub enum Format {
        Json => "json",
        Csv => "csv",
    }

    pub enum SalesGroup {
        Day => "day",
        Service => "service",
        Staff => "staff",
        PaymentMethod => "paymentMethod",
    }
}

parlour_values::input::enum_fields!(Format, SalesGroup);

body! {
    pub struct ReportRequest, checked {
        from: Option<IstDate>,
        to: Option<IstDate>,
        branch_id: Option<BranchId>,
        format: Option<Format>,
    }
}

impl ReportRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        Range::check(read.from.flatten(), read.to.flatten(), problems);
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
        format: Option<Format>,
    }
}

impl SalesRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        Range::check(read.from.flatten(), read.to.flatten(), problems);
    }
}

body! {
    pub struct GstRequest {
        month: Option<Month>,
        branch_id: Option<BranchId>,
        format: Option<Format>,
    }
}
