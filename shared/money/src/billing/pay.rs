//! Paying what was left due of an invoice.

use serde_json::json;

use super::{Billing, BillingError, PayRequest, printed_again};
use crate::counter::take_money;
use crate::drawer::{Till, drawer_key};
use crate::invoices::{
    Invoice, InvoiceDetail, InvoiceDetailAnswer, LatePayment, Payment, PaymentRequest, largest, received,
};
use parlour_setup::branches::Branches;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::Record as _;
use parlour_values::id::InvoiceId;
use parlour_values::money::Paise;
use parlour_values::time::Instant;

impl Billing<'_> {
    pub async fn pay(
        &self,
        act: &Act,
        id: &InvoiceId,
        request: &PayRequest,
    ) -> Result<InvoiceDetail, Failure<BillingError>> {
        self.0.retry_on_conflict(|| self.take_payments(act, id, request)).await
    }

    async fn take_payments(
        &self,
        act: &Act,
        id: &InvoiceId,
        request: &PayRequest,
    ) -> Result<InvoiceDetail, Failure<BillingError>> {
        let salon = self.0;
        let (read, notes) = self.whole(id).await?.ok_or(BillingError::Unknown)?;
        let mut invoice = with_payments(&read, &request.payments, act.at, act.actor.id())?;
        let branch = Branches::of(salon).get(&read.branch_id).await?.ok_or(BillingError::UnknownBranch)?;
        let till = drawer_key(&branch.id);
        let (customer, till) = tokio::try_join!(self.affected_customer(&invoice), salon.table.get::<Till>(&till))?;
        let mut transaction = salon.transaction(act);
        take_money(&mut transaction, salon, act, &branch, till.as_ref(), &mut invoice, read.payments.len())
            .map_err(BillingError::from)?;
        let paid = read.due.minus(invoice.due);
        customer.change_profile(&mut transaction, act, &invoice, None, |profile| {
            profile.due = profile.due.minus(paid);
        });
        transaction.replace(&read, &invoice);
        for late in LatePayment::of(&invoice, act.at) {
            transaction.create(&late);
        }
        let told = |payment: &Payment| json!({ "method": payment.method, "amountPaise": payment.amount });
        let payments: Vec<_> = invoice.payments.iter().skip(read.payments.len()).map(told).collect();
        transaction.audit(
            EventType::InvoicePaid,
            Invoice::KIND,
            id.as_str(),
            json!({ "paymentStatus": invoice.payment_status, "duePaise": invoice.due, "payments": payments }),
        );
        transaction.enqueue(printed_again(id, act.at));
        let notes: Vec<_> = notes.iter().map(|note| &note.record).collect();
        let detail = InvoiceDetail::new(&invoice, &notes, act);
        transaction.keep_response(&InvoiceDetailAnswer { invoice: detail.clone() });
        transaction.commit().await?;
        Ok(detail)
    }
}

/// The invoice with more payments, numbered on, which never come to more than what is due.
fn with_payments(read: &Invoice, asked: &[PaymentRequest], at: Instant, by: &str) -> Result<Invoice, BillingError> {
    if read.is_void() {
        return Err(BillingError::WrongStatus(read.payment_status));
    }
    if read.due <= Paise::ZERO {
        return Err(BillingError::NothingDue);
    }
    let mut invoice = Invoice { updated_at: at, ..read.clone() };
    let taken = received(asked, read.payments.len(), at, by);
    let given: Paise = taken.iter().map(|payment| payment.amount).sum();
    if given > read.due {
        return Err(BillingError::MoreThanDue { due: read.due });
    }
    invoice.payments.extend(taken);
    invoice.due = read.due.minus(given);
    invoice.payment_method = largest(&invoice.payments);
    invoice.payment_status = invoice.standing();
    Ok(invoice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use parlour_values::input::{Field as _, Problems};
    use parlour_values::payment::{PaymentMethod, PaymentStatus};

    fn asked(method: &str, amount: i64) -> PaymentRequest {
        let body = json!({ "method": method, "amountPaise": amount });
        PaymentRequest::from_json(&body, "", &mut Problems::default()).unwrap()
    }

    fn owed() -> Invoice {
        let sample = Invoice::sample();
        let payments = vec![Payment::plain(PaymentMethod::Card, Paise(77_000), sample.issued_at, None)];
        Invoice { payments, due: Paise(100_000), payment_status: PaymentStatus::PartiallyPaid, ..sample }
    }

    fn pay(invoice: &Invoice, asked: &[PaymentRequest]) -> Result<Invoice, BillingError> {
        with_payments(invoice, asked, invoice.day().plus_days(1).start(), "desk")
    }

    #[test]
    fn payments_are_numbered_on_and_the_largest_names_the_method() {
        let part = pay(&owed(), &[asked("cash", 60_000)]).unwrap();
        assert_eq!((part.due, part.payment_status), (Paise(40_000), PaymentStatus::PartiallyPaid));
        assert_eq!(part.payment_method, Some(PaymentMethod::Card));
        let whole = pay(&owed(), &[asked("cash", 20_000), asked("upi", 80_000)]).unwrap();
        assert_eq!((whole.due, whole.payment_status), (Paise::ZERO, PaymentStatus::Paid));
        assert_eq!(whole.payment_method, Some(PaymentMethod::Upi));
        let ids: Vec<&str> = whole.payments.iter().map(|payment| payment.id.as_str()).collect();
        assert_eq!(ids, ["1", "2", "3"]);
    }

    #[test]
    fn nobody_pays_more_than_is_due_nor_what_is_void() {
        let refused = |invoice: &Invoice, amount| pay(invoice, &[asked("cash", amount)]).unwrap_err().to_string();
        assert_eq!(refused(&owed(), 100_001), "only ₹1,000 is due");
        assert_eq!(refused(&Invoice::sample(), 1), "nothing is due");
        let void = Invoice { payment_status: PaymentStatus::Void, ..owed() };
        assert_eq!(refused(&void, 1), "the invoice is void");
    }
}
