//! Amounts by how they were paid.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ByPaymentMethod {
    pub cash: Paise,
    pub upi: Paise,
    pub card: Paise,
}

impl ByPaymentMethod {
    pub fn add(&mut self, method: PaymentMethod, amount: Paise) {
        let sum = match method {
            PaymentMethod::Cash => &mut self.cash,
            PaymentMethod::Upi => &mut self.upi,
            PaymentMethod::Card => &mut self.card,
        };
        *sum = sum.plus(amount);
    }
}
