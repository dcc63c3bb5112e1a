//! The money of a day: what came in, by method, less what went back. Pure.

use serde::{Deserialize, Serialize};

use crate::by_method::ByPaymentMethod;
use crate::invoices::{CreditNote, Invoice, LatePayment};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::IstDate;

/// Money counts on the day it comes or goes, whatever the day of its invoice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayMoney {
    /// Tips included, less refunds.
    pub received: ByPaymentMethod,
    pub tips: ByPaymentMethod,
    /// The cash in it that went into no drawer, less what came out of none.
    pub outside_drawer: Paise,
}

impl DayMoney {
    /// From the invoices and credit notes of the day, and the payments that came on it for older invoices.
    pub(super) fn of<'a>(
        date: IstDate,
        invoices: impl Iterator<Item = &'a Invoice>,
        notes: impl Iterator<Item = &'a CreditNote>,
        late: impl Iterator<Item = &'a LatePayment>,
    ) -> Self {
        let mut money = Self::default();
        invoices.for_each(|invoice| money.add_invoice(invoice, date));
        for late in late {
            money.take(late.method, late.amount, late.tip, late.drawer_id.is_some());
        }
        for refund in notes.flat_map(|note| &note.refunds) {
            money.give(refund.method, refund.amount, refund.drawer_id.is_some());
        }
        money
    }

    /// The payments of its own day. A void gives all of them back on the same day, tips too.
    fn add_invoice(&mut self, invoice: &Invoice, date: IstDate) {
        let own = invoice.payments.iter().zip(invoice.tip_parts()).filter(|(payment, _)| payment.at.ist_date() == date);
        for (payment, tip) in own {
            let tip = if invoice.is_void() { Paise::ZERO } else { tip };
            self.take(payment.method, payment.amount, tip, payment.drawer_id.is_some());
            if invoice.is_void() {
                self.give(payment.method, payment.amount, invoice.void_drawer_id.is_some());
            }
        }
    }

    fn take(&mut self, method: PaymentMethod, amount: Paise, tip: Paise, is_in_drawer: bool) {
        self.received.add(method, amount);
        self.tips.add(method, tip);
        if method == PaymentMethod::Cash && !is_in_drawer {
            self.outside_drawer = self.outside_drawer.plus(amount);
        }
    }

    fn give(&mut self, method: PaymentMethod, amount: Paise, is_of_drawer: bool) {
        self.take(method, Paise::ZERO.minus(amount), Paise::ZERO, is_of_drawer);
    }

    pub(super) fn join(&mut self, other: &Self) {
        for (own, theirs) in [(&mut self.received, other.received), (&mut self.tips, other.tips)] {
            own.add(PaymentMethod::Cash, theirs.cash);
            own.add(PaymentMethod::Upi, theirs.upi);
            own.add(PaymentMethod::Card, theirs.card);
        }
        self.outside_drawer = self.outside_drawer.plus(other.outside_drawer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoices::{Payment, Refund, Tip};
    use parlour_values::document_number::DocumentNumber;
    use parlour_values::payment::{InvoiceType, PaymentStatus};
    use parlour_values::time::Instant;

    fn payment(id: &str, method: PaymentMethod, amount: i64, at: Instant, drawer: Option<&str>) -> Payment {
        let plain = Payment::plain(method, Paise(amount), at, None);
        Payment { id: id.into(), drawer_id: drawer.map(Into::into), ..plain }
    }

    /// ₹1,770 and a tip of ₹30: ₹1,000 in cash, ₹500 by UPI, the rest two days later.
    fn invoice() -> Invoice {
        let sample = Invoice::sample();
        let (at, later) = (sample.issued_at, sample.day().plus_days(2).start());
        let payments = vec![
            payment("1", PaymentMethod::Cash, 100_000, at, None),
            payment("2", PaymentMethod::Upi, 50_000, at, None),
            payment("3", PaymentMethod::Cash, 30_000, later, Some("d2")),
        ];
        let tips = vec![Tip { staff_id: "priya".into(), staff_name: "Priya".to_owned(), amount: Paise(3_000) }];
        Invoice { payments, tips, ..sample }
    }

    fn note(refunds: Vec<Refund>, at: Instant) -> CreditNote {
        CreditNote {
            id: "c1".into(),
            number: DocumentNumber::stored("MAIN/C26-27/00001"),
            invoice_id: "i1".into(),
            invoice_number: Invoice::sample().number,
            invoice_type: InvoiceType::Service,
            branch_id: "main".into(),
            customer_id: None,
            amount: refunds.iter().map(|refund| refund.amount).sum(),
            taxable: Paise::ZERO,
            cgst: Paise::ZERO,
            sgst: Paise::ZERO,
            round_off: Paise::ZERO,
            lines: Vec::new(),
            reason: "late".to_owned(),
            due_fell: Paise::ZERO,
            tip_fell: Paise::ZERO,
            refunds,
            restocked: Vec::new(),
            pdf_key: None,
            created_by: "owner".to_owned(),
            created_at: at,
        }
    }

    fn by(cash: i64, upi: i64, card: i64) -> ByPaymentMethod {
        ByPaymentMethod { cash: Paise(cash), upi: Paise(upi), card: Paise(card) }
    }

    #[test]
    fn money_counts_on_the_day_it_comes_and_goes() {
        let invoice = invoice();
        let first = DayMoney::of(invoice.day(), [&invoice].into_iter(), [].into_iter(), [].into_iter());
        assert_eq!((first.received, first.tips), (by(100_000, 50_000, 0), by(2_000, 1_000, 0)));
        assert_eq!(first.outside_drawer, Paise(100_000));

        let day = invoice.day().plus_days(2);
        let late = LatePayment::of(&invoice, day.start());
        let refund = |method, amount, drawer: Option<&str>| Refund {
            payment_id: "1".into(),
            method,
            amount: Paise(amount),
            drawer_id: drawer.map(Into::into),
        };
        let refunds = vec![
            refund(PaymentMethod::Cash, 5_000, None),
            refund(PaymentMethod::Cash, 7_000, Some("d2")),
            refund(PaymentMethod::Upi, 1_000, None),
        ];
        let note = note(refunds, day.start());
        let later = DayMoney::of(day, [].into_iter(), [&note].into_iter(), late.iter());
        assert_eq!((later.received, later.tips), (by(18_000, -1_000, 0), by(0, 0, 0)));
        assert_eq!(later.outside_drawer, Paise(-5_000));
    }

    #[test]
    fn a_void_gives_everything_back_on_its_day_from_the_drawer_it_came_out_of() {
        let sample = Invoice::sample();
        let payments = vec![payment("1", PaymentMethod::Cash, 177_000, sample.issued_at, Some("d1"))];
        let void = Invoice { payments, payment_status: PaymentStatus::Void, ..sample };
        let of = |void: &Invoice| DayMoney::of(void.day(), [void].into_iter(), [].into_iter(), [].into_iter());
        assert_eq!((of(&void).received, of(&void).outside_drawer), (by(0, 0, 0), Paise(-177_000)));
        let back = Invoice { void_drawer_id: Some("d2".into()), ..void };
        assert_eq!((of(&back).received, of(&back).outside_drawer), (by(0, 0, 0), Paise::ZERO));
    }
}
