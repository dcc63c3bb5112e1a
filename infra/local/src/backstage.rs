//! What goes on behind the apps: the outbox is relayed to the queue, what falls due is delivered, schedules run, and
//! the clock can be moved with everything on the way.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use futures::StreamExt as _;
use futures::stream;
use parlour::jobs::{self, Job, JobError};
use parlour::outbox::waiting_items;
use parlour::salon::Salon;
use parlour::table::{Partition, Record as _, TableError, keys};
use parlour::time::Instant;
use serde_json::{Value, json};
use tokio::sync::{Mutex, watch};

use crate::journal::TableJournal;
use crate::queue::{Entry, Queue};
use crate::scheduler::Scheduler;
use crate::store::{Outcome, Store};
use crate::watch::OutboxWatch;

/// How far the clock may be moved at once.
pub const FURTHEST_MOVE: TimeDelta = TimeDelta::days(40);
/// How often an entry is tried before it is put aside.
const MOST_FAILURES: u32 = 4;
/// How many subjects are worked on side by side.
const AT_ONCE: usize = 8;
/// How long to wait for something to fall due when nothing wakes us.
const POLL: Duration = Duration::from_millis(250);
/// How often the outbox is read though nobody was seen writing to it: another process may share the database.
const OUTBOX_READ_EVERY: Duration = Duration::from_secs(5);
/// How many sent messages are gathered on the way before they are written.
const MOST_UNWRITTEN: usize = 200;
/// How often the clock is written down.
const CLOCK_SAVED_EVERY: Duration = Duration::from_secs(1);
/// Written down is where the clock will be by the next time: a process that is killed must not turn it back behind what
/// it has told.
const CLOCK_AHEAD: TimeDelta = TimeDelta::seconds(3);

pub struct Backstage {
    salon: Salon,
    store: Store,
    journal: TableJournal,
    outbox: OutboxWatch,
    /// One thing at a time: a pass over what is due, or a move of the clock.
    floor: Mutex<Floor>,
}

struct Floor {
    queue: Queue,
    scheduler: Scheduler,
    outcomes: BTreeMap<String, Outcome>,
    /// Outcomes not yet written down.
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
    pub last: Option<Outcome>,
}

impl Backstage {
    /// Takes up what an earlier process left: its queue and its outcomes.
    pub async fn open(
        salon: Salon,
        store: Store,
        journal: TableJournal,
        outbox: OutboxWatch,
    ) -> Result<Arc<Self>, TableError> {
        let mut queue = Queue::default();
        let superseded: Vec<Entry> = store.queue().await?.into_iter().filter_map(|entry| queue.put(entry)).collect();
        store.dequeue(&superseded).await?;
        let outcomes = store.outcomes().await?.into_iter().map(|outcome| (outcome.job.clone(), outcome)).collect();
        let floor = Floor { queue, scheduler: Scheduler::starting(salon.clock.now()), outcomes, unsaved: false };
        outbox.mark();
        Ok(Arc::new(Self { salon, store, journal, outbox, floor: Mutex::new(floor) }))
    }

    /// Works until told to stop.
    pub async fn run(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let mut saving = tokio::time::interval(CLOCK_SAVED_EVERY);
        let mut looking = tokio::time::interval(OUTBOX_READ_EVERY);
        while !*stop.borrow_and_update() {
            tokio::select! {
                changed = stop.changed() => if changed.is_err() { break },
                _ = self.outbox.written() => {}
                _ = tokio::time::sleep(POLL) => {}
                _ = saving.tick() => self.save_clock(self.salon.clock.now().plus(CLOCK_AHEAD)).await,
                _ = looking.tick() => self.outbox.mark(),
            }
            if let Err(error) = self.deliver_due().await {
                tracing::error!(%error, "work that was due could not be done");
                tokio::time::sleep(POLL).await;
            }
        }
        self.save_clock(self.salon.clock.now()).await;
    }

    async fn save_clock(&self, at: Instant) {
        if let Err(error) = self.store.save_clock(at).await {
            tracing::error!(%error, "the clock was not written down");
        }
    }

    /// Works off everything that is due now, and what comes of it.
    pub async fn deliver_due(&self) -> Result<(), TableError> {
        let mut floor = self.floor.lock().await;
        self.work_off(&mut floor).await?;
        self.save_outcomes(&mut floor).await
    }

    /// Moves the clock forward, running in order everything that falls due on the way; `run: false` drops it instead.
    pub async fn move_clock(&self, to: Instant, run: bool) -> Result<Instant, MoveError> {
        let mut floor = self.floor.lock().await;
        let clock = &self.salon.clock;
        let now = clock.now();
        if to < now {
            return Err(MoveError::Backwards(now));
        }
        if to.since(now) > FURTHEST_MOVE {
            return Err(MoveError::TooFar);
        }
        // Whoever moves the clock has everything on the way, also what another process has written.
        self.outbox.mark();
        self.work_off(&mut floor).await?;
        if run {
            while let Some(next) = floor.next_due().filter(|next| *next <= to) {
                if next > clock.now() {
                    clock.set(next);
                }
                self.work_off(&mut floor).await?;
            }
        }
        if to > clock.now() {
            clock.set(to);
        }
        if !run {
            floor.scheduler = Scheduler::starting(clock.now());
            self.store.dequeue(&floor.queue.take_due(clock.now())).await?;
        }
        self.work_off(&mut floor).await?;
        self.save_outcomes(&mut floor).await?;
        let reached = clock.now();
        self.store.save_clock(reached.plus(CLOCK_AHEAD)).await?;
        Ok(reached)
    }

    /// Runs a job at once, for a person or a script.
    pub async fn run_job(&self, name: &str, payload: Value) -> Result<Value, JobError> {
        let outcome = {
            let mut floor = self.floor.lock().await;
            let outcome = jobs::run(&self.salon, name, payload).await;
            floor.note(name, self.salon.clock.now(), &outcome);
            outcome
        };
        if let Err(error) = self.deliver_due().await {
            tracing::error!(%error, "work that a job left could not be done");
        }
        outcome
    }

    /// What waits for a later moment.
    pub async fn queue(&self) -> Result<Vec<Entry>, TableError> {
        self.deliver_due().await?;
        Ok(self.floor.lock().await.queue.waiting().cloned().collect())
    }

    pub async fn jobs(&self) -> Result<Vec<JobLine>, TableError> {
        self.deliver_due().await?;
        let floor = self.floor.lock().await;
        let last = |name: &str| floor.outcomes.get(name).cloned();
        let scheduled = floor.scheduler.planned().iter().map(|planned| JobLine {
            name: planned.schedule.name,
            cron: Some(planned.schedule.cron),
            next: Some(planned.next),
            last: last(planned.schedule.name),
        });
        let triggered =
            Job::TRIGGERED.map(Job::as_str).map(|name| JobLine { name, cron: None, next: None, last: last(name) });
        Ok(scheduled.chain(triggered).collect())
    }

    /// Everything due now, and what comes of it.
    async fn work_off(&self, floor: &mut Floor) -> Result<(), TableError> {
        loop {
            if self.outbox.take() {
                self.relay(&mut floor.queue).await.inspect_err(|_| self.outbox.mark())?;
            }
            let now = self.salon.clock.now();
            let messages = floor.queue.take_due(now);
            let jobs = floor.scheduler.take_due(now);
            if jobs.is_empty() && messages.is_empty() {
                return Ok(());
            }
            self.deliver(floor, messages).await?;
            for job in jobs {
                let outcome = jobs::run(&self.salon, job, json!({})).await;
                floor.note(job, self.salon.clock.now(), &outcome);
            }
            if self.journal.unwritten() > MOST_UNWRITTEN {
                self.journal.flush().await?;
            }
        }
    }

    /// Moves what the outbox holds to the queue: first there, then gone from here, so that nothing is lost between.
    async fn relay(&self, queue: &mut Queue) -> Result<(), TableError> {
        // What cannot be read stays where it is; it has been logged, and the rest goes on.
        let (waiting, _) = waiting_items(&self.salon.table, Partition::g3(keys::OUTBOX)).await?;
        if waiting.is_empty() {
            return Ok(());
        }
        let entries: Vec<Entry> = waiting.iter().cloned().map(Entry::from).collect();
        self.store.enqueue(&entries).await?;
        let superseded: Vec<Entry> = entries.into_iter().filter_map(|entry| queue.put(entry)).collect();
        self.store.dequeue(&superseded).await?;
        self.salon.table.forget_many(waiting.iter().map(|item| item.key()).collect()).await
    }

    /// Delivers entries side by side, but those about one subject in their order.
    async fn deliver(&self, floor: &mut Floor, entries: Vec<Entry>) -> Result<(), TableError> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut lines: Vec<(String, Vec<Entry>)> = Vec::new();
        for entry in entries {
            let subject = entry.subject();
            match lines.iter_mut().find(|(other, _)| *other == subject) {
                Some((_, line)) => line.push(entry),
                None => lines.push((subject, vec![entry])),
            }
        }
        let deliveries: Vec<_> = lines.into_iter().map(|(_, line)| self.deliver_in_order(line)).collect();
        let done: Vec<_> = stream::iter(deliveries).buffer_unordered(AT_ONCE).collect().await;
        // First written what was sent, then done with what sent it: a crash between repeats, and loses nothing.
        self.journal.flush().await?;
        let mut delivered = Vec::new();
        for (entry, outcome) in done.into_iter().flatten() {
            floor.note(entry.task.name(), self.salon.clock.now(), &outcome);
            match outcome {
                Ok(_) => delivered.push(entry),
                Err(error) => self.put_off(&mut floor.queue, entry, &error).await?,
            }
        }
        self.store.dequeue(&delivered).await
    }

    async fn deliver_in_order(&self, line: Vec<Entry>) -> Vec<(Entry, Result<Value, JobError>)> {
        let mut outcomes = Vec::with_capacity(line.len());
        for entry in line {
            let outcome = jobs::deliver(&self.salon, &entry.message()).await;
            outcomes.push((entry, outcome));
        }
        outcomes
    }

    /// A failed entry comes again later, each time later still; in the end it is put aside.
    async fn put_off(&self, queue: &mut Queue, mut entry: Entry, error: &JobError) -> Result<(), TableError> {
        entry.failures += 1;
        tracing::warn!(task = entry.task.name(), id = %entry.id, failures = entry.failures, %error, "a message failed");
        if entry.failures >= MOST_FAILURES {
            return self.store.bury(entry).await;
        }
        let pause = TimeDelta::seconds(30_i64 << entry.failures);
        entry.due = self.salon.clock.now().plus(pause);
        self.store.enqueue(std::slice::from_ref(&entry)).await?;
        match queue.put(entry) {
            Some(superseded) => self.store.dequeue(&[superseded]).await,
            None => Ok(()),
        }
    }

    async fn save_outcomes(&self, floor: &mut Floor) -> Result<(), TableError> {
        self.journal.flush().await?;
        if std::mem::take(&mut floor.unsaved) {
            self.store.save_outcomes(floor.outcomes.values()).await?;
        }
        Ok(())
    }
}

impl Floor {
    fn next_due(&self) -> Option<Instant> {
        self.queue.next_due().into_iter().chain(self.scheduler.next_due()).min()
    }

    fn note(&mut self, job: &str, at: Instant, outcome: &Result<Value, JobError>) {
        let (ok, answer) = match outcome {
            Ok(answer) => (true, answer.to_string()),
            Err(error) => (false, json!({"error": error.to_string()}).to_string()),
        };
        self.outcomes.insert(job.to_owned(), Outcome { job: job.to_owned(), at, ok, answer });
        self.unsaved = true;
    }
}
