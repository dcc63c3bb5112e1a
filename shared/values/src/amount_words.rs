//! Amounts in words, as Indian invoices carry them: crore, lakh, thousand.

use crate::language::Language;
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

/// Each has a word of its own in Hindi.
const HINDI: [&str; 100] = [
    "शून्य",
    "एक",
    "दो",
    "तीन",
    "चार",
    "पाँच",
    "छह",
    "सात",
    "आठ",
    "नौ",
    "दस",
    "ग्यारह",
    "बारह",
    "तेरह",
    "चौदह",
    "पंद्रह",
    "सोलह",
    "सत्रह",
    "अठारह",
    "उन्नीस",
    "बीस",
    "इक्कीस",
    "बाईस",
    "तेईस",
    "चौबीस",
    "पच्चीस",
    "छब्बीस",
    "सत्ताईस",
    "अट्ठाईस",
    "उनतीस",
    "तीस",
    "इकतीस",
    "बत्तीस",
    "तैंतीस",
    "चौंतीस",
    "पैंतीस",
    "छत्तीस",
    "सैंतीस",
    "अड़तीस",
    "उनतालीस",
    "चालीस",
    "इकतालीस",
    "बयालीस",
    "तैंतालीस",
    "चवालीस",
    "पैंतालीस",
    "छियालीस",
    "सैंतालीस",
    "अड़तालीस",
    "उनचास",
    "पचास",
    "इक्यावन",
    "बावन",
    "तिरपन",
    "चौवन",
    "पचपन",
    "छप्पन",
    "सत्तावन",
    "अट्ठावन",
    "उनसठ",
    "साठ",
    "इकसठ",
    "बासठ",
    "तिरसठ",
    "चौंसठ",
    "पैंसठ",
    "छियासठ",
    "सड़सठ",
    "अड़सठ",
    "उनहत्तर",
    "सत्तर",
    "इकहत्तर",
    "बहत्तर",
    "तिहत्तर",
    "चौहत्तर",
    "पचहत्तर",
    "छिहत्तर",
    "सतहत्तर",
    "अठहत्तर",
    "उनासी",
    "अस्सी",
    "इक्यासी",
    "बयासी",
    "तिरासी",
    "चौरासी",
    "पचासी",
    "छियासी",
    "सतासी",
    "अठासी",
    "नवासी",
    "नब्बे",
    "इक्यानवे",
    "बानवे",
    "तिरानवे",
    "चौरानवे",
    "पंचानवे",
    "छियानवे",
    "सत्तानवे",
    "अट्ठानवे",
    "निन्यानवे",
];

/// `Rupees One Lakh Twenty-Three Thousand and Fifty Paise Only`.
pub fn amount_in_words(language: Language, amount: Paise) -> String {
    match language {
        Language::English => in_english(amount),
        Language::Hindi => in_hindi(amount),
    }
}

/// `एक लाख तेईस हज़ार रुपये और पचास पैसे मात्र`.
fn in_hindi(amount: Paise) -> String {
    let (rupees, paise) = (amount.0.unsigned_abs() / 100, amount.0.unsigned_abs() % 100);
    let minus = if amount.0 < 0 { "ऋण " } else { "" };
    let rupees_of = |count: u64| format!("{} {}", hindi_number(count), if count == 1 { "रुपया" } else { "रुपये" });
    let paise_of = |count: u64| format!("{} {}", hindi_number(count), if count == 1 { "पैसा" } else { "पैसे" });
    match (rupees, paise) {
        (rupees, 0) => format!("{minus}{} मात्र", rupees_of(rupees)),
        (0, paise) => format!("{minus}{} मात्र", paise_of(paise)),
        (rupees, paise) => format!("{minus}{} और {} मात्र", rupees_of(rupees), paise_of(paise)),
    }
}

fn hindi_number(value: u64) -> String {
    let scaled = |unit: u64, name: &str| {
        let head = format!("{} {name}", hindi_number(value / unit));
        if value.is_multiple_of(unit) { head } else { format!("{head} {}", hindi_number(value % unit)) }
    };
    match value {
        0..100 => usize::try_from(value).ok().and_then(|at| HINDI.get(at)).copied().unwrap_or_default().to_owned(),
        100..1_000 => scaled(100, "सौ"),
        1_000..100_000 => scaled(1_000, "हज़ार"),
        100_000..10_000_000 => scaled(100_000, "लाख"),
        _ => scaled(10_000_000, "करोड़"),
    }
}

fn in_english(amount: Paise) -> String {
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
            assert_eq!(amount_in_words(Language::English, Paise(paise)), words);
        }
    }

    #[test]
    fn amounts_are_read_in_hindi_too() {
        for (paise, words) in [
            (0, "शून्य रुपये मात्र"),
            (100, "एक रुपया मात्र"),
            (5, "पाँच पैसे मात्र"),
            (99_900, "नौ सौ निन्यानवे रुपये मात्र"),
            (118_050, "एक हज़ार एक सौ अस्सी रुपये और पचास पैसे मात्र"),
            (12_345_678, "एक लाख तेईस हज़ार चार सौ छप्पन रुपये और अठहत्तर पैसे मात्र"),
            (123_456_789_000, "एक सौ तेईस करोड़ पैंतालीस लाख सड़सठ हज़ार आठ सौ नब्बे रुपये मात्र"),
            (-100, "ऋण एक रुपया मात्र"),
        ] {
            assert_eq!(amount_in_words(Language::Hindi, Paise(paise)), words);
        }
        let different: std::collections::BTreeSet<&str> = HINDI.into_iter().collect();
        assert_eq!(different.len(), HINDI.len());
    }

    #[test]
    fn the_largest_amount_has_words_too() {
        assert!(amount_in_words(Language::English, Paise(i64::MAX)).ends_with(" and Seven Paise Only"));
        assert!(amount_in_words(Language::Hindi, Paise(i64::MAX)).ends_with(" और सात पैसे मात्र"));
    }
}
