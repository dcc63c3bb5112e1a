//! Amounts in words, as Indian invoices carry them: crore, lakh, thousand.

use crate::money::Paise;

const SMALL: [&str; 20] = [
    "Zero",
    "One",
    "Two",
    "Three",
    "Four",
    "Five",
    "Six",
    "Seven",
    "Eight",
    "Nine",
    "Ten",
    "Eleven",
    "Twelve",
    "Thirteen",
    "Fourteen",
    "Fifteen",
    "Sixteen",
    "Seventeen",
    "Eighteen",
    "Nineteen",
];
const TENS: [&str; 10] = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];

/// `Rupees One Lakh Twenty-Three Thousand and Fifty Paise Only`.
pub fn amount_in_words(amount: Paise) -> String {
    let (rupees, paise) = (amount.0.unsigned_abs() / 100, amount.0.unsigned_abs() % 100);
    let minus = if amount.0 < 0 { "Minus " } else { "" };
    match (rupees, paise) {
        (rupees, 0) => format!("{minus}Rupees {} Only", number(rupees)),
        (0, paise) => format!("{minus}{} Paise Only", number(paise)),
        (rupees, paise) => format!("{minus}Rupees {} and {} Paise Only", number(rupees), number(paise)),
    }
}

fn number(value: u64) -> String {
    let word =
        |table: &[&'static str], at: u64| usize::try_from(at).ok().and_then(|at| table.get(at).copied()).unwrap_or("");
    let scaled =
        |transaction: u64, name: &str| joined(format!("{} {name}", number(value / transaction)), value % transaction);
    match value {
        0..20 => word(&SMALL, value).to_owned(),
        20..100 if value.is_multiple_of(10) => word(&TENS, value / 10).to_owned(),
        20..100 => format!("{}-{}", word(&TENS, value / 10), word(&SMALL, value % 10)),
        100..1_000 => scaled(100, "Hundred"),
        1_000..100_000 => scaled(1_000, "Thousand"),
        100_000..10_000_000 => scaled(100_000, "Lakh"),
        // Above a crore the Indian system counts crores: ten lakh crore is read as that many crores.
        _ => scaled(10_000_000, "Crore"),
    }
}

fn joined(head: String, rest: u64) -> String {
    if rest == 0 { head } else { format!("{head} {}", number(rest)) }
}

#[cfg(test)]
mod tests {
    use crate::amount_words::*;

    #[test]
    fn amounts_are_read_in_lakh_and_crore() {
        for (paise, words) in [
            (0, "Rupees Zero Only"),
            (5, "Five Paise Only"),
            (100, "Rupees One Only"),
            (2_000, "Rupees Twenty Only"),
            (99_900, "Rupees Nine Hundred Ninety-Nine Only"),
            (118_050, "Rupees One Thousand One Hundred Eighty and Fifty Paise Only"),
            (1_000_000, "Rupees Ten Thousand Only"),
            (12_345_678, "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only"),
            (1_000_000_000, "Rupees One Crore Only"),
            (
                123_456_789_000,
                "Rupees One Hundred Twenty-Three Crore Forty-Five Lakh Sixty-Seven Thousand Eight Hundred Ninety Only",
            ),
            (-100, "Minus Rupees One Only"),
        ] {
            assert_eq!(amount_in_words(Paise(paise)), words);
        }
    }

    #[test]
    fn the_largest_amount_has_words_too() {
        assert!(amount_in_words(Paise(i64::MAX)).ends_with(" and Seven Paise Only"));
    }
}
