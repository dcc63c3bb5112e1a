//! Writes the pages as a PDF/A file with searchable text.

use krilla::color::rgb;
use krilla::configure::{Archival, ConfigurationBuilder};
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::{DateTime, Metadata};
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::{Document, SerializeSettings};
use parlour_senders::document::InvoiceDocument;

use crate::paper::PaperError;
use crate::paper::fonts::{FontRun, Fonts};
use crate::paper::measures::{HEIGHT, WIDTH};
use crate::paper::palette::Palette;
use crate::paper::pen::{DrawnPage, Ink, Mark};

pub fn write(document: &InvoiceDocument, pages: &[DrawnPage], fonts: &Fonts) -> Result<Vec<u8>, PaperError> {
    // Invoices are stored for years: PDF/A embeds everything needed to show them.
    let configuration = ConfigurationBuilder::new().with_archival_validator(Archival::A2_U).finish().map_err(broken)?;
    let mut pdf = Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    pdf.set_metadata(metadata(document));
    let palette = Palette::of(document);
    for marks in pages {
        let size = PageSettings::from_wh(WIDTH, HEIGHT).ok_or_else(|| PaperError::Pdf("page size".to_owned()))?;
        let mut page = pdf.start_page_with(size);
        let mut surface = page.surface();
        for mark in marks {
            draw(&mut surface, mark, fonts, &palette);
        }
        surface.finish();
        page.finish();
    }
    pdf.finish().map_err(broken)
}

fn broken(error: impl std::fmt::Debug) -> PaperError {
    PaperError::Pdf(format!("{error:?}"))
}

/// Dated by the invoice, not by the clock, so that the same invoice gives the same file.
fn metadata(document: &InvoiceDocument) -> Metadata {
    let day = document.issued_on;
    let date = DateTime::new(u16::try_from(day.year()).unwrap_or_default())
        .month(u8::try_from(day.month()).unwrap_or(1))
        .day(u8::try_from(day.day()).unwrap_or(1));
    Metadata::new()
        .title(format!("{} {}", document.title(), document.number))
        .authors(vec![document.seller.name.clone()])
        .language(format!("{}-IN", document.language.tag()))
        .document_id(document.id.to_string())
        .creation_date(date)
}

fn draw(surface: &mut Surface<'_>, mark: &Mark, fonts: &Fonts, palette: &Palette) {
    match mark {
        Mark::Text { x, baseline, style, text } => {
            surface.set_fill(Some(paint(palette, style.ink)));
            let mut x = *x;
            for FontRun { text, face } in fonts.runs(style.weight, text) {
                let start = Point::from_xy(x, *baseline);
                let glyphs = face.glyphs(text);
                surface.draw_glyphs(start, &glyphs, face.font.clone(), text, style.size, false);
                x += glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() * style.size;
            }
        }
        Mark::Fill { x, y, width, height, ink } => {
            surface.set_fill(Some(paint(palette, *ink)));
            let mut path = PathBuilder::new();
            if let Some(area) = Rect::from_xywh(*x, *y, *width, *height) {
                path.push_rect(area);
            }
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
}

fn paint(palette: &Palette, ink: Ink) -> Fill {
    let [red, green, blue] = palette.color(ink);
    Fill { paint: rgb::Color::new(red, green, blue).into(), ..Fill::default() }
}
