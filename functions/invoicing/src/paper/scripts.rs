//! The scripts of India that are printed as they are written. Their letters join and change places, so that a line has to
//! be shaped before it is drawn.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Script {
    Devanagari,
    Bengali,
    Gurmukhi,
    Gujarati,
    Tamil,
    Telugu,
    Kannada,
    Malayalam,
}

macro_rules! fonts {
    ($name:literal) => {
        (
            include_bytes!(concat!("../../fonts/NotoSans", $name, "-Regular.ttf")).as_slice(),
            include_bytes!(concat!("../../fonts/NotoSans", $name, "-Bold.ttf")).as_slice(),
        )
    };
}

impl Script {
    pub const ALL: [Self; 8] = [
        Self::Devanagari,
        Self::Bengali,
        Self::Gurmukhi,
        Self::Gujarati,
        Self::Tamil,
        Self::Telugu,
        Self::Kannada,
        Self::Malayalam,
    ];

    /// By its block. The dandas, which all of them write, are in the first one.
    pub fn of(character: char) -> Option<Self> {
        match character {
            '\u{900}'..='\u{97f}' => Some(Self::Devanagari),
            '\u{980}'..='\u{9ff}' => Some(Self::Bengali),
            '\u{a00}'..='\u{a7f}' => Some(Self::Gurmukhi),
            '\u{a80}'..='\u{aff}' => Some(Self::Gujarati),
            '\u{b80}'..='\u{bff}' => Some(Self::Tamil),
            '\u{c00}'..='\u{c7f}' => Some(Self::Telugu),
            '\u{c80}'..='\u{cff}' => Some(Self::Kannada),
            '\u{d00}'..='\u{d7f}' => Some(Self::Malayalam),
            _ => None,
        }
    }

    /// Noto Sans (Open Font License) in regular and bold.
    pub fn fonts(self) -> (&'static [u8], &'static [u8]) {
        match self {
            Self::Devanagari => fonts!("Devanagari"),
            Self::Bengali => fonts!("Bengali"),
            Self::Gurmukhi => fonts!("Gurmukhi"),
            Self::Gujarati => fonts!("Gujarati"),
            Self::Tamil => fonts!("Tamil"),
            Self::Telugu => fonts!("Telugu"),
            Self::Kannada => fonts!("Kannada"),
            Self::Malayalam => fonts!("Malayalam"),
        }
    }
}

/// Whether it joins two letters, or keeps them apart, and is not seen itself.
pub fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}
