//! How an invoice was paid, where it stands, and what was sold.

use crate::language::Language;
use crate::text_enum::text_enum;

text_enum! {
    /// How the counter was paid.
    pub enum PaymentMethod {
        Cash => "cash",
        Upi => "upi",
        Card => "card",
    }

    /// The state of an invoice. A void one keeps its number.
    pub enum PaymentStatus {
        Paid => "paid",
        Unpaid => "unpaid",
        PartiallyPaid => "partially_paid",
        Void => "void",
        PartiallyRefunded => "partially_refunded",
        Refunded => "refunded",
    }

    /// The kind of an invoice by what was sold. Only services earn gems. A sale is of products, without a visit.
    pub enum InvoiceType {
        Service => "service",
        MembershipPurchase => "membership_purchase",
        MembershipSession => "membership_session",
        Sale => "sale",
    }
}

crate::input::enum_fields!(PaymentMethod, PaymentStatus, InvoiceType);

impl PaymentMethod {
    /// As it is printed for people.
    pub fn label(self) -> &'static str {
        self.label_in(Language::English)
    }

    pub fn label_in(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Cash, Language::English) => "Cash",
            (Self::Cash, Language::Hindi) => "नक़द",
            (Self::Upi, _) => "UPI",
            (Self::Card, Language::English) => "Card",
            (Self::Card, Language::Hindi) => "कार्ड",
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::payment::*;

    #[test]
    fn a_payment_method_has_a_name_for_people() {
        let labels: Vec<&str> = PaymentMethod::ALL.iter().map(|method| method.label()).collect();
        assert_eq!(labels, ["Cash", "UPI", "Card"]);
    }
}
