//! The directory read: what changed since, then a page from memory.

use std::collections::BTreeSet;

use futures::{StreamExt as _, stream};

use super::entry::Entry;
use super::log::LoggedChange;
use super::memory::{Directory, Sort, Wanted};
use super::row::DirectoryRow;
use crate::customers::{CustomerRow, ListCustomersRequest, Tag, TagMark};
use parlour_storage::at_once;
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Record as _, Stored, TableError, keys};
use parlour_values::contact::searched;
use parlour_values::gems::Gems;
use parlour_values::id::UserId;
use parlour_values::money::Paise;
use parlour_values::time::Instant;

pub struct Customers<'a>(pub(in crate::customers) &'a Salon);

impl<'a> Customers<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// Behind every moment that a change can carry.
const NO_END: &str = "~";
/// How long a log is read before the rows are read instead: as long as there are rows, within these bounds.
const FEWEST_CHANGES: usize = 1_000;
const MOST_CHANGES: usize = 100_000;
/// How many rows one call reads, and how many calls run at the same time.
const ROWS_AT_ONCE: usize = 100;
const CALLS_AT_ONCE: usize = 8;

impl Customers<'_> {
    pub async fn list(&self, request: &ListCustomersRequest) -> Result<(Vec<CustomerRow>, Meta), TableError> {
        let ((), tags) = tokio::try_join!(self.refresh(), self.all_tags())?;
        let (page, size) = (request.page.get(), request.page_size.get());
        let tag = request.tag.as_deref().map(|slug| tags.iter().find(|tag| tag.slug == slug));
        // A slug that is no tag's is nobody's.
        if matches!(tag, Some(None)) {
            return Ok((Vec::new(), Meta::counted(page, size, 0)));
        }
        let text = searched(request.q.as_deref().unwrap_or_default());
        let tag = tag.flatten().map(|tag| tag.id.as_str());
        let wanted = Wanted { sort: request.sort.unwrap_or(Sort::Ltv), text: &text, tag };
        let skip = usize::try_from((page - 1).saturating_mul(size)).unwrap_or(usize::MAX);
        let take = usize::try_from(size).unwrap_or(usize::MAX);
        let (rows, total) = Directory::of(self.0).page(&wanted, skip, take, |entry| shown(entry, &tags));
        Ok((rows, Meta::counted(page, size, u64::try_from(total).unwrap_or(u64::MAX))))
    }

    /// Brings the memory up to this moment.
    pub async fn refresh(&self) -> Result<(), TableError> {
        let directory = Directory::of(self.0);
        if directory.known_since(self.0.clock.now()).is_none() {
            let _loading = directory.loading.lock().await;
            if directory.known_since(self.0.clock.now()).is_none() && !self.load_snapshot().await? {
                return self.read_everything().await;
            }
        }
        self.catch_up().await
    }

    /// Reads what changed since the memory was last brought up to date.
    async fn catch_up(&self) -> Result<(), TableError> {
        let (directory, asked) = (Directory::of(self.0), self.0.clock.now());
        let Some(since) = directory.known_since(asked) else { return Ok(()) };
        let Some(changes) = self.changes_since(since).await? else { return self.read_everything().await };
        let changes = directory.unseen(changes);
        self.each_row(changes.iter().map(|(_, id)| id), |rows| {
            directory.learn(&rows.iter().map(Entry::of).collect::<Vec<_>>());
        })
        .await?;
        directory.known(asked, changes.into_iter().map(|(key, _)| key));
        Ok(())
    }

    /// The changes from this moment on, each by its key in the log, and whom it concerns. None where the log is so long that
    /// reading the rows themselves costs less, and remembering it would be a way to fill the memory.
    pub(super) async fn changes_since(&self, moment: Instant) -> Result<Option<Vec<(String, UserId)>>, TableError> {
        let most = Directory::of(self.0).len().clamp(FEWEST_CHANGES, MOST_CHANGES);
        let log = Partition::of(keys::DIRECTORY_LOG).between(moment.to_string(), NO_END);
        let mut pages = self.0.table.pages::<LoggedChange>(log);
        let mut changes = Vec::new();
        while let Some(page) = pages.next().await? {
            changes.extend(page.into_iter().map(|change| (change.record.key().sk, change.record.customer)));
            if changes.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(changes))
    }

    /// Shows the rows of these customers as they are now, some at a time.
    pub(super) async fn each_row<'i>(
        &self,
        ids: impl Iterator<Item = &'i UserId>,
        mut see: impl FnMut(Vec<Stored<DirectoryRow>>),
    ) -> Result<(), TableError> {
        let keys: Vec<_> = ids.collect::<BTreeSet<_>>().into_iter().map(keys::directory_row).collect();
        let reads: Vec<_> = keys.chunks(ROWS_AT_ONCE).map(|keys| self.0.table.get_many(keys.to_vec())).collect();
        let mut reads = stream::iter(reads).buffer_unordered(CALLS_AT_ONCE);
        while let Some(found) = reads.next().await {
            see(found?.each::<DirectoryRow>().map(|(_, row)| row).collect::<Result<_, _>>()?);
        }
        Ok(())
    }

    /// All shards side by side, page by page.
    async fn read_everything(&self) -> Result<(), TableError> {
        let asked = self.0.clock.now();
        at_once::try_all((0..keys::DIRECTORY_SHARDS).map(|shard| self.read_shard(shard))).await?;
        Directory::of(self.0).known(asked, []);
        Ok(())
    }

    async fn read_shard(&self, shard: u32) -> Result<(), TableError> {
        let directory = Directory::of(self.0);
        let mut pages = self.0.table.pages::<DirectoryRow>(Partition::of(keys::directory_shard(shard)));
        while let Some(rows) = pages.next().await? {
            directory.learn(&rows.iter().map(Entry::of).collect::<Vec<_>>());
        }
        Ok(())
    }
}

/// A row as the desk sees it; `tags` are all there are, in their order.
fn shown(entry: Entry<'_>, tags: &[Stored<Tag>]) -> Option<CustomerRow> {
    let listed = entry.listed?;
    Some(CustomerRow {
        id: UserId::from(&*entry.id.text()),
        name: listed.name.into_owned(),
        email: listed.email.into_owned(),
        phone: listed.phone.parse().ok(),
        total_visits: listed.visits,
        total_spent_paise: Paise(listed.spent),
        noshow_count: listed.noshows,
        first_visit_at: listed.first_visit.map(Instant::from_millis),
        last_visit_at: listed.last_visit.map(Instant::from_millis),
        gems_balance: entry.gems.map(Gems),
        created_at: Instant::from_millis(listed.created_at),
        email_from_desk: listed.is_from_desk,
        tags: tags
            .iter()
            .filter(|tag| entry.tags.contains(&tag.id.as_str()))
            .map(|tag| TagMark { slug: tag.slug.clone(), name: tag.name.clone(), color: tag.color.clone() })
            .collect(),
    })
}
