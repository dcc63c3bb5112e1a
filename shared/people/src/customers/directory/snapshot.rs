//! Snapshots of the directory, so that a cold instance need not read every row: a few large items, about 60 bytes a
//! customer, and the changes since.
//!
//! A snapshot is a list of chunks, each an item or several. The first is the base, all rows sorted by id. While little
//! has changed, chunks with the changed rows alone are added; once they come to a tenth of the base, it is written anew.
//! A chunk never changes: the head, written last, names those that belong together, and the table drops old ones.
//!
//! Its rows are packed and compressed, unlike any other: it is a cache that is written anew every twenty days at the latest
//! and can be made again from the directory's rows, which say the same in plain attributes.

use std::io::{Read as _, Write as _};

use chrono::TimeDelta;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};

use super::entry::Entry;
use parlour_storage::table::{Key, Places, Record, TableError, keys};
use parlour_values::id::AttemptId;
use parlour_values::time::Instant;

/// A snapshot whose parts are packed in another way is not read, and a new one is written.
pub(super) const PACKING: u32 = 4;

/// A part is cut here, before it is compressed: an item holds 400 KB.
const PART_BYTES: usize = 300_000;
/// The bytes a part may grow to when it is read back.
const LARGEST_PART: u64 = 2_000_000;

/// How long a chunk is kept, and for how long one is relied upon before the base is written anew.
const KEPT: TimeDelta = TimeDelta::days(30);
pub(super) const RENEWED_AFTER: TimeDelta = TimeDelta::days(20);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SnapshotHead {
    /// How its parts are packed.
    pub packing: u32,
    /// The base and what was added since.
    pub chunks: Vec<Chunk>,
    /// Rows in the base, and their texts' bytes.
    pub rows: usize,
    pub text_bytes: usize,
    /// Rows in the chunks that were added since.
    pub changed: usize,
    pub base_at: Instant,
    /// Everything that was changed by then is in it.
    pub until: Instant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Chunk {
    pub id: AttemptId,
    pub parts: u32,
}

impl Chunk {
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        (0..self.parts).map(|number| keys::directory_snapshot_part(&self.id, number))
    }
}

/// Written before the first part of a chunk: so every part there is, or may be, can be found by who must forget it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SnapshotChunk {
    #[serde(flatten)]
    pub chunk: Chunk,
    pub written_at: Instant,
}

impl Record for SnapshotChunk {
    const KIND: &'static str = "directory_snapshot_chunk";

    fn key(&self) -> Key {
        keys::directory_snapshot_chunk(&self.chunk.id)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.written_at.plus(KEPT)), ..Places::default() }
    }
}

impl Record for SnapshotHead {
    const KIND: &'static str = "directory_snapshot";

    fn key(&self) -> Key {
        keys::directory_snapshot()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SnapshotPart {
    pub chunk: AttemptId,
    pub number: u32,
    pub written_at: Instant,
    #[serde(with = "serde_bytes")]
    pub rows: Vec<u8>,
}

impl Record for SnapshotPart {
    const KIND: &'static str = "directory_snapshot_part";

    fn key(&self) -> Key {
        keys::directory_snapshot_part(&self.chunk, self.number)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.written_at.plus(KEPT)), ..Places::default() }
    }
}

fn unreadable(error: impl std::fmt::Display) -> TableError {
    TableError::Unreadable { kind: SnapshotPart::KIND, reason: error.to_string() }
}

/// The contents of as many parts as the rows need, and the bytes of their texts.
pub(super) fn packed(rows: &mut dyn Iterator<Item = Entry<'_>>) -> Result<(Vec<Vec<u8>>, usize), TableError> {
    let (mut parts, mut text_bytes, mut part) = (Vec::new(), 0_usize, Vec::new());
    for row in rows {
        if let Some(listed) = &row.listed {
            let bytes = listed.name.len() + listed.email.len() + listed.phone.len() + 3;
            text_bytes = text_bytes.saturating_add(bytes);
        }
        part = postcard::to_extend(&row, part).map_err(unreadable)?;
        if part.len() >= PART_BYTES {
            parts.push(compressed(&part)?);
            part.clear();
        }
    }
    if !part.is_empty() {
        parts.push(compressed(&part)?);
    }
    Ok((parts, text_bytes))
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>, TableError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(unreadable)
}

/// Shows the rows of a part.
pub(super) fn unpack(part: &[u8], see: impl FnOnce(&[Entry<'_>])) -> Result<(), TableError> {
    let mut bytes = Vec::with_capacity(PART_BYTES.saturating_mul(2));
    ZlibDecoder::new(part).take(LARGEST_PART).read_to_end(&mut bytes).map_err(unreadable)?;
    let (mut entries, mut rest) = (Vec::new(), bytes.as_slice());
    while !rest.is_empty() {
        let (entry, after) = postcard::take_from_bytes::<Entry<'_>>(rest).map_err(unreadable)?;
        entries.push(entry);
        rest = after;
    }
    see(&entries);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use parlour_storage::table::rewritten;
    use serde_json::json;

    use super::*;
    use crate::customers::directory::entry::{EntryId, ListedEntry};

    fn entry(number: u32) -> Entry<'static> {
        Entry {
            id: EntryId::Odd(Cow::Owned(format!("customer-{number}"))),
            version: number,
            merged: number.is_multiple_of(7),
            counted_only: false,
            gems: number.is_multiple_of(3).then_some(i64::from(number)),
            tags: if number.is_multiple_of(5) { vec!["t1", "t2"] } else { Vec::new() },
            listed: (!number.is_multiple_of(4)).then(|| ListedEntry {
                is_from_desk: number.is_multiple_of(3),
                name: Cow::Owned(format!("Asha {number}")),
                email: Cow::Owned(format!("asha{number}@example.test")),
                phone: Cow::Borrowed("+919876543210"),
                created_at: 1_794_000_000_000 + i64::from(number),
                visits: number,
                spent: i64::from(number) * 50_000,
                noshows: 0,
                first_visit: None,
                last_visit: Some(1_794_000_000_000),
            }),
        }
    }

    #[test]
    fn the_golden_rows_of_a_snapshot_are_read_and_written() {
        let golden = json!({
            "PK": { "S": "DIRECTORY_SNAPSHOT" }, "SK": { "S": "HEAD" },
            "kind": { "S": "directory_snapshot" }, "format": { "N": "1" }, "v": { "N": "1" },
            "packing": { "N": "3" }, "rows": { "N": "1200" }, "text_bytes": { "N": "48000" }, "changed": { "N": "0" },
            "chunks": { "L": [{ "M": { "id": { "S": "c1" }, "parts": { "N": "1" } } }] },
            "base_at": { "S": "2026-11-16T04:30:00.000Z" }, "until": { "S": "2026-11-16T04:30:00.000Z" },
        });
        assert_eq!(rewritten::<SnapshotHead>(golden.clone()).unwrap(), golden);
        let golden = json!({
            "PK": { "S": "DIRECTORY_SNAPSHOT" }, "SK": { "S": "CHUNK#c1" },
            "kind": { "S": "directory_snapshot_chunk" }, "format": { "N": "1" }, "v": { "N": "1" },
            "id": { "S": "c1" }, "parts": { "N": "1" }, "written_at": { "S": "2026-11-16T04:30:00.000Z" },
        });
        assert_eq!(rewritten::<SnapshotChunk>(golden.clone()).unwrap(), golden);
        let golden = json!({
            "PK": { "S": "DIRECTORY_SNAPSHOT#c1#7" }, "SK": { "S": "PART" },
            "kind": { "S": "directory_snapshot_part" }, "format": { "N": "1" }, "v": { "N": "1" },
            "chunk": { "S": "c1" }, "number": { "N": "7" }, "written_at": { "S": "2026-11-16T04:30:00.000Z" },
            "rows": { "B": "AQID" },
        });
        assert_eq!(rewritten::<SnapshotPart>(golden.clone()).unwrap(), golden);
    }

    #[test]
    fn what_is_packed_comes_back_part_by_part() {
        let rows: Vec<Entry<'_>> = (0..10_000).map(entry).collect();
        let (parts, _) = packed(&mut rows.iter().cloned()).unwrap();
        assert!(parts.len() > 1 && parts.iter().all(|part| part.len() < 400_000), "{}", parts.len());
        let mut back = Vec::new();
        for part in &parts {
            unpack(part, |entries| back.extend(entries.iter().map(|entry| format!("{entry:?}")))).unwrap();
        }
        assert_eq!(back, rows.iter().map(|row| format!("{row:?}")).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_no_part_is_refused() {
        assert!(unpack(b"nonsense", |_| ()).is_err());
        let broken = compressed(&[255; 40]).unwrap();
        assert!(unpack(&broken, |_| ()).is_err());
    }
}
