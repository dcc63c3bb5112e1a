//! The webhook itself: whose it is, and keeping what came.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;

use super::update::{WhatsAppUpdate, updates};
use super::{WhatsApp, WhatsAppNews};
use parlour_senders::whatsapp::is_signed;
use parlour_settings::SecretError;
use parlour_storage::act::Act;
use parlour_storage::failure::Setback;
use parlour_storage::outbox::{OutboxMessage, Task};

/// The bytes that one row and one message hold: far less than either takes.
const LARGEST_BATCH: usize = 60_000;

#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    #[error("the signature is not WhatsApp's")]
    WrongSignature,
    #[error(transparent)]
    Secret(#[from] SecretError),
    #[error(transparent)]
    Setback(#[from] Setback),
}

impl WhatsApp<'_> {
    /// Whether whoever asks knows the token that the owner gave to WhatsApp.
    pub async fn is_verified(&self, token: &str) -> Result<bool, SecretError> {
        let Some(own) = self.0.settings.whatsapp_verify_token.value().await? else { return Ok(false) };
        // Under a key of either's own length and letters, in constant time.
        let tag =
            |text: &str| Hmac::<Sha256>::new_from_slice(text.as_bytes()).ok().map(|mac| mac.chain_update(b"verify"));
        let given = tag(token).map(|mac| mac.finalize().into_bytes());
        Ok(!own.is_empty() && given.zip(tag(&own)).is_some_and(|(given, own)| own.verify_slice(&given).is_ok()))
    }

    /// Keeps what came and leaves it to the queue. A body that is signed and not understood is taken too: WhatsApp would
    /// send it again for a week.
    pub async fn receive(&self, act: &Act, signature: &str, body: &[u8]) -> Result<(), ReceiveError> {
        let secret = self.0.settings.whatsapp_app_secret.value().await?.unwrap_or_default();
        if !is_signed(&secret, signature, body) {
            return Err(ReceiveError::WrongSignature);
        }
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        for batch in batches(&updates(&body)) {
            let news = WhatsAppNews { id: self.0.random.id(), updates: batch, received_at: act.at };
            let mut transaction = self.0.transaction(act);
            transaction.create(&news);
            transaction.enqueue(OutboxMessage::new(Task::WhatsAppNews { batch_id: news.id.clone() }, act.at));
            transaction.commit().await?;
        }
        Ok(())
    }
}

/// As JSON, as many in each as fit.
fn batches(updates: &[WhatsAppUpdate]) -> Vec<String> {
    let (mut batches, mut batch) = (Vec::new(), String::new());
    for update in updates.iter().filter_map(|update| serde_json::to_string(update).ok()) {
        if !batch.is_empty() && batch.len().saturating_add(update.len()) > LARGEST_BATCH {
            batches.push(format!("[{batch}]"));
            batch.clear();
        }
        if !batch.is_empty() {
            batch.push(',');
        }
        batch.push_str(&update);
    }
    if !batch.is_empty() {
        batches.push(format!("[{batch}]"));
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_updates_are_kept_in_rows_that_fit() {
        let update = WhatsAppUpdate::MarketingStopped { from: "9".repeat(1_000) };
        let kept = batches(&vec![update.clone(); 1_000]);
        assert!(kept.len() > 10 && kept.iter().all(|batch| batch.len() <= LARGEST_BATCH + 2));
        let read = kept.iter().flat_map(|batch| serde_json::from_str::<Vec<WhatsAppUpdate>>(batch).unwrap());
        assert_eq!(read.collect::<Vec<_>>(), vec![update; 1_000]);
        assert!(batches(&[]).is_empty());
    }
}
