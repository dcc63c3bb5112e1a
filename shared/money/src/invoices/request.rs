//! The desk's request about a payment.

use parlour_values::input::{Int, MAX_NUMBER, Problems, Read, Trimmed, body};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;

body! {
    pub struct PaymentRequest, checked {
        method: PaymentMethod,
        amount_paise: Int<1, MAX_NUMBER>,
        tendered_paise: Option<Paise>,
        reference: Option<Trimmed<1, 60>>,
    }
}

impl PaymentRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let Some(tendered) = read.tendered_paise.given().copied() else { return };
        if read.method.is_some_and(|method| method != PaymentMethod::Cash) {
            problems.add("tenderedPaise", "is for cash");
        }
        if read.amount_paise.is_some_and(|amount| tendered.0 < amount.get()) {
            problems.add("tenderedPaise", "must not be less than amountPaise");
        }
    }
}
