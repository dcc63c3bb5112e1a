//! Money in whole paise; never a float.

use std::fmt;
use std::iter::Sum;

use serde::{Deserialize, Serialize};

/// An amount in paise; prices include GST.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Paise(pub i64);

impl Paise {
    pub const ZERO: Self = Self(0);

    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    pub fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// This part of the amount, `numerator / denominator`, rounded half up to the paisa.
    pub fn portion(self, numerator: i64, denominator: i64) -> Self {
        let twice = 2 * i128::from(self.0) * i128::from(numerator) + i128::from(denominator);
        let rounded = twice.div_euclid(2 * i128::from(denominator.max(1)));
        Self(i64::try_from(rounded).unwrap_or(i64::MAX))
    }
}

impl Sum for Paise {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::plus)
    }
}

/// `₹1,23,456.78`, grouped as in India; whole rupees without decimals.
impl fmt::Display for Paise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (rupees, paise) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        let digits = rupees.to_string();
        let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
        let mut grouped = String::new();
        for (at, digit) in head.chars().enumerate() {
            if at > 0 && (head.len() - at) % 2 == 0 {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        if !head.is_empty() {
            grouped.push(',');
        }
        grouped.push_str(tail);
        if paise == 0 { write!(f, "{sign}₹{grouped}") } else { write!(f, "{sign}₹{grouped}.{paise:02}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_in_india() {
        for (paise, text) in [
            (0, "₹0"),
            (99_900, "₹999"),
            (100_000, "₹1,000"),
            (12_345_678, "₹1,23,456.78"),
            (1_000_000_000, "₹1,00,00,000"),
            (-5_005, "-₹50.05"),
        ] {
            assert_eq!(Paise(paise).to_string(), text);
        }
    }

    #[test]
    fn portions_round_half_up_to_the_paisa() {
        assert_eq!(Paise(99_900).portion(20, 100), Paise(19_980));
        assert_eq!(Paise(5).portion(1, 10), Paise(1));
        assert_eq!(Paise(4).portion(1, 10), Paise(0));
    }
}
