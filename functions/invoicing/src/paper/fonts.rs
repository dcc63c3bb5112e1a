//! The fonts of a document: Noto Sans (Open Font License), which has the rupee sign, and its companions for the scripts of
//! India, each read when a text needs it.

use std::cell::OnceCell;

use crate::paper::face::Face;
use crate::paper::scripts::{Script, is_joiner};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    Regular,
    Bold,
}

struct Family {
    regular: Face,
    bold: Face,
}

pub struct Fonts {
    latin: Family,
    scripts: [(Script, OnceCell<Option<Family>>); 8],
}

/// A part of a line that one font draws.
pub struct FontRun<'a> {
    pub text: &'a str,
    pub face: &'a Face,
}

impl Family {
    fn face(&self, weight: Weight) -> &Face {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    fn has(&self, character: char) -> bool {
        self.regular.has(character) && self.bold.has(character)
    }
}

impl Fonts {
    pub fn load() -> Option<Self> {
        let latin = Family { regular: Face::plain(notosans::REGULAR_TTF)?, bold: Face::plain(notosans::BOLD_TTF)? };
        Some(Self { latin, scripts: Script::ALL.map(|script| (script, OnceCell::new())) })
    }

    fn family(&self, script: Option<Script>) -> &Family {
        let kept = script.and_then(|script| self.scripts.iter().find(|(kept, _)| *kept == script));
        let read = kept.and_then(|(script, family)| {
            let read = || {
                let (regular, bold) = script.fonts();
                Some(Family { regular: Face::joined(regular)?, bold: Face::joined(bold)? })
            };
            family.get_or_init(read).as_ref()
        });
        read.unwrap_or(&self.latin)
    }

    /// The line in parts of one font each.
    pub fn runs<'a>(&'a self, weight: Weight, text: &'a str) -> Vec<FontRun<'a>> {
        let mut runs = Vec::new();
        let (mut begun, mut script) = (0, None);
        for (at, character) in text.char_indices() {
            let own = if is_joiner(character) { script } else { Script::of(character) };
            if own != script {
                runs.push((begun..at, script));
                (begun, script) = (at, own);
            }
        }
        runs.push((begun..text.len(), script));
        let run = |(range, script)| Some(FontRun { text: text.get(range)?, face: self.family(script).face(weight) });
        runs.into_iter().filter_map(run).filter(|run: &FontRun<'_>| !run.text.is_empty()).collect()
    }

    /// In points.
    pub fn width(&self, weight: Weight, text: &str, size: f32) -> f32 {
        self.runs(weight, text).iter().map(|run| run.face.width(run.text, size)).sum()
    }

    /// The line in parts that may stand on lines of their own: letters, or syllables where letters join.
    pub fn pieces<'a>(&'a self, weight: Weight, text: &'a str) -> Vec<&'a str> {
        let pieces_of = |run: &FontRun<'a>| {
            let mut starts: Vec<usize> = run.face.glyphs(run.text).iter().map(|glyph| glyph.text_range.start).collect();
            starts.sort_unstable();
            starts.dedup();
            let ends = starts.iter().copied().skip(1).chain([run.text.len()]);
            let run = run.text;
            starts.iter().zip(ends).filter_map(move |(start, end)| run.get(*start..end)).collect::<Vec<_>>()
        };
        self.runs(weight, text).iter().flat_map(pieces_of).collect()
    }

    /// The printable text: one line, with characters that no font has (other scripts) transliterated to Latin letters.
    pub fn printable(&self, text: &str) -> String {
        let mut printed = String::with_capacity(text.len());
        for character in text.chars() {
            let script = Script::of(character);
            if character.is_whitespace() || character.is_control() {
                printed.push(' ');
            } else if is_joiner(character) {
                // It means something between letters that join, and nothing elsewhere.
                if printed.chars().next_back().is_some_and(|last| Script::of(last).is_some()) {
                    printed.push(character);
                }
            } else if !is_odd(character) && self.family(script).has(character) {
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

/// Invisible and private-use characters are dropped, even if the font has a glyph for them.
fn is_odd(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{fff0}'..='\u{ffff}' | '\u{feff}')
}
