//! A day's registrations, visitors and bills above nothing. Pure.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::money::DayMoney;
use super::summary::{Documents, SalesTally, TaxGroup, add, add_to_tax};
use crate::invoices::{CreditNote, Invoice};
use parlour_values::id::{ProductId, UserId};
use parlour_values::money::Paise;
use parlour_values::payment::InvoiceType;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DayDetail {
    /// Bills above nothing: sessions and gifts do not lower an average.
    pub paid_bills: u64,
    /// Customers whose visit was completed. An invoice is voided on its own day only, so a past day stays as it is.
    pub visitors: BTreeSet<UserId>,
    pub registrations: Vec<Registration>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<ProductSales>,
    /// None where nobody asked for it, and of a day that was stored before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub money: Option<DayMoney>,
}

/// The sums of the lines that sold one product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductSales {
    pub product_id: ProductId,
    /// As the invoice has it.
    pub name: String,
    /// Less those that came back on the day.
    pub pieces: i64,
    pub tally: SalesTally,
}

/// The sums of the invoices under one GSTIN, as it was printed, or of those without any.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Registration {
    pub gstin: Option<String>,
    pub state_code: String,
    pub sales: SalesTally,
    pub by_tax: Vec<TaxGroup>,
    pub documents: Vec<Series>,
    pub credit_notes: Vec<Series>,
}

/// The numbers given out in one series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Series {
    /// The beginning of its numbers: `BLR/26-27`.
    pub series: String,
    #[serde(flatten)]
    pub documents: Documents,
}

/// Whether the invoice is of a visit: a membership is sold without one.
fn is_visit(invoice: &Invoice) -> bool {
    match invoice.invoice_type {
        InvoiceType::Service | InvoiceType::MembershipSession => true,
        InvoiceType::MembershipPurchase | InvoiceType::Sale => false,
    }
}

/// Adds one number to its series.
fn number(all: &mut Vec<Series>, number: &str, void: bool) {
    let name = number.rsplit_once('/').map_or("", |(series, _)| series);
    let mut documents = Documents::default();
    documents.add(number, void);
    join_series(all, &Series { series: name.to_owned(), documents });
}

fn join_series(all: &mut Vec<Series>, other: &Series) {
    match all.iter_mut().find(|one| one.series == other.series) {
        Some(one) => one.documents.join(&other.documents),
        None => all.push(other.clone()),
    }
}

impl DayDetail {
    pub(super) fn add_invoice(&mut self, invoice: &Invoice) {
        if !invoice.is_void() && is_visit(invoice) {
            self.visitors.extend(invoice.customer_id.clone());
        }
        // In no return, so in no registration.
        if invoice.is_session_record() {
            return;
        }
        let mut registration = Registration::of(invoice);
        number(&mut registration.documents, invoice.number.as_str(), invoice.is_void());
        if !invoice.is_void() {
            registration.sales = SalesTally::of_invoice(invoice);
            for line in &invoice.lines {
                let tally = SalesTally::of(line.split(), line.discount);
                add_to_tax(&mut registration.by_tax, &line.sac, line.rate, tally);
                if let Some(product) = &line.product_id {
                    self.add_product(product, &line.description, i64::from(line.quantity), tally);
                }
            }
            self.paid_bills = self.paid_bills.saturating_add(u64::from(invoice.total > Paise::ZERO));
        }
        self.register(&registration);
    }

    /// A note belongs where its invoice does, whatever the branch is registered as by now.
    pub(super) fn add_credit_note(&mut self, note: &CreditNote, invoice: Option<&Invoice>) {
        let mut registration = invoice.map(Registration::of).unwrap_or_default();
        number(&mut registration.credit_notes, note.number.as_str(), false);
        registration.sales = SalesTally::of_credit_note(note);
        for line in &note.lines {
            let tally = SalesTally::refund(line.credited.into());
            add_to_tax(&mut registration.by_tax, &line.sac, line.rate, tally);
            if let Some(product) = &line.product_id {
                self.add_product(product, &line.description, 0, tally);
            }
        }
        // A line may come back on the shelf of which no money is given back.
        for back in &note.restocked {
            let pieces = i64::from(back.quantity).saturating_neg();
            let line = invoice.and_then(|invoice| invoice.lines.iter().find(|line| line.id == back.line_id));
            let name = line.map_or("", |line| &line.description);
            self.add_product(&back.product_id, name, pieces, SalesTally::default());
        }
        self.register(&registration);
    }

    fn add_product(&mut self, product: &ProductId, name: &str, pieces: i64, tally: SalesTally) {
        match self.products.iter_mut().find(|one| one.product_id == *product) {
            Some(one) => {
                one.pieces = one.pieces.saturating_add(pieces);
                add(&mut one.tally, tally);
            }
            None => {
                self.products.push(ProductSales { product_id: product.clone(), name: name.to_owned(), pieces, tally });
            }
        }
    }

    fn register(&mut self, other: &Registration) {
        match self.registrations.iter_mut().find(|one| one.gstin == other.gstin) {
            Some(one) => one.join(other),
            None => self.registrations.push(other.clone()),
        }
    }

    pub fn join(&mut self, other: &Self) {
        self.paid_bills = self.paid_bills.saturating_add(other.paid_bills);
        self.visitors.extend(other.visitors.iter().cloned());
        for theirs in &other.registrations {
            self.register(theirs);
        }
        for theirs in &other.products {
            self.add_product(&theirs.product_id, &theirs.name, theirs.pieces, theirs.tally);
        }
        if let Some(theirs) = &other.money {
            self.money.get_or_insert_default().join(theirs);
        }
    }
}

impl Registration {
    fn of(invoice: &Invoice) -> Self {
        Self { gstin: invoice.seller.gstin.clone(), state_code: invoice.seller.state_code.clone(), ..Self::default() }
    }

    pub fn join(&mut self, other: &Self) {
        add(&mut self.sales, other.sales);
        for theirs in &other.by_tax {
            add_to_tax(&mut self.by_tax, &theirs.sac, theirs.rate, theirs.tally);
        }
        other.documents.iter().for_each(|series| join_series(&mut self.documents, series));
        other.credit_notes.iter().for_each(|series| join_series(&mut self.credit_notes, series));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoices::InvoiceLine;
    use parlour_senders::document::Seller;
    use parlour_values::document_number::DocumentNumber;
    use parlour_values::payment::PaymentStatus;

    fn invoice(number: &str, gstin: Option<&str>, customer: &str) -> Invoice {
        let sample = Invoice::sample();
        Invoice {
            number: DocumentNumber::stored(number),
            seller: Seller { gstin: gstin.map(str::to_owned), ..sample.seller.clone() },
            customer_id: Some(customer.into()),
            ..sample
        }
    }

    #[test]
    fn each_registration_has_its_own_sums_and_each_series_its_own_range() {
        let mut day = DayDetail::default();
        let void = |invoice: Invoice| Invoice { payment_status: PaymentStatus::Void, ..invoice };
        day.add_invoice(&invoice("BLR/26-27/00007", Some("29"), "asha"));
        day.add_invoice(&void(invoice("BLR/26-27/00008", Some("29"), "meera")));
        day.add_invoice(&invoice("MYS/26-27/00001", Some("29"), "asha"));
        day.add_invoice(&invoice("CHD/26-27/00003", None, "ravi"));
        let [registered, unregistered] = day.registrations.as_slice() else { panic!("{day:?}") };
        let ranges = |registration: &Registration| {
            let range = |one: &Series| {
                let Documents { from, to, issued, void } = one.documents.clone();
                (one.series.clone(), from.unwrap(), to.unwrap(), issued, void)
            };
            registration.documents.iter().map(range).collect::<Vec<_>>()
        };
        let range = |series: &str, from: &str, to: &str, issued, void| {
            (series.to_owned(), format!("{series}/{from}"), format!("{series}/{to}"), issued, void)
        };
        let expected = [range("BLR/26-27", "00007", "00008", 2, 1), range("MYS/26-27", "00001", "00001", 1, 0)];
        assert_eq!(ranges(registered), expected);
        assert_eq!(ranges(unregistered), [range("CHD/26-27", "00003", "00003", 1, 0)]);
        assert_eq!((registered.sales.total_paise, unregistered.sales.count), (Paise(354_000), 1));
        assert_eq!(day.visitors, BTreeSet::from(["asha".into(), "ravi".into()]));
        assert_eq!(day.paid_bills, 3);
    }

    #[test]
    fn a_membership_is_no_visit_and_a_bill_of_nothing_no_paid_one() {
        let mut day = DayDetail::default();
        let sample = Invoice::sample();
        day.add_invoice(&Invoice { invoice_type: InvoiceType::MembershipPurchase, ..sample.clone() });
        assert_eq!((day.visitors.len(), day.paid_bills), (0, 1));
        day.add_invoice(&Invoice { invoice_type: InvoiceType::MembershipSession, total: Paise::ZERO, ..sample });
        assert_eq!((day.visitors.len(), day.paid_bills), (1, 1));
        let [registration] = day.registrations.as_slice() else { panic!("{day:?}") };
        assert_eq!(registration.documents[0].documents.issued, 1, "a session's record is no tax document");
    }

    #[test]
    fn products_are_counted_by_the_piece_net_of_what_was_given_back_and_without_void_invoices() {
        let sample = Invoice::sample();
        let shampoo = InvoiceLine {
            service_id: None,
            product_id: Some("p1".into()),
            description: "Shampoo".to_owned(),
            quantity: 3,
            ..sample.lines[0].clone()
        };
        let sold = Invoice { lines: vec![shampoo.clone(), shampoo, sample.lines[1].clone()], ..sample };
        let mut day = DayDetail::default();
        day.add_invoice(&sold);
        day.add_invoice(&Invoice { payment_status: PaymentStatus::Void, ..sold });
        let mut days = DayDetail::default();
        days.join(&day);
        days.join(&day);
        let [one] = days.products.as_slice() else { panic!("{days:?}") };
        assert_eq!((one.product_id.as_str(), one.pieces, one.tally.count), ("p1", 12, 4));
        assert_eq!((one.tally.total_paise, one.tally.taxable_paise), (Paise(472_000), Paise(400_000)));
    }
}
