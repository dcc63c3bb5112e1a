//! Tags on customers: their names, and the slugs they are found by.

use std::fmt;

use utoipa::ToSchema;

use parlour_values::input::{NAME_PATTERN, is_line, text_type};
use parlour_values::slug::hyphenated;
use parlour_values::text_enum::serde_as_text;

const LONGEST: usize = 40;

text_type! {
    /// 1 to 40 characters, without space around them. Two names with one slug are the same tag.
    #[derive(ToSchema)]
    #[schema(value_type = String, example = "Regular guest")]
    pub struct TagName, most: LONGEST, least: 1, pattern: NAME_PATTERN,
        taken: str::trim,
        fits: is_line => "must be one line without control characters",
        fits: |name| (1..=LONGEST).contains(&name.chars().count()) => "must be 1 to 40 characters";
}

impl TagName {
    pub fn slug(&self) -> String {
        hyphenated(&self.0)
    }
}

impl fmt::Display for TagName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

serde_as_text!(TagName);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_counted_in_characters() {
        assert_eq!("  Regular guest ".parse::<TagName>().unwrap().as_str(), "Regular guest");
        assert!("अ".repeat(40).parse::<TagName>().is_ok());
        for bad in ["", "   ", &"a".repeat(41)] {
            assert!(bad.parse::<TagName>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn one_slug_is_one_tag() {
        let slug = |name: &str| name.parse::<TagName>().unwrap().slug();
        assert_eq!(slug("Regular   Guest"), "regular-guest");
        assert_eq!(slug("regular guest "), "regular-guest");
        assert!("regular\tguest".parse::<TagName>().is_err());
    }
}
