//! Reports for managers.

mod gst;
mod people;
mod products;
mod request;
mod sales;
mod tax_file;
mod work;

pub use crate::csv::{self, CsvReport, ReportFormat};
pub use crate::range::Range;
pub use gst::{CreditNotes, GstReport, RegistrationReport, SacRow, UnregisteredReport};
pub use people::{CustomersReport, GemsReport, LeadSource, LeadsReport, MembershipsReport, TierMemberships};
pub use products::{ProductRow, ProductTotals, ProductsReport};
pub use request::{GstRequest, GstinText, Gstr1Request, ReportRequest, SalesGroup, SalesRequest, TaxFileFormat};
pub use sales::{SalesReport, SalesTotals};
pub use tax_file::{TaxFile, TaxFileError};
pub use work::{BookingsReport, StaffReport, StaffRow};

use parlour_storage::salon::Salon;

pub struct Reports<'a>(&'a Salon);

impl<'a> Reports<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// A ratio with four decimals; 0 if the whole is 0.
fn rate(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    let ten_thousandths = part.saturating_mul(10_000).saturating_add(whole / 2) / whole;
    f64::from(u32::try_from(ten_thousandths).unwrap_or(u32::MAX)) / 10_000.0
}
