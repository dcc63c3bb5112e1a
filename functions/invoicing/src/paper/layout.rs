//! The pages of an invoice: letterhead, parties, table, sums, and a short header on the following pages.

use parlour_senders::document::InvoiceDocument;
use parlour_values::language::Language;
use parlour_values::states::place_of_supply;
use parlour_values::time::IstDate;
use parlour_values::wording;

use crate::paper::fonts::{Fonts, Weight};
use crate::paper::measures::{BOTTOM, CONTENT, HEIGHT, LABEL, LEFT, RIGHT, WIDTH};
use crate::paper::pen::{DrawnPage, Ink, Pen, Style};
use crate::paper::summary::Summary;
use crate::paper::table::{HEAD_HEIGHT, LinesTable};

const BAND: f32 = 7.0;
const NAME: Style = Style::new(19.0, Weight::Bold, Ink::Accent);
/// For names that would take more than three lines, and on the following pages.
const LONG_NAME: Style = Style::new(11.0, Weight::Bold, Ink::Accent);
const TITLE: Style = Style::new(15.0, Weight::Bold, Ink::Text);
const VOID: Style = Style::new(11.0, Weight::Bold, Ink::Alert);
const BODY: Style = Style::new(9.0, Weight::Regular, Ink::Text);
const STRONG: Style = Style::new(9.0, Weight::Bold, Ink::Text);
const SOFT: Style = Style::new(9.0, Weight::Regular, Ink::Muted);
const SMALL: Style = Style::new(7.5, Weight::Regular, Ink::Muted);

/// The seller is on the left, the invoice's details on the right.
const SELLER_WIDTH: f32 = 300.0;
const FACTS_WIDTH: f32 = CONTENT - SELLER_WIDTH - 20.0;
const FACT_NAME: f32 = 62.0;

pub fn lay_out(document: &InvoiceDocument, fonts: &Fonts) -> Vec<DrawnPage> {
    let mut layout = Layout { document, pen: Pen::new(fonts), pages: Vec::new(), y: 0.0 };
    layout.letterhead();
    layout.buyer();
    layout.table();
    layout.summary();
    layout.finish()
}

struct Layout<'a> {
    document: &'a InvoiceDocument,
    pen: Pen<'a>,
    pages: Vec<DrawnPage>,
    /// How far down the page is filled.
    y: f32,
}

impl Layout<'_> {
    fn letterhead(&mut self) {
        let (document, pen) = (self.document, &mut self.pen);
        pen.fill(0.0, 0.0, WIDTH, BAND, Ink::Band);
        let top = 40.0;
        let heading = salon_above(document).unwrap_or(&document.seller.name);
        let large = pen.height(NAME, SELLER_WIDTH, heading) <= 3.0 * NAME.leading();
        let name = if large { NAME } else { LONG_NAME };
        let mut left = pen.paragraph(LEFT, top, SELLER_WIDTH, name, heading) + 2.0;
        if salon_above(document).is_some() {
            left = pen.paragraph(LEFT, left, SELLER_WIDTH, STRONG, &document.seller.name);
        }
        left = pen.paragraph(LEFT, left, SELLER_WIDTH, SOFT, &document.seller.address);
        if let Some(phone) = document.letterhead.as_ref().and_then(|letterhead| letterhead.phone.as_deref()) {
            left = pen.paragraph(LEFT, left, SELLER_WIDTH, SOFT, phone);
        }
        if let Some(gstin) = &document.seller.gstin {
            left = pen.paragraph(LEFT, left + 3.0, SELLER_WIDTH, STRONG, &format!("GSTIN {gstin}"));
        }

        let mut right = top + NAME.size;
        pen.right(RIGHT, right, FACTS_WIDTH, TITLE, document.title());
        if document.is_taxed() && document.credits.is_none() {
            right += LABEL.leading() + 2.0;
            pen.right(RIGHT, right, FACTS_WIDTH, LABEL, original(document));
        }
        if document.is_void {
            right += VOID.leading();
            pen.right(RIGHT, right, FACTS_WIDTH, VOID, document.word("CANCELLED", "रद्द"));
        }
        right += 10.0;
        for (name, value) in facts(document) {
            right += BODY.leading() + 1.0;
            pen.left(RIGHT - FACTS_WIDTH, right, SOFT, name);
            pen.right(RIGHT, right, FACTS_WIDTH - FACT_NAME, STRONG, &value);
        }
        self.y = left.max(right + 4.0) + 14.0;
    }

    fn buyer(&mut self) {
        let (document, pen) = (self.document, &mut self.pen);
        pen.rule(LEFT, self.y, CONTENT);
        let top = self.y + 12.0;
        let of_whom = match document.is_session {
            true => document.word("FOR", "किसके लिए"),
            false => document.word("BILLED TO", "किसके नाम"),
        };
        let mut left = pen.paragraph(LEFT, top, SELLER_WIDTH, LABEL, of_whom) + 2.0;
        let buyer = &document.customer;
        left = match &buyer.legal_name {
            Some(business) => {
                let below = pen.paragraph(LEFT, left, SELLER_WIDTH, STRONG, business);
                pen.paragraph(LEFT, below, SELLER_WIDTH, SOFT, &buyer.name)
            }
            None => pen.paragraph(LEFT, left, SELLER_WIDTH, STRONG, &buyer.name),
        };
        let phone = document.customer.phone.as_deref().map(spaced).unwrap_or_default();
        left = pen.paragraph(LEFT, left, SELLER_WIDTH, SOFT, &phone);
        if let Some(gstin) = buyer.gstin.as_ref().filter(|_| !document.is_session) {
            left = pen.paragraph(LEFT, left, SELLER_WIDTH, STRONG, &format!("GSTIN {gstin}"));
        }
        let x = RIGHT - FACTS_WIDTH;
        let mut right = top;
        if !document.is_session {
            right = pen.paragraph(x, top, FACTS_WIDTH, LABEL, document.word("PLACE OF SUPPLY", "आपूर्ति का स्थान")) + 2.0;
            right = pen.paragraph(x, right, FACTS_WIDTH, BODY, &place_of_supply(&document.seller.state_code));
        }
        self.y = left.max(right) + 16.0;
    }

    fn table(&mut self) {
        let document = self.document;
        let table = LinesTable::of(document);
        self.y = table.head(&mut self.pen, self.y);
        for (at, line) in document.lines.iter().enumerate() {
            if self.y + table.row_height(&self.pen, at + 1, line) > BOTTOM {
                self.turn_page();
                self.y = table.head(&mut self.pen, self.y);
            }
            self.y = table.row(&mut self.pen, self.y, at + 1, line);
        }
        self.y += 18.0;
    }

    fn summary(&mut self) {
        let summary = Summary::of(self.document);
        if self.y + summary.height(&self.pen) > BOTTOM {
            self.turn_page();
        }
        summary.draw(&mut self.pen, self.y);
    }

    /// The next page, with a header that names the invoice.
    fn turn_page(&mut self) {
        self.pages.push(std::mem::take(&mut self.pen.page));
        let (document, pen) = (self.document, &mut self.pen);
        pen.fill(0.0, 0.0, WIDTH, BAND, Ink::Band);
        let baseline = 40.0;
        let printed = pen.fonts.printable(&document.seller.name);
        let wide = pen.width(LONG_NAME, &printed).min(SELLER_WIDTH);
        pen.right(LEFT + wide, baseline, SELLER_WIDTH, LONG_NAME, &printed);
        let title = format!("{} {}, {}", document.title(), document.number, document.word("continued", "जारी"));
        pen.right(RIGHT, baseline, FACTS_WIDTH, SOFT, &title);
        self.y = baseline + HEAD_HEIGHT;
    }

    fn finish(mut self) -> Vec<DrawnPage> {
        self.pages.push(std::mem::take(&mut self.pen.page));
        let of = self.pages.len();
        let unsigned =
            self.document.word("Computer-generated; valid without a signature.", "कंप्यूटर से बना; बिना हस्ताक्षर मान्य।");
        for (at, page) in self.pages.iter_mut().enumerate() {
            self.pen.page = std::mem::take(page);
            self.pen.rule(LEFT, HEIGHT - 42.0, CONTENT);
            self.pen.left(LEFT, HEIGHT - 29.0, SMALL, unsigned);
            self.pen.right(RIGHT, HEIGHT - 29.0, FACTS_WIDTH, SMALL, &page_of(self.document, at + 1, of));
            *page = std::mem::take(&mut self.pen.page);
        }
        self.pages
    }
}

/// The salon's name, where the seller's does not say it already.
fn salon_above(document: &InvoiceDocument) -> Option<&str> {
    let name = document.letterhead.as_ref().map(|letterhead| letterhead.name.as_str());
    name.filter(|name| !document.seller.name.contains(name))
}

fn facts(document: &InvoiceDocument) -> Vec<(&'static str, String)> {
    let written =
        |day: IstDate| format!("{} {} {}", day.day(), wording::month(document.language, day.month()), day.year());
    let name = match document.credits.is_some() || document.is_session {
        true => document.word("Number", "नंबर"),
        false => document.word("Invoice no.", "बिल नंबर"),
    };
    let mut facts =
        vec![(name, document.number.to_string()), (document.word("Date", "तारीख़"), written(document.issued_on))];
    if let Some(credits) = &document.credits {
        facts.push((document.word("For invoice", "किस बिल का"), credits.number.to_string()));
        facts.push((document.word("Dated", "उसकी तारीख़"), written(credits.issued_on)));
    }
    let booking = document.word("Booking", "बुकिंग");
    facts.extend(document.booking_number.clone().map(|number| (booking, number)));
    facts
}

/// The law's name for a tax invoice stays on it, whatever its labels are written in.
fn original(document: &InvoiceDocument) -> &'static str {
    document.word("ORIGINAL FOR RECIPIENT", "TAX INVOICE · प्राप्तकर्ता के लिए मूल प्रति")
}

fn page_of(document: &InvoiceDocument, page: usize, of: usize) -> String {
    match document.language {
        Language::English => format!("Page {page} of {of}"),
        Language::Hindi => format!("पृष्ठ {page} / {of}"),
    }
}

/// `+91 98765 43210`; other numbers are unchanged.
fn spaced(phone: &str) -> String {
    let number = phone.strip_prefix("+91").filter(|rest| rest.len() == 10 && rest.is_ascii());
    number.map_or_else(
        || phone.to_owned(),
        |number| {
            let (first, second) = number.split_at(5);
            format!("+91 {first} {second}")
        },
    )
}
