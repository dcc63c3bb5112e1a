//! A voucher: entries that sum to nothing.

use super::Ledger;
use crate::invoices::{CreditNote, Invoice, LatePayment};
use parlour_values::gst::{GstRate, Split};
use parlour_values::money::Paise;
use parlour_values::states::state_tax;
use parlour_values::time::IstDate;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VoucherKind {
    Sales,
    CreditNote,
    Receipt,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Voucher {
    pub kind: VoucherKind,
    pub date: IstDate,
    pub number: String,
    /// The invoice that a note or a receipt is about.
    pub reference: Option<String>,
    /// Of a buyer that is a business.
    pub buyer_gstin: Option<String>,
    pub entries: Vec<LedgerEntry>,
}

/// A credit is above nothing, a debit below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    pub ledger: Ledger,
    pub amount: Paise,
}

/// The entries of a voucher, each ledger once.
#[derive(Default)]
struct Entries(Vec<LedgerEntry>);

impl Entries {
    fn credit(&mut self, ledger: Ledger, amount: Paise) {
        match self.0.iter_mut().find(|entry| entry.ledger == ledger) {
            Some(entry) => entry.amount = entry.amount.plus(amount),
            None => self.0.push(LedgerEntry { ledger, amount }),
        }
    }

    fn debit(&mut self, ledger: Ledger, amount: Paise) {
        self.credit(ledger, Paise::ZERO.minus(amount));
    }

    /// Without those that came to nothing.
    fn whole(mut self) -> Vec<LedgerEntry> {
        self.0.retain(|entry| entry.amount != Paise::ZERO);
        self.0
    }
}

impl Voucher {
    /// None of an invoice that moves no money: void, free, or the record of a session.
    pub fn of_invoice(invoice: &Invoice) -> Option<Self> {
        if invoice.is_void() || invoice.is_session_record() {
            return None;
        }
        let mut entries = Entries::default();
        let mut unpaid = invoice.total.plus(invoice.tip_as_issued());
        for payment in invoice.payments.iter().filter(|payment| payment.at.ist_date() == invoice.day()) {
            entries.debit(Ledger::Tender(payment.method), payment.amount);
            unpaid = unpaid.minus(payment.amount);
        }
        entries.debit(Ledger::Dues, unpaid);
        let lines = invoice.lines.iter().map(|line| (line.rate, line.split()));
        sold(lines, invoice, invoice.total).into_iter().for_each(|entry| entries.credit(entry.ledger, entry.amount));
        entries.credit(Ledger::Tips, invoice.tip_as_issued());
        let entries = entries.whole();
        let voucher = Self {
            kind: VoucherKind::Sales,
            date: invoice.day(),
            number: invoice.number.to_string(),
            reference: None,
            buyer_gstin: invoice.customer_gstin.clone(),
            entries,
        };
        (!voucher.entries.is_empty()).then_some(voucher)
    }

    pub fn of_credit_note(note: &CreditNote, invoice: &Invoice) -> Self {
        let mut entries = Entries::default();
        let lines = note.lines.iter().map(|line| (line.rate, Split::from(line.credited)));
        sold(lines, invoice, note.amount).into_iter().for_each(|entry| entries.debit(entry.ledger, entry.amount));
        let mut fell = note.amount;
        for refund in &note.refunds {
            entries.credit(Ledger::Tender(refund.method), refund.amount);
            fell = fell.minus(refund.amount);
        }
        entries.credit(Ledger::Dues, fell.plus(note.tip_fell));
        entries.debit(Ledger::Tips, note.tip_fell);
        Self {
            kind: VoucherKind::CreditNote,
            date: note.created_at.ist_date(),
            number: note.number.to_string(),
            reference: Some(invoice.number.to_string()),
            buyer_gstin: invoice.customer_gstin.clone(),
            entries: entries.whole(),
        }
    }

    /// A payment that came on a later day than its invoice.
    pub fn of_late_payment(payment: &LatePayment, invoice: &Invoice) -> Self {
        let mut entries = Entries::default();
        entries.debit(Ledger::Tender(payment.method), payment.amount);
        entries.credit(Ledger::Dues, payment.amount);
        Self {
            kind: VoucherKind::Receipt,
            date: payment.at.ist_date(),
            number: format!("{}-{}", invoice.number, payment.payment_id),
            reference: Some(invoice.number.to_string()),
            buyer_gstin: invoice.customer_gstin.clone(),
            entries: entries.whole(),
        }
    }
}

/// The entries of lines of these rates and taxes, with what rounding makes of it.
fn sold(lines: impl Iterator<Item = (GstRate, Split)>, invoice: &Invoice, total: Paise) -> Vec<LedgerEntry> {
    let (mut entries, mut taxes) = (Entries::default(), Split::default());
    for (rate, split) in lines {
        entries.credit(Ledger::Sales(rate), split.taxable);
        taxes = [taxes, split].into_iter().sum();
    }
    entries.credit(Ledger::CentralTax, taxes.cgst);
    entries.credit(Ledger::StateTax(state_tax(&invoice.seller.state_code)), taxes.sgst);
    entries.credit(Ledger::RoundOff, total.minus(taxes.total()));
    entries.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoices::{CreditLine, Payment, Refund, Tip, credit};
    use parlour_values::document_number::DocumentNumber;
    use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};

    fn told(voucher: &Voucher) -> Vec<(String, i64)> {
        let sum: Paise = voucher.entries.iter().map(|entry| entry.amount).sum();
        assert_eq!(sum, Paise::ZERO, "{voucher:?}");
        voucher.entries.iter().map(|entry| (entry.ledger.name(), entry.amount.0)).collect()
    }

    fn is(voucher: &Voucher, expected: &[(&str, i64)]) {
        let expected: Vec<_> = expected.iter().map(|(name, amount)| ((*name).to_owned(), *amount)).collect();
        assert_eq!(told(voucher), expected);
    }

    /// ₹1,770.40 rounded down, with a tip of ₹30: ₹1,000 in cash and ₹500 by UPI at once, the rest two days later.
    fn invoice() -> Invoice {
        let sample = Invoice::sample();
        let (at, later) = (sample.issued_at, sample.day().plus_days(2).start());
        let paid =
            |id: &str, method, amount, at| Payment { id: id.into(), ..Payment::plain(method, Paise(amount), at, None) };
        let payments = vec![
            paid("1", PaymentMethod::Cash, 100_000, at),
            paid("2", PaymentMethod::Upi, 50_000, at),
            paid("3", PaymentMethod::Cash, 30_000, later),
        ];
        let tips = vec![Tip { staff_id: "priya".into(), staff_name: "Priya".to_owned(), amount: Paise(3_000) }];
        let mut lines = sample.lines.clone();
        lines[1].taxable = Paise(50_040);
        lines[1].rate = GstRate::FIVE;
        Invoice { payments, tips, lines, round_off: Paise(-40), ..sample }
    }

    #[test]
    fn a_sale_is_balanced_by_what_was_paid_that_day_and_what_is_due() {
        let voucher = Voucher::of_invoice(&invoice()).unwrap();
        assert_eq!((voucher.kind, voucher.number.as_str()), (VoucherKind::Sales, "MAIN/26-27/00001"));
        let expected = [
            ("Cash", -100_000),
            ("UPI", -50_000),
            ("Customer dues", -30_000),
            ("Sales 18 %", 100_000),
            ("Sales 5 %", 50_040),
            ("CGST", 13_500),
            ("SGST", 13_500),
            ("Round Off", -40),
            ("Tips payable", 3_000),
        ];
        is(&voucher, &expected);
    }

    #[test]
    fn a_later_payment_is_a_receipt_that_settles_the_dues() {
        let (invoice, later) = (invoice(), invoice().day().plus_days(2).start());
        let late = LatePayment::of(&invoice, later);
        let voucher = Voucher::of_late_payment(&late[0], &invoice);
        is(&voucher, &[("Cash", -30_000), ("Customer dues", 30_000)]);
        assert_eq!((voucher.number.as_str(), voucher.date), ("MAIN/26-27/00001-3", later.ist_date()));
    }

    fn note(invoice: &Invoice, amount: i64, lines: Vec<CreditLine>, refunds: Vec<Refund>) -> CreditNote {
        let tax = Invoice::credited_tax(&lines);
        CreditNote {
            id: "c1".into(),
            number: DocumentNumber::stored("MAIN/C2627/00001"),
            invoice_id: invoice.id.clone(),
            invoice_number: invoice.number.clone(),
            invoice_type: InvoiceType::Service,
            branch_id: "main".into(),
            customer_id: None,
            amount: Paise(amount),
            taxable: tax.taxable,
            cgst: tax.cgst,
            sgst: tax.sgst,
            round_off: Paise::ZERO,
            lines,
            reason: "Half of it".to_owned(),
            due_fell: refunds.iter().map(|refund| refund.amount).fold(Paise(amount), Paise::minus),
            tip_fell: Paise::ZERO,
            refunds,
            restocked: Vec::new(),
            pdf_key: None,
            created_by: "owner".to_owned(),
            created_at: invoice.issued_at,
        }
    }

    #[test]
    fn a_credit_note_takes_back_the_sale_and_its_tax() {
        let mut invoice = invoice();
        invoice.seller.state_code = "04".to_owned();
        invoice.customer_gstin = Some("27AAAPZ9999Z1ZL".to_owned());
        let lines = credit(&mut invoice.lines, Paise(59_000));
        let tax = Invoice::credited_tax(&lines);
        let cash =
            Refund { payment_id: "1".into(), method: PaymentMethod::Cash, amount: Paise(49_000), drawer_id: None };
        let note = note(&invoice, 59_000, lines, vec![cash]);
        let voucher = Voucher::of_credit_note(&note, &invoice);
        let told = told(&voucher);
        let of = |name: &str| told.iter().find(|(its, _)| its == name).map(|(_, amount)| *amount);
        assert_eq!((of("Cash"), of("Customer dues")), (Some(49_000), Some(10_000)));
        assert_eq!((of("CGST"), of("UTGST")), (Some(-tax.cgst.0), Some(-tax.sgst.0)));
        assert_eq!(of("Sales 18 %").unwrap() + of("Sales 5 %").unwrap(), -tax.taxable.0);
        assert_eq!(voucher.reference.as_deref(), Some("MAIN/26-27/00001"));
        assert_eq!(voucher.buyer_gstin.as_deref(), Some("27AAAPZ9999Z1ZL"));
    }

    #[test]
    fn a_tip_that_fell_stays_in_the_sale_and_is_taken_back_by_the_note() {
        let sold = Invoice { payments: Vec::new(), due: Paise(180_000), ..invoice() };
        let mut credited = Invoice { tips: Vec::new(), tip_fell: Paise(3_000), due: Paise::ZERO, ..sold.clone() };
        assert_eq!(Voucher::of_invoice(&credited), Voucher::of_invoice(&sold));
        let lines = credit(&mut credited.lines, Paise(177_040));
        let note = CreditNote { tip_fell: Paise(3_000), ..note(&credited, 177_000, lines, Vec::new()) };
        let expected = [
            ("Sales 18 %", -100_000),
            ("Sales 5 %", -50_040),
            ("CGST", -13_500),
            ("SGST", -13_500),
            ("Round Off", 40),
            ("Customer dues", 180_000),
            ("Tips payable", -3_000),
        ];
        is(&Voucher::of_credit_note(&note, &credited), &expected);
    }

    #[test]
    fn void_free_and_session_papers_are_no_vouchers() {
        let sample = Invoice::sample();
        let void = Invoice { payment_status: PaymentStatus::Void, ..sample.clone() };
        let session = Invoice { invoice_type: InvoiceType::MembershipSession, ..sample.clone() };
        let free = Invoice { total: Paise::ZERO, lines: Vec::new(), payments: Vec::new(), ..sample };
        for paper in [void, session, free] {
            assert_eq!(Voucher::of_invoice(&paper), None);
        }
    }
}
