//! What was sent, kept in the local table for the console.

use futures::future::BoxFuture;
use parlour::outbound::{Channel, Journal, JournalError, SentMessage};
use parlour::table::TableError;

use crate::store::Store;

/// A DynamoDB item ends at 400 KB; a message whose attachments would not fit is kept without their content.
const LARGEST_MESSAGE: usize = 380_000;

#[derive(Clone)]
pub struct TableJournal(pub Store);

impl Journal for TableJournal {
    fn record(&self, message: SentMessage) -> BoxFuture<'_, Result<(), JournalError>> {
        Box::pin(
            async move { self.0.save_sent(slimmed(message)).await.map_err(|error| JournalError(error.to_string())) },
        )
    }
}

impl TableJournal {
    /// Newest first.
    pub async fn sent(&self, channel: Option<Channel>) -> Result<Vec<SentMessage>, TableError> {
        let mut messages = self.0.sent().await?;
        messages.retain(|message| channel.is_none_or(|channel| message.channel == channel));
        Ok(messages)
    }

    pub async fn clear(&self) -> Result<(), TableError> {
        self.0.forget_sent().await
    }
}

fn slimmed(mut message: SentMessage) -> SentMessage {
    let text = message.body.len() + message.html.as_ref().map_or(0, String::len);
    let attached: usize = message.attachments.iter().map(|attachment| attachment.content_base64.len()).sum();
    if text + attached > LARGEST_MESSAGE {
        for attachment in &mut message.attachments {
            attachment.content_base64.clear();
        }
    }
    message
}
