//! How long an SMS is. A phone network carries texts in segments: of the GSM alphabet 160 letters in one, or 153 in each of
//! several; with one letter beyond that alphabet, 70 in one, or 67 in each of several.

use serde::Serialize;
use utoipa::ToSchema;

use crate::text_enum::text_enum;

text_enum! {
    pub enum SmsEncoding {
        Gsm7 => "GSM-7",
        Ucs2 => "UCS-2",
    }
}

/// GSM 03.38: a unit each.
const ALPHABET: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§\
                        ¿abcdefghijklmnopqrstuvwxyzäöñüà";
/// Written with an escape before them: two units each.
const ESCAPED: &str = "^{}\\[]~|€\u{c}";

/// The length of a text as an SMS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SmsLength {
    pub encoding: SmsEncoding,
    /// Septets of GSM-7, or UTF-16 units of UCS-2.
    pub units: usize,
    /// As many as it is paid for.
    pub segments: usize,
}

impl SmsLength {
    pub fn of(text: &str) -> Self {
        match text.chars().map(septets).collect::<Option<Vec<usize>>>() {
            Some(letters) => Self::counted(SmsEncoding::Gsm7, &letters, 160, 153),
            None => {
                let letters: Vec<usize> = text.chars().map(char::len_utf16).collect();
                Self::counted(SmsEncoding::Ucs2, &letters, 70, 67)
            }
        }
    }

    /// `alone` units fit a single segment and `each` one of several. A letter of two units is never split between two.
    fn counted(encoding: SmsEncoding, letters: &[usize], alone: usize, each: usize) -> Self {
        let units = letters.iter().sum();
        if units <= alone {
            return Self { encoding, units, segments: 1 };
        }
        let (mut segments, mut filled) = (1_usize, 0_usize);
        for letter in letters {
            filled = filled.saturating_add(*letter);
            if filled > each {
                segments = segments.saturating_add(1);
                filled = *letter;
            }
        }
        Self { encoding, units, segments }
    }
}

/// The septets of a letter in GSM-7; none if it is not in that alphabet.
fn septets(letter: char) -> Option<usize> {
    match letter {
        letter if ALPHABET.contains(letter) => Some(1),
        letter if ESCAPED.contains(letter) => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(text: &str) -> (SmsEncoding, usize, usize) {
        let SmsLength { encoding, units, segments } = SmsLength::of(text);
        (encoding, units, segments)
    }

    #[test]
    fn texts_of_the_gsm_alphabet_take_160_or_153_each() {
        for (text, units, segments) in [
            ("a".repeat(160), 160, 1),
            ("a".repeat(161), 161, 2),
            ("a".repeat(306), 306, 2),
            ("a".repeat(307), 307, 3),
            ("€".repeat(80), 160, 1),
            ("€".repeat(81), 162, 2),
            (format!("{}€{}", "a".repeat(152), "a".repeat(151)), 305, 2),
            (format!("{}€{}", "a".repeat(152), "a".repeat(152)), 306, 3),
            ("Rs. 499".to_owned(), 7, 1),
            (String::new(), 0, 1),
        ] {
            assert_eq!(length(&text), (SmsEncoding::Gsm7, units, segments), "{text}");
        }
        assert_eq!(ALPHABET.chars().count(), 127, "128 places, one of which is the escape");
        assert_eq!(length(ESCAPED), (SmsEncoding::Gsm7, 20, 1));
    }

    #[test]
    fn one_letter_beyond_it_makes_them_70_or_67_each() {
        for (text, units, segments) in [
            ("न".repeat(70), 70, 1),
            ("न".repeat(71), 71, 2),
            ("न".repeat(134), 134, 2),
            ("न".repeat(135), 135, 3),
            ("😀".repeat(35), 70, 1),
            ("😀".repeat(36), 72, 2),
            ("₹499".to_owned(), 4, 1),
        ] {
            assert_eq!(length(&text), (SmsEncoding::Ucs2, units, segments), "{text}");
        }
        for letter in ["“", "”", "’", "–", "`", "\t", "₹"] {
            assert_eq!(SmsLength::of(letter).encoding, SmsEncoding::Ucs2, "{letter:?}");
        }
    }
}
