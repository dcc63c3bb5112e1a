//! An invoice on A4. Layout is separate from writing the PDF, so that tests can read the pages.

mod code;
mod face;
mod fonts;
mod layout;
mod measures;
mod palette;
mod pdf;
mod pen;
mod scripts;
mod summary;
mod table;

use parlour_senders::document::InvoiceDocument;

/// Why a document could not be drawn; never because of its content.
#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    #[error("the font cannot be read")]
    Font,
    #[error("the PDF cannot be written: {0}")]
    Pdf(String),
}

/// The invoice as a PDF/A file; the same document gives the same bytes.
pub fn render(document: &InvoiceDocument) -> Result<Vec<u8>, PaperError> {
    let fonts = fonts::Fonts::load().ok_or(PaperError::Font)?;
    let pages = layout::lay_out(document, &fonts);
    pdf::write(document, &pages, &fonts)
}

#[cfg(test)]
mod tests;
