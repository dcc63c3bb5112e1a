//! The colours of an invoice, from the salon's own.

use parlour_senders::document::InvoiceDocument;
use parlour_senders::templates::Brand;
use parlour_values::color::Color;

use crate::paper::pen::Ink;

/// How much white the tint behind the table's head has, in percent.
const TINT: u8 = 93;

pub struct Palette {
    band: Color,
    on_band: Color,
    accent: Color,
    tint: Color,
}

impl Palette {
    pub fn of(document: &InvoiceDocument) -> Self {
        let letterhead = document.letterhead.as_ref();
        let band = letterhead.map_or_else(|| Brand::default().accent, |letterhead| letterhead.accent_color.clone());
        let tint = band.mixed(&Color::white(), TINT);
        // A colour that can be read on the tint can be read on white, which is brighter.
        Self { on_band: band.text_on(), accent: band.readable_on(&tint), tint, band }
    }

    /// Red, green and blue.
    pub fn color(&self, ink: Ink) -> [u8; 3] {
        match ink {
            Ink::Text => [0x22, 0x1d, 0x26],
            Ink::Muted => [0x6f, 0x67, 0x74],
            Ink::Accent => self.accent.rgb().0,
            Ink::Band => self.band.rgb().0,
            Ink::OnBand => self.on_band.rgb().0,
            Ink::Alert => [0xb3, 0x1b, 0x1b],
            Ink::Rule => [0xdc, 0xd5, 0xde],
            Ink::Tint => self.tint.rgb().0,
        }
    }
}
