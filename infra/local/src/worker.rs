//! The background worker: relays events to the queue and into the feed, delivers due messages, runs schedules, and moves the clock
//! while running everything that falls due.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;
use futures::future::BoxFuture;
use futures::{StreamExt as _, stream};
use parlour_people::customers::Customers;
use parlour_platform::jobs;
use parlour_platform::jobs::{Job, JobError};
use parlour_platform::webhooks::Webhooks;
use parlour_storage::outbox::{QueueEntry, QueueError, Task};
use parlour_storage::relay::relay_waiting;
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;
use parlour_values::time::Instant;
use serde_json::{Value, json};
use tokio::sync::{Mutex, watch};

use crate::background::{Background, FinishedTask};
use crate::journal::TableJournal;
use crate::queue::{QueuedTask, TaskQueue};
use crate::scheduler::Scheduler;
use crate::store::{LastRun, Store};
use crate::watch::EventWatch;

/// The furthest move of the clock at once.
pub const MAX_MOVE: TimeDelta = TimeDelta::days(40);
/// How often an entry is tried before it goes to the dead letters.
const MAX_ATTEMPTS: u32 = 4;
/// How many subjects are processed concurrently.
const CONCURRENCY: usize = 8;
/// How often to check for due work when nothing wakes the worker.
const POLL: Duration = Duration::from_millis(250);
/// How often events are looked for even if this process wrote none: another process may share the database.
const EVENTS_READ_EVERY: Duration = Duration::from_secs(5);
/// How often the snapshot of the customer directory is looked after, as the sweep does on AWS.
const SNAPSHOT_EVERY: Duration = Duration::from_secs(300);
/// How many sent messages are buffered before they are written.
const MAX_UNWRITTEN: usize = 200;
/// How often the clock is saved.
const CLOCK_SAVED_EVERY: Duration = Duration::from_secs(1);
/// The saved clock is ahead of the current one, so that after a crash it does not run behind times already given out.
const CLOCK_AHEAD: TimeDelta = TimeDelta::seconds(3);

pub struct Worker {
    salon: Salon,
    store: Store,
    journal: TableJournal,
    written: EventWatch,
    /// Receivers of webhooks take their time beside the rest.
    background: Background,
    /// Locked while due work is processed or the clock is moved.
    state: Mutex<WorkerState>,
}

struct WorkerState {
    queue: TaskQueue,
    scheduler: Scheduler,
    outcomes: BTreeMap<String, LastRun>,
    /// There are outcomes to save.
    unsaved: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error("the clock only moves forward; it is {0} now")]
    Backwards(Instant),
    #[error("the clock moves at most 40 days at a time")]
    TooFar,
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A job as the console shows it.
pub struct JobLine {
    pub name: &'static str,
    pub cron: Option<&'static str>,
    pub next: Option<Instant>,
    pub last: Option<LastRun>,
}

impl Worker {
    /// Resumes with the queue and the outcomes of an earlier process.
    pub async fn open(
        salon: Salon,
        store: Store,
        journal: TableJournal,
        written: EventWatch,
    ) -> Result<Arc<Self>, TableError> {
        let mut queue = TaskQueue::default();
        let superseded: Vec<QueuedTask> =
            store.queue().await?.into_iter().filter_map(|entry| queue.put(entry)).collect();
        store.dequeue(&superseded).await?;
        let outcomes = store.outcomes().await?.into_iter().map(|outcome| (outcome.job.clone(), outcome)).collect();
        let state = WorkerState { queue, scheduler: Scheduler::starting(salon.clock.now()), outcomes, unsaved: false };
        written.mark();
        let background = Background::new(salon.clone());
        Ok(Arc::new(Self { salon, store, journal, written, background, state: Mutex::new(state) }))
    }

    /// Runs until `stop` is set.
    pub async fn run(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut saving = tokio::time::interval(CLOCK_SAVED_EVERY);
        let mut looking = tokio::time::interval(EVENTS_READ_EVERY);
        let mut snapshots = tokio::time::interval(SNAPSHOT_EVERY);
        while !*stop.borrow_and_update() {
            tokio::select! {
                changed = stop.changed() => if changed.is_err() { break },
                _ = self.written.written() => {}
                _ = tokio::time::sleep(POLL) => {}
                _ = saving.tick() => self.save_clock(self.salon.clock.now().plus(CLOCK_AHEAD)).await,
                _ = looking.tick() => self.written.mark(),
                _ = snapshots.tick() => self.keep_snapshot().await,
            }
            if let Err(error) = self.process().await {
                tracing::error!(%error, "could not process due work");
                tokio::time::sleep(POLL).await;
            }
        }
        self.save_clock(self.salon.clock.now()).await;
    }

    async fn save_clock(&self, at: Instant) {
        if let Err(error) = self.store.save_clock(at).await {
            tracing::error!(%error, "could not save the clock");
        }
    }

    async fn keep_snapshot(&self) {
        if let Err(error) = Customers::of(&self.salon).keep_snapshot().await {
            tracing::error!(%error, "could not keep the snapshot of the directory");
        }
    }

    /// Processes everything that is due now, including follow-up work, and waits for receivers of webhooks.
    pub async fn deliver_due(&self) -> Result<(), TableError> {
        loop {
            self.process().await?;
            self.background.wait().await;
            if !self.background.has_done() {
                return Ok(());
            }
        }
    }

    async fn process(&self) -> Result<(), TableError> {
        let mut state = self.state.lock().await;
        self.process_due(&mut state).await?;
        self.save_outcomes(&mut state).await
    }

    /// The same, with the clock standing still until receivers of webhooks have answered.
    async fn process_all_due(&self, state: &mut WorkerState) -> Result<(), TableError> {
        loop {
            self.process_due(state).await?;
            self.background.wait().await;
            if !self.background.has_done() {
                return Ok(());
            }
        }
    }

    /// Moves the clock forward and runs everything that falls due, in order; with `run: false` it is dropped instead.
    pub async fn move_clock(&self, to: Instant, run: bool) -> Result<Instant, MoveError> {
        let mut state = self.state.lock().await;
        let clock = &self.salon.clock;
        let now = clock.now();
        if to < now {
            return Err(MoveError::Backwards(now));
        }
        if to.since(now) > MAX_MOVE {
            return Err(MoveError::TooFar);
        }
        // Include what other processes have written.
        self.written.mark();
        self.process_all_due(&mut state).await?;
        if run {
            while let Some(next) = state.next_due().filter(|next| *next <= to) {
                if next > clock.now() {
                    clock.set(next);
                }
                self.process_all_due(&mut state).await?;
            }
        }
        if to > clock.now() {
            clock.set(to);
        }
        if !run {
            state.scheduler = Scheduler::starting(clock.now());
            self.store.dequeue(&state.queue.take_due(clock.now())).await?;
        }
        self.process_all_due(&mut state).await?;
        self.save_outcomes(&mut state).await?;
        let reached = clock.now();
        self.store.save_clock(reached.plus(CLOCK_AHEAD)).await?;
        Ok(reached)
    }

    /// Runs a job now.
    pub async fn run_job(&self, name: &str, payload: Value) -> Result<Value, JobError> {
        let outcome = {
            let mut state = self.state.lock().await;
            let outcome = jobs::run(&self.salon, name, payload).await;
            state.record_outcome(name, self.salon.clock.now(), &outcome);
            outcome
        };
        if let Err(error) = self.deliver_due().await {
            tracing::error!(%error, "could not process the work a job left");
        }
        outcome
    }

    /// The entries that are not due yet.
    pub async fn queue(&self) -> Result<Vec<QueuedTask>, TableError> {
        self.deliver_due().await?;
        Ok(self.state.lock().await.queue.waiting().cloned().collect())
    }

    pub async fn jobs(&self) -> Result<Vec<JobLine>, TableError> {
        self.deliver_due().await?;
        let state = self.state.lock().await;
        let last = |name: &str| state.outcomes.get(name).cloned();
        let scheduled = state.scheduler.planned().iter().map(|planned| JobLine {
            name: planned.schedule.name,
            cron: Some(planned.schedule.cron),
            next: Some(planned.next),
            last: last(planned.schedule.name),
        });
        let triggered =
            Job::TRIGGERED.map(Job::as_str).map(|name| JobLine { name, cron: None, next: None, last: last(name) });
        Ok(scheduled.chain(triggered).collect())
    }

    /// Processes everything that is due now, including follow-up work.
    async fn process_due(&self, state: &mut WorkerState) -> Result<(), TableError> {
        loop {
            self.settle(state, self.background.take_done()).await?;
            if self.written.take() {
                self.relay(&mut state.queue).await.inspect_err(|_| self.written.mark())?;
            }
            let now = self.salon.clock.now();
            let messages = state.queue.take_due(now);
            let jobs = state.scheduler.take_due(now);
            if jobs.is_empty() && messages.is_empty() {
                return Ok(());
            }
            self.deliver(state, messages).await?;
            for (due, job) in jobs {
                let outcome = jobs::run_scheduled(&self.salon, job, Some(due)).await;
                state.record_outcome(job, self.salon.clock.now(), &outcome);
            }
            if self.journal.unwritten() > MAX_UNWRITTEN {
                self.journal.flush().await?;
            }
        }
    }

    /// Moves the messages of new events to the queue, as the relay on AWS does, and seals the events.
    async fn relay(&self, queue: &mut TaskQueue) -> Result<(), TableError> {
        let stored = StoredQueue { store: &self.store, added: std::sync::Mutex::new(Vec::new()) };
        let now = self.salon.clock.now();
        let relayed = relay_waiting(&self.salon.table, &stored, now, now).await;
        Webhooks::of(&self.salon).hand_on(&stored).await;
        let added = stored.added.into_inner().unwrap_or_else(PoisonError::into_inner);
        let superseded: Vec<QueuedTask> = added.into_iter().filter_map(|entry| queue.put(entry)).collect();
        self.store.dequeue(&superseded).await?;
        // One event that cannot be relayed or read waits for the next round.
        if let Some(error) = relayed?.failure {
            tracing::error!(%error, "an event was not relayed");
        }
        Ok(())
    }

    /// Delivers entries concurrently, but those of one subject in order.
    async fn deliver(&self, state: &mut WorkerState, entries: Vec<QueuedTask>) -> Result<(), TableError> {
        if entries.is_empty() {
            return Ok(());
        }
        let (webhooks, entries): (Vec<QueuedTask>, Vec<QueuedTask>) =
            entries.into_iter().partition(|entry| matches!(entry.task, Task::WebhookDelivery { .. }));
        for entry in webhooks {
            self.background.start(entry);
        }
        let mut lines: Vec<(String, Vec<QueuedTask>)> = Vec::new();
        for entry in entries {
            let subject = entry.subject();
            match lines.iter_mut().find(|(other, _)| *other == subject) {
                Some((_, line)) => line.push(entry),
                None => lines.push((subject, vec![entry])),
            }
        }
        let deliveries: Vec<_> = lines.into_iter().map(|(_, line)| self.deliver_in_order(line)).collect();
        let done: Vec<_> = stream::iter(deliveries).buffer_unordered(CONCURRENCY).collect().await;
        // Write what was sent before dequeuing the entries: a crash in between repeats work and loses nothing.
        self.journal.flush().await?;
        self.settle(state, done.into_iter().flatten().collect()).await
    }

    /// Takes out of the queue what was delivered, and puts off what failed.
    async fn settle(&self, state: &mut WorkerState, done: Vec<FinishedTask>) -> Result<(), TableError> {
        if done.is_empty() {
            return Ok(());
        }
        let mut delivered = Vec::new();
        for (entry, outcome) in done {
            state.record_outcome(entry.task.name(), self.salon.clock.now(), &outcome);
            match outcome {
                Ok(_) => delivered.push(entry),
                Err(error) => self.retry_later(&mut state.queue, entry, &error).await?,
            }
        }
        self.store.dequeue(&delivered).await
    }

    async fn deliver_in_order(&self, line: Vec<QueuedTask>) -> Vec<FinishedTask> {
        let mut outcomes = Vec::with_capacity(line.len());
        for entry in line {
            let outcome = jobs::deliver(&self.salon, &entry.message()).await;
            outcomes.push((entry, outcome));
        }
        outcomes
    }

    /// Retries a failed entry with increasing delays; after the last attempt it goes to the dead letters.
    async fn retry_later(
        &self,
        queue: &mut TaskQueue,
        mut entry: QueuedTask,
        error: &JobError,
    ) -> Result<(), TableError> {
        entry.failures += 1;
        tracing::warn!(task = entry.task.name(), id = %entry.id, failures = entry.failures, %error, "message failed");
        if entry.failures >= MAX_ATTEMPTS {
            return self.store.dead_letter(entry).await;
        }
        let pause = TimeDelta::seconds(30_i64 << entry.failures);
        entry.try_at = self.salon.clock.now().plus(pause);
        self.store.enqueue(std::slice::from_ref(&entry)).await?;
        match queue.put(entry) {
            Some(superseded) => self.store.dequeue(&[superseded]).await,
            None => Ok(()),
        }
    }

    async fn save_outcomes(&self, state: &mut WorkerState) -> Result<(), TableError> {
        self.journal.flush().await?;
        if std::mem::take(&mut state.unsaved) {
            self.store.save_outcomes(state.outcomes.values()).await?;
        }
        Ok(())
    }
}

/// The part of the queue that outlives the process; what is added to it goes into memory afterwards.
struct StoredQueue<'a> {
    store: &'a Store,
    added: std::sync::Mutex<Vec<QueuedTask>>,
}

impl parlour_storage::outbox::Queue for StoredQueue<'_> {
    fn put<'a>(&'a self, entries: &'a [QueueEntry], _now: Instant) -> BoxFuture<'a, Vec<Result<(), QueueError>>> {
        Box::pin(async move {
            let stored: Vec<QueuedTask> = entries.iter().cloned().map(QueuedTask::from).collect();
            match self.store.enqueue(&stored).await {
                Ok(()) => {
                    self.added.lock().unwrap_or_else(PoisonError::into_inner).extend(stored);
                    entries.iter().map(|_| Ok(())).collect()
                }
                Err(error) => entries.iter().map(|_| Err(QueueError(error.to_string()))).collect(),
            }
        })
    }
}

impl WorkerState {
    fn next_due(&self) -> Option<Instant> {
        self.queue.next_due().into_iter().chain(self.scheduler.next_due()).min()
    }

    fn record_outcome(&mut self, job: &str, at: Instant, outcome: &Result<Value, JobError>) {
        let (ok, answer) = match outcome {
            Ok(answer) => (true, answer.to_string()),
            Err(error) => (false, json!({"error": error.to_string()}).to_string()),
        };
        self.outcomes.insert(job.to_owned(), LastRun { job: job.to_owned(), at, ok, answer });
        self.unsaved = true;
    }
}
