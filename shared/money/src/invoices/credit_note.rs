//! Money given back: a document of its own, with a number of its own, that takes tax off the lines it came from.

use serde::{Deserialize, Serialize};

use super::credit_note_row::CreditNoteRow;
use super::invoice::{Credited, Invoice, InvoiceLine};
use parlour_senders::document::{CreditedInvoice, DocumentLine, DocumentPayment, InvoiceDocument};
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gst::{GstRate, Split};
use parlour_values::id::{
    BranchId, CreditNoteId, DrawerId, InvoiceId, LineId, PaymentId, ProductId, ServiceId, StaffId, TierId, UserId,
};
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod};
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "CreditNoteRow", into = "CreditNoteRow")]
pub struct CreditNote {
    pub id: CreditNoteId,
    pub number: DocumentNumber,
    pub invoice_id: InvoiceId,
    pub invoice_number: DocumentNumber,
    pub invoice_type: InvoiceType,
    pub branch_id: BranchId,
    pub customer_id: Option<UserId>,
    pub amount: Paise,
    pub taxable: Paise,
    pub cgst: Paise,
    pub sgst: Paise,
    /// The part of the invoice's rounding that it gives back, or keeps: `amount` less its lines.
    pub round_off: Paise,
    /// The part each line of the invoice gives back; lines that give nothing are left out.
    pub lines: Vec<CreditLine>,
    pub reason: String,
    /// The amount taken off what was due, before any money went back: `amount` less the refunds.
    pub due_fell: Paise,
    /// The amount taken off the tips, which nobody paid: on top of `due_fell`, and no part of `amount`.
    pub tip_fell: Paise,
    pub refunds: Vec<Refund>,
    /// The products that came back on the shelf.
    pub restocked: Vec<Restocked>,
    pub pdf_key: Option<String>,
    pub created_by: String,
    pub created_at: Instant,
}

/// Money that went back, of one payment.
#[derive(Clone, Debug, PartialEq)]
pub struct Refund {
    pub payment_id: PaymentId,
    pub method: PaymentMethod,
    pub amount: Paise,
    /// The drawer that the cash came from; none outside of one.
    pub drawer_id: Option<DrawerId>,
}

/// Pieces of a product's line that came back.
#[derive(Clone, Debug, PartialEq)]
pub struct Restocked {
    pub line_id: LineId,
    pub product_id: ProductId,
    pub quantity: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct CreditLine {
    /// The line of the invoice; none of notes from before lines had ids.
    pub line_id: Option<LineId>,
    pub service_id: Option<ServiceId>,
    pub product_id: Option<ProductId>,
    pub tier_id: Option<TierId>,
    pub staff_id: Option<StaffId>,
    pub staff_name: Option<String>,
    pub description: String,
    pub sac: String,
    pub rate: GstRate,
    pub credited: Credited,
}

impl CreditLine {
    pub fn total(&self) -> Paise {
        Split::from(self.credited).total()
    }

    fn printed(&self) -> DocumentLine {
        DocumentLine {
            description: self.description.clone(),
            note: None,
            sac: self.sac.clone(),
            quantity: 1,
            price_paise: self.total(),
            discount_paise: Paise::ZERO,
            taxable_paise: self.credited.taxable,
            cgst_paise: self.credited.cgst,
            sgst_paise: self.credited.sgst,
            gst_rate_bps: self.rate,
        }
    }
}

impl CreditNote {
    /// The method that most of the money went back by, the first of equals; none where nothing did.
    pub fn refund_method(&self) -> Option<PaymentMethod> {
        let mut most: Option<(PaymentMethod, Paise)> = None;
        for (method, amount) in self.refunded_by_method() {
            if most.is_none_or(|(_, most)| amount > most) {
                most = Some((method, amount));
            }
        }
        most.map(|(method, _)| method)
    }

    /// The methods in the order in which they were first named.
    pub fn refunded_by_method(&self) -> Vec<(PaymentMethod, Paise)> {
        let mut sums: Vec<(PaymentMethod, Paise)> = Vec::new();
        for refund in &self.refunds {
            match sums.iter_mut().find(|(method, _)| *method == refund.method) {
                Some((_, sum)) => *sum = sum.plus(refund.amount),
                None => sums.push((refund.method, refund.amount)),
            }
        }
        sums
    }

    /// The pieces of a line that came back on the shelf.
    pub fn came_back(&self, line: &CreditLine) -> i64 {
        let came_back = self.restocked.iter().filter(|back| Some(&back.line_id) == line.line_id.as_ref());
        came_back.map(|back| i64::from(back.quantity)).sum()
    }

    /// The refund in a few words: `by Cash`.
    pub fn refund_in_words(&self) -> String {
        let by_method = self.refunded_by_method();
        let given = match by_method.as_slice() {
            [] => None,
            [(method, amount)] if *amount == self.amount => Some(format!("by {}", method.label())),
            several => {
                let each = several.iter().map(|(method, amount)| format!("{} {amount}", method.label()));
                Some(format!("by {}", each.collect::<Vec<_>>().join(", ")))
            }
        };
        let fell = (self.due_fell > Paise::ZERO).then(|| format!("{} off what was due", self.due_fell));
        given.into_iter().chain(fell).collect::<Vec<_>>().join(", ")
    }

    /// None where one method gave the whole amount.
    fn printed_refunds(&self) -> Vec<DocumentPayment> {
        let by_method = self.refunded_by_method();
        let each = by_method.iter().map(|(method, amount)| DocumentPayment { method: *method, amount_paise: *amount });
        if by_method.len() > 1 || self.due_fell > Paise::ZERO { each.collect() } else { Vec::new() }
    }

    /// As it is printed; buyer and seller are those of its invoice.
    pub fn document(&self, invoice: &Invoice) -> InvoiceDocument {
        self.document_in(Language::English, invoice)
    }

    pub fn document_in(&self, language: Language, invoice: &Invoice) -> InvoiceDocument {
        InvoiceDocument {
            id: self.id.as_str().into(),
            language,
            number: self.number.clone(),
            issued_on: self.created_at.ist_date(),
            lines: self.lines.iter().map(CreditLine::printed).collect(),
            subtotal_paise: self.lines.iter().map(CreditLine::total).sum(),
            discount_paise: Paise::ZERO,
            taxable_paise: self.taxable,
            cgst_paise: self.cgst,
            sgst_paise: self.sgst,
            round_off_paise: self.round_off,
            total_paise: self.amount,
            payment_method: self.refund_method(),
            payments: self.printed_refunds(),
            tip_paise: Paise::ZERO,
            due_paise: Paise::ZERO,
            is_void: false,
            is_session: false,
            credits: Some(CreditedInvoice {
                number: invoice.number.clone(),
                issued_on: invoice.day(),
                reason: self.reason.clone(),
            }),
            ..invoice.document()
        }
    }
}

impl Record for CreditNote {
    const KIND: &'static str = "credit_note";

    fn key(&self) -> Key {
        keys::credit_note(&self.invoice_id, &self.id)
    }

    fn places(&self) -> Places {
        Places { g1: Some(keys::credit_in_month(&self.branch_id, self.created_at, &self.id)), ..Places::default() }
    }
}

/// Takes `amount` off the lines, in proportion to what is left of each; answers what each gave. The last paisa given
/// back takes the last paisa of tax with it, so that notes over the whole amount cancel the invoice exactly.
pub fn credit(lines: &mut [InvoiceLine], amount: Paise) -> Vec<CreditLine> {
    let left: Vec<Paise> = lines.iter().map(|line| line.remaining().total()).collect();
    credit_each(lines, &amount.spread(&left, &left))
}

/// Takes its share off each line, which is never more than what is left of it.
pub fn credit_each(lines: &mut [InvoiceLine], shares: &[Paise]) -> Vec<CreditLine> {
    let mut credited = Vec::new();
    for (line, share) in lines.iter_mut().zip(shares) {
        let left = line.remaining().total();
        let share = (*share).min(left);
        if share <= Paise::ZERO {
            continue;
        }
        let remaining = line.remaining();
        let cgst = remaining.cgst.portion(share.0, left.0).min(share);
        let sgst = remaining.sgst.portion(share.0, left.0).min(share.minus(cgst));
        let part = Split { taxable: share.minus(cgst).minus(sgst), cgst, sgst };
        line.credited = Credited::from([Split::from(line.credited), part].into_iter().sum::<Split>());
        credited.push(CreditLine {
            line_id: Some(line.id.clone()),
            service_id: line.service_id.clone(),
            product_id: line.product_id.clone(),
            tier_id: line.tier_id.clone(),
            staff_id: line.staff_id.clone(),
            staff_name: line.staff_name.clone(),
            description: line.description.clone(),
            sac: line.sac.clone(),
            rate: line.rate,
            credited: part.into(),
        });
    }
    credited
}

impl Invoice {
    /// The sum that a refund of this amount takes off the lines. The last one takes all that is left of them, so that
    /// the invoice's rounding goes with it; no other takes more than there is.
    pub fn credited_on_lines(&self, amount: Paise) -> Paise {
        let left = self.lines.iter().map(|line| line.remaining().total()).sum();
        if amount == self.refundable() { left } else { amount.min(left) }
    }

    /// The tax in what these lines give back.
    pub fn credited_tax(lines: &[CreditLine]) -> Split {
        lines.iter().map(|line| Split::from(line.credited)).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pricing::{PerkFacts, SaleItem, SaleLine, price};
    use parlour_values::payment::PaymentStatus;

    fn lines(prices: &[i64], rate: GstRate) -> Vec<InvoiceLine> {
        let sale: Vec<SaleLine> = prices
            .iter()
            .map(|price| {
                let item = SaleItem::Service("s".into());
                SaleLine::new(item, "s".to_owned(), Paise(*price), "999721".to_owned(), rate)
            })
            .collect();
        let receipt = price(&sale, &PerkFacts::None, None).unwrap();
        receipt.lines.iter().enumerate().map(|(at, line)| InvoiceLine::of(at, line)).collect()
    }

    proptest! {
        #[test]
        fn notes_over_the_whole_amount_cancel_the_invoice_to_the_paisa(
            prices in prop::collection::vec(0..=500_000_i64, 1..6),
            cuts in prop::collection::vec(1..=200_000_i64, 0..8),
            rate in prop_oneof![Just(GstRate::FIVE), Just(GstRate::EIGHTEEN), Just(GstRate::ZERO)],
        ) {
            let mut lines = lines(&prices, rate);
            let whole: Split = lines.iter().map(InvoiceLine::split).sum();
            let mut left = whole.total();
            let mut given = Split::default();
            let mut give = |lines: &mut Vec<InvoiceLine>, amount: Paise| {
                let tax = Invoice::credited_tax(&credit(lines, amount));
                prop_assert_eq!(tax.total(), amount);
                prop_assert!(tax.cgst >= Paise::ZERO && tax.sgst >= Paise::ZERO && tax.taxable >= Paise::ZERO);
                for line in lines.iter() {
                    let rest = line.remaining();
                    prop_assert!(rest.taxable >= Paise::ZERO && rest.cgst >= Paise::ZERO && rest.sgst >= Paise::ZERO);
                }
                given = [given, tax].into_iter().sum();
                Ok(())
            };
            for cut in cuts {
                let amount = Paise(cut).min(left);
                left = left.minus(amount);
                give(&mut lines, amount)?;
            }
            give(&mut lines, left)?;
            prop_assert_eq!(given, whole);
        }
    }

    fn refund(payment: &str, method: PaymentMethod, amount: i64) -> Refund {
        Refund { payment_id: payment.into(), method, amount: Paise(amount), drawer_id: None }
    }

    #[test]
    fn a_note_is_printed_with_what_it_gives_back_and_the_buyer_and_seller_of_its_invoice() {
        let invoice = Invoice::sample();
        let mut credited = invoice.lines.clone();
        let lines = credit(&mut credited, Paise(59_000));
        let tax = Invoice::credited_tax(&lines);
        let note = CreditNote {
            id: "c1".into(),
            number: DocumentNumber::stored("MAIN/C2627/00001"),
            invoice_id: "i1".into(),
            invoice_number: invoice.number.clone(),
            invoice_type: InvoiceType::Service,
            branch_id: "main".into(),
            customer_id: Some("asha".into()),
            amount: Paise(59_000),
            taxable: tax.taxable,
            cgst: tax.cgst,
            sgst: tax.sgst,
            round_off: Paise::ZERO,
            lines,
            reason: "Half of it was not done".to_owned(),
            due_fell: Paise::ZERO,
            tip_fell: Paise::ZERO,
            refunds: vec![refund("1", PaymentMethod::Cash, 59_000)],
            restocked: Vec::new(),
            pdf_key: None,
            created_by: "owner".to_owned(),
            created_at: invoice.day().plus_days(3).start(),
        };
        let voided = Invoice { payment_status: PaymentStatus::Void, ..invoice.clone() };
        let printed = note.document(&voided);
        assert_eq!((printed.id.as_str(), printed.number.as_str()), ("c1", "MAIN/C2627/00001"));
        assert_eq!((printed.issued_on.to_string().as_str(), printed.is_void), ("2026-11-19", false));
        assert_eq!((printed.taxable_paise, printed.cgst_paise), (Paise(50_000), Paise(4_500)));
        assert_eq!((printed.sgst_paise, printed.payment_method), (Paise(4_500), Some(PaymentMethod::Cash)));
        assert_eq!(printed.credits.as_ref().map(|credits| credits.issued_on), Some(invoice.day()));
        assert_eq!((&printed.customer.name, &printed.seller), (&invoice.customer_name, &invoice.seller));
        assert_eq!(printed.check(), Ok(()));
        assert_eq!(note.lines.iter().map(CreditLine::total).sum::<Paise>(), Paise(59_000));
        let month = keys::credit_in_month(&"main".into(), note.created_at, &"c1".into());
        assert_eq!(note.places().g1, Some(month));
        assert_eq!(printed.refund_in_words(), "Given back by Cash");
        assert_eq!(note.refund_in_words(), "by Cash");
        let (cash, upi) = (PaymentMethod::Cash, PaymentMethod::Upi);
        let both = [refund("1", cash, 20_000), refund("2", upi, 29_000), refund("3", cash, 9_000)];
        let split = CreditNote { refunds: both.into(), due_fell: Paise(1_000), ..note.clone() };
        assert_eq!((split.refund_method(), split.document(&invoice).payments.len()), (Some(cash), 2));
        assert_eq!(split.refund_in_words(), "by Cash ₹290, UPI ₹290, ₹10 off what was due");
        assert_eq!(split.document(&invoice).refund_in_words(), "Given back: Cash ₹290, UPI ₹290");
        let due = CreditNote { refunds: Vec::new(), due_fell: Paise(59_000), ..note };
        assert_eq!(due.document(&invoice).refund_in_words(), "Taken off what was due");
    }

    #[test]
    fn a_line_that_gives_nothing_is_left_out() {
        let mut lines = lines(&[118_000, 0], GstRate::EIGHTEEN);
        assert_eq!(credit(&mut lines, Paise(1_180)).len(), 1);
        assert_eq!(credit(&mut lines, Paise::ZERO), []);
    }
}
