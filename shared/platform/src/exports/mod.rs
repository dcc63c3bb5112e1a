//! Exports: everything of one kind, page by page, so that a salon can leave with what is its own.
//!
//! A page has up to 1,000 records, and fewer where they are large; the cursor says where the next one begins. Lists are read
//! in the order in which the table keeps them, newest first, and a page costs the same in a small salon and in a large one.
//! What can be imported again has the names of the imports' fields.

mod customers;
mod lists;
mod place;
mod request;
mod rows;
mod sheet;

pub use place::ExportCursor;
pub use request::{ExportFormat, ExportKind, ExportRequest};

use self::place::Place;
use self::sheet::Sheet;
use parlour_people::auth::Caller;
use parlour_people::customers::Customers;
use parlour_storage::events::FeedError;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::salon::Salon;

/// The most records of a page.
const ROWS: usize = 1_000;
/// The most branches that are looked into for a page: those without a record cost a call too.
const BRANCHES: usize = 25;

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("the cursor is not one of this export")]
    BadCursor,
    #[error(transparent)]
    Feed(#[from] FeedError),
}

impl Refused for ExportError {}

/// A page as it is sent.
#[derive(Debug)]
pub struct ExportPage {
    pub text: String,
    /// None at the end.
    pub next: Option<ExportCursor>,
}

pub struct Exports<'a>(&'a Salon);

impl<'a> Exports<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }

    /// A page of a list, whose caller is noted to have exported it where it tells of customers.
    pub async fn page(
        &self,
        caller: &Caller,
        kind: ExportKind,
        request: &ExportRequest,
    ) -> Result<ExportPage, Failure<ExportError>> {
        let cursor = request.after.as_deref().map(str::parse::<ExportCursor>).transpose()?;
        let after = cursor.map(|cursor| cursor.of(kind)).transpose()?;
        let mut sheet = Sheet::new(kind, request.format.unwrap_or(ExportFormat::Ndjson));
        let next = match kind {
            ExportKind::Customers => self.customers(after, &mut sheet).await,
            ExportKind::Bookings => self.bookings(after, &mut sheet).await,
            ExportKind::Invoices => self.invoices(&caller.act, after, &mut sheet).await,
            ExportKind::Leads => self.leads(after, &mut sheet).await,
            ExportKind::Memberships => self.memberships(after, &mut sheet).await,
            ExportKind::Gems => self.gems(after, &mut sheet).await,
            ExportKind::Events => self.events(after, &mut sheet).await,
            ExportKind::Products => self.products(after, &mut sheet).await,
            ExportKind::Services => self.services(after, &mut sheet).await,
            ExportKind::Staff => self.staff(after, &mut sheet).await,
        }?;
        if kind.tells_of_customers() {
            Customers::of(self.0).note_export(caller, kind.as_str()).await?;
        }
        Ok(ExportPage { text: sheet.into_text(), next: next.map(|place| ExportCursor::new(kind, place)) })
    }
}
