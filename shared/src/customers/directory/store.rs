//! The directory read: what changed since, then a page from memory.

use std::sync::Arc;

use futures::future::try_join_all;

use super::memory::{Directory, Sort, Wanted};
use super::row::DirectoryRow;
use crate::customers::{CustomerRow, ListCustomersRequest, Tag};
use crate::paging::Meta;
use crate::salon::Salon;
use crate::table::{Partition, Stored, TableError, keys};

pub struct Customers<'a>(pub(in crate::customers) &'a Salon);

impl Salon {
    /// The directory rows that this instance remembers.
    pub(crate) fn directory(&self) -> Arc<Directory> {
        self.remembered()
    }

    pub fn customers(&self) -> Customers<'_> {
        Customers(self)
    }
}

/// Behind every moment that a row can carry.
const NO_END: &str = "~";

impl Customers<'_> {
    pub async fn list(&self, request: &ListCustomersRequest) -> Result<(Vec<CustomerRow>, Meta), TableError> {
        let ((), tags) = tokio::try_join!(self.refresh(), self.all_tags())?;
        let (page, size) = (request.page.get(), request.page_size.get());
        let tag = request.tag.as_deref().map(|slug| tags.iter().find(|tag| tag.slug == slug));
        // A slug that is no tag's is nobody's.
        if matches!(tag, Some(None)) {
            return Ok((Vec::new(), Meta::counted(page, size, 0)));
        }
        let text = request.q.as_deref().unwrap_or_default().to_lowercase();
        let wanted =
            Wanted { sort: request.sort.unwrap_or(Sort::Ltv), text: &text, tag: tag.flatten().map(|tag| &tag.id) };
        let skip = usize::try_from((page - 1).saturating_mul(size)).unwrap_or(usize::MAX);
        let (rows, total) = self.0.directory().page(&wanted, skip, usize::try_from(size).unwrap_or(usize::MAX));
        let tags: Vec<&Tag> = tags.iter().map(|tag| &tag.record).collect();
        let rows = rows.iter().filter_map(|row| CustomerRow::new(row, &tags)).collect();
        Ok((rows, Meta::counted(page, size, u64::try_from(total).unwrap_or(u64::MAX))))
    }

    /// Brings the memory up to this moment.
    pub(crate) async fn refresh(&self) -> Result<(), TableError> {
        let directory = self.0.directory();
        if let Some(since) = directory.known_since(self.0.clock.now()) {
            return self.learn(|shard| Partition::l1(shard).between(keys::directory_changed(since), NO_END)).await;
        }
        let _loading = directory.loading.lock().await;
        match directory.known_since(self.0.clock.now()) {
            Some(since) => {
                self.learn(|shard| Partition::l1(shard).between(keys::directory_changed(since), NO_END)).await
            }
            None => self.learn(Partition::of).await,
        }
    }

    async fn learn(&self, question: impl Fn(String) -> Partition) -> Result<(), TableError> {
        let asked = self.0.clock.now();
        let shards: Vec<_> = (0..keys::DIRECTORY_SHARDS)
            .map(|shard| self.0.table.query::<DirectoryRow>(question(keys::directory_shard(shard))))
            .collect();
        let rows: Vec<Stored<DirectoryRow>> = try_join_all(shards).await?.into_iter().flatten().collect();
        self.0.directory().learn(rows, asked);
        Ok(())
    }
}
