//! Changes of the stock of a product at a branch, one item each time.

use serde::{Deserialize, Serialize};

use parlour_storage::act::Act;
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, InvoiceId, ProductId, Random, StockMovementId};
use parlour_values::money::Paise;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    pub enum StockMovementKind {
        Received => "received",
        /// Used up in the salon.
        Used => "used",
        /// Put right after a count.
        Adjusted => "adjusted",
        /// To another branch, or from it.
        Transferred => "transferred",
        /// On an invoice.
        Sold => "sold",
        /// Given back, where an invoice was voided or credited.
        Returned => "returned",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StockMovement {
    pub id: StockMovementId,
    pub product_id: ProductId,
    pub branch_id: BranchId,
    /// Stored as `kind_of`: a row's `kind` is that of the record.
    #[serde(rename = "kind_of")]
    pub kind: StockMovementKind,
    /// Negative where stock falls.
    pub quantity: i64,
    /// The stock afterwards.
    pub on_hand: i64,
    /// The price one piece was bought for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: Option<Paise>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub note: Option<String>,
    /// The branch it went to, or came from, when it was transferred.
    #[serde(default, skip_serializing_if = "is_default")]
    pub other_branch_id: Option<BranchId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub invoice_id: Option<InvoiceId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub invoice_number: Option<DocumentNumber>,
    /// The id of the user, token or job that did it.
    pub by: String,
    pub created_at: Instant,
}

/// The invoice on which stock is sold or given back.
#[derive(Clone, Copy, Debug)]
pub struct OnInvoice<'a> {
    pub id: &'a InvoiceId,
    pub number: &'a DocumentNumber,
}

impl StockMovement {
    /// How much there is afterwards is only known when it is written.
    pub(super) fn new(
        random: &Random,
        act: &Act,
        product: &ProductId,
        branch: &BranchId,
        kind: StockMovementKind,
        quantity: i64,
    ) -> Self {
        Self {
            id: random.id(),
            product_id: product.clone(),
            branch_id: branch.clone(),
            kind,
            quantity,
            on_hand: 0,
            cost: None,
            note: None,
            other_branch_id: None,
            invoice_id: None,
            invoice_number: None,
            by: act.actor.id().to_owned(),
            created_at: act.at,
        }
    }

    pub(super) fn on(self, invoice: OnInvoice<'_>) -> Self {
        Self { invoice_id: Some(invoice.id.clone()), invoice_number: Some(invoice.number.clone()), ..self }
    }
}

impl Record for StockMovement {
    const KIND: &'static str = "stock_movement";

    fn key(&self) -> Key {
        keys::stock_movement(&self.product_id, &self.id)
    }
}
