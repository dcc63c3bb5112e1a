//! Identifiers as fields of a request.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::field::Field;
use super::problems::Problems;
use super::text::Text;

/// The text of an identifier. A key of the table is measured in bytes, so an id is too: ours are far shorter.
fn id_text(value: &Value, path: &str, problems: &mut Problems) -> Option<String> {
    let text = Text::<1, 256>::from_json(value, path, problems)?;
    if text.len() > 256 {
        problems.add(path, "must be an id");
        return None;
    }
    Some(text.into())
}

/// An identifier given in a request: any text but the empty one.
macro_rules! id_fields {
    ($($name:ident),* $(,)?) => {$(
        impl Field for crate::id::$name {
            fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
                id_text(value, path, problems).map(Self::from)
            }

            fn field_schema() -> RefOr<Schema> {
                Text::<1, 256>::field_schema()
            }
        }
    )*};
}

id_fields! {
    UserId, BranchId, CategoryId, ServiceId, BookingId, LeadId, TagId, OfferId, TierId, MembershipId, InvoiceId,
    NotificationId, StaffId, LeaveId, BlockId, ClosureId, InviteId,
}
