//! Which of many branches somebody means: by the PIN code of where they are, or by words of a name or an address.

use super::branch::Branch;
use parlour_values::language::Language;

/// The digits of an Indian PIN code, which begin with the region and end with the post office.
const PIN_DIGITS: usize = 6;

/// The branches that fit what was typed, the nearest first; in their own order where it is words.
pub fn near<'b>(branches: &[&'b Branch], typed: &str) -> Vec<&'b Branch> {
    if let Some(pin) = typed_pin(typed) {
        let mut with_pins: Vec<(&Branch, u32)> =
            branches.iter().filter_map(|branch| Some((*branch, pin_of(&branch.address)?))).collect();
        with_pins.sort_by_key(|(_, own)| (different_digits(*own, pin), own.abs_diff(pin)));
        return with_pins.into_iter().map(|(branch, _)| branch).collect();
    }
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    branches.iter().copied().filter(|branch| has_all(branch, &words)).collect()
}

fn has_all(branch: &Branch, words: &[String]) -> bool {
    let in_hindi = branch.translations.name(Language::Hindi).unwrap_or_default();
    let text = format!("{} {in_hindi} {}", branch.name, branch.address).to_lowercase();
    words.iter().all(|word| text.contains(word))
}

/// A PIN code, whole or its beginning, which then stands for the middle of its region.
fn typed_pin(typed: &str) -> Option<u32> {
    let digits: String = typed.chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_pin = (2..=PIN_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_pin {
        return None;
    }
    let middle = "500000".get(..PIN_DIGITS - digits.len())?;
    format!("{digits}{middle}").parse().ok()
}

/// The last group of six digits of an address, as one number or as `411 001`.
fn pin_of(address: &str) -> Option<u32> {
    let groups: Vec<&str> = address.split(|letter: char| !letter.is_ascii_digit()).collect();
    let whole = groups.iter().rev().find(|group| group.len() == PIN_DIGITS).map(|group| (*group).to_owned());
    let halves = |pair: &[&str]| match pair {
        [first, second] if first.len() == 3 && second.len() == 3 => Some(format!("{first}{second}")),
        _ => None,
    };
    whole.or_else(|| groups.windows(2).rev().find_map(halves))?.parse().ok()
}

/// How many of the digits are not the same from the front.
fn different_digits(one: u32, other: u32) -> usize {
    let (one, other) = (format!("{one:06}"), format!("{other:06}"));
    PIN_DIGITS - one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pin_code_of_an_address_is_its_last_six_digits() {
        for (address, pin) in [
            ("12 MG Road, Pune 411001", Some(411_001)),
            ("12 MG Road, Pune 411 001, India", Some(411_001)),
            ("110001 Towers, Delhi 110002", Some(110_002)),
            ("12 MG Road, Pune", None),
            ("98765 43210", None),
        ] {
            assert_eq!(pin_of(address), pin, "{address}");
        }
    }

    #[test]
    fn a_beginning_of_a_pin_code_is_one_and_a_number_that_is_longer_or_has_letters_is_none() {
        assert_eq!(typed_pin("411 001"), Some(411_001));
        assert_eq!(typed_pin("4110"), Some(411_050));
        assert_eq!(typed_pin("56"), Some(565_000));
        for other in ["", "4", "4110011", "Pune", "Sector 21", "४११००१"] {
            assert_eq!(typed_pin(other), None, "{other}");
        }
    }

    #[test]
    fn what_shares_more_of_the_first_digits_is_nearer() {
        let mut pins = vec![560_001, 411_045, 412_001, 110_001, 411_002];
        pins.sort_by_key(|own| (different_digits(*own, 411_001), own.abs_diff(411_001)));
        assert_eq!(pins, [411_002, 411_045, 412_001, 560_001, 110_001]);
    }
}
