//! The bodies of the job routes as OpenAPI describes them. They are read leniently and written by each job itself.

use utoipa::ToSchema;

use parlour_values::id::{BookingId, InvoiceId, MembershipId};
use parlour_values::input::body;

body! {
    /// The record that a triggered job is about; one that names none does nothing.
    pub struct JobBody {
        booking_id: Option<BookingId>,
        membership_id: Option<MembershipId>,
        invoice_id: Option<InvoiceId>,
    }
}

/// The answer of a job; each gives the fields that fit it.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct JobAnswer {
    pub success: bool,
    /// How many records this run acted on.
    pub processed: Option<u64>,
    /// How many people were told.
    pub notified: Option<u64>,
    /// Whether something went out.
    pub sent: Option<bool>,
    /// The outcome of a request nobody answered: `none`, `alerted` or `rejected`.
    pub action: Option<String>,
    /// Whether the mail carries the PDF.
    pub attached: Option<bool>,
    /// Why it does not, or why nothing was sent.
    pub reason: Option<String>,
}
