//! The invoice of a sale: a pure function of what was sold, where, to whom, and what it came to.

use super::{Invoice, InvoiceGems, InvoiceLine};
use crate::pricing::Receipt;
use parlour_booking::bookings::Booking;
use parlour_senders::document::Seller;
use parlour_setup::branches::Branch;
use parlour_values::contact::Phone;
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{InvoiceId, MembershipId, OfferId, TierId, UserId};
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod, PaymentStatus};
use parlour_values::time::Instant;

/// A paid sale. What it did to gems and to the customer's visits is added by whoever moves those.
#[derive(Clone, Debug)]
pub struct Sale<'a> {
    pub branch: &'a Branch,
    pub item: SoldItem<'a>,
    pub customer_phone: Option<Phone>,
    pub receipt: &'a Receipt,
}

#[derive(Clone, Copy, Debug)]
pub enum SoldItem<'a> {
    Visit {
        booking: &'a Booking,
        payment_method: PaymentMethod,
        offer_id: Option<&'a OfferId>,
    },
    Membership(SoldMembership<'a>),
    /// Its invoice names the payment method of the membership that paid for it.
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
    pub payment_method: PaymentMethod,
}

impl<'a> SoldItem<'a> {
    fn invoice_type(self) -> InvoiceType {
        match self {
            Self::Visit { .. } => InvoiceType::Service,
            Self::Membership(_) => InvoiceType::MembershipPurchase,
            Self::Session { .. } => InvoiceType::MembershipSession,
        }
    }

    fn booking(self) -> Option<&'a Booking> {
        match self {
            Self::Visit { booking, .. } | Self::Session { booking, .. } => Some(booking),
            Self::Membership(_) => None,
        }
    }

    fn membership(self) -> Option<SoldMembership<'a>> {
        match self {
            Self::Visit { .. } => None,
            Self::Membership(membership) | Self::Session { membership, .. } => Some(membership),
        }
    }

    /// A line of a visit names who did it; a line that sells a membership is no service.
    fn lines(self, receipt: &Receipt) -> Vec<InvoiceLine> {
        let lines = receipt.lines.iter().map(InvoiceLine::from);
        match self.booking() {
            Some(booking) => lines
                .zip(&booking.services)
                .map(|(line, booked)| InvoiceLine {
                    staff_id: booked.staff_id.clone(),
                    staff_name: booked.staff_name.clone(),
                    ..line
                })
                .collect(),
            None => {
                let tier = |line: &InvoiceLine| line.service_id.as_ref().map(|id| TierId::from(id.as_str()));
                lines.map(|line| InvoiceLine { tier_id: tier(&line), service_id: None, ..line }).collect()
            }
        }
    }
}

impl Invoice {
    pub fn of_sale(id: InvoiceId, number: DocumentNumber, sale: Sale<'_>, now: Instant) -> Self {
        let Sale { branch, item, customer_phone, receipt } = sale;
        let (customer_id, customer_name, payment_method, offer_id) = match item {
            SoldItem::Visit { booking, payment_method, offer_id } => {
                (&booking.customer_id, booking.customer_name.as_str(), payment_method, offer_id)
            }
            SoldItem::Membership(membership) | SoldItem::Session { membership, .. } => {
                (membership.customer_id, membership.customer_name, membership.payment_method, None)
            }
        };
        Self {
            id,
            number,
            branch_id: branch.id.clone(),
            seller: Seller::from(branch),
            booking_id: item.booking().map(|booking| booking.id.clone()),
            booking_number: item.booking().map(|booking| booking.number.clone()),
            membership_id: item.membership().map(|membership| membership.id.clone()),
            customer_id: customer_id.clone(),
            customer_name: customer_name.to_owned(),
            customer_phone,
            invoice_type: item.invoice_type(),
            payment_method,
            payment_status: PaymentStatus::Paid,
            lines: item.lines(receipt),
            subtotal: receipt.subtotal,
            discount: receipt.discount,
            taxable: receipt.tax.taxable,
            cgst: receipt.tax.cgst,
            sgst: receipt.tax.sgst,
            round_off: receipt.round_off,
            total: receipt.total,
            offer_id: offer_id.cloned(),
            gems: InvoiceGems::default(),
            refunded: Paise::ZERO,
            previous_visit: None,
            pdf_key: None,
            paid_at: now,
            voided_at: None,
            void_reason: None,
            created_at: now,
            updated_at: now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memberships::Membership;
    use crate::memberships::rules::MembershipStatus;
    use crate::pricing::{PerkFacts, SaleLine, price, price_membership};
    use parlour_booking::bookings::{BookedService, BookingCustomer, BookingOrigin, NewBooking};
    use parlour_setup::catalogue::ServiceType;
    use parlour_values::document_number::{FinancialYear, Series};
    use parlour_values::gst::GstRate;
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
            payment_method: PaymentMethod::Card,
            starts_at: now(),
            expires_at: now(),
            status: MembershipStatus::Active,
            created_by: "owner".into(),
            invoice_id: "i1".into(),
            notes: None,
            created_at: now(),
            updated_at: now(),
        }
    }

    fn line(price: i64) -> SaleLine {
        SaleLine {
            service: "massage".into(),
            description: "Massage".to_owned(),
            price: Paise(price),
            duration: Minutes(60),
            sac: "999721".to_owned(),
            rate: GstRate::EIGHTEEN,
            gems_required: None,
        }
    }

    fn invoice(branch: &Branch, item: SoldItem<'_>, receipt: &Receipt) -> Invoice {
        let number = DocumentNumber::new(Series::Invoice, "MAIN", FinancialYear::of(now().ist_date()), 1).unwrap();
        Invoice::of_sale("i1".into(), number, Sale { branch, item, customer_phone: None, receipt }, now())
    }

    #[test]
    fn the_invoice_of_a_visit_names_the_booking_the_offer_and_who_did_each_line() {
        let branch = branch();
        let booking = booking(&branch, BookingOrigin::WalkIn);
        let offer: OfferId = "diwali".into();
        let item = SoldItem::Visit { booking: &booking, payment_method: PaymentMethod::Upi, offer_id: Some(&offer) };
        let invoice = invoice(&branch, item, &price(&[line(118_000)], &PerkFacts::None).unwrap());
        assert_eq!((invoice.invoice_type, invoice.payment_method), (InvoiceType::Service, PaymentMethod::Upi));
        assert_eq!((invoice.booking_number.as_deref(), invoice.membership_id), (Some("MAIN-1"), None));
        assert_eq!((invoice.offer_id, invoice.customer_name.as_str()), (Some(offer), "Asha"));
        assert_eq!(invoice.lines[0].staff_name.as_deref(), Some("Priya"));
        assert_eq!(invoice.lines[0].service_id, Some("massage".into()));
        assert_eq!((invoice.taxable, invoice.cgst, invoice.sgst), (Paise(100_000), Paise(9_000), Paise(9_000)));
        assert_eq!((invoice.total, invoice.payment_status), (Paise(118_000), PaymentStatus::Paid));
    }

    #[test]
    fn the_invoice_of_a_membership_sells_no_service() {
        let (branch, membership) = (branch(), membership());
        let invoice = invoice(&branch, SoldItem::Membership(membership.sold()), &price_membership(&[line(118_000)]));
        assert_eq!(invoice.invoice_type, InvoiceType::MembershipPurchase);
        assert_eq!((invoice.booking_id, invoice.membership_id), (None, Some("m1".into())));
        assert_eq!(invoice.payment_method, PaymentMethod::Card);
        assert_eq!((invoice.lines[0].service_id.clone(), invoice.lines[0].staff_id.clone()), (None, None));
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
        assert_eq!((invoice.payment_method, invoice.total), (PaymentMethod::Card, Paise::ZERO));
        assert_eq!(invoice.lines[0].staff_id, Some("priya".into()));
    }
}
