//! Sent messages, stored in the local table for the console.

use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use parlour_senders::{Channel, Journal, JournalError, SentMessage};
use parlour_storage::table::TableError;

use crate::store::Store;

/// A DynamoDB item is limited to 400 KB. Attachments that do not fit are stored without their content, and a text that is longer
/// by itself, as the daily report of a thousand branches is, without its end.
const MAX_MESSAGE: usize = 380_000;
const CUT: &str = "\n(The rest was sent and is not kept here.)";

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
    let attached: usize = message.attachments.iter().map(|attachment| attachment.content_base64.len()).sum();
    if text_length(&message) + attached > MAX_MESSAGE {
        for attachment in &mut message.attachments {
            attachment.content_base64.clear();
        }
    }
    if text_length(&message) > MAX_MESSAGE {
        let SentMessage { body, html, .. } = &mut message;
        for text in html.iter_mut().chain([body]) {
            cut(text, MAX_MESSAGE / 2 - CUT.len());
        }
    }
    message
}

fn text_length(message: &SentMessage) -> usize {
    message.body.len() + message.html.as_ref().map_or(0, String::len)
}

fn cut(text: &mut String, longest: usize) {
    if text.len() > longest {
        text.truncate(text.floor_char_boundary(longest));
        text.push_str(CUT);
    }
}

#[cfg(test)]
mod tests {
    use parlour_senders::SentAttachment;

    use super::*;

    fn message(body: usize, html: usize, attached: usize) -> SentMessage {
        SentMessage {
            id: "m1".into(),
            channel: Channel::Email,
            to: "owner@parlour.test".to_owned(),
            kind: "daily_report".to_owned(),
            subject: None,
            body: "₹".repeat(body / '₹'.len_utf8()),
            html: Some("x".repeat(html)),
            attachments: vec![SentAttachment {
                filename: "invoice.pdf".to_owned(),
                content_type: "application/pdf".to_owned(),
                size: attached,
                content_base64: "A".repeat(attached),
            }],
            headers: std::collections::BTreeMap::default(),
            request: None,
            provider_id: None,
            status: None,
            sent_at: "2026-11-19T10:00:00Z".parse().unwrap(),
        }
    }

    fn kept(body: usize, html: usize, attached: usize) -> (usize, usize, usize) {
        let kept = within_item_size(message(body, html, attached));
        (kept.body.len(), kept.html.unwrap().len(), kept.attachments[0].content_base64.len())
    }

    #[test]
    fn what_an_item_cannot_hold_is_left_out() {
        assert_eq!(kept(3_000, 6_000, 300_000), (3_000, 6_000, 300_000));
        assert_eq!(kept(3_000, 90_000, 300_000), (3_000, 90_000, 0));
        let (body, html, attached) = kept(300_000, 600_000, 9);
        assert_eq!((html, attached), (MAX_MESSAGE / 2, 0));
        // A letter of three bytes is not cut in two.
        assert!((MAX_MESSAGE / 2 - 2..=MAX_MESSAGE / 2).contains(&body), "{body}");
        assert_eq!(kept(3_000, 600_000, 0), (3_000, MAX_MESSAGE / 2, 0));
    }
}
