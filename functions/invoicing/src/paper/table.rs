//! The table of services: its columns and rows.

use parlour_senders::document::{DocumentLine, InvoiceDocument};
use parlour_values::language::Language;
use parlour_values::money::Paise;

use crate::paper::fonts::Weight;
use crate::paper::measures::{CONTENT, LEFT};
use crate::paper::pen::{Ink, Pen, Style};

const HEAD: Style = Style::new(7.0, Weight::Bold, Ink::Accent);
const CELL: Style = Style::new(8.5, Weight::Regular, Ink::Text);
const STRONG: Style = Style::new(8.5, Weight::Bold, Ink::Text);
const SMALL: Style = Style::new(6.8, Weight::Regular, Ink::Muted);
const PADDING: f32 = 5.0;
/// Between two columns.
const GUTTER: f32 = 6.0;
pub const HEAD_HEIGHT: f32 = 20.0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineField {
    Position,
    Service,
    Sac,
    Quantity,
    Price,
    Discount,
    Taxable,
    Cgst,
    /// The state's half, by its name there.
    Sgst(&'static str),
    Amount,
}

impl LineField {
    /// The description gets the remaining width.
    fn width(self) -> f32 {
        match self {
            Self::Position => 20.0,
            Self::Service => 0.0,
            Self::Sac => 42.0,
            Self::Quantity => 26.0,
            Self::Price | Self::Discount | Self::Taxable => 52.0,
            Self::Cgst | Self::Sgst(_) => 44.0,
            Self::Amount => 56.0,
        }
    }

    /// The codes of the tax are the same in every language.
    fn head(self, language: Language) -> &'static str {
        let (english, hindi) = match self {
            Self::Position => ("#", "#"),
            Self::Service => ("Service", "सेवा"),
            Self::Sac => ("HSN/SAC", "HSN/SAC"),
            Self::Quantity => ("Qty", "मात्रा"),
            Self::Price => ("Price", "दाम"),
            Self::Discount => ("Discount", "छूट"),
            Self::Taxable => ("Taxable", "कर योग्य"),
            Self::Cgst => ("CGST", "CGST"),
            Self::Sgst(name) => (name, name),
            Self::Amount => ("Amount", "राशि"),
        };
        match language {
            Language::English => english,
            Language::Hindi => hindi,
        }
    }

    fn is_text(self) -> bool {
        matches!(self, Self::Position | Self::Service | Self::Sac)
    }

    /// The cell's text, and the small text below it.
    fn cell(self, position: usize, line: &DocumentLine) -> (String, Option<String>) {
        let half = || Some(line.gst_rate_bps.half_label());
        match self {
            Self::Position => (position.to_string(), None),
            Self::Service => (line.description.clone(), line.note.clone()),
            Self::Sac => (line.sac.clone(), None),
            Self::Quantity => (line.quantity.to_string(), None),
            Self::Price => (figure(line.price_paise), None),
            Self::Discount => (figure(line.discount_paise), None),
            Self::Taxable => (figure(line.taxable_paise), None),
            Self::Cgst => (figure(line.cgst_paise), half()),
            Self::Sgst(_) => (figure(line.sgst_paise), half()),
            Self::Amount => (figure(line.total()), None),
        }
    }
}

struct LineColumn {
    field: LineField,
    x: f32,
    width: f32,
}

/// The columns of an invoice: no discount column without a discount, no tax columns without tax.
pub struct LinesTable {
    columns: Vec<LineColumn>,
    language: Language,
}

impl LinesTable {
    pub fn of(document: &InvoiceDocument) -> Self {
        let mut fields = vec![LineField::Position, LineField::Service];
        if document.seller.gstin.is_some() {
            fields.push(LineField::Sac);
        }
        fields.extend([LineField::Quantity, LineField::Price]);
        if document.discount_paise > Paise::ZERO {
            fields.push(LineField::Discount);
        }
        if document.is_taxed() {
            fields.extend([LineField::Taxable, LineField::Cgst, LineField::Sgst(document.state_tax())]);
        }
        fields.push(LineField::Amount);
        let taken: f32 = fields.iter().map(|field| field.width()).sum();
        let mut x = LEFT;
        let columns = fields.into_iter().map(|field| {
            let width = if field == LineField::Service { CONTENT - taken } else { field.width() };
            x += width;
            LineColumn { field, x: x - width, width }
        });
        Self { columns: columns.collect(), language: document.language }
    }

    pub fn head(&self, pen: &mut Pen<'_>, top: f32) -> f32 {
        pen.fill(LEFT, top, CONTENT, HEAD_HEIGHT, Ink::Tint);
        let baseline = top + HEAD_HEIGHT / 2.0 + HEAD.size * 0.36;
        for column in &self.columns {
            column.put(pen, baseline, HEAD, column.field.head(self.language));
        }
        top + HEAD_HEIGHT
    }

    pub fn row_height(&self, pen: &Pen<'_>, position: usize, line: &DocumentLine) -> f32 {
        let cells = self.columns.iter().map(|column| {
            let (text, below) = column.field.cell(position, line);
            let width = column.text_width();
            let text = if column.field == LineField::Service { pen.height(CELL, width, &text) } else { CELL.leading() };
            text + below.map_or(0.0, |below| pen.height(SMALL, width, &below))
        });
        cells.fold(CELL.leading(), f32::max) + 2.0 * PADDING
    }

    pub fn row(&self, pen: &mut Pen<'_>, top: f32, position: usize, line: &DocumentLine) -> f32 {
        let inner = top + PADDING;
        for column in &self.columns {
            let (text, below) = column.field.cell(position, line);
            if column.field == LineField::Service {
                let next = pen.paragraph(column.x + GUTTER / 2.0, inner, column.text_width(), CELL, &text);
                pen.paragraph(column.x + GUTTER / 2.0, next, column.text_width(), SMALL, &below.unwrap_or_default());
            } else {
                let style = if column.field == LineField::Amount { STRONG } else { CELL };
                column.put(pen, inner + CELL.size, style, &text);
                column.put(pen, inner + CELL.leading() + SMALL.size, SMALL, &below.unwrap_or_default());
            }
        }
        let bottom = top + self.row_height(pen, position, line);
        pen.rule(LEFT, bottom, CONTENT);
        bottom
    }
}

impl LineColumn {
    fn text_width(&self) -> f32 {
        self.width - GUTTER
    }

    /// Text is left-aligned, numbers are right-aligned; neither overflows its column.
    fn put(&self, pen: &mut Pen<'_>, baseline: f32, style: Style, text: &str) {
        let room = self.text_width();
        if self.field.is_text() {
            let wide = pen.width(style, &pen.fonts.printable(text)).min(room);
            pen.right(self.x + GUTTER / 2.0 + wide, baseline, room, style, text);
        } else {
            pen.right(self.x + self.width - GUTTER / 2.0, baseline, room, style, text);
        }
    }
}

/// `1,23,456.78`: always two decimals, so that columns line up.
pub fn figure(amount: Paise) -> String {
    let text = amount.to_string().replace('₹', "");
    if text.contains('.') { text } else { format!("{text}.00") }
}
