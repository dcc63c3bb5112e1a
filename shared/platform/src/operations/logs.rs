//! The logs that developers read: the audit log, the runs of jobs, the deliveries of notifications.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::Operations;
use super::job_run::{JobRun, RunOutcome};
use crate::notifications::{DeliveryLog, NotificationChannel, NotificationStatus};
use parlour_senders::NotificationType;
use parlour_storage::at_once;
use parlour_storage::events::EventItem;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::paging::{Meta, PageNumber, PageSize, page_of};
use parlour_storage::table::{Partition, TableError, keys};
use parlour_values::id::{BookingId, EventId, JobRunId, NotificationId, UserId, first_id_of};
use parlour_values::input::{Problems, Read, Text, body};
use parlour_values::time::{Instant, IstDate};

body! {
    /// Entries about one record, by one person, of some days; newest first.
    pub struct AuditRequest, checked {
        entity_type: Option<Text<1, 60>>,
        entity_id: Option<Text<1, 120>>,
        actor_id: Option<Text<1, 120>>,
        from: Option<IstDate>,
        to: Option<IstDate>,
        cursor: Option<Text<1, 200>>,
    }
}

body! {
    pub struct JobLogRequest {
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct NotificationLogRequest {
        status: Option<NotificationStatus>,
        page: PageNumber,
        page_size: PageSize,
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditView {
    pub id: EventId,
    pub at: Instant,
    pub actor_id: String,
    pub actor_role: String,
    pub action: String,
    pub entity_type: String,
    pub entity_id: String,
    #[schema(value_type = Object)]
    pub changes: Value,
    pub request_id: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditAnswer {
    pub entries: Vec<AuditView>,
    pub next_cursor: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobRunView {
    pub id: JobRunId,
    pub job: String,
    pub outcome: RunOutcome,
    #[schema(value_type = Option<Object>)]
    pub result: Option<Value>,
    pub error: Option<String>,
    pub started_at: Instant,
    pub finished_at: Instant,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct JobRunsAnswer {
    pub runs: Vec<JobRunView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotificationLogView {
    pub id: NotificationId,
    pub user_id: UserId,
    pub booking_id: Option<BookingId>,
    #[serde(rename = "type")]
    pub kind: NotificationType,
    pub channel: NotificationChannel,
    pub status: NotificationStatus,
    pub error: Option<String>,
    pub sent_at: Option<Instant>,
    pub created_at: Instant,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NotificationsLogAnswer {
    pub notifications: Vec<NotificationLogView>,
}

#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("the cursor is not one of ours")]
    BadCursor,
}

impl Refused for LogError {}

/// Entries on a page.
const PAGE: usize = 50;
/// How far back the log is read when no first day is given.
const DAYS_BACK: u64 = 30;
/// The longest span of days one request looks through.
const MOST_DAYS: u64 = 366;
/// Sorts after every id.
const END: &str = "~";
/// Read in one call if every entry read matches: a page, one more to see whether there is another page, and the one that
/// the last page ended with.
const PAGE_READ: usize = PAGE + 2;
/// Read in one call of one shard of a day: twice its share of a page, so that a second call is rare.
const SHARD_READ: usize = 2 * PAGE_READ / keys::SHARDS as usize;
/// Read in one call if only some entries match.
const SIFTED_READ: usize = 500;
/// The most days that are read concurrently.
const WIDEST: u64 = 32;
/// The longest time from the start of an act, which dates its entries, to the write that creates their ids.
const LONGEST_ACT: TimeDelta = TimeDelta::hours(1);

impl From<EventItem> for AuditView {
    fn from(entry: EventItem) -> Self {
        Self {
            id: entry.id,
            at: entry.at,
            actor_id: entry.actor_id,
            actor_role: entry.actor_role,
            action: entry.what.action().to_owned(),
            entity_type: entry.entity_type,
            entity_id: entry.entity_id,
            changes: entry.data,
            request_id: entry.request_id,
        }
    }
}

impl AuditRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.from.given().copied().zip(read.to.given().copied()).is_some_and(|(from, to)| to < from) {
            problems.add("to", "must not be before from");
        }
    }

    fn admits(&self, entry: &EventItem) -> bool {
        let same = |wanted: Option<&str>, actual: &str| wanted.is_none_or(|wanted| wanted == actual);
        let day = entry.at.ist_date();
        entry.what.is_audited()
            && same(self.entity_type.as_deref(), &entry.entity_type)
            && same(self.entity_id.as_deref(), &entry.entity_id)
            && same(self.actor_id.as_deref(), &entry.actor_id)
            && self.from.is_none_or(|from| day >= from)
            && self.to.is_none_or(|to| day <= to)
    }

    /// Whether the partition it reads also holds entries that do not match.
    fn is_sifted(&self) -> bool {
        match (&self.entity_type, &self.entity_id, &self.actor_id) {
            (None, None, _) => false,
            (Some(_), Some(_), actor) => actor.is_some(),
            _ => true,
        }
    }

    /// The end of the last page: the day and the id of its last entry.
    fn position(&self) -> Result<Option<(IstDate, String)>, LogError> {
        let Some(cursor) = &self.cursor else { return Ok(None) };
        let bytes = URL_SAFE_NO_PAD.decode(cursor.as_bytes()).map_err(|_| LogError::BadCursor)?;
        let text = String::from_utf8(bytes).map_err(|_| LogError::BadCursor)?;
        let (day, id) = text.split_once('#').ok_or(LogError::BadCursor)?;
        let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        match day.parse() {
            Ok(day) if plain => Ok(Some((day, id.to_owned()))),
            _ => Err(LogError::BadCursor),
        }
    }
}

impl Operations<'_> {
    pub async fn audit(&self, request: &AuditRequest) -> Result<AuditAnswer, Failure<LogError>> {
        let position = request.position()?;
        let mut entries = match (&request.entity_type, &request.entity_id, &request.actor_id) {
            (Some(kind), Some(id), _) => {
                self.indexed(request, Partition::g1(keys::events_of(kind, id)), position.as_ref()).await?
            }
            (_, _, Some(actor)) => {
                self.indexed(request, Partition::g2(keys::events_by(actor)), position.as_ref()).await?
            }
            _ => self.daily(request, position.as_ref()).await?,
        };
        let more = entries.len() > PAGE;
        entries.truncate(PAGE);
        let last = entries.last().filter(|_| more);
        let next_cursor = last.map(|last| URL_SAFE_NO_PAD.encode(format!("{}#{}", last.at.ist_date(), last.id)));
        Ok(AuditAnswer { entries: entries.into_iter().map(AuditView::from).collect(), next_cursor })
    }

    /// Everything that is kept of what happened to a record, in order.
    pub async fn history(&self, entity_type: &str, entity_id: &str) -> Result<Vec<EventItem>, TableError> {
        let events = self.0.table.query::<EventItem>(Partition::g1(keys::events_of(entity_type, entity_id))).await?;
        Ok(events.into_iter().map(|event| event.record).filter(|event| event.what.is_audited()).collect())
    }

    /// The entries of one record or one person, from their index, which is sorted by id and so by time. Reads from where
    /// the last page ended.
    async fn indexed(
        &self,
        request: &AuditRequest,
        partition: Partition,
        position: Option<&(IstDate, String)>,
    ) -> Result<Vec<EventItem>, TableError> {
        let first = request.from.map_or_else(|| "0".to_owned(), |from| first_id_of(from.start()));
        let last =
            request.to.map_or_else(|| END.to_owned(), |to| first_id_of(to.plus_days(1).start().plus(LONGEST_ACT)));
        let before = position.map_or(END, |(_, id)| id.as_str());
        if first.as_str() > before {
            return Ok(Vec::new());
        }
        let partition = partition.between(first, last.as_str().min(before));
        self.fitting(request, partition, before, PAGE_READ).await
    }

    /// Reads day by day, newest first, until a page is full; as long as it is not, twice as many days at once.
    async fn daily(
        &self,
        request: &AuditRequest,
        position: Option<&(IstDate, String)>,
    ) -> Result<Vec<EventItem>, TableError> {
        let to = request.to.unwrap_or_else(|| self.0.clock.today()).min(self.0.clock.today());
        let first = request.from.unwrap_or_else(|| to.minus_days(DAYS_BACK)).max(to.minus_days(MOST_DAYS));
        let mut day = position.map_or(to, |(day, _)| (*day).min(to));
        let (mut entries, mut width) = (Vec::new(), 1_u64);
        while day >= first && entries.len() <= PAGE {
            let days = (0..width).map(|back| day.minus_days(back)).filter(|day| *day >= first);
            let days: Vec<_> = days
                .map(|day| {
                    let before = position.filter(|(at, _)| *at == day).map_or(END, |(_, id)| id.as_str());
                    let partition = Partition::of(keys::events_of_day(day)).between("0", before);
                    self.fitting(request, partition, before, SHARD_READ)
                })
                .collect();
            entries.extend(at_once::try_all(days).await?.into_iter().flatten());
            day = day.minus_days(width);
            width = width.saturating_mul(2).min(WIDEST);
        }
        Ok(entries)
    }

    /// The newest matching entries older than `before`: a page and one more. One call reads `at_once` of them, or more if
    /// only some match.
    async fn fitting(
        &self,
        request: &AuditRequest,
        partition: Partition,
        before: &str,
        at_once: usize,
    ) -> Result<Vec<EventItem>, TableError> {
        let at_once = if request.is_sifted() { SIFTED_READ } else { at_once };
        let mut found = self.0.table.in_order::<EventItem>(partition.newest_first().at_most(at_once));
        let mut entries = Vec::new();
        while entries.len() <= PAGE
            && let Some(entry) = found.next().await?
        {
            if entry.id.as_str() != before && request.admits(&entry) {
                entries.push(entry.record);
            }
        }
        Ok(entries)
    }

    /// The last hundred runs, newest first.
    pub async fn runs(&self, request: &JobLogRequest) -> Result<(JobRunsAnswer, Meta), TableError> {
        let month = self.0.clock.today().calendar_month();
        let runs = |month| Partition::of(keys::runs_of_month(month)).newest_first().at_most(100);
        let mut read = self.0.table.query::<JobRun>(runs(month)).await?;
        if read.len() < 100 {
            read.extend(self.0.table.query::<JobRun>(runs(month.previous())).await?);
        }
        read.truncate(100);
        let (read, meta) = page_of(read.into_iter(), request.page, request.page_size);
        let runs = read.into_iter().map(|run| run.record).map(|run| JobRunView {
            id: run.id,
            job: run.job,
            outcome: run.outcome,
            result: run.result.and_then(|text| serde_json::from_str(&text).ok()),
            error: run.error,
            started_at: run.started_at,
            finished_at: run.finished_at,
        });
        Ok((JobRunsAnswer { runs: runs.collect() }, meta))
    }

    /// The deliveries with a status, newest first: this month's and last month's, one row per channel.
    pub async fn notifications_log(
        &self,
        request: &NotificationLogRequest,
    ) -> Result<(NotificationsLogAnswer, Meta), TableError> {
        let status = request.status.unwrap_or(NotificationStatus::Failed);
        let month = self.0.clock.today().calendar_month();
        let log = |month| Partition::g1(keys::sent_log_of(status.as_str(), month)).newest_first().at_most(100);
        let mut read = self.0.table.query::<DeliveryLog>(log(month)).await?;
        if read.len() < 100 {
            read.extend(self.0.table.query::<DeliveryLog>(log(month.previous())).await?);
        }
        let mut notifications = Vec::new();
        for delivery in read.into_iter().map(|delivery| delivery.record) {
            for (channel, state) in delivery.channels().filter(|(_, state)| state.status() == status) {
                notifications.push(NotificationLogView {
                    id: delivery.notification_id.clone(),
                    user_id: delivery.user_id.clone(),
                    booking_id: delivery.booking_id.clone(),
                    kind: delivery.kind,
                    channel,
                    status: state.status(),
                    error: delivery.error.clone(),
                    sent_at: delivery.sent_at,
                    created_at: delivery.created_at,
                });
            }
        }
        notifications.truncate(100);
        let (notifications, meta) = page_of(notifications.into_iter(), request.page, request.page_size);
        Ok((NotificationsLogAnswer { notifications }, meta))
    }
}
