//! A pending sign-in, stored until the browser returns from the provider, and the signed cookie that binds it to the
//! browser.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use hmac::Mac as _;
use serde::{Deserialize, Serialize};

use super::cache::sign_in_mac;
use super::error::SignInError;
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::time::Instant;

/// How long the browser may take to return.
pub const STATE_COOKIE_LIFETIME: TimeDelta = TimeDelta::minutes(5);
/// How long the pending sign-in is stored.
pub(super) const ROW_LIFETIME: TimeDelta = TimeDelta::minutes(10);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PendingSignIn {
    pub state: String,
    pub app: App,
    pub nonce: String,
    pub verifier: String,
    pub redirect_uri: String,
    pub callback_url: String,
    pub new_user_callback_url: String,
    pub error_callback_url: Option<String>,
    pub expires_at: Instant,
}

impl Record for PendingSignIn {
    const KIND: &'static str = "sign_in";

    fn key(&self) -> Key {
        keys::sign_in(&self.state)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.expires_at), ..Places::default() }
    }
}

/// The cookie's value: the state, its expiry, and our signature over both.
pub(super) async fn signed_cookie(salon: &Salon, app: App, state: &str) -> Result<String, SignInError> {
    let expires = salon.clock.now().plus(STATE_COOKIE_LIFETIME).seconds();
    let signature = sign_in_mac(salon, &signed_text(app, state, expires)).await?.finalize().into_bytes();
    Ok(format!("{state}.{expires}.{}", URL_SAFE_NO_PAD.encode(signature)))
}

/// Whether we signed this cookie for this state, and it has not expired.
pub(super) async fn is_signed_by_us(salon: &Salon, app: App, state: &str, cookie: &str) -> Result<bool, SignInError> {
    let mut parts = cookie.split('.');
    let (Some(named), Some(expires), Some(signature), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Ok(false);
    };
    let (Ok(expires), Ok(signature)) = (expires.parse::<i64>(), URL_SAFE_NO_PAD.decode(signature)) else {
        return Ok(false);
    };
    let mac = sign_in_mac(salon, &signed_text(app, named, expires)).await?;
    Ok(mac.verify_slice(&signature).is_ok() && named == state && salon.clock.now().seconds() < expires)
}

fn signed_text(app: App, state: &str, expires: i64) -> String {
    format!("sign-in {app} {state} {expires}")
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::rewritten;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_golden_row_of_a_pending_sign_in_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "SIGNIN#abc" }, "SK": { "S": "SIGNIN" },
            "kind": { "S": "sign_in" }, "format": { "N": "1" }, "v": { "N": "1" },
            "state": { "S": "abc" }, "app": { "S": "customer" }, "nonce": { "S": "n" }, "verifier": { "S": "v" },
            "redirect_uri": { "S": "https://salon.example.test/api/auth/callback/google" },
            "callback_url": { "S": "/" }, "new_user_callback_url": { "S": "/welcome" },
            "error_callback_url": { "S": "/sign-in" }, "expires_at": { "S": "2026-11-16T04:30:00.000Z" },
        });
        assert_eq!(rewritten::<PendingSignIn>(golden.clone()).unwrap(), golden);
    }
}
