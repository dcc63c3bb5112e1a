//! One line of a customer's gem history.

use serde::{Deserialize, Serialize};

use super::Gems;
use crate::id::{GemTransactionId, InvoiceId, UserId};
use crate::invoices::number::DocumentNumber;
use crate::table::{Key, Record, keys};
use crate::text_enum::text_enum;
use crate::time::Instant;

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
    pub kind_of: GemTransactionType,
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
