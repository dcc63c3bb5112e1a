//! A note on a customer, as it is kept.

use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Places, Record, is_default, keys};
use parlour_values::id::{BookingId, NoteId, UserId};
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    /// Kinds of notes.
    #[derive(Default)]
    pub enum NoteKind {
        #[default]
        Note => "note",
        /// The mixture for their hair or skin.
        Formula => "formula",
        /// How a trial of a product on their skin went.
        PatchTest => "patch_test",
    }
}

parlour_values::input::enum_fields!(NoteKind);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CustomerNote {
    pub id: NoteId,
    pub customer_id: UserId,
    pub author_id: UserId,
    /// The booking it is about, if about one.
    pub booking_id: Option<BookingId>,
    /// Rows say their own kind under that name.
    #[serde(rename = "note_kind", default, skip_serializing_if = "is_default")]
    pub kind: NoteKind,
    /// Listed before the others.
    #[serde(default, skip_serializing_if = "is_default")]
    pub pinned: bool,
    /// Written by the customer, in answer to a message.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_reply: bool,
    pub content: String,
    pub created_at: Instant,
}

impl Record for CustomerNote {
    const KIND: &'static str = "customer_note";

    fn key(&self) -> Key {
        keys::customer_note(&self.customer_id, &self.id)
    }

    fn places(&self) -> Places {
        Places { g1: self.is_reply.then(|| keys::reply(&self.id)), ..Places::default() }
    }
}
