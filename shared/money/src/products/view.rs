//! Products and their stock as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::movement::{StockMovement, StockMovementKind};
use super::{Product, Stock};
use parlour_people::auth::Caller;
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, InvoiceId, ProductId, StockMovementId};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductView {
    pub id: ProductId,
    pub name: String,
    pub brand: Option<String>,
    pub barcode: Option<String>,
    pub hsn_code: String,
    pub gst_rate_bps: u32,
    /// With GST.
    pub price_paise: Paise,
    /// The price one piece is bought for; a manager's to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_paise: Option<Paise>,
    pub reorder_at: Option<u32>,
    pub is_active: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
    /// At the branch that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_hand: Option<i64>,
    /// At each branch that has or had it; only where one product is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stock: Option<Vec<StockView>>,
}

impl ProductView {
    pub(super) fn new(product: &Product, sees: Sees) -> Self {
        Self {
            id: product.id.clone(),
            name: product.name.clone(),
            brand: product.brand.clone(),
            barcode: product.barcode.clone(),
            hsn_code: product.hsn_code.clone(),
            gst_rate_bps: product.gst.bps(),
            price_paise: product.price,
            cost_paise: product.cost.filter(|_| sees == Sees::Costs),
            reorder_at: product.reorder_at,
            is_active: product.is_active,
            created_at: product.created_at,
            updated_at: product.updated_at,
            on_hand: None,
            stock: None,
        }
    }
}

/// The amounts of a product that somebody may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sees {
    Prices,
    /// The price paid for it, too.
    Costs,
}

impl Sees {
    pub fn of(caller: &Caller) -> Self {
        if caller.user.role.satisfies(Role::Manager) { Self::Costs } else { Self::Prices }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockView {
    pub branch_id: BranchId,
    /// Below nothing where more was sold than anybody had counted.
    pub on_hand: i64,
}

impl From<&Stock> for StockView {
    fn from(stock: &Stock) -> Self {
        Self { branch_id: stock.branch_id.clone(), on_hand: stock.on_hand }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProductAnswer {
    pub product: ProductView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProductList {
    pub products: Vec<ProductView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockMovementView {
    pub id: StockMovementId,
    pub product_id: ProductId,
    pub branch_id: BranchId,
    pub kind: StockMovementKind,
    /// Negative where stock falls.
    pub quantity: i64,
    /// The stock afterwards.
    pub on_hand: i64,
    pub cost_paise: Option<Paise>,
    pub note: Option<String>,
    /// The branch it went to, when it was transferred away.
    pub to_branch_id: Option<BranchId>,
    /// The branch it came from, when it was transferred here.
    pub from_branch_id: Option<BranchId>,
    /// On which it was sold, or given back.
    pub invoice_id: Option<InvoiceId>,
    pub invoice_number: Option<DocumentNumber>,
    /// The id of the user or token that did it.
    pub by: String,
    pub created_at: Instant,
}

impl From<&StockMovement> for StockMovementView {
    fn from(movement: &StockMovement) -> Self {
        let (away, here) = (movement.quantity < 0, movement.quantity > 0);
        Self {
            id: movement.id.clone(),
            product_id: movement.product_id.clone(),
            branch_id: movement.branch_id.clone(),
            kind: movement.kind,
            quantity: movement.quantity,
            on_hand: movement.on_hand,
            cost_paise: movement.cost,
            note: movement.note.clone(),
            to_branch_id: movement.other_branch_id.clone().filter(|_| away),
            from_branch_id: movement.other_branch_id.clone().filter(|_| here),
            invoice_id: movement.invoice_id.clone(),
            invoice_number: movement.invoice_number.clone(),
            by: movement.by.clone(),
            created_at: movement.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StockMovementAnswer {
    pub movement: StockMovementView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StockMovementList {
    pub movements: Vec<StockMovementView>,
}
