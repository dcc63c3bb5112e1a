//! Records what the salon sends, and can refuse a message or kill the process around it.

use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use parlour_senders::{Journal, JournalError, MemoryJournal, SentMessage};
use tokio::sync::Notify;

/// A failure of one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// It is not sent.
    Refused,
    /// The process is killed before it is sent.
    KillBefore,
    /// It is sent, and the process is killed before that is recorded.
    KillAfter,
    /// The receiver neither accepts nor refuses it.
    Held,
}

type Plan = Arc<dyn Fn(&SentMessage) -> Option<Mishap> + Send + Sync>;

#[derive(Clone, Default)]
pub struct Post {
    sent: MemoryJournal,
    plan: Arc<Mutex<Option<Plan>>>,
    killed: Arc<Notify>,
    held: Arc<Notify>,
}

impl Post {
    /// All sent messages, oldest first.
    pub fn messages(&self) -> Vec<SentMessage> {
        self.sent.messages()
    }

    pub fn clear(&self) {
        self.sent.clear();
    }

    /// From now on, messages fail as planned.
    pub fn fail(&self, plan: impl Fn(&SentMessage) -> Option<Mishap> + Send + Sync + 'static) {
        *self.plan.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(plan));
    }

    pub fn stop_failing(&self) {
        *self.plan.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns once a message is being held.
    pub async fn holding(&self) {
        self.held.notified().await;
    }

    /// Runs until it is done or killed.
    pub async fn unless_killed<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            biased;
            () = self.killed.notified() => None,
            done = work => Some(done),
        }
    }
}

impl Journal for Post {
    fn record(&self, message: SentMessage) -> BoxFuture<'_, Result<(), JournalError>> {
        let plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(async move {
            match plan.and_then(|plan| plan(&message)) {
                None => self.sent.record(message).await,
                Some(Mishap::Refused) => Err(JournalError("refused".to_owned())),
                Some(Mishap::Held) => {
                    self.held.notify_one();
                    std::future::pending().await
                }
                Some(mishap) => {
                    if mishap == Mishap::KillAfter {
                        self.sent.record(message).await?;
                    }
                    self.killed.notify_one();
                    std::future::pending().await
                }
            }
        })
    }
}
