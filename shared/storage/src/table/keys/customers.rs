//! Leads, and what the desk knows of customers.

use super::key::{IndexKey, Key};
use super::people::user_partition;
use super::shards::{Shards, shard_of};
use parlour_values::id::{AttemptId, LeadId, NoteId, TagId, UserId};
use parlour_values::time::{Instant, IstDate, Month};

pub fn lead_partition(id: &LeadId) -> String {
    format!("LEAD#{id}")
}

pub fn lead(id: &LeadId) -> Key {
    Key::new(lead_partition(id), "LEAD")
}

pub const NOTE_PREFIX: &str = "NOTE#";

pub fn lead_note(lead: &LeadId, id: &NoteId) -> Key {
    Key::new(lead_partition(lead), format!("{NOTE_PREFIX}{id}"))
}

pub fn lead_in_month(created: Instant, id: &LeadId) -> IndexKey {
    let month = leads_of_month(created.ist_date().calendar_month());
    IndexKey::new(month.holding(id.as_str()), format!("{created}#{id}"))
}

pub fn leads_of_month(month: Month) -> Shards {
    Shards::of(format!("LEADS#{month}"))
}

pub fn lead_by_status(status: &str, created: Instant, id: &LeadId) -> IndexKey {
    IndexKey::new(leads_of_status(status).holding(id.as_str()), format!("{created}#{id}"))
}

pub fn leads_of_status(status: &str) -> Shards {
    Shards::of(format!("LEADS#{status}"))
}

pub fn customer_note(customer: &UserId, id: &NoteId) -> Key {
    Key::new(user_partition(customer), format!("{NOTE_PREFIX}{id}"))
}

/// Customers' replies to messages.
pub const REPLIES: &str = "REPLIES";

/// A note's id tells its moment.
pub fn reply(id: &NoteId) -> IndexKey {
    IndexKey::new(REPLIES, id.as_str())
}

pub const CONSENT_PREFIX: &str = "CONSENT#";

/// A line of the ledger of consents, in the order of the profile's versions; of a walk-in who became them, of that profile's.
pub fn consent(customer: &UserId, profile_version: u64, purpose: &str, walk_in: Option<&UserId>) -> Key {
    let walk_in = walk_in.map(|id| format!("#{id}")).unwrap_or_default();
    Key::new(user_partition(customer), format!("{CONSENT_PREFIX}{profile_version:010}#{purpose}{walk_in}"))
}

pub fn customer_accesses(customer: &UserId) -> String {
    format!("ACCESS#{customer}")
}

/// A look at a customer by somebody, on a day.
pub fn customer_access(customer: &UserId, on: IstDate, by: &UserId) -> Key {
    Key::new(customer_accesses(customer), format!("{on}#{by}"))
}

/// Exports of something of all customers, by day and user.
pub const EXPORT_ACCESSES: &str = "ACCESS_BY_EXPORT";

pub fn export_access(on: IstDate, by: &UserId, list: &str) -> Key {
    Key::new(EXPORT_ACCESSES, format!("{on}#{by}#{list}"))
}

/// The facts that whoever serves a customer must know.
pub fn customer_card(customer: &UserId) -> Key {
    Key::new(user_partition(customer), "CARD")
}

pub const CUSTOMER_TAG_PREFIX: &str = "TAG#";

pub fn customer_tag(customer: &UserId, tag: &TagId) -> Key {
    Key::new(user_partition(customer), format!("{CUSTOMER_TAG_PREFIX}{tag}"))
}

/// The directory is spread over this many partitions, read in parallel.
pub const DIRECTORY_SHARDS: u32 = 8;

pub fn directory_shard(shard: u32) -> String {
    format!("DIRECTORY#{shard}")
}

pub const DIRECTORY_ROW_PREFIX: &str = "ROW#";

pub fn directory_row(customer: &UserId) -> Key {
    let shard = shard_of(customer.as_str(), DIRECTORY_SHARDS);
    Key::new(directory_shard(shard), format!("{DIRECTORY_ROW_PREFIX}{customer}"))
}

/// The log of changes to the directory: reading what changed since a moment is consistent. One partition, since every search
/// asks it and hardly anything writes to it (see [`SHARDS`](super::SHARDS)).
pub const DIRECTORY_LOG: &str = "DIRECTORY_LOG";

pub fn directory_change(at: Instant, attempt: &AttemptId, customer: &UserId) -> Key {
    Key::new(DIRECTORY_LOG, format!("{at}#{attempt}#{customer}"))
}

pub fn directory_snapshot() -> Key {
    Key::new("DIRECTORY_SNAPSHOT", "HEAD")
}

pub const SNAPSHOT_CHUNK_PREFIX: &str = "CHUNK#";

/// That there are parts of this chunk, or may be.
pub fn directory_snapshot_chunk(chunk: &AttemptId) -> Key {
    Key::new(directory_snapshot().pk, format!("{SNAPSHOT_CHUNK_PREFIX}{chunk}"))
}

pub fn directory_snapshot_part(chunk: &AttemptId, number: u32) -> Key {
    Key::new(format!("DIRECTORY_SNAPSHOT#{chunk}#{number}"), "PART")
}
