//! Versions of reference data ([`Topic`]): read once in a request, together with whatever else it reads first, and moved
//! by every write of such data, in the write's own transaction.
//!
//! The items of a transaction become visible one after another, so a reader may meet the new version with the old data
//! and keep that. Therefore the version moves once more when the transaction is over.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_dynamo::AttributeValue;

use super::calls::{Acknowledged, TransactWriteItems, TransactionPart};
use super::changes::{Condition, Update, WriteAction};
use super::client::Table;
use super::error::TableError;
use super::found::Found;
use super::keys::{Key, Topic, names};
use super::known_versions::{ReadVersions, Version};
use super::record::Item;

impl Table {
    /// The same table for one request, which reads each version once. A part of a request stays with it.
    pub fn for_request(&self) -> Self {
        let mut table = self.clone();
        table.known.get_or_insert_default();
        table
    }

    /// The versions of these topics and the items of these keys, in one call at most.
    pub async fn versions(
        &self,
        topics: &[Topic],
        more: impl IntoIterator<Item = Key>,
    ) -> Result<(Vec<Version>, Found), TableError> {
        let known = self.known.clone().unwrap_or_default();
        // Held while they are read, so that what runs beside this waits for them instead of reading them too.
        let mut read = known.0.lock().await;
        let copy = self.next_copy.next();
        let mut asked: Vec<(&Topic, Key)> = Vec::new();
        for topic in topics.iter().filter(|topic| read.item(topic).is_none()) {
            let key = topic.version_key(copy);
            if asked.iter().all(|(_, other)| *other != key) {
                asked.push((topic, key));
            }
        }
        let versions =
            |read: &ReadVersions| -> Vec<Version> { topics.iter().map(|topic| read.version(topic)).collect() };
        if asked.is_empty() {
            let versions = versions(&read);
            drop(read);
            let more: Vec<Key> = more.into_iter().collect();
            return Ok((versions, Box::pin(self.get_many(more)).await?));
        }
        let keys: Vec<Key> = asked.iter().map(|(_, key)| key.clone()).chain(more).collect();
        let mut found = Box::pin(self.get_many(keys)).await?;
        for (topic, key) in asked {
            read.note(topic, found.take_item(&key).unwrap_or_default());
        }
        Ok((versions(&read), found))
    }

    /// Reads the versions anew the next time: this request has changed them, or lost against somebody who has.
    pub async fn forget_versions(&self) {
        if let Some(known) = &self.known {
            *known.0.lock().await = ReadVersions::default();
        }
    }

    /// Moves the versions on their own, after what they speak for was written.
    pub(super) async fn move_versions(&self, topics: &BTreeSet<Topic>) -> Result<(), TableError> {
        let moves: Vec<_> = moves_of(topics).into_iter().map(|(_, action)| action.into_part(self.name())).collect();
        for moves in moves.chunks(MOST_MOVES) {
            self.send_moves(moves).await?;
        }
        Ok(())
    }

    async fn send_moves(&self, moves: &[TransactionPart<'_>]) -> Result<(), TableError> {
        // Without a token: moved twice after a lost answer, a version has moved all the same.
        let request = TransactWriteItems { transact_items: moves, client_request_token: None };
        let mut attempt = 0_u32;
        loop {
            match self.writer()?.call::<Acknowledged>("TransactWriteItems", &request).await {
                Ok(_) => return Ok(()),
                Err(error) if attempt >= MOVE_RETRIES => return Err(error.into()),
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(10 << attempt)).await;
                    attempt += 1;
                }
            }
        }
    }
}

/// DynamoDB's limit for one transaction.
const MOST_MOVES: usize = 100;
/// How often a move that conflicts with another one is repeated.
const MOVE_RETRIES: u32 = 5;
/// The label of a moved version: its write has no condition and cannot fail alone.
const LABEL: &str = "version";

/// The reference data that these actions change.
pub(super) fn topics_of<'a>(actions: impl IntoIterator<Item = &'a WriteAction>) -> BTreeSet<Topic> {
    actions.into_iter().filter_map(WriteAction::topic).collect()
}

/// The changes that move the versions of these topics.
pub(super) fn moves_of(topics: &BTreeSet<Topic>) -> Vec<(&'static str, WriteAction)> {
    let mut moves: Vec<(Key, Update)> = Vec::new();
    for topic in topics {
        for key in topic.version_keys() {
            match moves.iter_mut().find(|(other, _)| *other == key) {
                Some((_, update)) => *update = std::mem::take(update).add(topic.attribute(), 1),
                None => moves.push((key, Update::new().add(topic.attribute(), 1))),
            }
        }
    }
    moves.into_iter().map(|(key, update)| (LABEL, WriteAction::Update(key, update, Condition::Any))).collect()
}

impl WriteAction {
    /// The reference data that the action changes.
    fn topic(&self) -> Option<Topic> {
        match self {
            Self::Put(item, _) => topic_of(item),
            Self::Update(key, ..) | Self::Delete(key, _) => Topic::of(&key.pk, &key.sk),
            Self::Check(..) => None,
        }
    }
}

/// The reference data that an item belongs to.
pub(super) fn topic_of(item: &Item) -> Option<Topic> {
    match (item.get(names::PK), item.get(names::SK)) {
        (Some(AttributeValue::S(pk)), Some(AttributeValue::S(sk))) => Topic::of(pk, sk),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_topics_of_all_branches_move_in_the_same_items() {
        let topics = BTreeSet::from([Topic::Catalogue, Topic::Offers, Topic::Branch("b1".into())]);
        let moves = moves_of(&topics);
        assert_eq!(moves.len(), 5, "four copies and the branch's own");
        for (_, action) in moves {
            let WriteAction::Update(key, update, Condition::Any) = action else { panic!("an update") };
            assert_eq!(update.add.len(), if key.sk == "VERSION" { 1 } else { 2 });
        }
    }
}
