//! A person's identity at a provider, and how we take what the provider says of them.

use serde::{Deserialize, Deserializer};
use url::Url;

use parlour_values::input::is_hidden;

/// An identity at a provider. Issuer and subject together identify the account; the email may change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The configured issuer, even if the token spells it differently.
    pub issuer: String,
    pub subject: String,
    /// In lower case, so that one mailbox is one account.
    pub email: Option<String>,
    pub email_verified: bool,
    pub name: Option<String>,
    pub picture: Option<String>,
}

/// Some providers send the boolean as text.
pub(super) fn bool_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(value == true || value == "true")
}

/// In lower case, so that one mailbox is one account; only of ASCII, as `EmailAddress` compares.
pub(super) fn email(told: Option<String>) -> Option<String> {
    non_blank(told).map(|email| email.to_ascii_lowercase())
}

pub(super) fn picture(told: Option<String>) -> Option<String> {
    non_blank(told).filter(|picture| is_web_address(picture))
}

/// One line of what can be seen, as we take it from our own forms.
pub(super) fn non_blank(text: Option<String>) -> Option<String> {
    let seen: String = text?.chars().filter(|letter| !letter.is_control() && !is_hidden(*letter)).collect();
    Some(seen.trim().to_owned()).filter(|text| !text.is_empty())
}

fn is_web_address(text: &str) -> bool {
    text.len() <= 2048 && Url::parse(text).is_ok_and(|url| url.scheme() == "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_only_looks_like_an_invited_one_in_lower_case_is_another() {
        assert_eq!(email(Some(" Kiran@Example.test".to_owned())).as_deref(), Some("kiran@example.test"));
        assert_eq!(email(Some("\u{212A}iran@example.test".to_owned())).as_deref(), Some("\u{212A}iran@example.test"));
    }
}
