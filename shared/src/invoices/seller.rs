//! The branch as the seller on an invoice.

use super::document::Seller;
use crate::branches::Branch;

impl From<&Branch> for Seller {
    fn from(branch: &Branch) -> Self {
        Self {
            name: branch.name.clone(),
            address: branch.address.clone(),
            state_code: branch.state_code.clone(),
            gstin: branch.gstin.clone(),
        }
    }
}
