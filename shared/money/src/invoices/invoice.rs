//! An invoice: what was sold, what it came to, and what has to be undone should it be voided.

use serde::{Deserialize, Serialize};

use super::row::InvoiceTableRow;
use crate::gems::lots::LotPart;
use crate::pricing::PricedLine;
use parlour_senders::document::{Buyer, DocumentLine, InvoiceDocument, Seller};
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::contact::Phone;
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::gst::{GstRate, Split};
use parlour_values::id::{
    BookingId, BranchId, GemTransactionId, InvoiceId, MembershipId, OfferId, ServiceId, StaffId, TierId, UserId,
};
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};
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
    pub customer_id: UserId,
    pub customer_name: String,
    pub customer_phone: Option<Phone>,
    pub invoice_type: InvoiceType,
    pub payment_method: PaymentMethod,
    pub payment_status: PaymentStatus,
    pub lines: Vec<InvoiceLine>,
    /// Before discounts, GST included.
    pub subtotal: Paise,
    pub discount: Paise,
    pub taxable: Paise,
    pub cgst: Paise,
    pub sgst: Paise,
    /// What rounding to the rupee added, or took off: no part of a line, and of no tax.
    pub round_off: Paise,
    pub total: Paise,
    pub offer_id: Option<OfferId>,
    pub gems: InvoiceGems,
    /// What its credit notes sum to.
    pub refunded: Paise,
    /// The visit before this one, to return to if this one is voided.
    pub previous_visit: Option<PreviousVisit>,
    pub pdf_key: Option<String>,
    pub paid_at: Instant,
    pub voided_at: Option<Instant>,
    pub void_reason: Option<String>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// What a sale did to the customer's gems.
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

#[derive(Clone, Debug, PartialEq)]
pub struct InvoiceLine {
    pub service_id: Option<ServiceId>,
    /// Of a membership that was sold.
    pub tier_id: Option<TierId>,
    pub staff_id: Option<StaffId>,
    pub staff_name: Option<String>,
    pub description: String,
    pub duration: Minutes,
    pub sac: String,
    pub rate: GstRate,
    pub quantity: u32,
    pub price: Paise,
    pub discount: Paise,
    pub taxable: Paise,
    pub cgst: Paise,
    pub sgst: Paise,
    /// The gems that paid for it.
    pub redeemed: Option<Gems>,
    /// What credit notes have taken off it.
    pub credited: Credited,
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
        self.price.minus(self.discount)
    }

    /// What is left of the line after its credit notes.
    pub fn remaining(&self) -> Split {
        let part = |whole: Paise, credited: Paise| whole.minus(credited);
        Split {
            taxable: part(self.taxable, self.credited.taxable),
            cgst: part(self.cgst, self.credited.cgst),
            sgst: part(self.sgst, self.credited.sgst),
        }
    }

    /// A line of a session says how long it was, any other what gems paid for it.
    pub(super) fn printed(&self, is_session: bool) -> DocumentLine {
        let gems = || self.redeemed.map(|gems| format!("Redeemed with {gems}"));
        let note = if is_session { Some(format!("{} minutes", self.duration.0)) } else { gems() };
        DocumentLine {
            description: self.description.clone(),
            note,
            sac: self.sac.clone(),
            quantity: self.quantity,
            price_paise: self.price,
            discount_paise: self.discount,
            taxable_paise: self.taxable,
            cgst_paise: self.cgst,
            sgst_paise: self.sgst,
            gst_rate_bps: self.rate,
        }
    }
}

impl From<&PricedLine> for InvoiceLine {
    fn from(line: &PricedLine) -> Self {
        Self {
            service_id: Some(line.service.clone()),
            tier_id: None,
            staff_id: None,
            staff_name: None,
            description: line.description.clone(),
            duration: line.duration,
            sac: line.sac.clone(),
            rate: line.rate,
            quantity: 1,
            price: line.price,
            discount: line.discount,
            taxable: line.tax.taxable,
            cgst: line.tax.cgst,
            sgst: line.tax.sgst,
            redeemed: line.redeemed,
            credited: Credited::default(),
        }
    }
}

impl Invoice {
    pub fn gst(&self) -> Paise {
        self.cgst.plus(self.sgst)
    }

    pub fn day(&self) -> IstDate {
        self.paid_at.ist_date()
    }

    pub fn is_void(&self) -> bool {
        self.payment_status == PaymentStatus::Void
    }

    /// What can still be given back.
    pub fn refundable(&self) -> Paise {
        self.total.minus(self.refunded)
    }

    /// As it is printed.
    pub fn document(&self) -> InvoiceDocument {
        let is_session = self.invoice_type == InvoiceType::MembershipSession;
        let mut seller = self.seller.clone();
        if is_session {
            seller.gstin = None;
        }
        InvoiceDocument {
            id: self.id.clone(),
            number: self.number.clone(),
            issued_on: self.day(),
            seller,
            customer: Buyer {
                name: self.customer_name.clone(),
                phone: self.customer_phone.as_ref().map(ToString::to_string),
                ..Buyer::default()
            },
            booking_number: self.booking_number.clone(),
            lines: self.lines.iter().map(|line| line.printed(is_session)).collect(),
            subtotal_paise: self.subtotal,
            discount_paise: self.discount,
            taxable_paise: self.taxable,
            cgst_paise: self.cgst,
            sgst_paise: self.sgst,
            round_off_paise: self.round_off,
            total_paise: self.total,
            payment_method: self.payment_method,
            is_void: self.is_void(),
            is_session,
            credits: None,
            letterhead: None,
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
            g1: Some(keys::invoice_in_month(&self.branch_id, self.paid_at, &self.id)),
            g2: Some(keys::invoice_of_customer(&self.customer_id, self.paid_at, &self.id)),
            ..Places::default()
        }
    }

    /// The customer asks for the invoice of their booking, in one read of their own partition. A void one makes room for
    /// the next.
    fn copies(&self) -> Vec<Key> {
        self.booking_id
            .iter()
            .filter(|_| !self.is_void())
            .map(|booking| keys::booking_invoice(&self.customer_id, booking))
            .collect()
    }
}

#[cfg(test)]
impl Invoice {
    /// A haircut and a trim with ₹10 off it, paid on 16 November 2026.
    pub fn sample() -> Self {
        let paid_at = Instant::from_millis(1_794_800_000_000);
        let line = |name: &str, price, discount, taxable, half| InvoiceLine {
            service_id: Some(name.into()),
            tier_id: None,
            staff_id: Some("priya".into()),
            staff_name: Some("Priya".to_owned()),
            description: name.to_owned(),
            duration: Minutes(30),
            sac: "999721".to_owned(),
            rate: GstRate::EIGHTEEN,
            quantity: 1,
            price: Paise(price),
            discount: Paise(discount),
            taxable: Paise(taxable),
            cgst: Paise(half),
            sgst: Paise(half),
            redeemed: None,
            credited: Credited::default(),
        };
        Self {
            id: "i1".into(),
            number: DocumentNumber::stored("MAIN/26-27/00001"),
            branch_id: "main".into(),
            seller: Seller::from(&parlour_setup::branches::Branch::sample()),
            booking_id: Some("b1".into()),
            booking_number: Some("MAIN-1".to_owned()),
            membership_id: None,
            customer_id: "asha".into(),
            customer_name: "Asha".to_owned(),
            customer_phone: None,
            invoice_type: InvoiceType::Service,
            payment_method: PaymentMethod::Upi,
            payment_status: PaymentStatus::Paid,
            lines: vec![line("haircut", 118_000, 0, 100_000, 9_000), line("trim", 60_000, 1_000, 50_000, 4_500)],
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
            previous_visit: None,
            pdf_key: None,
            paid_at,
            voided_at: None,
            void_reason: None,
            created_at: paid_at,
            updated_at: paid_at,
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
        assert_eq!(g1, Some(keys::invoice_in_month(&"main".into(), invoice.paid_at, &"i1".into())));
        assert_eq!(g2, Some(keys::invoice_of_customer(&"asha".into(), invoice.paid_at, &"i1".into())));
        assert_eq!(invoice.copies(), [keys::booking_invoice(&"asha".into(), &"b1".into())]);
        let void = Invoice { payment_status: PaymentStatus::Void, ..invoice.clone() };
        assert_eq!((void.copies(), Invoice { booking_id: None, ..invoice }.copies()), (vec![], vec![]));
    }
}
