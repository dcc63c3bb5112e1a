//! A PIN as it is typed.

use std::fmt;
use std::str::FromStr;

use parlour_values::input::{body, string_schema, text_fields};

pub const DIGITS: usize = 6;

/// Six digits. It is hashed and compared, and never shown or stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Pin(String);

impl Pin {
    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// Without the digits, so that they never end up in a log.
impl fmt::Debug for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pin")
    }
}

impl FromStr for Pin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_pin = text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
        is_pin.then(|| Self(text.to_owned())).ok_or("must be six digits")
    }
}

text_fields! {
    Pin, DIGITS, string_schema().pattern(Some("^[0-9]{6}$")).description(Some("six digits")).examples(["480217"]);
}

body! {
    pub struct SetPinRequest {
        pin: Pin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_is_six_digits_and_says_nothing_of_itself() {
        assert_eq!(format!("{:?}", "480217".parse::<Pin>().unwrap()), "Pin");
        for wrong in ["", "48021", "4802177", "48021a", " 480217", "४८०२१७", "+48021"] {
            assert_eq!(wrong.parse::<Pin>(), Err("must be six digits"), "{wrong}");
        }
    }
}
