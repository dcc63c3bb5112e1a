//! Products, their stock at each branch, and what moved it.

use super::key::Key;
use parlour_values::id::{BranchId, ProductId, StockMovementId};

pub const PRODUCTS: &str = "PRODUCTS";
const PRODUCT_PREFIX: &str = "PRODUCT#";

pub fn product(id: &ProductId) -> Key {
    Key::new(PRODUCTS, format!("{PRODUCT_PREFIX}{id}"))
}

/// All products that a branch has or had on its shelves.
pub fn branch_stock(branch: &BranchId) -> String {
    format!("STOCK#{branch}")
}

pub fn stock(branch: &BranchId, product: &ProductId) -> Key {
    Key::new(branch_stock(branch), format!("{PRODUCT_PREFIX}{product}"))
}

/// The movements of a product's stock, at every branch.
pub fn product_partition(product: &ProductId) -> String {
    format!("{PRODUCT_PREFIX}{product}")
}

pub const STOCK_MOVEMENT_PREFIX: &str = "MOVEMENT#";

pub fn stock_movement(product: &ProductId, id: &StockMovementId) -> Key {
    Key::new(product_partition(product), format!("{STOCK_MOVEMENT_PREFIX}{id}"))
}
