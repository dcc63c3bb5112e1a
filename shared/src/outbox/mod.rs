//! The outbox: a request writes the tasks it leaves for later in its own transaction, and the relay moves them to the
//! queue.

mod event;
mod integration_test;
mod item;
mod message;
mod queue;
mod relay;
mod task;

pub use event::{Event, Side};
pub use integration_test::{IntegrationKey, IntegrationTest};
pub use item::OutboxItem;
pub use message::Message;
pub use queue::{AwsQueue, Queue, QueueEntry, QueueError, Wait, wait};
pub use relay::{RelayError, relay, sweep, waiting_items};
pub use task::{Task, UnreadableTask};
