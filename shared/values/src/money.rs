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

    pub fn times(self, quantity: u32) -> Self {
        Self(self.0.saturating_mul(i64::from(quantity)))
    }

    /// `numerator / denominator` of the amount, rounded half up to the paisa.
    pub fn portion(self, numerator: i64, denominator: i64) -> Self {
        let twice = 2 * i128::from(self.0) * i128::from(numerator) + i128::from(denominator);
        let rounded = twice.div_euclid(2 * i128::from(denominator.max(1)));
        Self(i64::try_from(rounded).unwrap_or(i64::MAX))
    }

    /// The same without the part of a paisa that is over.
    pub fn portion_rounded_down(self, numerator: i64, denominator: i64) -> Self {
        let part = i128::from(self.0) * i128::from(numerator);
        Self(i64::try_from(part.div_euclid(i128::from(denominator.max(1)))).unwrap_or(i64::MAX))
    }

    /// The nearest whole rupee, half up.
    pub fn to_rupee(self) -> Self {
        Self(self.0.saturating_add(50).div_euclid(100).saturating_mul(100))
    }

    /// Divides the amount in proportion to `weights`, to the paisa: whole shares first, then one paisa each to the
    /// largest remainders (the earlier part on a tie). No part gets more than its `room`. The parts sum to the amount
    /// if the rooms can hold it.
    pub fn spread(self, weights: &[Self], room: &[Self]) -> Vec<Self> {
        let total: i128 = weights.iter().map(|weight| i128::from(weight.0.max(0))).sum();
        if total == 0 || self.0 <= 0 {
            return vec![Self::ZERO; weights.len()];
        }
        let mut left = self.0;
        let mut parts: Vec<AmountPart> = Vec::with_capacity(weights.len());
        for (weight, room) in weights.iter().zip(room) {
            let exact = i128::from(self.0) * i128::from(weight.0.max(0));
            let share = i64::try_from(exact / total).unwrap_or(i64::MAX).min(room.0.max(0));
            left = left.saturating_sub(share);
            parts.push(AmountPart { share, room: room.0.max(0), remainder: exact % total });
        }
        let mut order: Vec<&mut AmountPart> = parts.iter_mut().collect();
        order.sort_by_key(|part| std::cmp::Reverse(part.remainder));
        while left > 0 && order.iter().any(|part| part.share < part.room) {
            for part in order.iter_mut().filter(|part| part.share < part.room) {
                if left > 0 {
                    part.share += 1;
                    left -= 1;
                }
            }
        }
        parts.into_iter().map(|part| Self(part.share)).collect()
    }
}

/// One part while an amount is being divided.
struct AmountPart {
    share: i64,
    room: i64,
    remainder: i128,
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
        assert_eq!([Paise(9), Paise(10)].map(|amount| amount.portion_rounded_down(1, 10)), [Paise(0), Paise(1)]);
    }

    fn spread(amount: i64, weights: &[i64], room: &[i64]) -> Vec<i64> {
        let paise = |all: &[i64]| all.iter().copied().map(Paise).collect::<Vec<_>>();
        Paise(amount).spread(&paise(weights), &paise(room)).into_iter().map(|part| part.0).collect()
    }

    #[test]
    fn a_spread_gives_the_odd_paisa_to_the_largest_remainder() {
        assert_eq!(spread(100, &[1, 1, 1], &[100, 100, 100]), [34, 33, 33]);
        assert_eq!(spread(10, &[500, 700, 300], &[10, 10, 10]), [3, 5, 2]);
        assert_eq!(spread(10, &[0, 5], &[10, 10]), [0, 10]);
        assert_eq!(spread(10, &[], &[]), [0_i64; 0]);
    }

    #[test]
    fn a_spread_passes_on_what_a_part_has_no_room_for() {
        assert_eq!(spread(3, &[1, 1, 1], &[0, 1, 2]), [0, 1, 2]);
    }
}
