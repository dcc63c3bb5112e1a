//! The invoice of a sale: a pure function of what was sold, where, to whom, and what it came to.

use super::{Invoice, InvoiceGems, InvoiceLine, Settlement};
use crate::pricing::Receipt;
use parlour_booking::bookings::Booking;
use parlour_people::customers::Profile;
use parlour_senders::document::Seller;
use parlour_setup::branches::Branch;
use parlour_storage::table::Stored;
use parlour_values::contact::Phone;
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{InvoiceId, MembershipId, OfferId, UserId};
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentStatus};
use parlour_values::time::Instant;

/// A sale with how it was paid. What it did to gems and to the customer's visits is added by whoever moves those.
#[derive(Clone, Debug)]
pub struct Sale<'a> {
    pub branch: &'a Branch,
    pub item: SoldItem<'a>,
    pub buyer: InvoiceBuyer,
    pub receipt: &'a Receipt,
    pub settlement: Settlement,
}

/// The details of its buyer on a printed invoice beside the name.
#[derive(Clone, Debug, Default)]
pub struct InvoiceBuyer {
    pub phone: Option<Phone>,
    pub gstin: Option<String>,
    pub legal_name: Option<String>,
}

impl InvoiceBuyer {
    pub fn of(profile: Option<&Stored<Profile>>) -> Self {
        let Some(profile) = profile else { return Self::default() };
        let (gstin, legal_name) = profile.business();
        Self { phone: profile.phone.clone(), gstin, legal_name }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum SoldItem<'a> {
    Visit {
        booking: &'a Booking,
        /// As they are called today: the booking has the name it was made with.
        customer_name: &'a str,
        offer_id: Option<&'a OfferId>,
        /// The one whose minutes paid for a part of it.
        membership_id: Option<&'a MembershipId>,
    },
    /// Without a visit; to somebody unknown where there is no customer.
    Products {
        customer: Option<(&'a UserId, &'a str)>,
    },
    Membership(SoldMembership<'a>),
    Session {
        booking: &'a Booking,
        membership: SoldMembership<'a>,
    },
}

/// A membership, as far as its invoices name it.
#[derive(Clone, Copy, Debug)]
pub struct SoldMembership<'a> {
    pub id: &'a MembershipId,
    pub customer_id: &'a UserId,
    pub customer_name: &'a str,
}

/// How a customer that nobody knows is called on their invoice.
pub const UNKNOWN_CUSTOMER: &str = "Walk-in customer";

impl<'a> SoldItem<'a> {
    fn invoice_type(self) -> InvoiceType {
        match self {
            Self::Visit { .. } => InvoiceType::Service,
            Self::Products { .. } => InvoiceType::Sale,
            Self::Membership(_) => InvoiceType::MembershipPurchase,
            Self::Session { .. } => InvoiceType::MembershipSession,
        }
    }

    fn booking(self) -> Option<&'a Booking> {
        match self {
            Self::Visit { booking, .. } | Self::Session { booking, .. } => Some(booking),
            Self::Membership(_) | Self::Products { .. } => None,
        }
    }

    fn membership_id(self) -> Option<&'a MembershipId> {
        match self {
            Self::Visit { membership_id, .. } => membership_id,
            Self::Products { .. } => None,
            Self::Membership(membership) | Self::Session { membership, .. } => Some(membership.id),
        }
    }

    fn customer(self) -> Option<(&'a UserId, &'a str)> {
        match self {
            Self::Visit { booking, customer_name, .. } => Some((&booking.customer_id, customer_name)),
            Self::Products { customer } => customer,
            Self::Membership(membership) | Self::Session { membership, .. } => {
                Some((membership.customer_id, membership.customer_name))
            }
        }
    }

    fn offer_id(self) -> Option<&'a OfferId> {
        match self {
            Self::Visit { offer_id, .. } => offer_id,
            Self::Products { .. } | Self::Membership(_) | Self::Session { .. } => None,
        }
    }
}

impl Invoice {
    pub fn of_sale(id: InvoiceId, number: DocumentNumber, sale: Sale<'_>, now: Instant) -> Self {
        let Sale { branch, item, buyer, receipt, settlement } = sale;
        let customer = item.customer();
        let invoice = Self {
            id,
            number,
            branch_id: branch.id.clone(),
            seller: Seller::from(branch),
            booking_id: item.booking().map(|booking| booking.id.clone()),
            booking_number: item.booking().map(|booking| booking.number.clone()),
            membership_id: item.membership_id().cloned(),
            customer_id: customer.map(|(id, _)| id.clone()),
            customer_name: customer.map_or(UNKNOWN_CUSTOMER, |(_, name)| name).to_owned(),
            customer_phone: buyer.phone,
            customer_gstin: buyer.gstin,
            customer_legal_name: buyer.legal_name,
            invoice_type: item.invoice_type(),
            payment_method: None,
            payment_status: PaymentStatus::Paid,
            payments: Vec::new(),
            tips: Vec::new(),
            due: Paise::ZERO,
            lines: receipt.lines.iter().enumerate().map(|(at, line)| InvoiceLine::of(at, line)).collect(),
            subtotal: receipt.subtotal,
            discount: receipt.discount,
            taxable: receipt.tax.taxable,
            cgst: receipt.tax.cgst,
            sgst: receipt.tax.sgst,
            round_off: receipt.round_off,
            total: receipt.total,
            offer_id: item.offer_id().cloned(),
            gems: InvoiceGems::default(),
            refunded: Paise::ZERO,
            tip_fell: Paise::ZERO,
            previous_visit: None,
            pdf_key: None,
            issued_at: now,
            voided_at: None,
            void_reason: None,
            void_drawer_id: None,
            created_at: now,
            updated_at: now,
        };
        invoice.settled(settlement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memberships::Membership;
    use crate::memberships::rules::MembershipStatus;
    use crate::pricing::{LinePerson, PerkFacts, SaleItem, SaleLine, price, price_membership};
    use parlour_booking::bookings::{BookedService, BookingCustomer, BookingOrigin, NewBooking, VisitPart};
    use parlour_setup::catalogue::ServiceType;
    use parlour_values::document_number::{DocumentSeries, FinancialYear};
    use parlour_values::gst::GstRate;
    use parlour_values::payment::PaymentMethod;
    use parlour_values::time::Interval;
    use parlour_values::time::Minutes;

    fn now() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn branch() -> Branch {
        Branch { gstin: Some("27AAPFU0939F1ZV".to_owned()), ..Branch::sample() }
    }

    fn booking(branch: &Branch, origin: BookingOrigin) -> Booking {
        let massage = BookedService {
            id: "row".into(),
            service_id: "massage".into(),
            staff_id: Some("priya".into()),
            staff_name: Some("Priya".to_owned()),
            name: "Massage".to_owned(),
            price: Paise(118_000),
            duration: Minutes(60),
            display_order: 0,
            part: VisitPart::default(),
        };
        let new = NewBooking {
            id: "b1".into(),
            number: "MAIN-1".to_owned(),
            branch,
            customer: BookingCustomer { id: &"asha".into(), name: "Asha", email: "asha@example.test" },
            service_type: ServiceType::Spa,
            date: "2026-11-16".parse().unwrap(),
            time: Interval { start: "10:00".parse().unwrap(), end: "11:00".parse().unwrap() },
            services: vec![massage],
            buffer: Minutes(0),
            notes: None,
            origin,
        };
        Booking::new(new, now())
    }

    fn membership() -> Membership {
        Membership {
            id: "m1".into(),
            number: "M-1".to_owned(),
            branch_id: "main".into(),
            customer_id: "asha".into(),
            customer_name: "Asha".to_owned(),
            customer_email: "asha@example.test".to_owned(),
            tier_id: "gold".into(),
            tier_name: "Gold".to_owned(),
            total_hours: Minutes(600),
            used_hours: Minutes(0),
            price_paid: Paise(118_000),
            taxable: None,
            payment_method: PaymentMethod::Card,
            starts_at: now(),
            expires_at: now(),
            status: MembershipStatus::Active,
            created_by: "owner".into(),
            invoice_id: Some("i1".into()),
            imported: None,
            notes: None,
            created_at: now(),
            updated_at: now(),
        }
    }

    fn line(price: i64) -> SaleLine {
        let person = Some(LinePerson { id: "priya".into(), name: "Priya".to_owned() });
        let item = SaleItem::Service("massage".into());
        let line = SaleLine::new(item, "Massage".to_owned(), Paise(price), "999721".to_owned(), GstRate::EIGHTEEN);
        SaleLine { duration: Minutes(60), person, ..line }
    }

    fn gold() -> SaleLine {
        SaleLine { item: SaleItem::Tier("gold".into()), person: None, ..line(118_000) }
    }

    fn invoice(branch: &Branch, item: SoldItem<'_>, receipt: &Receipt) -> Invoice {
        let number =
            DocumentNumber::new(DocumentSeries::Invoice, "MAIN", FinancialYear::of(now().ist_date()), 1).unwrap();
        let settlement = Settlement::whole(PaymentMethod::Upi, receipt.total, now(), "desk");
        let sale = Sale { branch, item, buyer: InvoiceBuyer::default(), receipt, settlement };
        Invoice::of_sale("i1".into(), number, sale, now())
    }

    #[test]
    fn the_invoice_of_a_visit_names_the_booking_the_offer_and_who_did_each_line() {
        let branch = branch();
        let booking = booking(&branch, BookingOrigin::WalkIn);
        let offer: OfferId = "diwali".into();
        let item = SoldItem::Visit {
            booking: &booking,
            customer_name: "Asha Rao",
            offer_id: Some(&offer),
            membership_id: None,
        };
        let invoice = invoice(&branch, item, &price(&[line(118_000)], &PerkFacts::None, None).unwrap());
        assert_eq!((invoice.invoice_type, invoice.payment_method), (InvoiceType::Service, Some(PaymentMethod::Upi)));
        assert_eq!((invoice.booking_number.as_deref(), invoice.membership_id), (Some("MAIN-1"), None));
        assert_eq!((invoice.offer_id, invoice.customer_name.as_str()), (Some(offer), "Asha Rao"));
        assert_eq!(invoice.lines[0].staff_name.as_deref(), Some("Priya"));
        assert_eq!(invoice.lines[0].service_id, Some("massage".into()));
        assert_eq!((invoice.taxable, invoice.cgst, invoice.sgst), (Paise(100_000), Paise(9_000), Paise(9_000)));
        assert_eq!((invoice.total, invoice.payment_status), (Paise(118_000), PaymentStatus::Paid));
    }

    #[test]
    fn the_invoice_of_a_membership_sells_no_service() {
        let (branch, membership) = (branch(), membership());
        let invoice = invoice(&branch, SoldItem::Membership(membership.sold()), &price_membership(&[gold()]));
        assert_eq!(invoice.invoice_type, InvoiceType::MembershipPurchase);
        assert_eq!((invoice.booking_id, invoice.membership_id), (None, Some("m1".into())));
        assert_eq!(
            (invoice.lines[0].service_id.clone(), invoice.lines[0].tier_id.clone()),
            (None, Some("gold".into()))
        );
        assert_eq!(invoice.total, Paise(118_000));
    }

    #[test]
    fn the_invoice_of_a_session_comes_to_nothing_and_names_booking_and_membership() {
        let (branch, membership) = (branch(), membership());
        let origin = BookingOrigin::MembershipSession { membership_id: "m1".into(), invoice_id: "i1".into() };
        let booking = booking(&branch, origin);
        let item = SoldItem::Session { booking: &booking, membership: membership.sold() };
        let invoice = invoice(&branch, item, &price_membership(&[line(0)]));
        assert_eq!(invoice.invoice_type, InvoiceType::MembershipSession);
        assert_eq!((invoice.booking_id, invoice.membership_id), (Some("b1".into()), Some("m1".into())));
        assert_eq!((invoice.payments.len(), invoice.total), (0, Paise::ZERO));
        assert_eq!(invoice.lines[0].staff_id, Some("priya".into()));
    }
}
