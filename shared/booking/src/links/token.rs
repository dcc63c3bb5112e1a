//! The token of a link: what it opens, the id of that, and the first half of our signature, as 44 characters that need no
//! escaping anywhere. Every character counts: no two texts are the same token.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use parlour_values::id::{BookingId, WishId};

/// 128 bits: nobody finds one by trying.
pub(super) type TokenTag = [u8; 16];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LinkedId {
    Booking(BookingId),
    Wish(WishId),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LinkToken {
    pub of: LinkedId,
    pub tag: TokenTag,
}

/// The id that nothing has.
pub(super) const NOBODY: &str = "00000000000000000000000000000000";
const BOOKING: u8 = 0;
const WISH: u8 = 1;

impl Default for LinkToken {
    /// Opens nothing. It is looked up in the place of what is no token at all, so that nobody can tell the two apart.
    fn default() -> Self {
        Self { of: LinkedId::Booking(NOBODY.into()), tag: TokenTag::default() }
    }
}

impl LinkToken {
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 33] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        let ([kind], rest) = bytes.split_first_chunk::<1>()?;
        let (id, rest) = rest.split_first_chunk::<16>()?;
        let (tag, _) = rest.split_first_chunk::<16>()?;
        let id = format!("{:032x}", u128::from_be_bytes(*id));
        let of = match *kind {
            BOOKING => LinkedId::Booking(id.into()),
            WISH => LinkedId::Wish(id.into()),
            _ => return None,
        };
        Some(Self { of, tag: *tag })
    }

    /// None of an id that is not one of ours.
    pub fn text(&self) -> Option<String> {
        let (kind, id) = match &self.of {
            LinkedId::Booking(id) => (BOOKING, id.as_str()),
            LinkedId::Wish(id) => (WISH, id.as_str()),
        };
        let number = u128::from_str_radix(id, 16).ok().filter(|number| format!("{number:032x}") == id)?;
        let bytes = [&[kind], &number.to_be_bytes()[..], &self.tag[..]].concat();
        Some(URL_SAFE_NO_PAD.encode(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token() -> LinkToken {
        LinkToken { of: LinkedId::Booking("0198c2f0a1b27c3d8e4f5a6b7c8d9e0f".into()), tag: [7; 16] }
    }

    #[test]
    fn a_token_is_read_back_and_fits_in_a_message() {
        let wish = LinkToken { of: LinkedId::Wish("0198c2f0a1b27c3d8e4f5a6b7c8d9e0f".into()), tag: [255; 16] };
        for token in [token(), wish, LinkToken::default()] {
            let text = token.text().unwrap();
            assert_eq!((text.len(), LinkToken::parse(&text)), (44, Some(token)));
            // More than a word of ours may have: the log of requests leaves it out.
            assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')));
        }
    }

    #[test]
    fn every_character_counts() {
        let (token, text) = (token(), token().text().unwrap());
        for at in 0..text.len() {
            let letter = if &text[at..=at] == "B" { "C" } else { "B" };
            let flipped = format!("{}{letter}{}", &text[..at], &text[at + 1..]);
            assert_ne!(LinkToken::parse(&flipped), Some(token.clone()), "{flipped}");
        }
    }

    #[test]
    fn what_is_too_short_too_long_or_of_another_kind_is_no_token() {
        let text = token().text().unwrap();
        let other = format!("C{}", &text[1..]);
        let padded = format!("{text}=");
        for wrong in ["", "a", &text[..43], &text[1..], &format!("{text}A"), &padded, &other, &"A".repeat(100_000)] {
            assert_eq!(LinkToken::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn only_ids_of_ours_have_a_token() {
        for id in ["b1", "", "0198C2F0A1B27C3D8E4F5A6B7C8D9E0F", "+198c2f0a1b27c3d8e4f5a6b7c8d9e0f"] {
            assert_eq!(LinkToken { of: LinkedId::Booking(id.into()), tag: [7; 16] }.text(), None, "{id}");
        }
    }
}
