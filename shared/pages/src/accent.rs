//! The salon's one colour, made readable: from any accent a shade for light and one for dark pages, each with at least
//! 4.5:1 contrast to the page and to the text that stands on it.

use std::fmt;
use std::str::FromStr;

use parlour_setup::branding::Branding;
use parlour_values::color::Rgb;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Accent(Rgb);

impl From<&Branding> for Accent {
    fn from(branding: &Branding) -> Self {
        branding.accent_color.as_str().parse().unwrap_or(Self::STANDARD)
    }
}

impl Accent {
    /// The accent of a salon that has not chosen one.
    pub const STANDARD: Self = Self::rgb(0x8A, 0x3D, 0x5C);
    const WHITE: Self = Self(Rgb::WHITE);
    const BLACK: Self = Self(Rgb::BLACK);
    /// The darker of the surfaces of a light page, and the lighter of a dark one (see `tokens` in app.css): what can be
    /// read on these can be read on the others.
    const PAPER: Self = Self::rgb(0xF4, 0xEF, 0xE8);
    const NIGHT: Self = Self::rgb(0x2B, 0x25, 0x22);

    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self(Rgb([red, green, blue]))
    }

    /// Without the `#`, as asset names carry it.
    pub fn digits(self) -> String {
        let Rgb([red, green, blue]) = self.0;
        format!("{red:02x}{green:02x}{blue:02x}")
    }

    fn contrast(self, other: Self) -> f64 {
        self.0.contrast(other.0)
    }

    /// `percent` of the other colour mixed in.
    fn mixed(self, other: Self, percent: u8) -> Self {
        Self(self.0.mixed(other.0, percent))
    }

    /// The nearest shade towards `end` that can be read on `ground`.
    fn readable_on(self, ground: Self, end: Self) -> Self {
        let shades = (0..=100).map(|percent| self.mixed(end, percent));
        shades.into_iter().find(|shade| shade.contrast(ground) >= ENOUGH).unwrap_or(end)
    }

    /// White or black, whichever is easier to read on it.
    fn text_on(self) -> Self {
        if self.contrast(Self::WHITE) >= ENOUGH { Self::WHITE } else { Self::BLACK }
    }

    pub fn shades(self) -> Shades {
        let light = self.readable_on(Self::PAPER, Self::BLACK);
        let dark = self.readable_on(Self::NIGHT, Self::WHITE);
        Shades {
            light: Shade {
                accent: light,
                on_accent: light.text_on(),
                soft: light.tint(Self::rgb(0xFF, 0xFC, 0xF8), 89),
            },
            dark: Shade { accent: dark, on_accent: dark.text_on(), soft: dark.tint(Self::rgb(0x1A, 0x16, 0x14), 84) },
        }
    }

    /// A ground of `ground` with a little of the colour in it, on which the colour itself can still be read.
    fn tint(self, ground: Self, percent: u8) -> Self {
        let tints = (percent..=100).map(|percent| self.mixed(ground, percent));
        tints.into_iter().find(|tint| tint.contrast(self) >= ENOUGH).unwrap_or(ground)
    }

    /// The salon's stylesheet: nothing but the values of its colour.
    pub fn stylesheet(self) -> String {
        let Shades { light, dark } = self.shades();
        format!(
            "@layer tokens{{:root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\
             @media print{{:root{{{light}}}}}}}"
        )
    }
}

/// A little over what is asked, for rounding on the way to the screen.
const ENOUGH: f64 = 4.6;

pub struct Shades {
    pub light: Shade,
    pub dark: Shade,
}

pub struct Shade {
    pub accent: Accent,
    pub on_accent: Accent,
    pub soft: Accent,
}

impl fmt::Display for Shade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--accent:{};--on-accent:{};--accent-soft:{}", self.accent, self.on_accent, self.soft)
    }
}

impl fmt::Display for Accent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.digits())
    }
}

impl FromStr for Accent {
    type Err = &'static str;

    /// `#RRGGBB`, with or without the `#`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex).ok_or("must be a colour as #RRGGBB")?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self::rgb(red, green, blue))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_is_twenty_one_to_one() {
        assert!((Accent::BLACK.contrast(Accent::WHITE) - 21.0).abs() < 0.01);
        assert!((Accent::WHITE.contrast(Accent::WHITE) - 1.0).abs() < 0.01);
    }

    #[test]
    fn any_accent_can_be_read_in_light_and_dark_and_carries_readable_text() {
        let steps = [0x00_u8, 0x33, 0x66, 0x99, 0xCC, 0xFF];
        for red in steps {
            for green in steps {
                for blue in steps {
                    let accent = Accent::rgb(red, green, blue);
                    let Shades { light, dark } = accent.shades();
                    for (shade, grounds) in
                        [(light, [Accent::PAPER, Accent::WHITE]), (dark, [Accent::NIGHT, Accent::BLACK])]
                    {
                        for ground in grounds {
                            assert!(shade.accent.contrast(ground) >= 4.5, "{accent} as {} on {ground}", shade.accent);
                        }
                        assert!(shade.accent.contrast(shade.on_accent) >= 4.5, "{accent}: text on {}", shade.accent);
                        assert!(
                            shade.accent.contrast(shade.soft) >= 4.5,
                            "{accent}: {} on {}",
                            shade.accent,
                            shade.soft
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn colours_are_read_as_they_are_written() {
        assert_eq!("#B5532C".parse::<Accent>().unwrap().to_string(), "#b5532c");
        for bad in ["", "#fff", "#12345g", "#+12345", "b5532c00"] {
            assert!(bad.parse::<Accent>().is_err(), "{bad}");
        }
    }
}
