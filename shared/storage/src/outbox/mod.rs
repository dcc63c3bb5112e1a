//! The outbox: a request writes the tasks it leaves for later into its event, and the relay moves them to the queue.

mod aws_queue;
mod integration_probe;
mod message;
mod notifiable_event;
mod owner_alert;
mod queue;
mod task;

pub use aws_queue::AwsQueue;
pub use integration_probe::{IntegrationKey, IntegrationTest};
pub use message::OutboxMessage;
pub use notifiable_event::{NotifiableEvent, Side};
pub use owner_alert::OwnerAlert;
pub use queue::{Queue, QueueEntry, QueueError, Wait, wait};
pub use task::{Task, UnreadableTask};
