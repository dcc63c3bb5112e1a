//! The branch as the seller on an invoice.

use super::Branch;
use parlour_senders::document::Seller;

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
