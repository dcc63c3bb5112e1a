//! One line of a customer's gem history.

use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Record, keys};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::id::{GemTransactionId, InvoiceId, UserId};
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    pub enum GemTransactionType {
        Earned => "earned",
        Redeemed => "redeemed",
        Expired => "expired",
        Adjusted => "adjusted",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GemTransaction {
    pub id: GemTransactionId,
    pub user_id: UserId,
    /// Stored as `kind_of`: a row's `kind` is that of the record.
    #[serde(rename = "kind_of")]
    pub kind: GemTransactionType,
    /// Negative where gems leave the account.
    pub gems: Gems,
    pub description: String,
    /// When an earning ends.
    pub expires_at: Option<Instant>,
    pub invoice_id: Option<InvoiceId>,
    pub invoice_number: Option<DocumentNumber>,
    pub created_at: Instant,
}

impl Record for GemTransaction {
    const KIND: &'static str = "gem_transaction";

    fn key(&self) -> Key {
        keys::gem_transaction(&self.user_id, &self.id)
    }
}
