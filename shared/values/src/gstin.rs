//! GSTINs: their form, and the check character that a mistyped one does not have.

use std::fmt;

use utoipa::ToSchema;

use crate::input::text_type;
use crate::text_enum::serde_as_text;

/// How many characters a GSTIN has.
pub const LENGTH: usize = 15;
/// How OpenAPI says [`has_form`]. What the check character is no pattern can say.
pub const PATTERN: &str = "^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][A-Z0-9]Z[A-Z0-9]$";

text_type! {
    /// The number of a registration for GST.
    #[derive(ToSchema)]
    #[schema(value_type = String, example = "29ABCFT0001Q1Z3")]
    pub struct Gstin, most: LENGTH, pattern: PATTERN,
        fits: |text| is_valid(text.as_bytes()) => "must be a GSTIN: 15 characters, the last of which checks the others";
}

impl Gstin {
    /// Whether it begins with the code of the state.
    pub fn is_of(&self, state_code: &str) -> bool {
        self.0.starts_with(state_code)
    }
}

impl fmt::Display for Gstin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

serde_as_text!(Gstin);

/// Two digits of the state, a PAN, the registration's own character, `Z`, a check character.
pub fn has_form(text: &[u8]) -> bool {
    text.len() == LENGTH
        && text.iter().enumerate().all(|(at, byte)| match at {
            0 | 1 | 7..=10 => byte.is_ascii_digit(),
            2..=6 | 11 => byte.is_ascii_uppercase(),
            13 => *byte == b'Z',
            _ => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        })
}

/// Whether it has its form and the check character of the others.
pub fn is_valid(text: &[u8]) -> bool {
    has_form(text) && text.split_last().is_some_and(|(last, others)| check_character(others) == Some(*last))
}

/// Every second value counts twice; of each product both digits to base 36 are added.
fn check_character(others: &[u8]) -> Option<u8> {
    const ALPHABET: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut sum = 0_usize;
    for (at, byte) in others.iter().enumerate() {
        let value = ALPHABET.iter().position(|known| known == byte)?;
        let product = if at.is_multiple_of(2) { value } else { value.saturating_mul(2) };
        sum = sum.saturating_add(product / 36).saturating_add(product % 36);
    }
    ALPHABET.get((36 - sum % 36) % 36).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_character_tells_true_ones_from_mistyped_ones() {
        for valid in ["27AAAPZ9999Z1ZL", "29ABCFT0001Q1Z3", "04ZZZCX1234L1ZP", "12GEOPS0823BBZH", "27AAPFU0939F1ZV"] {
            assert!(is_valid(valid.as_bytes()), "{valid}");
        }
        for invalid in
            ["29ABCFT0001Q1Z4", "12GEOPS0823BBZA", "29abcft0001q1z3", "29ABCFT0010Q1Z3", "29ABCFT0001Q1Z", ""]
        {
            assert!(!is_valid(invalid.as_bytes()), "{invalid}");
        }
    }

    #[test]
    fn a_form_needs_no_check_character() {
        assert!(has_form(b"29ABCFT0001Q1Z4") && !has_form(b"29ABCFT0001Q1Y4") && !has_form("ब".as_bytes()));
    }
}
