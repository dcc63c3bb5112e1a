//! URL slugs.

/// Lower-case letters and digits, with one hyphen for everything between them. Empty if the name has none.
pub fn slugify(name: &str) -> String {
    let lower = name.to_lowercase();
    // Split at white space and punctuation only: vowel signs and viramas belong to their letter.
    let words = lower.split(|c: char| c.is_whitespace() || c.is_control() || is_punctuation(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// The result of [`slugify`], as OpenAPI says it: words joined by hyphens. No pattern can say lower case in every
/// script.
pub const PATTERN: &str = concat!(
    r"^[^\s\u0000-\u002f\u003a-\u0060\u007b-\u00bf\u0964\u0965\u2000-\u2bff\u3000-\u303f]+",
    r"(-[^\s\u0000-\u002f\u003a-\u0060\u007b-\u00bf\u0964\u0965\u2000-\u2bff\u3000-\u303f]+)*$"
);

/// Lower case, white space replaced by hyphens, everything else unchanged.
pub fn hyphenated(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '\u{80}'..='\u{BF}' | '\u{2000}'..='\u{2BFF}' | '\u{3000}'..='\u{303F}' | '।' | '॥')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_words_joined_by_hyphens() {
        for (name, slug) in [
            ("Haircut & Blow-dry", "haircut-blow-dry"),
            ("  Deep   Tissue (60 min.) ", "deep-tissue-60-min"),
            ("20% off – Diwali!", "20-off-diwali"),
            ("Crème Facial", "crème-facial"),
            ("हल्दी उबटन", "हल्दी-उबटन"),
            ("a/b?c#d", "a-b-c-d"),
            ("!!!", ""),
            ("", ""),
        ] {
            assert_eq!(slugify(name), slug, "{name}");
        }
    }

    #[test]
    fn hyphenated_names_keep_everything_but_case_and_space() {
        assert_eq!(hyphenated("  V.I.P.  Guest\t2 "), "v.i.p.-guest-2");
    }
}
