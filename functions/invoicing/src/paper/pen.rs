//! Draws text, rules and tints on a page, and wraps lines.

use crate::paper::fonts::{Fonts, Weight};

/// The purpose of a colour; which one it is follows from the salon's own ([`Palette`](crate::paper::palette::Palette)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    Text,
    Muted,
    /// Text in the salon's colour, on white or on the tint.
    Accent,
    /// A surface in the salon's colour.
    Band,
    /// Text on the band.
    OnBand,
    Alert,
    Rule,
    Tint,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Style {
    pub size: f32,
    pub weight: Weight,
    pub ink: Ink,
}

impl Style {
    pub const fn new(size: f32, weight: Weight, ink: Ink) -> Self {
        Self { size, weight, ink }
    }

    /// From one baseline to the next.
    pub fn leading(self) -> f32 {
        self.size * 1.36
    }
}

/// A drawing on a page, measured from its top left corner.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    Text { x: f32, baseline: f32, style: Style, text: String },
    Fill { x: f32, y: f32, width: f32, height: f32, ink: Ink },
}

pub type DrawnPage = Vec<Mark>;

pub struct Pen<'a> {
    pub fonts: &'a Fonts,
    pub page: DrawnPage,
}

impl<'a> Pen<'a> {
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, page: DrawnPage::new() }
    }

    /// One line, starting at `x`.
    pub fn left(&mut self, x: f32, baseline: f32, style: Style, text: &str) {
        let text = self.fonts.printable(text);
        if !text.is_empty() {
            self.page.push(Mark::Text { x, baseline, style, text });
        }
    }

    /// One line, ending at `x`, shrunk if it is wider than `room`.
    pub fn right(&mut self, x: f32, baseline: f32, room: f32, style: Style, text: &str) {
        let text = self.fonts.printable(text);
        let wide = self.width(style, &text);
        let style = if wide > room { Style { size: style.size * room / wide, ..style } } else { style };
        let width = self.width(style, &text);
        self.left(x - width, baseline, style, &text);
    }

    /// Lines below `top`, each wrapped to `width`; returns where the next element may start.
    pub fn paragraph(&mut self, x: f32, top: f32, width: f32, style: Style, text: &str) -> f32 {
        let mut y = top;
        for line in self.wrap(style, width, text) {
            self.left(x, y + style.size, style, &line);
            y += style.leading();
        }
        y
    }

    pub fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, ink: Ink) {
        self.page.push(Mark::Fill { x, y, width, height, ink });
    }

    pub fn rule(&mut self, x: f32, y: f32, width: f32) {
        self.fill(x, y, width, 0.6, Ink::Rule);
    }

    pub fn width(&self, style: Style, text: &str) -> f32 {
        self.fonts.width(style.weight, text, style.size)
    }

    /// The height of a paragraph.
    pub fn height(&self, style: Style, width: f32, text: &str) -> f32 {
        let lines = u16::try_from(self.wrap(style, width, text).len()).unwrap_or(u16::MAX);
        f32::from(lines) * style.leading()
    }

    /// Wraps text at line breaks, between words, and inside a word only if it is wider than the line.
    fn wrap(&self, style: Style, width: f32, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for paragraph in text.lines().map(|line| self.fonts.printable(line)).filter(|line| !line.is_empty()) {
            let mut line = String::new();
            for word in paragraph.split(' ') {
                let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if self.width(style, &joined) <= width {
                    line = joined;
                    continue;
                }
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                for piece in self.fonts.pieces(style.weight, word) {
                    let longer = format!("{line}{piece}");
                    if self.width(style, &longer) > width && !line.is_empty() {
                        lines.push(std::mem::replace(&mut line, piece.to_owned()));
                    } else {
                        line = longer;
                    }
                }
            }
            lines.push(line);
        }
        lines
    }
}
