//! Noto Sans (Open Font License), which has the rupee sign: its glyphs and their widths.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    Regular,
    Bold,
}

pub struct Fonts {
    regular: Face,
    bold: Face,
}

/// One weight, for the PDF and for measuring.
pub struct Face {
    pub font: Font,
    characters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    units_per_em: f32,
}

impl Fonts {
    pub fn load() -> Option<Self> {
        Some(Self { regular: Face::load(notosans::REGULAR_TTF)?, bold: Face::load(notosans::BOLD_TTF)? })
    }

    pub fn face(&self, weight: Weight) -> &Face {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// The printable text: one line, with characters the font lacks (other scripts) transliterated to Latin letters.
    pub fn printable(&self, text: &str) -> String {
        let mut printed = String::with_capacity(text.len());
        for character in text.chars() {
            if character.is_whitespace() || character.is_control() {
                printed.push(' ');
            } else if self.regular.prints(character) && self.bold.prints(character) {
                printed.push(character);
            } else {
                let spelt = deunicode::deunicode_char(character).unwrap_or("?");
                let begins_word = printed.is_empty() || printed.ends_with(' ');
                printed.push_str(&if begins_word { capitalised(spelt) } else { spelt.to_owned() });
            }
        }
        printed.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Transliterated scripts have no capitals, but names begin with one.
fn capitalised(spelt: &str) -> String {
    let mut characters = spelt.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

impl Face {
    fn load(bytes: &'static [u8]) -> Option<Self> {
        let outlines = FontRef::new(bytes).ok()?;
        Some(Self {
            font: Font::new(bytes.into(), 0)?,
            characters: outlines.charmap(),
            metrics: outlines.glyph_metrics(Size::unscaled(), LocationRef::default()),
            units_per_em: f32::from(outlines.metrics(Size::unscaled(), LocationRef::default()).units_per_em),
        })
    }

    /// Whether the font has a visible glyph for the character; invisible and private-use characters are dropped.
    fn prints(&self, character: char) -> bool {
        let odd = matches!(character,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}'
            | '\u{fff0}'..='\u{ffff}' | '\u{feff}');
        !odd && self.characters.map(character).is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// In points.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|character| self.advance(character)).sum::<f32>() * size
    }

    /// The glyphs of a line, each mapped to its character so that the text can be searched and copied.
    pub fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        text.char_indices()
            .map(|(at, character)| {
                let glyph = self.characters.map(character).map_or(0, |glyph| glyph.to_u32());
                let range = at..at + character.len_utf8();
                KrillaGlyph::new(GlyphId::new(glyph), self.advance(character), 0.0, 0.0, 0.0, range, None)
            })
            .collect()
    }

    /// Of one em.
    fn advance(&self, character: char) -> f32 {
        let width = self.characters.map(character).and_then(|glyph| self.metrics.advance_width(glyph));
        width.unwrap_or(0.0) / self.units_per_em
    }
}
