//! Web Push on one machine: the key that pushes are signed with, and what a push service keeps of them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode};
use parlour_senders::Outbound;
use parlour_senders::push::VapidKey;
use parlour_settings::{Secret, Settings};
use parlour_storage::table::TableError;
use parlour_values::id::MessageId;
use parlour_values::time::{Clock, Instant};
use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;

use crate::store::Store;

/// The owner of the key that pushes are signed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushKey {
    /// `VAPID_PRIVATE_KEY` is set.
    Given,
    MadeHere,
}

/// A new key, which is made beside what else a start takes: entropy is gathered for the first one of a process.
pub fn new_key() -> NewKey {
    tokio::task::spawn_blocking(VapidKey::generate)
}

pub type NewKey = JoinHandle<Option<String>>;

/// Sets the settings' key where the environment has none: the one that is kept with the data, or the new one.
pub async fn key(settings: &mut Settings, store: &Store, new: NewKey) -> Result<PushKey, TableError> {
    if settings.vapid_private_key.is_configured() {
        return Ok(PushKey::Given);
    }
    let kept = store.push_key().await?;
    let is_new = kept.is_none();
    let private = match kept {
        Some(private) => Some(private),
        None => new.await.ok().flatten(),
    };
    if let Some(private) = private {
        if is_new {
            store.save_push_key(&private).await?;
        }
        settings.vapid_private_key = Secret::given(private);
    }
    Ok(PushKey::MadeHere)
}

/// The senders that the settings describe. With a key of the environment's, pushes go out as they do on AWS.
pub fn senders(settings: &Settings, key: PushKey, clock: &Clock) -> Outbound {
    let mut senders = Outbound::of(settings, clock);
    if key == PushKey::MadeHere {
        senders.push = senders.push.at_home();
    }
    senders
}

/// One push as a browser's push service got it: encrypted for the browser, which alone can read it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pushed {
    pub id: MessageId,
    /// The last part of the endpoint.
    pub browser: String,
    pub received_at: Instant,
    pub content_encoding: String,
    /// Seconds, as the header said; `ttl` is an attribute of the table's own.
    pub time_to_live: String,
    pub urgency: Option<String>,
    /// The sender, by the signature: the `sub` of its token.
    pub sender: String,
    pub body_base64: String,
}

#[derive(Deserialize)]
struct VapidClaims {
    sub: String,
    exp: i64,
}

/// How long a signature may be good for (RFC 8292).
const LONGEST_LIFE_SECONDS: i64 = 24 * 3600;

/// The sender that a push's `Authorization` proves: signed with our key, for this push service, and not for longer than
/// is allowed. Times are the machine's, as they are for a push service, whatever the salon's clock says.
pub fn sender(
    authorization: &str,
    public_key: &str,
    audiences: &[String],
    now: Instant,
) -> Result<String, &'static str> {
    let parts = authorization.strip_prefix("vapid ").ok_or("the Authorization is not VAPID's")?;
    let part = |name: &str| parts.split(',').find_map(|part| part.trim().strip_prefix(name));
    let (token, key) = part("t=").zip(part("k=")).ok_or("the Authorization has no token or no key")?;
    if key != public_key {
        return Err("the key is not the one that browsers subscribed with");
    }
    let point = URL_SAFE_NO_PAD.decode(key).unwrap_or_default();
    let coordinate = |from: usize| point.get(from..from + 32).map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
    let (x, y) = coordinate(1).zip(coordinate(33)).ok_or("the key is no point of P-256")?;
    let key = DecodingKey::from_ec_components(&x, &y).map_err(|_| "the key is no point of P-256")?;
    let mut rules = Validation::new(Algorithm::ES256);
    rules.set_audience(audiences);
    rules.set_required_spec_claims(&["aud", "exp", "sub"]);
    let claims = decode::<VapidClaims>(token, &key, &rules).map_err(|_| "the token does not hold")?.claims;
    if claims.exp > now.seconds().saturating_add(LONGEST_LIFE_SECONDS) {
        return Err("the token is good for longer than a day");
    }
    Ok(claims.sub)
}
