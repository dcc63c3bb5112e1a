//! The local service's own table: clock, queue, sent messages, job outcomes.

use parlour_aws::JsonService;
use parlour_senders::SentMessage;
use parlour_storage::table::{Bulk, Key, Partition, Record, Table, TableError};
use parlour_values::time::Instant;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::push::Pushed;
use crate::queue::QueuedTask;

#[derive(Clone)]
pub struct Store {
    table: Table,
}

const STATE: &str = "STATE";
const QUEUE: &str = "QUEUE";
const DEAD: &str = "DEAD";
const OUTCOMES: &str = "OUTCOMES";
const SENT: &str = "SENT";

fn key(pk: &str, sk: impl Into<String>) -> Key {
    Key { pk: pk.to_owned(), sk: sk.into() }
}

/// The last saved clock.
#[derive(Serialize, Deserialize)]
struct SavedClock {
    now: Instant,
}

impl Record for SavedClock {
    const KIND: &'static str = "clock";

    fn key(&self) -> Key {
        key(STATE, "CLOCK")
    }
}

/// The private key that pushes are signed with here.
#[derive(Serialize, Deserialize)]
struct SavedPushKey {
    private: String,
}

impl Record for SavedPushKey {
    const KIND: &'static str = "push_key";

    fn key(&self) -> Key {
        key(STATE, "PUSH_KEY")
    }
}

impl Record for Pushed {
    const KIND: &'static str = "pushed";

    fn key(&self) -> Key {
        key(&pushed_partition(&self.browser), self.id.as_str())
    }
}

fn pushed_partition(browser: &str) -> String {
    format!("PUSHED#{browser}")
}

/// Whether the demo data is complete; an interrupted start resumes it.
#[derive(Serialize, Deserialize)]
struct DemoFilled {
    complete: bool,
}

impl Record for DemoFilled {
    const KIND: &'static str = "filled";

    fn key(&self) -> Key {
        key(STATE, "FILLED")
    }
}

/// The outcome of a job's last run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LastRun {
    pub job: String,
    pub at: Instant,
    pub ok: bool,
    /// The job's response as JSON text.
    pub answer: String,
}

impl LastRun {
    pub fn answer(&self) -> Value {
        serde_json::from_str(&self.answer).unwrap_or(Value::Null)
    }
}

impl Record for LastRun {
    const KIND: &'static str = "outcome";

    fn key(&self) -> Key {
        key(OUTCOMES, self.job.clone())
    }
}

impl Record for QueuedTask {
    const KIND: &'static str = "queued";

    fn key(&self) -> Key {
        key(QUEUE, self.id.as_str())
    }
}

/// A dead letter: an entry that failed too often, stored for inspection.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Dead(QueuedTask);

impl Record for Dead {
    const KIND: &'static str = "dead";

    fn key(&self) -> Key {
        key(DEAD, self.0.id.as_str())
    }
}

/// A sent message; its id sorts by time.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Sent(SentMessage);

impl Record for Sent {
    const KIND: &'static str = "sent_message";

    fn key(&self) -> Key {
        key(SENT, self.0.id.as_str())
    }
}

impl Store {
    /// Opens the table next to the salon's, creating it if needed.
    pub async fn open(client: JsonService, salon_table: &str) -> Result<Self, TableError> {
        let table = Self::beside(client, salon_table);
        if !table.exists().await? {
            table.create().await?;
        }
        Ok(Self { table })
    }

    fn beside(client: JsonService, salon_table: &str) -> Table {
        Table::new(client, format!("{salon_table}-local"))
    }

    /// The last saved clock of the service that runs on a table; none where none ever did. Creates nothing.
    pub async fn stored_clock(client: JsonService, salon_table: &str) -> Result<Option<Instant>, TableError> {
        let table = Self::beside(client, salon_table);
        if table.exists().await? { Self { table }.clock().await } else { Ok(None) }
    }

    async fn put(&self, record: &impl Record) -> Result<(), TableError> {
        let mut bulk = Bulk::new();
        bulk.put(record);
        bulk.write(&self.table).await
    }

    pub async fn clock(&self) -> Result<Option<Instant>, TableError> {
        Ok(self.table.get::<SavedClock>(&key(STATE, "CLOCK")).await?.map(|saved| saved.now))
    }

    pub async fn save_clock(&self, now: Instant) -> Result<(), TableError> {
        self.put(&SavedClock { now }).await
    }

    pub async fn push_key(&self) -> Result<Option<String>, TableError> {
        Ok(self.table.get::<SavedPushKey>(&key(STATE, "PUSH_KEY")).await?.map(|saved| saved.record.private))
    }

    pub async fn save_push_key(&self, private: &str) -> Result<(), TableError> {
        self.put(&SavedPushKey { private: private.to_owned() }).await
    }

    /// The pushes to one browser, newest first.
    pub async fn pushed(&self, browser: &str) -> Result<Vec<Pushed>, TableError> {
        let pushed = Partition::of(pushed_partition(browser)).newest_first();
        Ok(self.table.query::<Pushed>(pushed).await?.into_iter().map(|kept| kept.record).collect())
    }

    pub async fn save_pushed(&self, pushed: &Pushed) -> Result<(), TableError> {
        self.put(pushed).await
    }

    /// `None` if nothing has been written; else whether it is complete.
    pub async fn filled(&self) -> Result<Option<bool>, TableError> {
        Ok(self.table.get::<DemoFilled>(&key(STATE, "FILLED")).await?.map(|filled| filled.complete))
    }

    pub async fn save_filled(&self, complete: bool) -> Result<(), TableError> {
        self.put(&DemoFilled { complete }).await
    }

    pub async fn queue(&self) -> Result<Vec<QueuedTask>, TableError> {
        Ok(self.table.query::<QueuedTask>(Partition::of(QUEUE)).await?.into_iter().map(|entry| entry.record).collect())
    }

    pub async fn enqueue(&self, entries: &[QueuedTask]) -> Result<(), TableError> {
        let mut bulk = Bulk::new();
        for entry in entries {
            bulk.put(entry);
        }
        bulk.write(&self.table).await
    }

    pub async fn dequeue(&self, entries: &[QueuedTask]) -> Result<(), TableError> {
        self.table.forget_many(entries.iter().map(Record::key).collect()).await
    }

    pub async fn dead_letter(&self, entry: QueuedTask) -> Result<(), TableError> {
        let dead = Dead(entry);
        self.put(&dead).await?;
        self.table.forget(&dead.0.key()).await
    }

    pub async fn outcomes(&self) -> Result<Vec<LastRun>, TableError> {
        Ok(self.table.query::<LastRun>(Partition::of(OUTCOMES)).await?.into_iter().map(|kept| kept.record).collect())
    }

    pub async fn save_outcomes(&self, outcomes: impl IntoIterator<Item = &LastRun>) -> Result<(), TableError> {
        let mut bulk = Bulk::new();
        for outcome in outcomes {
            bulk.put(outcome);
        }
        bulk.write(&self.table).await
    }

    pub async fn save_sent(&self, messages: Vec<SentMessage>) -> Result<(), TableError> {
        let mut bulk = Bulk::new();
        for message in messages {
            bulk.put(&Sent(message));
        }
        bulk.write(&self.table).await
    }

    /// Newest first.
    pub async fn sent(&self) -> Result<Vec<SentMessage>, TableError> {
        let found = self.table.query::<Sent>(Partition::of(SENT).newest_first()).await?;
        Ok(found.into_iter().map(|sent| sent.record.0).collect())
    }

    pub async fn forget_sent(&self) -> Result<(), TableError> {
        let keys = self.table.query_items(Partition::of(SENT)).await?.keys().cloned().collect();
        self.table.forget_many(keys).await
    }
}
