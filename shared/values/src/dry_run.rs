//! The mark of a dry run. It runs a request to its end without writing anything, so every id, number and secret that it
//! would take or make is only a stand-in that carries the mark; where the answer shows one, it shows `null` instead.
//!
//! The mark is drawn for each dry run, so no text that a caller sent can contain it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// Letters and digits only: the same in every alphabet of base64, and harmless in a key.
pub const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// A multiple of four, so that it is the base64 text of whole bytes.
pub const LENGTH: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DryRunMark(String);

impl DryRunMark {
    /// `text` has [`LENGTH`] of the [`LETTERS`], drawn at random.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The stand-in for an id or a number that is not taken. It sorts after those that are.
    pub fn stand_in(&self, text: &str) -> String {
        format!("~{}{text}", self.0)
    }

    /// The stand-in for a secret that is not made: bytes whose base64 text carries the mark.
    pub fn secret(&self) -> [u8; 32] {
        let bytes = STANDARD.decode(&self.0).unwrap_or_default();
        let mut secret = [0; 32];
        for (at, byte) in secret.iter_mut().zip(bytes.iter().cycle()) {
            *at = *byte;
        }
        secret
    }

    /// Replaces every text that carries the mark by `null`.
    pub fn blank(&self, value: &mut Value) {
        match value {
            Value::String(text) if text.contains(&self.0) => *value = Value::Null,
            Value::Array(values) => values.iter_mut().for_each(|value| self.blank(value)),
            Value::Object(fields) => fields.values_mut().for_each(|value| self.blank(value)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use serde_json::json;

    use super::*;

    fn mark() -> DryRunMark {
        DryRunMark::new("0123456789abcdEF".to_owned())
    }

    #[test]
    fn whatever_carries_the_mark_is_null_and_the_rest_stays() {
        let mark = mark();
        let id = mark.stand_in("42");
        let mut value = json!({
            "id": id, "name": "Asha", "rows": [{ "id": id, "price": 5 }, "BK-1"], "link": format!("/api/x/{id}/pdf"),
        });
        mark.blank(&mut value);
        assert_eq!(
            value,
            json!({ "id": null, "name": "Asha", "rows": [{ "id": null, "price": 5 }, "BK-1"], "link": null })
        );
    }

    #[test]
    fn a_stand_in_sorts_after_every_id_that_is_taken() {
        assert!(mark().stand_in("").as_str() > "ffffffffffff7fffbfffffffffffffff");
    }

    #[test]
    fn a_secret_is_recognised_in_both_alphabets_of_base64() {
        let mark = mark();
        for text in [URL_SAFE_NO_PAD.encode(mark.secret()), STANDARD.encode(mark.secret())] {
            let mut value = json!(format!("whsec_{text}"));
            mark.blank(&mut value);
            assert_eq!(value, Value::Null);
        }
    }
}
