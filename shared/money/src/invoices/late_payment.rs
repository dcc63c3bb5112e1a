//! A payment that came on a later day than its invoice: found by the day on which it came, without reading invoices.

use serde::{Deserialize, Serialize};

use super::{Invoice, Payment};
use parlour_storage::table::{Key, Places, Record, is_default, keys};
use parlour_values::id::{BranchId, DrawerId, InvoiceId, PaymentId};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LatePayment {
    pub invoice_id: InvoiceId,
    pub payment_id: PaymentId,
    pub branch_id: BranchId,
    pub method: PaymentMethod,
    pub amount: Paise,
    /// The part of the amount that is a tip.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tip: Paise,
    /// The drawer that the cash went into; none outside of one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drawer_id: Option<DrawerId>,
    pub at: Instant,
}

impl LatePayment {
    /// One for every payment of the invoice that came at this moment, unless it is still the invoice's own day.
    pub fn of(invoice: &Invoice, at: Instant) -> Vec<Self> {
        let is_late = |payment: &Payment| payment.at == at && at.ist_date() != invoice.day();
        let parts = invoice.payments.iter().zip(invoice.tip_parts()).filter(|(payment, _)| is_late(payment));
        let late = parts.map(|(payment, tip)| Self {
            invoice_id: invoice.id.clone(),
            payment_id: payment.id.clone(),
            branch_id: invoice.branch_id.clone(),
            method: payment.method,
            amount: payment.amount,
            tip,
            drawer_id: payment.drawer_id.clone(),
            at,
        });
        late.collect()
    }
}

impl Record for LatePayment {
    const KIND: &'static str = "late_payment";

    fn key(&self) -> Key {
        keys::late_payment(&self.invoice_id, &self.payment_id)
    }

    fn places(&self) -> Places {
        let month = keys::late_payment_in_month(&self.branch_id, self.at, &self.invoice_id, &self.payment_id);
        Places { g1: Some(month), ..Places::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tip;
    use super::*;

    #[test]
    fn a_payment_of_another_day_is_late_with_its_tip_and_one_of_the_same_day_is_not() {
        let sample = Invoice::sample();
        let (soon, later) = (sample.issued_at.plus(chrono::TimeDelta::hours(1)), sample.day().plus_days(2).start());
        let numbered = |id: &str, amount, at| Payment {
            id: id.into(),
            drawer_id: Some("d1".into()),
            ..Payment::plain(PaymentMethod::Cash, Paise(amount), at, None)
        };
        let payments = vec![
            numbered("1", 100, sample.issued_at),
            numbered("2", 100, soon),
            numbered("3", 177_000, later),
            numbered("4", 300, later),
        ];
        let tips = vec![Tip { staff_id: "priya".into(), staff_name: "Priya".to_owned(), amount: Paise(500) }];
        let invoice = Invoice { payments, tips, ..sample };
        assert_eq!((LatePayment::of(&invoice, invoice.issued_at), LatePayment::of(&invoice, soon)), (vec![], vec![]));
        let late = LatePayment::of(&invoice, later);
        let told = |late: &LatePayment| (late.payment_id.to_string(), late.amount.0, late.tip.0);
        let expected = [("3".to_owned(), 177_000, 299), ("4".to_owned(), 300, 1)];
        assert_eq!(late.iter().map(told).collect::<Vec<_>>(), expected);
        assert_eq!(late[0].drawer_id, Some("d1".into()));
    }
}
