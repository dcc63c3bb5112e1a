//! What the invoicing service is sent: everything that is printed, already decided.

use serde::{Deserialize, Serialize};

use super::gst::{GstRate, Split};
use super::kinds::PaymentMethod;
use super::number::DocumentNumber;
use super::words::amount_in_words;
use crate::color::Color;
use crate::id::InvoiceId;
use crate::money::Paise;
use crate::time::IstDate;

/// Far above the 20 services of a booking; bounds what one request can make the service draw.
const MAX_LINES: usize = 500;
const MAX_TEXT: usize = 500;
const MAX_NAME: usize = 200;
const MAX_CODE: usize = 64;

/// An invoice as it is printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceDocument {
    pub id: InvoiceId,
    pub number: DocumentNumber,
    pub issued_on: IstDate,
    pub seller: Seller,
    pub customer: Buyer,
    #[serde(default)]
    pub booking_number: Option<String>,
    pub lines: Vec<DocumentLine>,
    pub subtotal_paise: Paise,
    pub discount_paise: Paise,
    pub taxable_paise: Paise,
    pub cgst_paise: Paise,
    pub sgst_paise: Paise,
    pub total_paise: Paise,
    pub payment_method: PaymentMethod,
    /// A void invoice keeps its number and says so on paper.
    #[serde(default)]
    pub is_void: bool,
    /// The invoice it gives back from, which makes it a credit note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credits: Option<CreditedInvoice>,
    /// Whose paper it is printed on.
    #[serde(default)]
    pub letterhead: Option<Letterhead>,
}

/// What a credit note says of its invoice (rule 53 of the CGST Rules).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreditedInvoice {
    pub number: DocumentNumber,
    pub issued_on: IstDate,
    pub reason: String,
}

/// The salon that the branch belongs to, as it presents itself on the day of printing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Letterhead {
    pub name: String,
    pub accent_color: Color,
    /// The branch's number, else the salon's, grouped for people.
    #[serde(default)]
    pub phone: Option<String>,
}

/// The branch that sold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Seller {
    pub name: String,
    pub address: String,
    pub state_code: String,
    /// None for an unregistered branch, which charges no GST.
    #[serde(default)]
    pub gstin: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Buyer {
    pub name: String,
    #[serde(default)]
    pub phone: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentLine {
    pub description: String,
    /// Smaller, under the description: why a line is free.
    #[serde(default)]
    pub note: Option<String>,
    pub sac: String,
    pub quantity: u32,
    /// For the whole quantity, GST included.
    pub price_paise: Paise,
    pub discount_paise: Paise,
    pub taxable_paise: Paise,
    pub cgst_paise: Paise,
    pub sgst_paise: Paise,
    pub gst_rate_bps: GstRate,
}

impl DocumentLine {
    pub fn split(&self) -> Split {
        Split { taxable: self.taxable_paise, cgst: self.cgst_paise, sgst: self.sgst_paise }
    }

    pub fn total(&self) -> Paise {
        self.price_paise.minus(self.discount_paise)
    }
}

impl InvoiceDocument {
    /// The same document under the salon's letterhead.
    pub fn headed(self, letterhead: Letterhead) -> Self {
        Self { letterhead: Some(letterhead), ..self }
    }

    /// What the law calls it: registered sellers issue tax invoices, or bills of supply where nothing is taxable.
    pub fn title(&self) -> &'static str {
        match (&self.credits, &self.seller.gstin, self.is_taxed()) {
            (Some(_), _, _) => "CREDIT NOTE",
            (None, Some(_), true) => "TAX INVOICE",
            (None, Some(_), false) => "BILL OF SUPPLY",
            (None, None, _) => "INVOICE",
        }
    }

    pub fn is_taxed(&self) -> bool {
        self.seller.gstin.is_some() && self.lines.iter().any(|line| line.gst_rate_bps > GstRate::ZERO)
    }

    pub fn total_in_words(&self) -> String {
        amount_in_words(self.total_paise)
    }

    /// The rates of the invoice with what each sums to, lowest first.
    pub fn by_rate(&self) -> Vec<(GstRate, Split)> {
        let mut rates: Vec<GstRate> = self.lines.iter().map(|line| line.gst_rate_bps).collect();
        rates.sort_unstable();
        rates.dedup();
        let of = |rate| self.lines.iter().filter(|line| line.gst_rate_bps == rate).map(DocumentLine::split).sum();
        rates.into_iter().map(|rate| (rate, of(rate))).collect()
    }

    /// Where its PDF is kept: one place per invoice, so that rendering again replaces it. None when the identifier is
    /// not one of ours.
    pub fn storage_key(&self) -> Option<String> {
        kept_in(if self.credits.is_some() { "credit-notes" } else { "invoices" }, &self.id)
    }

    /// Refuses what cannot be a true invoice: sums that do not hold, or more than a page can bear.
    pub fn check(&self) -> Result<(), BadDocument> {
        if self.lines.is_empty() || self.lines.len() > MAX_LINES {
            return Err(BadDocument::Lines);
        }
        if self.texts().any(|(text, most)| text.chars().count() > most) {
            return Err(BadDocument::TooLong);
        }
        if self.storage_key().is_none() {
            return Err(BadDocument::Id);
        }
        let lines_hold = self.lines.iter().all(|line| {
            let parts = [line.discount_paise, line.taxable_paise, line.cgst_paise, line.sgst_paise];
            parts.into_iter().all(|part| part >= Paise::ZERO) && line.split().total() == line.total()
        });
        let sum = |part: fn(&DocumentLine) -> Paise| self.lines.iter().map(part).sum::<Paise>();
        let sums_hold = sum(|line| line.price_paise) == self.subtotal_paise
            && sum(|line| line.discount_paise) == self.discount_paise
            && sum(|line| line.taxable_paise) == self.taxable_paise
            && sum(|line| line.cgst_paise) == self.cgst_paise
            && sum(|line| line.sgst_paise) == self.sgst_paise
            && sum(DocumentLine::total) == self.total_paise;
        if lines_hold && sums_hold { Ok(()) } else { Err(BadDocument::Sums) }
    }

    /// Every printed text with how long it may be.
    fn texts(&self) -> impl Iterator<Item = (&str, usize)> {
        let of_lines = self.lines.iter().flat_map(|line| {
            [(Some(&line.description), MAX_TEXT), (line.note.as_ref(), MAX_TEXT), (Some(&line.sac), MAX_CODE)]
        });
        [
            (Some(&self.seller.name), MAX_NAME),
            (Some(&self.seller.address), MAX_TEXT),
            (Some(&self.seller.state_code), MAX_CODE),
            (self.seller.gstin.as_ref(), MAX_CODE),
            (Some(&self.customer.name), MAX_NAME),
            (self.customer.phone.as_ref(), MAX_CODE),
            (self.booking_number.as_ref(), MAX_CODE),
            (self.credits.as_ref().map(|credits| &credits.reason), MAX_TEXT),
            (self.letterhead.as_ref().map(|letterhead| &letterhead.name), MAX_NAME),
            (self.letterhead.as_ref().and_then(|letterhead| letterhead.phone.as_ref()), MAX_CODE),
        ]
        .into_iter()
        .chain(of_lines)
        .filter_map(|(text, most)| text.map(|text| (text.as_str(), most)))
        .chain([(self.number.as_str(), MAX_CODE)])
        .chain(self.credits.as_ref().map(|credits| (credits.number.as_str(), MAX_CODE)))
    }
}

/// What the invoicing service answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RenderedInvoice {
    /// Where the PDF is kept; stable per invoice.
    pub key: String,
    /// A link that lives five minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The PDF in base64, ready to attach; left out when it would make the answer too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdf: Option<String>,
}

/// Where an invoice's PDF is kept.
pub fn storage_key(id: &InvoiceId) -> Option<String> {
    kept_in("invoices", id)
}

fn kept_in(folder: &str, id: &InvoiceId) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let ours = (1..=64).contains(&id.as_str().len()) && id.as_str().bytes().all(plain);
    ours.then(|| format!("{folder}/{id}.pdf"))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadDocument {
    #[error("an invoice has 1 to {MAX_LINES} lines")]
    Lines,
    #[error("a text is too long: codes have up to {MAX_CODE} characters, names {MAX_NAME}, others {MAX_TEXT}")]
    TooLong,
    #[error("the id is not an invoice's")]
    Id,
    #[error("the amounts do not sum up")]
    Sums,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkout::{PerkFacts, SaleLine, price};
    use crate::gems::Gems;
    use crate::invoices::InvoiceLine;
    use crate::invoices::number::{FinancialYear, Series};
    use crate::time::Minutes;

    fn document() -> InvoiceDocument {
        let sale = |service: &str, paise| SaleLine {
            service: service.into(),
            description: service.to_owned(),
            price: Paise(paise),
            duration: Minutes(30),
            sac: "999721".to_owned(),
            rate: GstRate::FIVE,
            gems_required: Some(Gems(40)),
        };
        let trim = "trim".into();
        let perk = PerkFacts::Gems { service: Some(&trim), spendable: Gems(40) };
        let receipt = price(&[sale("haircut", 99_900), sale("trim", 30_000)], &perk).unwrap();
        let day = "2026-11-16".parse().unwrap();
        InvoiceDocument {
            id: "0199f0".into(),
            number: DocumentNumber::new(Series::Invoice, "BLR", FinancialYear::of(day), 42).unwrap(),
            issued_on: day,
            seller: Seller {
                name: "Parlour Indiranagar".to_owned(),
                address: "100 Feet Road, Bengaluru".to_owned(),
                state_code: "29".to_owned(),
                gstin: Some("29ABCDE1234F1Z5".to_owned()),
            },
            customer: Buyer { name: "Asha".to_owned(), phone: None },
            booking_number: None,
            lines: receipt.lines.iter().map(|line| InvoiceLine::from(line).printed()).collect(),
            subtotal_paise: receipt.subtotal,
            discount_paise: receipt.discount,
            taxable_paise: receipt.tax.taxable,
            cgst_paise: receipt.tax.cgst,
            sgst_paise: receipt.tax.sgst,
            total_paise: receipt.total,
            payment_method: PaymentMethod::Upi,
            is_void: false,
            credits: None,
            letterhead: None,
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
}
