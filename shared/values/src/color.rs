//! A colour as `#RRGGBB`, and which text can be read on it (WCAG 2.2).

use std::fmt;
use std::str::FromStr;

use utoipa::ToSchema;

use crate::text_enum::serde_as_text;

/// The least contrast of text with what is behind it.
pub const READABLE: f64 = 4.5;

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    pub const WHITE: Self = Self([255; 3]);
    pub const BLACK: Self = Self([0; 3]);

    /// The contrast of two colours, from 1 (the same) to 21 (black and white).
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// How bright it looks, from 0 to 1.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|channel| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Between this colour and another, with so many percent of the other.
    pub fn mixed(self, other: Self, percent: u8) -> Self {
        let percent = u32::from(percent.min(100));
        let mut mixed = self.0;
        for (own, others) in mixed.iter_mut().zip(other.0) {
            let sum = u32::from(*own) * (100 - percent) + u32::from(others) * percent;
            *own = u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX);
        }
        Self(mixed)
    }
}

/// `#RRGGBB`, as given.
#[derive(Clone, PartialEq, Eq, Debug, ToSchema)]
#[schema(value_type = String, example = "#A1B2C3")]
pub struct Color(String);

impl Color {
    pub fn white() -> Self {
        Self::of(Rgb::WHITE)
    }

    pub fn black() -> Self {
        Self::of(Rgb::BLACK)
    }

    fn of(Rgb([red, green, blue]): Rgb) -> Self {
        Self(format!("#{red:02x}{green:02x}{blue:02x}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn rgb(&self) -> Rgb {
        let channel = |at: usize| self.0.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        Rgb([1, 3, 5].map(|at| channel(at).unwrap_or(0)))
    }

    pub fn contrast(&self, other: &Self) -> f64 {
        self.rgb().contrast(other.rgb())
    }

    /// The colour of text on this one: white where that can be read, else black, which then can.
    pub fn text_on(&self) -> Self {
        let white = Self::white();
        if self.contrast(&white) >= READABLE { white } else { Self::black() }
    }

    /// This colour as text on that paper: itself where it can be read, else the nearest shade of it that can.
    pub fn readable_on(&self, paper: &Self) -> Self {
        let away = paper.text_on();
        (0..=100)
            .step_by(2)
            .map(|percent| if percent == 0 { self.clone() } else { self.mixed(&away, percent) })
            .find(|shade| shade.contrast(paper) >= READABLE)
            .unwrap_or(away)
    }

    /// Between this colour and another, with so many percent of the other.
    pub fn mixed(&self, other: &Self, percent: u8) -> Self {
        Self::of(self.rgb().mixed(other.rgb(), percent))
    }
}

impl FromStr for Color {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        if digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            Ok(Self(text.to_owned()))
        } else {
            Err("must be a colour as #RRGGBB".to_owned())
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

serde_as_text!(Color);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn color(text: &str) -> Color {
        text.parse().unwrap()
    }

    #[test]
    fn colours_are_six_hexadecimal_digits() {
        assert_eq!(color("#a1B2c3").as_str(), "#a1B2c3");
        assert_eq!(color("#a1B2c3").rgb(), Rgb([0xa1, 0xb2, 0xc3]));
        for bad in ["", "#", "#fff", "a1b2c3", "#a1b2c3d", "#a1b2cg", "#अअ", "red"] {
            assert!(bad.parse::<Color>().is_err(), "{bad}");
        }
    }

    #[test]
    fn contrast_is_what_the_standard_computes() {
        let close = |one: &str, two: &str, expected: f64| {
            let contrast = color(one).contrast(&color(two));
            assert!((contrast - expected).abs() < 0.01, "{one} and {two}: {contrast}");
        };
        close("#000000", "#ffffff", 21.0);
        close("#ffffff", "#000000", 21.0);
        close("#777777", "#777777", 1.0);
        close("#767676", "#ffffff", 4.54);
        close("#ff0000", "#ffffff", 4.0);
        close("#0000ff", "#ffffff", 8.59);
    }

    #[test]
    fn text_on_a_colour_is_white_where_white_can_be_read() {
        for (accent, text) in
            [("#7b2d52", "#ffffff"), ("#000000", "#ffffff"), ("#ffd23f", "#000000"), ("#ff0000", "#000000")]
        {
            assert_eq!(color(accent).text_on(), color(text), "{accent}");
        }
    }

    #[test]
    fn a_colour_that_can_be_read_stays_as_it_is() {
        assert_eq!(color("#7B2D52").readable_on(&Color::white()), color("#7B2D52"));
        assert_eq!(color("#FFD23F").readable_on(&Color::black()), color("#FFD23F"));
    }

    proptest! {
        #[test]
        fn text_can_be_read_on_every_accent_and_every_accent_as_text(accent: [u8; 3], paper: [u8; 3]) {
            let (accent, paper) = (Color::of(Rgb(accent)), Color::of(Rgb(paper)));
            prop_assert!(accent.contrast(&accent.text_on()) >= READABLE);
            prop_assert!(accent.readable_on(&paper).contrast(&paper) >= READABLE);
        }
    }
}
