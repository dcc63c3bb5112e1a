//! The outbox: a request writes the tasks it leaves for later into its event, and the relay moves them to the queue.

#[cfg(feature = "queue")]
mod aws_queue;
mod event;
mod integration_probe;
mod message;
mod owner_alert;
mod queue;
mod task;

#[cfg(feature = "queue")]
pub use aws_queue::AwsQueue;
pub use event::{Event, Side};
pub use integration_probe::{IntegrationKey, IntegrationTest};
pub use message::Message;
pub use owner_alert::OwnerAlert;
pub use queue::{Queue, QueueEntry, QueueError, Wait, wait};
pub use task::{Task, UnreadableTask};
