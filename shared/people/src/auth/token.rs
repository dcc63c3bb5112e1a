//! A token for programs: `parlour_`, 43 characters that nobody can guess, and a checksum, so that scanners of source code
//! recognise it. The table has only its hash.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::user::User;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{TokenId, UserId};
use parlour_values::role::Role;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

const PREFIX: &str = "parlour_";
/// 256 bits in base64url.
const SECRET_LENGTH: usize = 43;
const CHECKSUM_LENGTH: usize = 6;
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The addresses that a token remembers; the one it came from first makes room.
const MOST_ADDRESSES: usize = 20;
/// How long a token that has ended is still listed.
const LISTED_AFTER_ITS_END: TimeDelta = TimeDelta::days(30);

text_enum! {
    /// The use a token may make of its role's rights. A token that may write may read.
    pub enum Scope {
        Read => "read",
        Write => "write",
    }
}

/// The part of a token that must stay secret.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenSecret(String);

/// Without the secret, so that it never ends up in a log.
impl std::fmt::Debug for TokenSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenSecret")
    }
}

impl TokenSecret {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads a token; `None` if we did not issue it, which the checksum tells without asking the table.
    pub fn parse(token: &str) -> Option<Self> {
        let (secret, checksum) = token.strip_prefix(PREFIX)?.split_at_checked(SECRET_LENGTH)?;
        let is_base64url = secret.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        (is_base64url && checksum == checksum_of(secret)).then(|| Self(secret.to_owned()))
    }

    /// The whole token, for the one answer that shows it.
    pub fn token(&self) -> String {
        format!("{PREFIX}{}{}", self.0, checksum_of(&self.0))
    }

    /// The hash that the table knows, with which nobody can call.
    pub fn hash(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes()))
    }

    /// A hash of an address that only the token itself can make: it tells two addresses apart where none is stored.
    pub fn address_mark(&self, address: &str) -> String {
        match Hmac::<Sha256>::new_from_slice(self.0.as_bytes()) {
            Ok(mac) => {
                URL_SAFE_NO_PAD.encode(mac.chain_update(b"address ").chain_update(address).finalize().into_bytes())
            }
            // A key of any length is taken.
            Err(_) => String::new(),
        }
    }
}

/// The CRC-32 of the secret in six digits of base 62.
fn checksum_of(secret: &str) -> String {
    let mut rest = crc32fast::hash(secret.as_bytes());
    let mut digits = [b'0'; CHECKSUM_LENGTH];
    for digit in digits.iter_mut().rev() {
        let value = usize::try_from(rest % 62).unwrap_or_default();
        *digit = DIGITS.get(value).copied().unwrap_or(b'0');
        rest /= 62;
    }
    digits.iter().map(|digit| char::from(*digit)).collect()
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Token {
    pub id: TokenId,
    pub hash: String,
    pub name: String,
    pub role: Role,
    pub scopes: Vec<Scope>,
    pub created_by: UserId,
    pub created_at: Instant,
    pub expires_at: Option<Instant>,
    /// The first use of the last day on which it was used.
    pub last_used_at: Option<Instant>,
    /// Marks of the addresses it was used from.
    #[serde(default)]
    pub addresses: Vec<String>,
}

impl Token {
    pub fn is_valid(&self, now: Instant) -> bool {
        self.expires_at.is_none_or(|end| now < end)
    }

    /// Whether whoever made it still has the rights that it gives.
    pub fn is_backed_by(&self, creator: &User) -> bool {
        creator.is_active && creator.role.satisfies(self.role)
    }

    pub fn may_write(&self) -> bool {
        self.scopes.contains(&Scope::Write)
    }

    pub fn knows(&self, address: &str) -> bool {
        self.addresses.iter().any(|known| known == address)
    }

    /// The token after a use from the address of this mark, where that changes what is kept of it: the first use of a
    /// day, or an address it did not come from before.
    pub fn used(&self, address: &str, now: Instant) -> Option<Self> {
        let is_noted = self.last_used_at.is_some_and(|at| at.ist_date() >= now.ist_date());
        if is_noted && self.knows(address) {
            return None;
        }
        let mut used = self.clone();
        used.last_used_at = if is_noted { self.last_used_at } else { Some(now) };
        if !self.knows(address) {
            let surplus = used.addresses.len().saturating_add(1).saturating_sub(MOST_ADDRESSES);
            used.addresses.drain(..surplus);
            used.addresses.push(address.to_owned());
        }
        Some(used)
    }

    /// The user who acts when a program shows the token: itself, under its name and role.
    pub fn acting_user(&self) -> User {
        User::new(UserId::from(self.id.as_str()), self.name.clone(), String::new(), self.role, self.created_at)
    }
}

impl Record for Token {
    const KIND: &'static str = "token";

    fn key(&self) -> Key {
        keys::token(&self.hash)
    }

    fn places(&self) -> Places {
        Places { ttl: self.expires_at.map(|end| end.plus(LISTED_AFTER_ITS_END)), ..Places::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    fn token() -> Token {
        Token {
            id: "t1".into(),
            hash: TokenSecret::new([7; 32]).hash(),
            name: "Accounting".to_owned(),
            role: Role::Manager,
            scopes: vec![Scope::Read],
            created_by: "u1".into(),
            created_at: at("2026-11-16T04:30:00Z"),
            expires_at: Some(at("2026-12-16T04:30:00Z")),
            last_used_at: None,
            addresses: Vec::new(),
        }
    }

    #[test]
    fn a_token_is_read_back_and_its_hash_is_no_part_of_it() {
        for byte in [0, 7, 255] {
            let secret = TokenSecret::new([byte; 32]);
            let token = secret.token();
            assert_eq!((token.len(), token.starts_with("parlour_")), (8 + 43 + 6, true), "{token}");
            assert_eq!(TokenSecret::parse(&token).as_ref(), Some(&secret));
            assert!(!token.contains(&secret.hash()));
            assert!(!format!("{secret:?}").contains(&token[8..20]));
        }
    }

    #[test]
    fn what_was_cut_off_or_mistyped_is_no_token() {
        let token = TokenSecret::new([7; 32]).token();
        let swapped = token.replacen("BwcH", "BwcI", 1);
        let foreign = token.replacen("parlour_", "parlous_", 1);
        let wide = format!("parlour_{}", "ä".repeat(25));
        for bad in ["", "parlour_", &token[..56], &format!("{token}0"), &swapped, &foreign, &wide, &token[8..]] {
            assert_eq!(TokenSecret::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_checksum_is_the_crc_in_base_62() {
        // CRC-32 of "123456789" is cbf43926, the check value of every catalogue of checksums.
        let mut value = 0_u64;
        for digit in checksum_of("123456789").bytes() {
            value = value * 62 + u64::try_from(DIGITS.iter().position(|one| *one == digit).unwrap()).unwrap();
        }
        assert_eq!(value, 0xcbf4_3926);
    }

    #[test]
    fn a_use_is_noted_once_a_day_and_for_every_new_address() {
        let first = token().used("a", at("2026-11-16T05:00:00Z")).unwrap();
        assert_eq!(first.last_used_at, Some(at("2026-11-16T05:00:00Z")));
        assert_eq!(first.used("a", at("2026-11-16T18:29:59Z")), None, "the same day in India");
        let elsewhere = first.used("b", at("2026-11-16T06:00:00Z")).unwrap();
        assert_eq!((elsewhere.last_used_at, elsewhere.addresses.len()), (first.last_used_at, 2));
        let next_day = first.used("a", at("2026-11-16T18:30:00Z")).unwrap();
        assert_eq!((next_day.last_used_at, next_day.addresses.len()), (Some(at("2026-11-16T18:30:00Z")), 1));
        let mut many = first;
        for number in 0..40 {
            many = many.used(&number.to_string(), at("2026-11-16T06:00:00Z")).unwrap();
        }
        assert!(many.addresses.len() == MOST_ADDRESSES && many.knows("39") && !many.knows("a"));
    }

    #[test]
    fn a_token_ends_at_its_moment_and_marks_addresses_in_its_own_way() {
        assert!(token().is_valid(at("2026-12-16T04:29:59Z")) && !token().is_valid(at("2026-12-16T04:30:00Z")));
        let (one, other) = (TokenSecret::new([1; 32]), TokenSecret::new([2; 32]));
        assert_ne!(one.address_mark("10.0.0.1"), one.address_mark("10.0.0.2"));
        assert_ne!(one.address_mark("10.0.0.1"), other.address_mark("10.0.0.1"));
    }
}
