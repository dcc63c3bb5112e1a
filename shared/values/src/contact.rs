//! Phone numbers and email addresses, parsed once at the edge.

use std::fmt;
use std::str::FromStr;

use utoipa::ToSchema;
use validator::ValidateEmail;

use crate::text_enum::serde_as_text;

/// An Indian mobile number, always `+91` and ten digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ToSchema)]
#[schema(value_type = String, example = "+919876543210")]
pub struct Phone(String);

impl Phone {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Phone {
    /// Grouped for people: `+91 98765 43210`.
    pub fn spaced(&self) -> String {
        let groups = self.0.get(..3).zip(self.0.get(3..8)).zip(self.0.get(8..));
        groups.map_or_else(|| self.0.clone(), |((code, first), second)| format!("{code} {first} {second}"))
    }
}

impl FromStr for Phone {
    type Err = String;

    /// Ten digits starting with 6 to 9, with any spacing, optionally after `+91`, `0091`, `91` or `0`.
    fn from_str(text: &str) -> Result<Self, String> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '(' | ')' | '.')).collect();
        ["", "+91", "0091", "91", "0"]
            .into_iter()
            .filter_map(|prefix| bare.strip_prefix(prefix))
            .find(|number| is_subscriber_number(number))
            .map(|number| Self(format!("+91{number}")))
            .ok_or_else(|| "must be an Indian mobile number".to_owned())
    }
}

/// What somebody looks for, in lower case. A phone may be written with the spaces, dashes and brackets that people read it
/// with; without them it is a part of the number as it is kept.
pub fn searched(text: &str) -> String {
    let is_phone = text.contains(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '(' | ')'));
    if is_phone { text.replace([' ', '-', '(', ')'], "") } else { text.to_lowercase() }
}

fn is_subscriber_number(digits: &str) -> bool {
    digits.len() == 10 && digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.starts_with(['6', '7', '8', '9'])
}

/// The number a business answers under: an Indian mobile or landline number, always `+91` and ten digits, or a toll-free
/// one (`1800…`, `1860…`), which is dialled as it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, ToSchema)]
#[schema(value_type = String, example = "+918041234567")]
pub struct BusinessPhone(String);

/// The cities whose area code has two digits, the rest of their numbers eight.
const SHORT_AREA_CODES: [&str; 8] = ["11", "20", "22", "33", "40", "44", "79", "80"];

impl BusinessPhone {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Grouped for people: `+91 98765 43210`, `+91 80 4123 4567`, `1800 123 4567`. Where the area code cannot be told from
    /// the number, the ten digits stay together.
    pub fn spaced(&self) -> String {
        let groups = |number: &str, at: [usize; 2]| -> Option<String> {
            Some(format!("{} {} {}", number.get(..at[0])?, number.get(at[0]..at[1])?, number.get(at[1]..)?))
        };
        let Some(number) = self.0.strip_prefix("+91") else {
            return groups(&self.0, [4, 7]).unwrap_or_else(|| self.0.clone());
        };
        // Some mobile numbers begin like an area code, but no landline's own part begins like theirs.
        let is_landline = |code: &&str| {
            let own = number.strip_prefix(*code);
            own.is_some_and(|own| own.starts_with(['2', '3', '4', '6']))
        };
        if SHORT_AREA_CODES.iter().any(is_landline) {
            groups(number, [2, 6]).map_or_else(|| self.0.clone(), |number| format!("+91 {number}"))
        } else if is_subscriber_number(number) {
            let (first, second) = number.split_at(5);
            format!("+91 {first} {second}")
        } else {
            format!("+91 {number}")
        }
    }
}

impl FromStr for BusinessPhone {
    type Err = String;

    /// Ten digits that do not begin with 0, an area code among them or not, after `+91`, `0091`, `91`, `0` or nothing; or
    /// a toll-free number of ten or eleven digits.
    fn from_str(text: &str) -> Result<Self, String> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '(' | ')' | '.')).collect();
        let digits = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit());
        if (bare.starts_with("1800") || bare.starts_with("1860")) && matches!(bare.len(), 10 | 11) && digits(&bare) {
            return Ok(Self(bare));
        }
        ["", "+91", "0091", "91", "0"]
            .into_iter()
            .filter_map(|prefix| bare.strip_prefix(prefix))
            .find(|number| number.len() == 10 && digits(number) && !number.starts_with('0'))
            .map(|number| Self(format!("+91{number}")))
            .ok_or_else(|| {
                "must be an Indian phone number, mobile, landline with its area code, or toll-free".to_owned()
            })
    }
}

/// An email address as it was given; two that differ only in case are the same mailbox to us.
#[derive(Clone, Debug, ToSchema)]
#[schema(value_type = String, format = Email, example = "customer@example.test")]
pub struct EmailAddress(String);

impl EmailAddress {
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The lower-case form, to look up and compare by. Of ASCII only: the lower case of U+212A, the sign of Kelvin, is a
    /// plain k, and that is another mailbox.
    pub fn for_matching(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl PartialEq for EmailAddress {
    fn eq(&self, other: &Self) -> bool {
        self.for_matching() == other.for_matching()
    }
}

impl Eq for EmailAddress {}

impl FromStr for EmailAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The longest address of RFC 5321, with a dot in the domain.
        let reachable = text.len() <= 254 && text.rsplit('@').next().is_some_and(|domain| domain.contains('.'));
        if reachable && text.validate_email() {
            Ok(Self(text.to_owned()))
        } else {
            Err("must be an email address".to_owned())
        }
    }
}

impl fmt::Display for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for BusinessPhone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

serde_as_text!(Phone, BusinessPhone, EmailAddress);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_is_looked_for_as_it_is_kept_and_everything_else_as_it_is_written() {
        for (text, expected) in [
            ("98000 01010", "9800001010"),
            ("+91 98000-01010", "+919800001010"),
            ("(0) 98000", "098000"),
            ("Asha Rao", "asha rao"),
            ("INV-IND-2627-00012", "inv-ind-2627-00012"),
            ("- ", "- "),
            ("", ""),
        ] {
            assert_eq!(searched(text), expected, "{text}");
        }
    }

    #[test]
    fn indian_mobiles_are_accepted_in_every_usual_spelling() {
        for (given, kept) in [
            ("9876543210", "+919876543210"),
            ("+91 98765 43210", "+919876543210"),
            ("919876543210", "+919876543210"),
            ("09876543210", "+919876543210"),
            ("00919876543210", "+919876543210"),
            ("(098765) 43-210", "+919876543210"),
            ("98765.43210", "+919876543210"),
            ("9123456789", "+919123456789"),
            ("919123456789", "+919123456789"),
            ("6000000000", "+916000000000"),
        ] {
            assert_eq!(given.parse::<Phone>().map(|phone| phone.to_string()), Ok(kept.to_owned()), "{given}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "5876543210",
            "0919876543210",
            "98765432101",
            "987654321",
            "+12025550123",
            "९८७६५४३२१०",
            "+91९८७६५४३२१०",
            "98765 4321a",
            "+9876543210",
            "++919876543210",
            "00 91 5876543210",
            "",
            "+91",
        ] {
            assert_eq!(bad.parse::<Phone>(), Err("must be an Indian mobile number".to_owned()), "{bad}");
        }
    }

    #[test]
    fn a_business_has_a_mobile_a_landline_or_a_toll_free_number() {
        for (given, kept, shown) in [
            ("98765 43210", "+919876543210", "+91 98765 43210"),
            ("+91 98765-43210", "+919876543210", "+91 98765 43210"),
            ("80500 12345", "+918050012345", "+91 80500 12345"),
            ("080 4123 4567", "+918041234567", "+91 80 4123 4567"),
            ("(080) 4123-4567", "+918041234567", "+91 80 4123 4567"),
            ("+91 80 4123 4567", "+918041234567", "+91 80 4123 4567"),
            ("0091 22 2345 6789", "+912223456789", "+91 22 2345 6789"),
            ("0141-2345678", "+911412345678", "+91 1412345678"),
            ("914842345678", "+914842345678", "+91 4842345678"),
            ("1800 123 4567", "18001234567", "1800 123 4567"),
            ("1860-123456", "1860123456", "1860 123 456"),
        ] {
            let phone: BusinessPhone = given.parse().unwrap();
            assert_eq!((phone.as_str(), phone.spaced().as_str()), (kept, shown), "{given}");
        }
        for bad in [
            "",
            "4123 4567",
            "0080 4123 4567",
            "080 4123 45678",
            "+1 202 555 0123",
            "1900 123 4567",
            "+91 1800 123 4567",
            "९८७६५४३२१०",
            "98765 4321a",
        ] {
            assert!(bad.parse::<BusinessPhone>().is_err(), "{bad}");
        }
    }

    #[test]
    fn emails_are_kept_as_given_and_compared_without_case() {
        let email: EmailAddress = "Asha.Rao+spa@Example.test".parse().unwrap();
        assert_eq!(email.to_string(), "Asha.Rao+spa@Example.test");
        assert_eq!(email.for_matching(), "asha.rao+spa@example.test");
        assert_eq!(email, "asha.rao+spa@example.test".parse().unwrap());
    }

    #[test]
    fn undeliverable_addresses_are_refused() {
        let endless = format!("a@{}.test", "a.".repeat(130));
        for bad in [
            "",
            "asha",
            "@example.test",
            "asha@",
            "asha@localhost",
            "a b@example.test",
            " asha@example.test",
            "asha@example.test\n",
            "a@b@c.test",
            &endless,
        ] {
            assert!(bad.parse::<EmailAddress>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn both_are_plain_text_in_json() {
        let phone: Phone = serde_json::from_str("\"98765 43210\"").unwrap();
        assert_eq!(serde_json::to_string(&phone).unwrap(), "\"+919876543210\"");
        assert!(serde_json::from_str::<EmailAddress>("\"nobody\"").is_err());
    }
}
