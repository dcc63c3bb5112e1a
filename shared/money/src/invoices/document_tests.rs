//! The printed document of a real sale.

use crate::invoices::InvoiceLine;
use crate::pricing::{PerkFacts, SaleItem, SaleLine, price};
use parlour_senders::document::*;
use parlour_values::document_number::{DocumentNumber, DocumentSeries, FinancialYear};
use parlour_values::gems::Gems;
use parlour_values::gst::GstRate;
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::Minutes;

fn document() -> InvoiceDocument {
    let sale = |service: &str, paise| {
        let item = SaleItem::Service(service.into());
        let line = SaleLine::new(item, service.to_owned(), Paise(paise), "999721".to_owned(), GstRate::FIVE);
        SaleLine { duration: Minutes(30), gems_required: Some(Gems(40)), ..line }
    };
    let trim = "trim".into();
    let perk = PerkFacts::Gems { service: Some(&trim), spendable: Gems(40) };
    let receipt = price(&[sale("haircut", 99_900), sale("trim", 30_000)], &perk, None).unwrap();
    let day = "2026-11-16".parse().unwrap();
    InvoiceDocument {
        id: "0199f0".into(),
        language: Language::English,
        number: DocumentNumber::new(DocumentSeries::Invoice, "BLR", FinancialYear::of(day), 42).unwrap(),
        issued_on: day,
        seller: Seller {
            name: "Parlour Indiranagar".to_owned(),
            address: "100 Feet Road, Bengaluru".to_owned(),
            state_code: "29".to_owned(),
            gstin: Some("29ABCDE1234F1ZW".to_owned()),
        },
        customer: Buyer { name: "Asha".to_owned(), ..Buyer::default() },
        booking_number: None,
        lines: receipt.lines.iter().map(|line| InvoiceLine::of(0, line).printed(Language::English, false)).collect(),
        subtotal_paise: receipt.subtotal,
        discount_paise: receipt.discount,
        taxable_paise: receipt.tax.taxable,
        cgst_paise: receipt.tax.cgst,
        sgst_paise: receipt.tax.sgst,
        round_off_paise: receipt.round_off,
        total_paise: receipt.total,
        payment_method: Some(PaymentMethod::Upi),
        payments: Vec::new(),
        tip_paise: Paise::ZERO,
        due_paise: Paise::ZERO,
        is_void: false,
        is_session: false,
        credits: None,
        letterhead: None,
        upi_uri: None,
    }
}

#[test]
fn a_credit_note_names_its_invoice_and_has_a_place_of_its_own() {
    let invoice = document();
    let reason = "Half of it was not done".to_owned();
    let credits = CreditedInvoice { number: invoice.number.clone(), issued_on: invoice.issued_on, reason };
    let note = InvoiceDocument { credits: Some(credits), ..invoice };
    assert_eq!((note.title(), note.is_taxed()), ("CREDIT NOTE", true));
    assert_eq!(note.storage_key().as_deref(), Some("credit-notes/0199f0.pdf"));
    let wire = serde_json::to_value(&note).unwrap();
    assert_eq!(wire["credits"]["issuedOn"], "2026-11-16");
    assert_eq!(serde_json::from_value::<InvoiceDocument>(wire).unwrap(), note);
    assert_eq!(note.check(), Ok(()));
}

#[test]
fn a_priced_visit_makes_a_document_that_holds() {
    let document = document();
    assert_eq!(document.check(), Ok(()));
    assert_eq!(document.lines[1].note.as_deref(), Some("Redeemed with 40 gems"));
    assert_eq!(document.storage_key().as_deref(), Some("invoices/0199f0.pdf"));
    assert_eq!(document.total_in_words(), "Rupees Nine Hundred Ninety-Nine Only");
}

#[test]
fn the_wire_carries_it_whole() {
    let document = document();
    let wire = serde_json::to_value(&document).unwrap();
    assert_eq!(wire["lines"][0]["gstRateBps"], 500);
    assert_eq!(wire["totalPaise"], 99_900);
    assert_eq!(serde_json::from_value::<InvoiceDocument>(wire).unwrap(), document);
    let headed = document.headed(Letterhead {
        name: "Saffron Room".to_owned(),
        accent_color: "#7B2D52".parse().unwrap(),
        phone: Some("+91 80 4123 4567".to_owned()),
    });
    let wire = serde_json::to_value(&headed).unwrap();
    assert_eq!(wire["letterhead"]["accentColor"], "#7B2D52");
    assert_eq!(serde_json::from_value::<InvoiceDocument>(wire).unwrap(), headed);
}

#[test]
fn it_is_worded_for_whoever_reads_hindi() {
    let document = InvoiceDocument {
        language: Language::Hindi,
        tip_paise: Paise(5_000),
        due_paise: Paise(40_000),
        payment_method: Some(PaymentMethod::Cash),
        ..document()
    };
    assert_eq!(document.title(), "टैक्स इनवॉइस");
    assert_eq!(document.total_in_words(), "नौ सौ निन्यानवे रुपये मात्र");
    assert_eq!(document.payment_in_words(), "भुगतान: नक़द, जिसमें ₹50 टिप है। बाक़ी: ₹400");
    assert_eq!(document.refund_in_words(), "लौटाया: नक़द");
    let wire = serde_json::to_value(&document).unwrap();
    assert_eq!(wire["language"], "hi");
    assert_eq!(serde_json::from_value::<InvoiceDocument>(wire).unwrap(), document);
}

#[test]
fn the_title_follows_the_law() {
    let mut document = document();
    assert_eq!(document.title(), "TAX INVOICE");
    document.lines.iter_mut().for_each(|line| line.gst_rate_bps = GstRate::ZERO);
    assert_eq!(document.title(), "BILL OF SUPPLY");
    document.seller.gstin = None;
    assert_eq!(document.title(), "INVOICE");
}

/// Moves a paisa of taxable value from the first line to the second, or back.
fn move_taxable(document: &mut InvoiceDocument, paise: i64) {
    document.lines[0].taxable_paise.0 -= paise;
    document.lines[1].taxable_paise.0 += paise;
}

/// The second line has more tax than it comes to.
fn move_to_cgst(document: &mut InvoiceDocument, paise: i64) {
    move_taxable(document, -paise);
    document.lines[0].cgst_paise.0 -= paise;
    document.lines[1].cgst_paise.0 += paise;
}

#[test]
fn a_document_that_does_not_add_up_is_refused() {
    type Spoil = fn(&mut InvoiceDocument);
    let spoilt: [(Spoil, BadDocument); 14] = [
        (|document| document.total_paise = Paise(1), BadDocument::Sums),
        (|document| document.cgst_paise = Paise(1), BadDocument::Sums),
        (|document| document.sgst_paise = Paise(1), BadDocument::Sums),
        (|document| document.taxable_paise = Paise(1), BadDocument::Sums),
        (|document| document.discount_paise = Paise(1), BadDocument::Sums),
        (|document| document.subtotal_paise = Paise(1), BadDocument::Sums),
        (|document| document.lines[0].taxable_paise = Paise(1), BadDocument::Sums),
        // The sums hold: a line does not, or has a part below nothing.
        (|document| move_taxable(document, 1), BadDocument::Sums),
        (|document| move_to_cgst(document, 1), BadDocument::Sums),
        (|document| document.lines.clear(), BadDocument::Lines),
        (|document| document.lines = vec![document.lines[0].clone(); 501], BadDocument::Lines),
        (|document| document.customer.name = "a".repeat(201), BadDocument::TooLong),
        (|document| document.lines[0].description = "a".repeat(501), BadDocument::TooLong),
        (|document| document.id = "../secret".into(), BadDocument::Id),
    ];
    for (spoil, refused) in spoilt {
        let mut document = document();
        spoil(&mut document);
        assert_eq!(document.check(), Err(refused));
    }
}

#[test]
fn a_document_may_be_as_long_as_its_bounds() {
    let mut document = document();
    document.customer.name = "a".repeat(200);
    document.lines[0].description = "a".repeat(500);
    document.lines.extend(vec![document.lines[1].clone(); 498]);
    assert_eq!((document.lines.len(), document.check()), (500, Ok(())));
}

#[test]
fn an_unregistered_seller_taxes_nothing() {
    let mut document = document();
    document.seller.gstin = None;
    assert!(!document.is_taxed());
}

#[test]
fn the_rates_of_an_invoice_are_summed_lowest_first() {
    let mut document = document();
    let [haircut, trim] = [document.lines[0].split(), document.lines[1].split()];
    assert_eq!(document.by_rate(), [(GstRate::FIVE, haircut.plus(trim))]);
    document.lines[1].gst_rate_bps = GstRate::ZERO;
    assert_eq!(document.by_rate(), [(GstRate::ZERO, trim), (GstRate::FIVE, haircut)]);
}

#[test]
fn only_an_id_of_ours_has_a_place() {
    for (id, is_ours) in
        [("0199-f0_A".to_owned(), true), ("a".repeat(64), true), ("a".repeat(65), false), (String::new(), false)]
    {
        assert_eq!(storage_key(&id.as_str().into()), is_ours.then(|| format!("invoices/{id}.pdf")), "{id}");
    }
}
