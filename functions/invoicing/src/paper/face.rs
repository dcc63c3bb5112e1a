//! One weight of one font, for the PDF and for measuring.

use harfrust::{ShapeOptions, ShaperData, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

pub struct Face {
    pub font: Font,
    outlines: FontRef<'static>,
    characters: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    units_per_em: f32,
    /// How its letters join; none where each is drawn by itself.
    joining: Option<ShaperData>,
}

impl Face {
    /// A font whose letters stand side by side.
    pub fn plain(bytes: &'static [u8]) -> Option<Self> {
        let outlines = FontRef::new(bytes).ok()?;
        Some(Self {
            font: Font::new(bytes.into(), 0)?,
            characters: outlines.charmap(),
            metrics: outlines.glyph_metrics(Size::unscaled(), LocationRef::default()),
            units_per_em: f32::from(outlines.metrics(Size::unscaled(), LocationRef::default()).units_per_em),
            outlines,
            joining: None,
        })
    }

    /// A font whose letters join.
    pub fn joined(bytes: &'static [u8]) -> Option<Self> {
        let face = Self::plain(bytes)?;
        Some(Self { joining: Some(ShaperData::new(&face.outlines)), ..face })
    }

    pub fn has(&self, character: char) -> bool {
        self.characters.map(character).is_some_and(|glyph| glyph.to_u32() != 0)
    }

    /// In points.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        match &self.joining {
            Some(joining) => self.shaped(joining, text).iter().map(|glyph| glyph.x_advance).sum::<f32>() * size,
            None => text.chars().map(|character| self.advance(character)).sum::<f32>() * size,
        }
    }

    /// The glyphs of a line, each mapped to its characters so that the text can be searched and copied.
    pub fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        match &self.joining {
            Some(joining) => self.shaped(joining, text),
            None => text
                .char_indices()
                .map(|(at, character)| {
                    let glyph = self.characters.map(character).map_or(0, |glyph| glyph.to_u32());
                    let range = at..at + character.len_utf8();
                    KrillaGlyph::new(GlyphId::new(glyph), self.advance(character), 0.0, 0.0, 0.0, range, None)
                })
                .collect(),
        }
    }

    /// Written from left to right. The glyphs of a syllable share its characters.
    fn shaped(&self, joining: &ShaperData, text: &str) -> Vec<KrillaGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let shaped = joining.shaper(&self.outlines).build().shape(buffer, ShapeOptions::new());
        let starts: Vec<usize> =
            shaped.glyph_infos().iter().map(|info| usize::try_from(info.cluster).unwrap_or(text.len())).collect();
        let ems = |units: i32| units as f32 / self.units_per_em;
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).zip(&starts);
        glyphs
            .map(|((info, position), start)| {
                let end = starts.iter().copied().filter(|other| other > start).min().unwrap_or(text.len());
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    ems(position.x_advance),
                    ems(position.x_offset),
                    ems(position.y_offset),
                    ems(position.y_advance),
                    *start..end,
                    None,
                )
            })
            .collect()
    }

    /// Of one em.
    fn advance(&self, character: char) -> f32 {
        let width = self.characters.map(character).and_then(|glyph| self.metrics.advance_width(glyph));
        width.unwrap_or(0.0) / self.units_per_em
    }
}
