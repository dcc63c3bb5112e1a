//! Numbers at fixed places of a text: what the table has many of is read and written by hand.

/// The number that these digits of a text make.
pub(super) fn number(text: &str, at: usize, width: usize) -> Option<u32> {
    text.get(at..at + width)?.parse().ok()
}

/// Fills in numbers with their digits, each at its place and of its width; `None` if one of them has no such place.
pub(super) fn written<'a>(text: &'a mut [u8], parts: &[(usize, usize, Option<u32>)]) -> Option<&'a str> {
    for (at, width, number) in parts {
        let mut rest = (*number)?;
        for digit in text.get_mut(*at..at + width)?.iter_mut().rev() {
            *digit = b'0' + u8::try_from(rest % 10).ok()?;
            rest /= 10;
        }
    }
    std::str::from_utf8(text).ok()
}
