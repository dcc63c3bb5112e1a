//! Daily takings of a branch, stored once the day is over, so that reports need not read every invoice.

mod detail;
mod money;
mod store;
mod summary;

pub use detail::{DayDetail, ProductSales, Registration, Series};
pub use money::DayMoney;
pub use store::Summaries;
pub use summary::{DaySummary, Documents, Group, ROUND_OFF, SalesTally, TaxGroup};
