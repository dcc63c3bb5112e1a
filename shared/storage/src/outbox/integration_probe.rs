//! A test of an integration that goes through the queue: the payload of
//! [`Task::IntegrationTest`](super::Task::IntegrationTest).

use serde::{Deserialize, Serialize};

use parlour_values::id::UserId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    /// The services around ours, as developers name them.
    pub enum IntegrationKey {
        Email => "email",
        Push => "push",
        Realtime => "realtime",
        Chat => "chat",
        Invoicing => "invoicing",
        Heartbeat => "heartbeat",
        Queue => "queue",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationTest {
    pub integration: IntegrationKey,
    /// The user who asked for the test; a test push goes to their browsers.
    pub user_id: UserId,
    pub asked_at: Instant,
}
