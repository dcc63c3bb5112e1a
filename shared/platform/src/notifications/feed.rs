//! Somebody's own feed: read in pages, marked as read.

use std::collections::BTreeSet;

use serde_json::json;

use super::notification::kept_since;
use super::{FeedAnswer, Notification, NotificationView, Notifications, ReadRequest, UnreadMark};
use parlour_people::auth::Caller;
use parlour_storage::events::EventType;
use parlour_storage::failure::Setback;
use parlour_storage::paging::{FeedPage, Meta};
use parlour_storage::table::{Condition, Partition, Record as _, TableError, Update, keys};
use parlour_values::done::Done;
use parlour_values::id::{NotificationId, UserId};

/// As many as somebody at the desk looks through.
const SHOWN_AT_DESK: usize = 10;

/// As many rows as fit one transaction with their marks, beside its audit entry.
const AT_ONCE: usize = 45;

impl Notifications<'_> {
    /// One page, newest first, and how many are unread in all.
    pub async fn feed(&self, caller: &Caller, page: FeedPage) -> Result<(FeedAnswer, Meta), TableError> {
        let table = &self.0.table;
        let (first, last) = keys::notifications_since(kept_since(caller.act.at));
        let rows = Partition::of(keys::user_partition(&caller.user.id)).between(first, last);
        let rows = rows.newest_first().at_most(page.through());
        let (rows, unread_count) = tokio::try_join!(table.query::<Notification>(rows), table.count(unread(caller)))?;
        let notifications: Vec<_> = rows.into_iter().skip(page.before()).map(|row| row.record.into()).collect();
        let meta = page.meta(notifications.len());
        Ok((FeedAnswer { notifications, unread_count }, meta))
    }

    /// The last notifications somebody was sent, newest first, as the desk sees them.
    pub async fn sent_to(&self, user: &UserId) -> Result<Vec<NotificationView>, TableError> {
        let (first, last) = keys::notifications_since(kept_since(self.0.clock.now()));
        let rows = Partition::of(keys::user_partition(user)).between(first, last);
        let rows = self.0.table.query::<Notification>(rows.newest_first().at_most(SHOWN_AT_DESK)).await?;
        Ok(rows.into_iter().map(|row| row.record.into()).collect())
    }

    /// Everything that somebody was sent, newest first, as far back as it is kept.
    pub async fn all_of(&self, user: &UserId) -> Result<Vec<NotificationView>, TableError> {
        let (first, last) = keys::notifications_since(kept_since(self.0.clock.now()));
        let rows = Partition::of(keys::user_partition(user)).between(first, last).newest_first();
        let rows = self.0.table.query::<Notification>(rows).await?;
        Ok(rows.into_iter().map(|row| row.record.into()).collect())
    }

    /// Marks the named rows as read, or all; rows of others are not there to be named.
    pub async fn read(&self, caller: &Caller, request: ReadRequest) -> Result<Done, Setback> {
        let unread = match request.ids {
            Some(ids) => self.unread_among(caller, ids).await?,
            None => self.all_unread(caller).await?,
        };
        for rows in unread.chunks(AT_ONCE) {
            let mut transaction = self.0.transaction(&caller.act);
            for id in rows {
                let read = Update::new().set("read_at", caller.act.at);
                let key = keys::notification(&caller.user.id, id);
                transaction.update(Notification::KIND, key, read, Condition::Present);
                transaction.delete(UnreadMark::KIND, keys::unread(&caller.user.id, id), Condition::Any);
            }
            transaction.audit(
                EventType::NotificationsRead,
                Notification::KIND,
                caller.user.id.as_str(),
                json!({ "count": rows.len() }),
            );
            transaction.commit().await?;
        }
        Ok(Done::OK)
    }

    async fn all_unread(&self, caller: &Caller) -> Result<Vec<NotificationId>, TableError> {
        let marks = self.0.table.query::<UnreadMark>(unread(caller)).await?;
        Ok(marks.into_iter().map(|mark| mark.record.id).collect())
    }

    async fn unread_among(
        &self,
        caller: &Caller,
        ids: impl IntoIterator<Item = NotificationId>,
    ) -> Result<Vec<NotificationId>, TableError> {
        let ids: BTreeSet<NotificationId> = ids.into_iter().collect();
        let mut found = self.0.table.get_many(ids.iter().map(|id| keys::notification(&caller.user.id, id))).await?;
        let mut unread = Vec::new();
        for id in ids {
            let row = found.take::<Notification>(&keys::notification(&caller.user.id, &id))?;
            if row.is_some_and(|row| row.read_at.is_none()) {
                unread.push(id);
            }
        }
        Ok(unread)
    }
}

/// The marks of what is unread in the caller's feed.
fn unread(caller: &Caller) -> Partition {
    let (first, last) = keys::unread_since(kept_since(caller.act.at));
    Partition::of(keys::user_partition(&caller.user.id)).between(first, last)
}
