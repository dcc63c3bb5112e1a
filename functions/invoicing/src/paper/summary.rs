//! The foot of an invoice: the amount in words, how it was paid, and the sums.

use parlour_senders::document::InvoiceDocument;
use parlour_values::language::Language;
use parlour_values::money::Paise;

use crate::paper::code::{self, PaymentCode};
use crate::paper::fonts::Weight;
use crate::paper::measures::{CONTENT, LABEL, LEFT, RIGHT};
use crate::paper::pen::{Ink, Pen, Style};
use crate::paper::table::figure;

const WORDS: Style = Style::new(9.0, Weight::Regular, Ink::Text);
const NAME: Style = Style::new(8.5, Weight::Regular, Ink::Muted);
const SUM: Style = Style::new(8.5, Weight::Regular, Ink::Text);
const TOTAL: Style = Style::new(11.5, Weight::Bold, Ink::OnBand);
const SMALL: Style = Style::new(7.5, Weight::Regular, Ink::Muted);

const SUMS_WIDTH: f32 = 206.0;
const WORDS_WIDTH: f32 = CONTENT - SUMS_WIDTH - 28.0;
const SUM_HEIGHT: f32 = 15.0;
const TOTAL_HEIGHT: f32 = 28.0;

/// The names of its parts.
struct PartNames {
    amount: &'static str,
    reason: &'static str,
    pay: &'static str,
    total: &'static str,
}

pub struct Summary {
    names: PartNames,
    sums: Vec<(String, String)>,
    total: String,
    words: String,
    /// How money changed hands: for an invoice or back.
    payment: (&'static str, String),
    /// Why it was given back.
    reason: Option<String>,
    remark: &'static str,
    /// The code to pay what is due with.
    code: Option<PaymentCode>,
}

impl Summary {
    pub fn of(document: &InvoiceDocument) -> Self {
        let mut sums = Vec::new();
        if document.discount_paise > Paise::ZERO {
            sums.push((document.word("Before discount", "छूट से पहले").to_owned(), figure(document.subtotal_paise)));
            sums.push((document.word("Discount", "छूट").to_owned(), format!("−{}", figure(document.discount_paise))));
        }
        if document.is_taxed() {
            let rates = document.by_rate();
            for (rate, split) in &rates {
                let taxable = document.word("Taxable value", "कर योग्य मूल्य");
                let taxable = match (rates.len(), document.language) {
                    (1, _) => taxable.to_owned(),
                    (_, Language::English) => format!("{taxable} at {}", rate.label()),
                    (_, Language::Hindi) => format!("{taxable}, {}", rate.label()),
                };
                sums.push((taxable, figure(split.taxable)));
                sums.push((format!("CGST {}", rate.half_label()), figure(split.cgst)));
                sums.push((format!("{} {}", document.state_tax(), rate.half_label()), figure(split.sgst)));
            }
        }
        if document.round_off_paise != Paise::ZERO {
            sums.push((document.word("Round off", "पूर्णांकन").to_owned(), figure(document.round_off_paise)));
        }
        let remark = match (document.is_taxed(), document.seller.gstin.is_some()) {
            _ if document.is_session => {
                document.word("Paid for with the time of the membership.", "सदस्यता के समय से चुकाया गया।")
            }
            (true, _) if document.credits.is_some() => {
                document.word("Amounts in rupees, GST included.", "राशियाँ रुपयों में, जीएसटी सहित।")
            }
            (true, _) => document.word(
                "Amounts in rupees. Prices include GST; tax is not payable on reverse charge.",
                "राशियाँ रुपयों में। दाम में जीएसटी शामिल है; रिवर्स चार्ज पर कर देय नहीं है।",
            ),
            (false, true) => document.word(
                "Amounts in rupees. No GST is charged on this supply.",
                "राशियाँ रुपयों में। इस आपूर्ति पर जीएसटी नहीं लिया गया है।",
            ),
            (false, false) => document.word(
                "Amounts in rupees. The seller is not registered for GST; no tax is charged.",
                "राशियाँ रुपयों में। विक्रेता जीएसटी में पंजीकृत नहीं है; कोई कर नहीं लिया गया है।",
            ),
        };
        let payment = document.word("PAYMENT", "भुगतान");
        Self {
            names: PartNames {
                amount: document.word("AMOUNT IN WORDS", "राशि शब्दों में"),
                reason: document.word("REASON", "कारण"),
                pay: document.word("PAY WHAT IS DUE BY UPI", "बाक़ी राशि UPI से चुकाएँ"),
                total: document.word("Total", "कुल"),
            },
            sums,
            total: format!("₹{}", figure(document.total_paise)),
            words: document.total_in_words(),
            payment: match document.credits {
                Some(_) => (document.word("REFUND", "रिफ़ंड"), document.refund_in_words()),
                None if document.is_session => (payment, document.word("By membership", "सदस्यता से").to_owned()),
                None => (payment, document.payment_in_words()),
            },
            reason: document.credits.as_ref().map(|credits| credits.reason.clone()),
            remark,
            code: document.upi_uri.as_deref().and_then(PaymentCode::of),
        }
    }

    pub fn height(&self, pen: &Pen<'_>) -> f32 {
        let words = 2.0 * (LABEL.leading() + 2.0) + pen.height(WORDS, WORDS_WIDTH, &self.words) + WORDS.leading() + 8.0;
        let remark = pen.height(SMALL, WORDS_WIDTH, self.remark);
        let reason = self
            .reason
            .as_ref()
            .map_or(0.0, |reason| LABEL.leading() + 2.0 + pen.height(WORDS, WORDS_WIDTH, reason) + 8.0);
        let code = if self.code.is_some() { LABEL.leading() + 8.0 + code::SIZE } else { 0.0 };
        let rows = u16::try_from(self.sums.len()).unwrap_or(u16::MAX);
        let sums = f32::from(rows) * SUM_HEIGHT + 6.0 + TOTAL_HEIGHT;
        (words + reason + remark + code + 8.0).max(sums)
    }

    pub fn draw(&self, pen: &mut Pen<'_>, top: f32) {
        let mut y = pen.paragraph(LEFT, top, WORDS_WIDTH, LABEL, self.names.amount) + 2.0;
        y = pen.paragraph(LEFT, y, WORDS_WIDTH, WORDS, &self.words) + 8.0;
        y = pen.paragraph(LEFT, y, WORDS_WIDTH, LABEL, self.payment.0) + 2.0;
        y = pen.paragraph(LEFT, y, WORDS_WIDTH, WORDS, &self.payment.1) + 8.0;
        if let Some(reason) = &self.reason {
            y = pen.paragraph(LEFT, y, WORDS_WIDTH, LABEL, self.names.reason) + 2.0;
            y = pen.paragraph(LEFT, y, WORDS_WIDTH, WORDS, reason) + 8.0;
        }
        y = pen.paragraph(LEFT, y, WORDS_WIDTH, SMALL, self.remark);
        if let Some(code) = &self.code {
            y = pen.paragraph(LEFT, y + 8.0, WORDS_WIDTH, LABEL, self.names.pay);
            code.draw(pen, LEFT, y);
        }
        self.draw_sums(pen, top);
    }

    fn draw_sums(&self, pen: &mut Pen<'_>, top: f32) {
        let (left, right) = (RIGHT - SUMS_WIDTH + 10.0, RIGHT - 10.0);
        let mut y = top;
        for (name, sum) in &self.sums {
            pen.left(left, y + 10.0, NAME, name);
            pen.right(right, y + 10.0, 90.0, SUM, sum);
            y += SUM_HEIGHT;
        }
        y += 6.0;
        pen.fill(RIGHT - SUMS_WIDTH, y, SUMS_WIDTH, TOTAL_HEIGHT, Ink::Band);
        let baseline = y + TOTAL_HEIGHT / 2.0 + TOTAL.size * 0.36;
        pen.left(left, baseline, TOTAL, self.names.total);
        pen.right(right, baseline, SUMS_WIDTH - 66.0, TOTAL, &self.total);
    }
}
