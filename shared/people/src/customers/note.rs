//! A note on a customer, as it is kept.

use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Record, keys};
use parlour_values::id::{BookingId, NoteId, UserId};
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CustomerNote {
    pub id: NoteId,
    pub customer_id: UserId,
    pub author_id: UserId,
    /// The booking it is about, if about one.
    pub booking_id: Option<BookingId>,
    pub content: String,
    pub created_at: Instant,
}

impl Record for CustomerNote {
    const KIND: &'static str = "customer_note";

    fn key(&self) -> Key {
        keys::customer_note(&self.customer_id, &self.id)
    }
}
