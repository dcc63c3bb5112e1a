//! Keeping a snapshot of the directory, and starting from it.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use futures::{StreamExt as _, stream};

use super::entry::Entry;
use super::log::{OVERLAP, is_logged_since};
use super::snapshot::{Chunk, PACKING, RENEWED_AFTER, SnapshotChunk, SnapshotHead, SnapshotPart, packed, unpack};
use super::store::Customers;
use crate::customers::directory::Directory;
use parlour_storage::at_once;
use parlour_storage::table::{AtomicWrite, Condition, Key, Partition, Stored, TableError, WriteError, keys};
use parlour_values::id::UserId;
use parlour_values::time::Instant;

/// Fewer rows are read as fast as a snapshot is.
const WORTH_IT: usize = 1_000;
/// So many entries of the log are worth a chunk of their own, however few customers they concern: a cold instance reads
/// every one of them. Fewer are left to the log.
const A_CHUNK: usize = 1_000;
/// The base is written anew once the changed rows come to this share of it: one in ten.
const SHARE: usize = 10;
/// How many parts one call reads (16 MB are the limit), and how many calls run at the same time.
const PARTS_AT_ONCE: usize = 40;
const CALLS_AT_ONCE: usize = 4;

impl SnapshotHead {
    /// Whether this code can read it, and the log goes on from it.
    fn is_of_use(&self, now: Instant) -> bool {
        self.packing == PACKING && is_logged_since(self.until, now)
    }

    /// A day before the log ends is a good time to move on, however little has changed.
    fn is_ageing(&self, now: Instant) -> bool {
        !is_logged_since(self.until, now.plus(TimeDelta::days(1)))
    }

    /// Whether the base should be written anew, with so many rows changed.
    fn is_worn(&self, changed: usize, now: Instant) -> bool {
        changed > self.rows / SHARE || now.since(self.base_at) > RENEWED_AFTER
    }
}

impl Customers<'_> {
    /// Brings the memory of a cold instance to where the snapshot ends; false where there is none that is of use.
    pub(super) async fn load_snapshot(&self) -> Result<bool, TableError> {
        let head = self.0.table.get::<SnapshotHead>(&keys::directory_snapshot()).await?;
        let Some(head) = head.filter(|head| head.is_of_use(self.0.clock.now())) else { return Ok(false) };
        let directory = Directory::of(self.0);
        directory.expect(head.rows.saturating_add(head.changed), head.text_bytes);
        let keys: Vec<_> = head.chunks.iter().flat_map(Chunk::keys).collect();
        let reads: Vec<_> = keys.chunks(PARTS_AT_ONCE).map(|keys| self.0.table.get_many(keys.to_vec())).collect();
        let mut reads = stream::iter(keys.chunks(PARTS_AT_ONCE)).zip(stream::iter(reads).buffered(CALLS_AT_ONCE));
        while let Some((keys, found)) = reads.next().await {
            let mut found = found?;
            for key in keys {
                let Some(part) = found.take::<SnapshotPart>(key)? else { return Ok(false) };
                if let Err(error) = unpack(&part.rows, |entries| directory.learn(entries)) {
                    tracing::error!(%error, "the snapshot of the directory cannot be read");
                    return Ok(false);
                }
            }
        }
        directory.known(head.until, []);
        Ok(true)
    }

    /// Keeps the snapshot close behind: writes a new one, adds what changed, or leaves it as it is.
    pub async fn keep_snapshot(&self) -> Result<(), TableError> {
        let asked = self.0.clock.now();
        let stored = self.0.table.get::<SnapshotHead>(&keys::directory_snapshot()).await?;
        let Some(head) = stored.as_ref().filter(|head| head.is_of_use(asked)) else {
            return self.write_base(stored, asked).await;
        };
        let Some(changes) = self.changes_since(head.until.minus(OVERLAP)).await? else {
            return self.write_base(stored, asked).await;
        };
        if changes.len() < A_CHUNK && !head.is_ageing(asked) {
            return Ok(());
        }
        let ids: BTreeSet<&UserId> = changes.iter().map(|(_, id)| id).collect();
        let changed = head.changed.saturating_add(ids.len());
        if head.is_worn(changed, asked) {
            return self.write_base(stored, asked).await;
        }
        let mut rows = Vec::new();
        self.each_row(ids.into_iter(), |read| rows.extend(read)).await?;
        let (parts, _) = packed(&mut rows.iter().map(Entry::of))?;
        let mut next = SnapshotHead { changed, until: asked, ..head.record.clone() };
        next.chunks.push(self.write_chunk(parts, asked).await?);
        self.write_head(stored.as_ref(), &next).await
    }

    async fn write_base(&self, old: Option<Stored<SnapshotHead>>, asked: Instant) -> Result<(), TableError> {
        self.refresh().await?;
        let directory = Directory::of(self.0);
        let rows = directory.len();
        if rows < WORTH_IT {
            return Ok(());
        }
        let (parts, text_bytes) = directory.all(|rows| packed(rows))?;
        let chunks = vec![self.write_chunk(parts, asked).await?];
        let (base_at, until) = (asked, asked);
        let head = SnapshotHead { packing: PACKING, chunks, rows, text_bytes, changed: 0, base_at, until };
        self.write_head(old.as_ref(), &head).await
    }

    async fn write_chunk(&self, parts: Vec<Vec<u8>>, written_at: Instant) -> Result<Chunk, TableError> {
        let chunk = Chunk { id: self.0.random.id(), parts: u32::try_from(parts.len()).unwrap_or(u32::MAX) };
        self.0.table.put(&SnapshotChunk { chunk: chunk.clone(), written_at }).await?;
        let parts = (0..chunk.parts).zip(parts);
        let parts: Vec<_> = parts
            .map(|(number, rows)| SnapshotPart { chunk: chunk.id.clone(), number, written_at, rows })
            .map(|part| async move { self.0.table.put(&part).await })
            .collect();
        let mut written = stream::iter(parts).buffer_unordered(CALLS_AT_ONCE);
        while let Some(outcome) = written.next().await {
            outcome?;
        }
        Ok(chunk)
    }

    /// If another run was faster, its head is as good. If the snapshot was forgotten meanwhile, so is what was written
    /// of it since.
    async fn write_head(&self, old: Option<&Stored<SnapshotHead>>, head: &SnapshotHead) -> Result<(), TableError> {
        let mut write = AtomicWrite::new(&self.0.random);
        write.changes.save(old, head);
        let written = head.chunks.last();
        if let Some(chunk) = written {
            let chunk = SnapshotChunk { chunk: chunk.clone(), written_at: head.until };
            write.changes.put_if(&chunk, Condition::Present);
        }
        match write.commit(&self.0.table).await {
            Ok(()) | Err(WriteError::Contended) => Ok(()),
            Err(WriteError::ConditionsFailed(_)) => self.forget_parts(written.into_iter()).await,
            Err(WriteError::Table(error)) => Err(error),
        }
    }

    /// Forgets every snapshot with all it said, for somebody in it has to be forgotten: the next one is made from the rows.
    pub async fn forget_snapshots(&self) -> Result<(), TableError> {
        let head = self.0.table.get::<SnapshotHead>(&keys::directory_snapshot()).await?;
        let written = Partition::of(keys::directory_snapshot().pk).starting(keys::SNAPSHOT_CHUNK_PREFIX);
        let written = self.0.table.query::<SnapshotChunk>(written).await?;
        if head.is_some() {
            self.0.table.forget(&keys::directory_snapshot()).await?;
        }
        let chunks = head.iter().flat_map(|head| &head.chunks).chain(written.iter().map(|written| &written.chunk));
        self.forget_parts(chunks).await
    }

    async fn forget_parts(&self, chunks: impl Iterator<Item = &Chunk>) -> Result<(), TableError> {
        for chunk in chunks {
            let parts: Vec<Key> = chunk.keys().collect();
            at_once::try_all(parts.iter().map(|part| self.0.table.forget(part))).await?;
            self.0.table.forget(&keys::directory_snapshot_chunk(&chunk.id)).await?;
        }
        Ok(())
    }
}
