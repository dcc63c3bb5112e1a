//! Sent messages, stored in the local table for the console.

use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use parlour_senders::{Channel, Journal, JournalError, SentMessage};
use parlour_storage::table::TableError;

use crate::store::Store;

/// A DynamoDB item is limited to 400 KB; attachments that do not fit are stored without their content.
const MAX_MESSAGE: usize = 380_000;

/// Messages are buffered and written in batches: before their queue entry is removed, and before anybody reads them.
#[derive(Clone)]
pub struct TableJournal {
    store: Store,
    unwritten: Arc<Mutex<Vec<SentMessage>>>,
}

impl Journal for TableJournal {
    fn record(&self, message: SentMessage) -> BoxFuture<'_, Result<(), JournalError>> {
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner).push(within_item_size(message));
        Box::pin(std::future::ready(Ok(())))
    }
}

impl TableJournal {
    pub fn new(store: Store) -> Self {
        Self { store, unwritten: Arc::default() }
    }

    pub fn unwritten(&self) -> usize {
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    pub async fn flush(&self) -> Result<(), TableError> {
        let messages = std::mem::take(&mut *self.unwritten.lock().unwrap_or_else(PoisonError::into_inner));
        if messages.is_empty() { Ok(()) } else { self.store.save_sent(messages).await }
    }

    /// Newest first.
    pub async fn sent(&self, channel: Option<Channel>) -> Result<Vec<SentMessage>, TableError> {
        self.flush().await?;
        let mut messages = self.store.sent().await?;
        messages.retain(|message| channel.is_none_or(|channel| message.channel == channel));
        Ok(messages)
    }

    /// The message that a service gave this id.
    pub async fn by_provider(&self, id: &str) -> Result<Option<SentMessage>, TableError> {
        let sent = self.sent(None).await?;
        Ok(sent.into_iter().find(|message| message.provider_id.as_deref() == Some(id)))
    }

    /// Keeps how far a message has got.
    pub async fn advance(&self, message: SentMessage, status: &str) -> Result<(), TableError> {
        self.store.save_sent(vec![SentMessage { status: Some(status.to_owned()), ..message }]).await
    }

    pub async fn clear(&self) -> Result<(), TableError> {
        self.flush().await?;
        self.store.forget_sent().await
    }
}

fn within_item_size(mut message: SentMessage) -> SentMessage {
    let text = message.body.len() + message.html.as_ref().map_or(0, String::len);
    let attached: usize = message.attachments.iter().map(|attachment| attachment.content_base64.len()).sum();
    if text + attached > MAX_MESSAGE {
        for attachment in &mut message.attachments {
            attachment.content_base64.clear();
        }
    }
    message
}
