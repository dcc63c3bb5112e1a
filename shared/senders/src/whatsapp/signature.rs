//! The signature of Meta's webhooks: `sha256=` and HMAC-SHA256 of the body's own bytes, in hex.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

pub const SIGNATURE_HEADER: &str = "x-hub-signature-256";

/// The header of a body that is signed with this secret; None for an empty secret, with which anybody could sign.
pub fn signed(secret: &str, body: &[u8]) -> Option<String> {
    Some(format!("sha256={}", hex::encode(keyed(secret, body)?.finalize().into_bytes())))
}

/// Whether the header is the signature of exactly these bytes. Compared in constant time.
pub fn is_signed(secret: &str, header: &str, body: &[u8]) -> bool {
    let given = header.strip_prefix("sha256=").and_then(|hex| hex::decode(hex).ok());
    given.zip(keyed(secret, body)).is_some_and(|(given, mac)| mac.verify_slice(&given).is_ok())
}

fn keyed(secret: &str, body: &[u8]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok().filter(|_| !secret.is_empty())?;
    mac.update(body);
    Some(mac)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "test_app_secret";
    const EMPTY: &[u8] = br#"{"object":"whatsapp_business_account","entry":[]}"#;
    const ESCAPED: &[u8] = br#"{"text":"\u0928\u092e\u0938\u094d\u0924\u0947 a\u0040b.in \/x"}"#;

    #[test]
    fn the_known_bodies_have_the_known_signatures() {
        for (secret, body, header) in [
            (SECRET, EMPTY, "sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756"),
            ("wrong_secret", EMPTY, "sha256=8b63445d69849a3f154e655363a9c36f24348fbe23fa575abd5c97c878132d88"),
            (SECRET, ESCAPED, "sha256=302b2770ac7fb00a258699fc97ce6f34ad4cd3ebd20c9884fb67e23b29f668a6"),
            (SECRET, b"", "sha256=517bc4c7d1d8d400868e0ad6f64b77098b818a2f2595004253a1922302a602c0"),
            ("secret", b"test", "sha256=0329a06b62cd16b33eb6792be8c60b158d89a2ee3a876fce9a881ebb488c0914"),
        ] {
            assert_eq!(signed(secret, body).as_deref(), Some(header));
            assert!(is_signed(secret, header, body));
        }
    }

    #[test]
    fn another_secret_other_bytes_and_other_headers_are_refused() {
        let right = signed(SECRET, ESCAPED).unwrap();
        assert!(!is_signed("wrong_secret", &right, ESCAPED));
        // Read and written again, it means the same and is not what was signed.
        let again = serde_json::to_vec(&serde_json::from_slice::<serde_json::Value>(ESCAPED).unwrap()).unwrap();
        assert!(!is_signed(SECRET, &right, &again));
        let of_again = "sha256=caff6471c1e57b7c1c83ceb461c5f726f79042c57fa0bc06ab6ef568d888ab36";
        assert!(!is_signed(SECRET, of_again, ESCAPED));
        for header in ["", "sha256=", &right[7..], &right[..70], "sha1=00", "sha256=zz"] {
            assert!(!is_signed(SECRET, header, ESCAPED), "{header}");
        }
        assert!(signed("", EMPTY).is_none() && !is_signed("", "sha256=", EMPTY));
    }
}
