//! The document sent to the invoicing service: everything that is printed, already decided.

use serde::{Deserialize, Serialize};

use parlour_values::amount_words::amount_in_words;
use parlour_values::color::Color;
use parlour_values::document_number::DocumentNumber;
use parlour_values::gst::{GstRate, Split};
use parlour_values::id::InvoiceId;
use parlour_values::language::Language;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::states::state_tax;
use parlour_values::time::IstDate;

/// Far above the 20 services of a booking; bounds what one request can make the service draw.
const MAX_LINES: usize = 500;
const MAX_TEXT: usize = 500;
const MAX_NAME: usize = 200;
const MAX_CODE: usize = 64;
/// The most a QR code holds that can still be scanned from paper.
const MAX_URI: usize = 1_000;

/// An invoice as it is printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceDocument {
    pub id: InvoiceId,
    /// The language of its labels.
    #[serde(default, skip_serializing_if = "is_english")]
    pub language: Language,
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
    /// The amount that rounding to the rupee added to the lines, or took off.
    #[serde(default)]
    pub round_off_paise: Paise,
    pub total_paise: Paise,
    /// None while nothing is paid.
    #[serde(default)]
    pub payment_method: Option<PaymentMethod>,
    /// How it was paid, where that was by more than one payment, or not wholly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payments: Vec<DocumentPayment>,
    /// Paid on top, and no part of the supply.
    #[serde(default)]
    pub tip_paise: Paise,
    #[serde(default)]
    pub due_paise: Paise,
    /// A void invoice keeps its number and says so on paper.
    #[serde(default)]
    pub is_void: bool,
    /// The record of a session that a membership paid for: nothing is sold with it, so it says nothing of tax.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_session: bool,
    /// The invoice it gives back from, which makes it a credit note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credits: Option<CreditedInvoice>,
    /// The salon on whose paper it is printed.
    #[serde(default)]
    pub letterhead: Option<Letterhead>,
    /// The link by which UPI apps pay what is due: `upi://pay?…`, printed as a QR code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upi_uri: Option<String>,
}

fn is_english(language: &Language) -> bool {
    *language == Language::English
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentPayment {
    pub method: PaymentMethod,
    pub amount_paise: Paise,
}

/// The facts a credit note states of its invoice (rule 53 of the CGST Rules).
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

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Buyer {
    pub name: String,
    #[serde(default)]
    pub phone: Option<String>,
    /// Of the business that it is made out to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gstin: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_name: Option<String>,
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

    /// The same document with a code by which what is due can be paid.
    pub fn asking_for(self, upi_uri: Option<String>) -> Self {
        Self { upi_uri, ..self }
    }

    /// Its name in law: registered sellers issue tax invoices, or bills of supply where nothing is taxable.
    pub fn title(&self) -> &'static str {
        let (english, hindi) = match (self.is_session, &self.credits, &self.seller.gstin, self.is_taxed()) {
            (true, ..) => ("Session record", "सत्र का विवरण"),
            (false, Some(_), _, _) => ("CREDIT NOTE", "क्रेडिट नोट"),
            (false, None, Some(_), true) => ("TAX INVOICE", "टैक्स इनवॉइस"),
            (false, None, Some(_), false) => ("BILL OF SUPPLY", "आपूर्ति बिल"),
            (false, None, None, _) => ("INVOICE", "बिल"),
        };
        self.word(english, hindi)
    }

    /// In the language of its labels.
    pub fn word<'w>(&self, english: &'w str, hindi: &'w str) -> &'w str {
        match self.language {
            Language::English => english,
            Language::Hindi => hindi,
        }
    }

    fn each_payment(&self) -> String {
        let of =
            |payment: &DocumentPayment| format!("{} {}", payment.method.label_in(self.language), payment.amount_paise);
        self.payments.iter().map(of).collect::<Vec<_>>().join(", ")
    }

    pub fn is_taxed(&self) -> bool {
        self.seller.gstin.is_some() && self.lines.iter().any(|line| line.gst_rate_bps > GstRate::ZERO)
    }

    /// The name of the state's half of GST where it was sold.
    pub fn state_tax(&self) -> &'static str {
        state_tax(&self.seller.state_code)
    }

    /// How it was paid, in words: `Cash ₹600, UPI ₹580, of which ₹50 are a tip. Still to pay: ₹400`.
    pub fn payment_in_words(&self) -> String {
        if self.payments.is_empty() && self.payment_method.is_none() && self.due_paise == Paise::ZERO {
            return self.word("Nothing to pay", "कुछ नहीं देना है").to_owned();
        }
        let is_hindi = self.language == Language::Hindi;
        let by = match (self.payments.as_slice(), self.payment_method) {
            ([], Some(method)) if is_hindi => format!("भुगतान: {}", method.label_in(self.language)),
            ([], Some(method)) => format!("Paid by {}", method.label()),
            ([], None) => self.word("Nothing is paid yet", "अभी कुछ भुगतान नहीं हुआ").to_owned(),
            _ => format!("{}: {}", self.word("Paid", "भुगतान"), self.each_payment()),
        };
        let tip = match self.tip_paise {
            Paise::ZERO => String::new(),
            tip if is_hindi => format!(", जिसमें {tip} टिप है"),
            tip => format!(", of which {tip} is a tip"),
        };
        let due = match self.due_paise {
            due if due <= Paise::ZERO => String::new(),
            due => format!("{}: {due}", self.word(". Still to pay", "। बाक़ी")),
        };
        format!("{by}{tip}{due}")
    }

    /// How a credit note gives money back.
    pub fn refund_in_words(&self) -> String {
        match (self.payments.as_slice(), self.payment_method) {
            ([], Some(method)) if self.language == Language::Hindi => {
                format!("लौटाया: {}", method.label_in(self.language))
            }
            ([], Some(method)) => format!("Given back by {}", method.label()),
            ([], None) => self.word("Taken off what was due", "बाक़ी राशि में से घटाया").to_owned(),
            _ => format!("{}: {}", self.word("Given back", "लौटाया"), self.each_payment()),
        }
    }

    pub fn total_in_words(&self) -> String {
        amount_in_words(self.language, self.total_paise)
    }

    /// The rates of the invoice with what each sums to, lowest first.
    pub fn by_rate(&self) -> Vec<(GstRate, Split)> {
        let mut rates: Vec<GstRate> = self.lines.iter().map(|line| line.gst_rate_bps).collect();
        rates.sort_unstable();
        rates.dedup();
        let of = |rate| self.lines.iter().filter(|line| line.gst_rate_bps == rate).map(DocumentLine::split).sum();
        rates.into_iter().map(|rate| (rate, of(rate))).collect()
    }

    /// The key its PDF is kept under: one per invoice, so that rendering again replaces it. None when the identifier is
    /// not one of ours.
    pub fn storage_key(&self) -> Option<String> {
        kept_in(if self.credits.is_some() { "credit-notes" } else { "invoices" }, &self.id)
    }

    /// Refuses what cannot be a true invoice: sums that do not hold, or more than a page can bear.
    pub fn check(&self) -> Result<(), BadDocument> {
        // The rest of a rounding is given back without a line.
        let is_empty = self.lines.is_empty() && self.round_off_paise == Paise::ZERO;
        if is_empty || self.lines.len() > MAX_LINES {
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
            && sum(DocumentLine::total).plus(self.round_off_paise) == self.total_paise;
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
            (self.customer.gstin.as_ref(), MAX_CODE),
            (self.customer.legal_name.as_ref(), MAX_NAME),
            (self.booking_number.as_ref(), MAX_CODE),
            (self.credits.as_ref().map(|credits| &credits.reason), MAX_TEXT),
            (self.letterhead.as_ref().map(|letterhead| &letterhead.name), MAX_NAME),
            (self.letterhead.as_ref().and_then(|letterhead| letterhead.phone.as_ref()), MAX_CODE),
            (self.upi_uri.as_ref(), MAX_URI),
        ]
        .into_iter()
        .chain(of_lines)
        .filter_map(|(text, most)| text.map(|text| (text.as_str(), most)))
        .chain([(self.number.as_str(), MAX_CODE)])
        .chain(self.credits.as_ref().map(|credits| (credits.number.as_str(), MAX_CODE)))
    }
}

/// The answer of the invoicing service.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RenderedInvoice {
    /// The key of the PDF; stable per invoice.
    pub key: String,
    /// A link that lives five minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The PDF in base64, ready to attach; left out when it would make the answer too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdf: Option<String>,
}

/// The key that an invoice's PDF is kept under.
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
