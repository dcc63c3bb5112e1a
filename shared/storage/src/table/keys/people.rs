//! Users, how they sign in, and the values that only one of them may have.

use super::key::{IndexKey, Key};
use super::shards::Shards;
use parlour_values::id::{InviteId, SessionId, UserId};
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

pub fn user_partition(id: &UserId) -> String {
    format!("USER#{id}")
}

pub fn user(id: &UserId) -> Key {
    Key::new(user_partition(id), "USER")
}

pub fn users_by_role(role: &str, id: &UserId) -> IndexKey {
    IndexKey::new(users_of_role(role), id.as_str())
}

pub fn users_of_role(role: &str) -> String {
    format!("USERS#{role}")
}

pub const SESSION_PREFIX: &str = "SESSION#";

pub fn session(user: &UserId, id: &SessionId) -> Key {
    Key::new(user_partition(user), format!("{SESSION_PREFIX}{id}"))
}

pub const SESSIONS_DUE: Shards = Shards::named("DUE#SESSIONS");

pub fn session_due(expires: Instant, id: &SessionId) -> IndexKey {
    IndexKey::new(SESSIONS_DUE.holding(id.as_str()), format!("{expires}#{id}"))
}

pub fn sign_in(state: &str) -> Key {
    Key::new(format!("SIGNIN#{state}"), "SIGNIN")
}

pub fn account(issuer: &str, subject: &str) -> Key {
    Key::new(format!("{ACCOUNT_PREFIX}{issuer}#{subject}"), "ACCOUNT")
}

pub const ACCOUNT_PREFIX: &str = "ACCOUNT#";

/// A user has one account at an issuer.
pub fn user_account(user: &UserId, issuer: &str) -> Key {
    Key::new(user_partition(user), format!("{ACCOUNT_PREFIX}{issuer}"))
}

/// That the next account with the user's email may become theirs.
pub fn unlinked(user: &UserId) -> Key {
    Key::new(user_partition(user), "UNLINKED")
}

/// That somebody is to be erased.
pub fn erasure(user: &UserId) -> Key {
    Key::new(user_partition(user), "ERASURE")
}

/// The PIN a user approves with at somebody else's desk.
pub fn pin(user: &UserId) -> Key {
    Key::new(user_partition(user), "PIN")
}

/// Of any id that was tried, not in the partition of a user: there may be none.
pub fn pin_tries(user: &UserId) -> Key {
    Key::new(format!("PIN_TRIES#{user}"), "PIN_TRIES")
}

/// Of whoever tried them, whomever for.
pub fn pin_tries_by(caller: &UserId) -> Key {
    Key::new(format!("PIN_TRIES#{caller}"), "BY_CALLER")
}

pub const INVITES: &str = "INVITES";

pub fn invite(id: &InviteId) -> Key {
    Key::new(INVITES, format!("INVITE#{id}"))
}

/// Few enough for one partition: each is limited to ten requests a second.
pub const TOKENS: &str = "TOKENS";

pub fn token(hash: &str) -> Key {
    Key::new(TOKENS, format!("TOKEN#{hash}"))
}

pub const CALENDAR_PREFIX: &str = "CALENDAR#";

/// The address from which calendars read a user's visits, or their work.
pub fn calendar_feed(user: &UserId, of: &str) -> Key {
    Key::new(user_partition(user), format!("{CALENDAR_PREFIX}{of}"))
}

pub fn profile(user: &UserId) -> Key {
    Key::new(user_partition(user), "PROFILE")
}

pub fn birthday(month: u32, day: u32, user: &UserId) -> IndexKey {
    IndexKey::new(birthdays_on(month, day), user.as_str())
}

pub fn birthdays_on(month: u32, day: u32) -> String {
    format!("BIRTHDAY#{month:02}-{day:02}")
}

text_enum! {
    /// Values that only one record may hold.
    pub enum Unique {
        Email => "email",
        Phone => "phone",
        /// The phone a walk-in left at the desk. It identifies them later and does not block a sign-up with the same
        /// phone.
        WalkinPhone => "walkin-phone",
        /// The email a walk-in left at the desk. Several may leave the same one: it leads to the first of them.
        WalkinEmail => "walkin-email",
        /// An invited email that has not signed in yet.
        Invite => "invite",
        ServiceSlug => "service-slug",
        CategorySlug => "category-slug",
        OfferSlug => "offer-slug",
        TagSlug => "tag-slug",
        TierSlug => "tier-slug",
        ProductName => "product-name",
        ProductBarcode => "product-barcode",
        BranchCode => "branch-code",
        MembershipNumber => "membership-number",
        /// The id a membership had in the books it was imported from.
        MembershipExternalId => "membership-external-id",
        StaffEmail => "staff-email",
        StaffUser => "staff-user",
        /// There is a primary branch: the first branch creates it, later ones take it over.
        PrimaryBranch => "primary-branch",
        /// There has been a first owner, whatever became of them.
        FirstOwner => "first-owner",
    }
}

pub fn unique_value(what: Unique, value: &str) -> Key {
    Key::new(format!("TAKEN#{}#{value}", what.as_str()), "TAKEN")
}
