//! An invoice: what was sold, what it came to, and what has to be undone should it be voided.

use serde::{Deserialize, Serialize};

use super::payment::{Payment, Settlement, Tip, status_of};
use super::row::InvoiceTableRow;
use crate::gems::lots::LotPart;
use crate::pricing::PricedLine;
use parlour_senders::document::{Buyer, DocumentLine, DocumentPayment, InvoiceDocument, Seller};
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::contact::Phone;
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::gst::{GstRate, Split};
use parlour_values::id::{
    BookingId, BranchId, DrawerId, GemTransactionId, InvoiceId, LineId, MembershipId, OfferId, ProductId, ServiceId,
    StaffId, TierId, UserId,
};
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate, Minutes};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "InvoiceTableRow", into = "InvoiceTableRow")]
pub struct Invoice {
    pub id: InvoiceId,
    pub number: DocumentNumber,
    pub branch_id: BranchId,
    /// The branch as it was on the day: a printed invoice does not change with it.
    pub seller: Seller,
    pub booking_id: Option<BookingId>,
    pub booking_number: Option<String>,
    pub membership_id: Option<MembershipId>,
    /// None of products that were sold to somebody unknown.
    pub customer_id: Option<UserId>,
    pub customer_name: String,
    pub customer_phone: Option<Phone>,
    /// Of a customer that is a business.
    pub customer_gstin: Option<String>,
    pub customer_legal_name: Option<String>,
    pub invoice_type: InvoiceType,
    /// The largest payment's; none while nothing is paid.
    pub payment_method: Option<PaymentMethod>,
    pub payment_status: PaymentStatus,
    pub payments: Vec<Payment>,
    pub tips: Vec<Tip>,
    /// The amount still to be paid.
    pub due: Paise,
    pub lines: Vec<InvoiceLine>,
    /// Before discounts, GST included.
    pub subtotal: Paise,
    pub discount: Paise,
    pub taxable: Paise,
    pub cgst: Paise,
    pub sgst: Paise,
    /// The amount that rounding to the rupee added, or took off: no part of a line, and of no tax.
    pub round_off: Paise,
    pub total: Paise,
    pub offer_id: Option<OfferId>,
    pub gems: InvoiceGems,
    /// The sum of its credit notes.
    pub refunded: Paise,
    /// What its last credit note took off the tips, since nobody paid it: it is no longer among them.
    pub tip_fell: Paise,
    /// The visit before this one, to return to if this one is voided.
    pub previous_visit: Option<PreviousVisit>,
    pub pdf_key: Option<String>,
    pub issued_at: Instant,
    pub voided_at: Option<Instant>,
    pub void_reason: Option<String>,
    /// The drawer that a void gave the cash back from; none outside of one.
    pub void_drawer_id: Option<DrawerId>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// A sale's changes to the customer's gems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InvoiceGems {
    pub earned: Gems,
    /// The lot that was opened for them.
    pub lot: Option<GemTransactionId>,
    /// Earned, and taken back since by credit notes.
    pub taken_back: Gems,
    pub spent: Gems,
    /// The lots they were spent from.
    pub taken: Vec<LotPart>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PreviousVisit {
    pub first_visit_at: Option<Instant>,
    pub last_visit_at: Option<Instant>,
}

text_enum! {
    /// The kind of item a line sold.
    pub enum LineKind {
        Service => "service",
        Product => "product",
        Membership => "membership",
        Custom => "custom",
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct InvoiceLine {
    /// Its place on the invoice, from 1.
    pub id: LineId,
    pub service_id: Option<ServiceId>,
    pub product_id: Option<ProductId>,
    /// Of a membership that was sold.
    pub tier_id: Option<TierId>,
    pub staff_id: Option<StaffId>,
    pub staff_name: Option<String>,
    pub description: String,
    pub duration: Minutes,
    pub sac: String,
    pub rate: GstRate,
    pub quantity: u32,
    /// Of one piece by the list.
    pub list: Paise,
    /// Of one piece as it was sold.
    pub price: Paise,
    /// Everything that was taken off the line.
    pub discount: Paise,
    pub taxable: Paise,
    pub cgst: Paise,
    pub sgst: Paise,
    /// The gems that paid for it.
    pub redeemed: Option<Gems>,
    /// The minutes of a membership that paid for it.
    pub covered: Option<Minutes>,
    /// The amounts credit notes have taken off it.
    pub credited: Credited,
    /// The pieces of a product that credit notes have put back on the shelf.
    pub restocked: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credited {
    pub taxable: Paise,
    pub cgst: Paise,
    pub sgst: Paise,
}

impl From<Split> for Credited {
    fn from(split: Split) -> Self {
        Self { taxable: split.taxable, cgst: split.cgst, sgst: split.sgst }
    }
}

impl From<Credited> for Split {
    fn from(credited: Credited) -> Self {
        Self { taxable: credited.taxable, cgst: credited.cgst, sgst: credited.sgst }
    }
}

impl InvoiceLine {
    pub fn split(&self) -> Split {
        Split { taxable: self.taxable, cgst: self.cgst, sgst: self.sgst }
    }

    pub fn total(&self) -> Paise {
        self.price.times(self.quantity).minus(self.discount)
    }

    pub fn kind(&self) -> LineKind {
        if self.product_id.is_some() {
            LineKind::Product
        } else if self.tier_id.is_some() {
            LineKind::Membership
        } else if self.service_id.is_some() {
            LineKind::Service
        } else {
            LineKind::Custom
        }
    }

    /// Whether gems are earned on it.
    pub fn earns_gems(&self) -> bool {
        matches!(self.kind(), LineKind::Service | LineKind::Custom)
    }

    /// The rest of the line after its credit notes.
    pub fn remaining(&self) -> Split {
        let part = |whole: Paise, credited: Paise| whole.minus(credited);
        Split {
            taxable: part(self.taxable, self.credited.taxable),
            cgst: part(self.cgst, self.credited.cgst),
            sgst: part(self.sgst, self.credited.sgst),
        }
    }

    /// A line of a session says how long it was, any other what gems paid for it.
    pub(super) fn printed(&self, language: Language, is_session: bool) -> DocumentLine {
        let (lasted, gems, covered) = (self.duration.0, self.redeemed, self.covered.map(|minutes| minutes.0));
        let note = match (language, is_session) {
            (Language::English, true) => Some(format!("{lasted} minutes")),
            (Language::Hindi, true) => Some(format!("{lasted} मिनट")),
            (Language::English, false) => gems
                .map(|gems| format!("Redeemed with {gems}"))
                .or_else(|| covered.map(|minutes| format!("{minutes} minutes of the membership"))),
            (Language::Hindi, false) => gems
                .map(|gems| format!("{} जेम्स से लिया", gems.0))
                .or_else(|| covered.map(|minutes| format!("सदस्यता के {minutes} मिनट"))),
        };
        DocumentLine {
            description: self.description.clone(),
            note,
            sac: self.sac.clone(),
            quantity: self.quantity,
            price_paise: self.price.times(self.quantity),
            discount_paise: self.discount,
            taxable_paise: self.taxable,
            cgst_paise: self.cgst,
            sgst_paise: self.sgst,
            gst_rate_bps: self.rate,
        }
    }
}

fn printed(payment: &Payment) -> DocumentPayment {
    DocumentPayment { method: payment.method, amount_paise: payment.amount }
}

/// The lines of an invoice are numbered by their places.
pub(super) fn line_id(at: usize) -> LineId {
    at.saturating_add(1).to_string().into()
}

impl InvoiceLine {
    pub fn of(at: usize, line: &PricedLine) -> Self {
        Self {
            id: line_id(at),
            service_id: line.item.service().cloned(),
            product_id: line.item.product().cloned(),
            tier_id: line.item.tier().cloned(),
            staff_id: line.person.as_ref().map(|person| person.id.clone()),
            staff_name: line.person.as_ref().map(|person| person.name.clone()),
            description: line.description.clone(),
            duration: line.duration,
            sac: line.sac.clone(),
            rate: line.rate,
            quantity: line.quantity,
            list: line.list,
            price: line.price,
            discount: line.discount(),
            taxable: line.tax.taxable,
            cgst: line.tax.cgst,
            sgst: line.tax.sgst,
            redeemed: line.redeemed,
            covered: line.covered,
            credited: Credited::default(),
            restocked: 0,
        }
    }
}

impl Invoice {
    /// When the last of it was paid; none while something is due, or where nothing ever was paid. A bill of nothing is
    /// paid as it is written.
    pub fn paid_at(&self) -> Option<Instant> {
        if self.due > Paise::ZERO {
            return None;
        }
        let last = self.payments.iter().map(|payment| payment.at).max();
        last.or_else(|| (self.total == Paise::ZERO).then_some(self.issued_at))
    }

    /// The minutes of a membership that it used.
    pub fn covered(&self) -> Minutes {
        self.lines.iter().filter_map(|line| line.covered).sum()
    }

    pub(super) fn settled(mut self, settlement: Settlement) -> Self {
        let Settlement { method, payments, tips, due } = settlement;
        self.payment_status = status_of(due, &payments);
        (self.payment_method, self.payments, self.tips, self.due) = (method, payments, tips, due);
        self
    }

    pub fn gst(&self) -> Paise {
        self.cgst.plus(self.sgst)
    }

    pub fn day(&self) -> IstDate {
        self.issued_at.ist_date()
    }

    /// The record of a membership's session: no tax document, with a series of its own, and in no return.
    pub fn is_session_record(&self) -> bool {
        self.invoice_type == InvoiceType::MembershipSession
    }

    pub fn is_void(&self) -> bool {
        self.payment_status == PaymentStatus::Void
    }

    /// Whether the customer still has to pay something.
    pub fn is_owed(&self) -> bool {
        self.due > Paise::ZERO && !self.is_void()
    }

    /// The amount that can still be given back.
    pub fn refundable(&self) -> Paise {
        self.total.minus(self.refunded)
    }

    /// Its status by what was paid and given back.
    pub fn standing(&self) -> PaymentStatus {
        let is_credited = self.refunded > Paise::ZERO;
        if self.is_void() {
            PaymentStatus::Void
        } else if is_credited && self.refundable() == Paise::ZERO {
            PaymentStatus::Refunded
        } else if is_credited && self.due == Paise::ZERO {
            PaymentStatus::PartiallyRefunded
        } else {
            status_of(self.due, &self.payments)
        }
    }

    fn is_paid_at_once(&self) -> bool {
        let has_one_at_most = self.payments.len() <= 1 && self.received() == self.total;
        has_one_at_most && self.due == Paise::ZERO && self.tips.is_empty()
    }

    /// With what tax law wants of a buyer, and no more.
    #[must_use]
    pub fn erased(&self) -> Self {
        Self { customer_phone: None, ..self.clone() }
    }

    /// As it is printed for people who read English.
    pub fn document(&self) -> InvoiceDocument {
        self.document_in(Language::English)
    }

    /// As it is printed.
    pub fn document_in(&self, language: Language) -> InvoiceDocument {
        let is_session = self.is_session_record();
        let mut seller = self.seller.clone();
        if is_session {
            seller.gstin = None;
        }
        InvoiceDocument {
            id: self.id.clone(),
            language,
            number: self.number.clone(),
            issued_on: self.day(),
            seller,
            customer: Buyer {
                name: self.customer_name.clone(),
                phone: self.customer_phone.as_ref().map(ToString::to_string),
                gstin: self.customer_gstin.clone(),
                legal_name: self.customer_legal_name.clone(),
            },
            booking_number: self.booking_number.clone(),
            lines: self.lines.iter().map(|line| line.printed(language, is_session)).collect(),
            subtotal_paise: self.subtotal,
            discount_paise: self.discount,
            taxable_paise: self.taxable,
            cgst_paise: self.cgst,
            sgst_paise: self.sgst,
            round_off_paise: self.round_off,
            total_paise: self.total,
            payment_method: self.payment_method,
            payments: if self.is_paid_at_once() { Vec::new() } else { self.payments.iter().map(printed).collect() },
            tip_paise: self.tip(),
            due_paise: self.due,
            is_void: self.is_void(),
            is_session,
            credits: None,
            letterhead: None,
            upi_uri: None,
        }
    }
}

impl Record for Invoice {
    const KIND: &'static str = "invoice";

    fn key(&self) -> Key {
        keys::invoice(&self.id)
    }

    fn places(&self) -> Places {
        Places {
            g1: Some(keys::invoice_in_month(&self.branch_id, self.issued_at, &self.id)),
            g2: self.customer_id.as_ref().map(|id| keys::invoice_of_customer(id, self.issued_at, &self.id)),
            g3: self.is_owed().then(|| keys::invoice_due(&self.branch_id, self.issued_at, &self.id)),
            ..Places::default()
        }
    }

    /// The customer asks for the invoice of their booking, in one read of their own partition. A void one makes room for
    /// the next.
    fn copies(&self) -> Vec<Key> {
        let copied = self.booking_id.as_ref().zip(self.customer_id.as_ref()).filter(|_| !self.is_void());
        copied.map(|(booking, customer)| keys::booking_invoice(customer, booking)).into_iter().collect()
    }
}

#[cfg(test)]
impl Invoice {
    /// A haircut and a trim with ₹10 off it, paid on 16 November 2026.
    pub fn sample() -> Self {
        let issued_at = Instant::from_millis(1_794_800_000_000);
        let line = |id: &str, name: &str, price, discount, taxable, half| InvoiceLine {
            id: id.into(),
            service_id: Some(name.into()),
            product_id: None,
            tier_id: None,
            staff_id: Some("priya".into()),
            staff_name: Some("Priya".to_owned()),
            description: name.to_owned(),
            duration: Minutes(30),
            sac: "999721".to_owned(),
            rate: GstRate::EIGHTEEN,
            quantity: 1,
            list: Paise(price),
            price: Paise(price),
            discount: Paise(discount),
            taxable: Paise(taxable),
            cgst: Paise(half),
            sgst: Paise(half),
            redeemed: None,
            covered: None,
            credited: Credited::default(),
            restocked: 0,
        };
        Self {
            id: "i1".into(),
            number: DocumentNumber::stored("MAIN/26-27/00001"),
            branch_id: "main".into(),
            seller: Seller::from(&parlour_setup::branches::Branch::sample()),
            booking_id: Some("b1".into()),
            booking_number: Some("MAIN-1".to_owned()),
            membership_id: None,
            customer_id: Some("asha".into()),
            customer_name: "Asha".to_owned(),
            customer_phone: None,
            customer_gstin: None,
            customer_legal_name: None,
            invoice_type: InvoiceType::Service,
            payment_method: Some(PaymentMethod::Upi),
            payment_status: PaymentStatus::Paid,
            payments: vec![Payment::plain(PaymentMethod::Upi, Paise(177_000), issued_at, Some("desk".to_owned()))],
            tips: Vec::new(),
            due: Paise::ZERO,
            lines: vec![
                line("1", "haircut", 118_000, 0, 100_000, 9_000),
                line("2", "trim", 60_000, 1_000, 50_000, 4_500),
            ],
            subtotal: Paise(178_000),
            discount: Paise(1_000),
            taxable: Paise(150_000),
            cgst: Paise(13_500),
            sgst: Paise(13_500),
            round_off: Paise::ZERO,
            total: Paise(177_000),
            offer_id: None,
            gems: InvoiceGems::default(),
            refunded: Paise::ZERO,
            tip_fell: Paise::ZERO,
            previous_visit: None,
            pdf_key: None,
            issued_at,
            voided_at: None,
            void_reason: None,
            void_drawer_id: None,
            created_at: issued_at,
            updated_at: issued_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invoice_tells_its_day_its_tax_and_what_can_still_be_given_back() {
        let invoice = Invoice { refunded: Paise(77_000), ..Invoice::sample() };
        assert_eq!((invoice.gst(), invoice.refundable()), (Paise(27_000), Paise(100_000)));
        assert_eq!(invoice.day().to_string(), "2026-11-16");
        assert_eq!(invoice.lines[1].total(), Paise(59_000));
        let split = invoice.lines[1].split();
        assert_eq!([split.taxable, split.cgst, split.sgst], [Paise(50_000), Paise(4_500), Paise(4_500)]);
    }

    #[test]
    fn a_tip_is_in_the_payments_that_were_taken_first_in_proportion() {
        let sample = Invoice::sample();
        let payment = |amount, at| Payment::plain(PaymentMethod::Cash, Paise(amount), Instant::from_millis(at), None);
        let tip = |amount| Tip { staff_id: "priya".into(), staff_name: "Priya".to_owned(), amount: Paise(amount) };
        let of = |tips: Vec<Tip>, payments: Vec<Payment>| Invoice { tips, payments, ..sample.clone() };
        let parts = |invoice: &Invoice| invoice.tip_parts().iter().map(|part| part.0).collect::<Vec<_>>();
        let split = of(vec![tip(60), tip(40)], vec![payment(1_000, 0), payment(500, 0), payment(400, 9)]);
        assert_eq!(parts(&split), [67, 33, 0]);
        assert_eq!(split.paid_by_method().iter().map(|(_, paid)| paid.0).collect::<Vec<_>>(), [933, 467, 400]);
        assert_eq!(parts(&of(vec![tip(100)], vec![payment(70, 0), payment(500, 9)])), [70, 30]);
        assert_eq!(parts(&of(vec![], vec![payment(70, 0)])), [0]);
    }

    #[test]
    fn it_is_paid_when_the_last_of_it_was_and_never_where_nothing_was() {
        let sample = Invoice::sample();
        assert_eq!(sample.paid_at(), Some(sample.issued_at));
        assert_eq!(Invoice { due: Paise(1), ..sample.clone() }.paid_at(), None);
        let credited = Invoice { payments: Vec::new(), refunded: sample.total, ..sample.clone() };
        assert_eq!(credited.paid_at(), None, "nothing is due any more, and nothing was paid");
        assert_eq!(Invoice { total: Paise::ZERO, ..credited }.paid_at(), Some(sample.issued_at));
    }

    #[test]
    fn an_invoice_stands_by_what_is_due_and_what_was_given_back() {
        let standing = |due, refunded, is_paid: bool| {
            let sample = Invoice::sample();
            let payments = if is_paid { sample.payments.clone() } else { Vec::new() };
            Invoice { due: Paise(due), refunded: Paise(refunded), payments, ..sample }.standing()
        };
        assert_eq!(standing(0, 0, true), PaymentStatus::Paid);
        assert_eq!(standing(100, 0, true), PaymentStatus::PartiallyPaid);
        assert_eq!(standing(177_000, 0, false), PaymentStatus::Unpaid);
        assert_eq!(standing(100, 176_900, false), PaymentStatus::Unpaid, "a note that only lowered what is due");
        assert_eq!(standing(0, 100, true), PaymentStatus::PartiallyRefunded);
        assert_eq!(standing(0, 177_000, false), PaymentStatus::Refunded);
        let void = Invoice { payment_status: PaymentStatus::Void, ..Invoice::sample() };
        assert_eq!(void.standing(), PaymentStatus::Void);
    }

    #[test]
    fn only_a_void_invoice_says_so_on_paper() {
        for status in PaymentStatus::ALL {
            let invoice = Invoice { payment_status: *status, ..Invoice::sample() };
            assert_eq!(invoice.document().is_void, *status == PaymentStatus::Void, "{status}");
        }
        assert_eq!(Invoice::sample().document().check(), Ok(()));
    }

    #[test]
    fn the_paper_of_a_session_says_how_long_it_was_and_nothing_of_tax() {
        let registered = Seller { gstin: Some("27AAPFU0939F1ZV".to_owned()), ..Invoice::sample().seller };
        let session = Invoice { invoice_type: InvoiceType::MembershipSession, seller: registered, ..Invoice::sample() };
        let paper = session.document();
        assert_eq!((paper.title(), paper.seller.gstin.as_deref(), paper.is_taxed()), ("Session record", None, false));
        assert_eq!(paper.lines[0].note.as_deref(), Some("30 minutes"));
    }

    #[test]
    fn it_is_found_by_month_by_customer_and_by_booking() {
        let invoice = Invoice::sample();
        let Places { g1, g2, .. } = invoice.places();
        assert_eq!(g1, Some(keys::invoice_in_month(&"main".into(), invoice.issued_at, &"i1".into())));
        assert_eq!(g2, Some(keys::invoice_of_customer(&"asha".into(), invoice.issued_at, &"i1".into())));
        assert_eq!(invoice.copies(), [keys::booking_invoice(&"asha".into(), &"b1".into())]);
        let void = Invoice { payment_status: PaymentStatus::Void, ..invoice.clone() };
        assert_eq!((void.copies(), Invoice { booking_id: None, ..invoice }.copies()), (vec![], vec![]));
    }
}
