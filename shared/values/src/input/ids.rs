//! Identifiers as request fields.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::field::Field;
use super::problems::Problems;
use super::text::Line;

/// An id, limited in bytes because the table's keys are; our own ids are far shorter.
fn id_text(value: &Value, path: &str, problems: &mut Problems) -> Option<String> {
    let text = Line::<1, 256>::from_json(value, path, problems)?;
    if text.len() > 256 {
        problems.add(path, "must be an id");
        return None;
    }
    Some(text.into())
}

/// An id in a request: any non-empty text.
macro_rules! id_fields {
    ($($name:ident),* $(,)?) => {$(
        impl Field for crate::id::$name {
            type Read = Option<Self>;

            fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
                id_text(value, path, problems).map(Self::from)
            }

            fn field_schema() -> RefOr<Schema> {
                Line::<1, 256>::field_schema()
            }
        }
    )*};
}

id_fields! {
    UserId, BranchId, CategoryId, ServiceId, BookingId, LeadId, TagId, OfferId, TierId, MembershipId, InvoiceId,
    NotificationId, StaffId, LeaveId, BlockId, ClosureId, InviteId, SessionId,
    LineId, PaymentId, ProductId, ResourceId, WishId, RepeatId,
}
