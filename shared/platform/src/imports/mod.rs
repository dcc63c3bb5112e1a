//! Imports: what a salon brings along, row by row, under the names that exports give it.
//!
//! Each row stands on its own: it is found by what identifies it, then written as the API's own requests would write it, or
//! refused by their rules. The same rows again change nothing, so an import that broke off is simply sent once more. Nobody
//! is told.

mod columns;
mod customers;
mod identity;
mod memberships;
mod openings;
mod outcome;
mod products;
mod refusals;
mod request;
mod services;
mod staff;
mod waves;

pub use columns::{ColumnShape, ImportColumn};
pub use outcome::{ImportAnswer, ImportResult, ImportStatus};
pub use request::{
    ImportCustomersRequest, ImportKind, ImportMembershipsRequest, ImportProductsRequest, ImportRows,
    ImportServicesRequest, ImportStaffRequest, MOST_BYTES, MOST_ROWS,
};

use self::request::ImportRow;
use parlour_people::auth::Caller;
use parlour_storage::failure::Setback;
use parlour_storage::salon::Salon;

pub struct Imports<'a>(&'a Salon);

impl<'a> Imports<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }

    /// The outcome of each row, in their order.
    pub async fn import(&self, caller: &Caller, rows: ImportRows) -> Result<ImportAnswer, Setback> {
        let ImportRows { kind, rows } = rows;
        let outcomes = match kind {
            ImportKind::Customers => self.customers(caller, &rows).await,
            ImportKind::Services => self.services(caller, &rows).await,
            ImportKind::Products => self.products(caller, &rows).await,
            ImportKind::Memberships => self.memberships(caller, &rows).await,
            ImportKind::Staff => self.staff(caller, &rows).await,
        }?;
        Ok(ImportAnswer { results: (1..).zip(outcomes).map(|(row, outcome)| ImportResult::of(row, outcome)).collect() })
    }
}
