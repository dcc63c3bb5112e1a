//! Tags on customers: their names, and the slugs they are found by.

use std::fmt;
use std::str::FromStr;

use utoipa::ToSchema;

use parlour_values::input::is_line;
use parlour_values::slug::hyphenated;
use parlour_values::text_enum::serde_as_text;

pub(super) const LONGEST_NAME: usize = 40;

/// 1 to 40 characters, without space around them. Two names with one slug are the same tag.
#[derive(Clone, PartialEq, Eq, Debug, ToSchema)]
#[schema(value_type = String, example = "Regular guest")]
pub struct TagName(String);

impl TagName {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn slug(&self) -> String {
        hyphenated(&self.0)
    }
}

impl FromStr for TagName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.trim();
        if !is_line(name) {
            return Err("must be one line without control characters".to_owned());
        }
        if (1..=LONGEST_NAME).contains(&name.chars().count()) {
            Ok(Self(name.to_owned()))
        } else {
            Err(format!("must be 1 to {LONGEST_NAME} characters"))
        }
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
