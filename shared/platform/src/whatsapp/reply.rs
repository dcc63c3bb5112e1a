//! Customers' answers: a note for the desk, and what follows from it.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use chrono::TimeDelta;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::WhatsApp;
use super::update::WhatsAppReply;
use parlour_people::auth::User;
use parlour_people::customers::{CustomerNote, NoteKind, Profile, save_profile};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Partition, Record as _, Stored, TableError, UniqueValue, keys};
use parlour_values::contact::Phone;
use parlour_values::id::{NoteId, UserId, first_id_of};
use parlour_values::message_channel::ChannelOrder;
use parlour_values::time::Instant;

/// A second STOP within this time ends all messages to the phone, SMS too.
const STOPS_COUNT: TimeDelta = TimeDelta::days(30);

/// How many of the newest the desk is shown; the rest are on the customers' own pages.
const SHOWN: usize = 50;

/// A message that a customer wrote back.
#[derive(Clone, Debug)]
pub struct Reply {
    pub customer_id: UserId,
    pub name: String,
    pub text: String,
    pub at: Instant,
}

/// The request an answer makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReplyIntent {
    Stop,
    /// To change or cancel a booking.
    Link,
    /// Somebody reads it.
    Answer,
}

fn wish(text: &str, button: bool) -> ReplyIntent {
    let word = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    match word.as_str() {
        "stop" | "stop all" | "unsubscribe" | "बंद" | "बंद करें" => ReplyIntent::Stop,
        _ if button => ReplyIntent::Link,
        "cancel" | "cancel booking" | "cancel my booking" | "reschedule" | "रद्द" | "रद्द करें" => {
            ReplyIntent::Link
        }
        _ => ReplyIntent::Answer,
    }
}

/// The same whenever the same message comes.
fn note_id(reply: &WhatsAppReply) -> NoteId {
    let hash = hex::encode(Sha256::digest(reply.id.as_bytes()));
    let rest: String = hash.chars().take(20).collect();
    NoteId::from(format!("{}{rest}", first_id_of(reply.at)))
}

impl WhatsApp<'_> {
    /// The holders of a number: whom the desk wrote down with it, unless they have become somebody else since, then who
    /// signed up with it. Nobody has shown that a number they signed up with is theirs.
    pub(super) async fn holders(&self, digits: &str) -> Result<Vec<UserId>, TableError> {
        let Ok(phone) = digits.parse::<Phone>() else { return Ok(Vec::new()) };
        let held = [Unique::WalkinPhone, Unique::Phone].map(|what| keys::unique_value(what, phone.as_str()));
        let mut found = self.0.table.get_many(held.clone()).await?;
        let mut holders = Vec::new();
        for key in held {
            holders.extend(found.take::<UniqueValue>(&key)?.map(|value| UserId::from(value.record.holder)));
        }
        if holders.len() > 1 {
            let profiles = self.0.table.get_many(holders.iter().map(keys::profile)).await?;
            holders.retain(|id| profiles.keys().any(|key| *key == keys::profile(id)));
        }
        if holders.is_empty() {
            tracing::info!("somebody wrote on WhatsApp who is no customer");
        }
        Ok(holders)
    }

    /// The customers a reply is noted for: all who hold the number where it asks for something that is sent to the
    /// number or stops what is sent to it; what it says otherwise is for one of them to read.
    pub(super) async fn noted_for(&self, reply: &WhatsAppReply) -> Result<Vec<UserId>, TableError> {
        let mut holders = self.holders(&reply.from).await?;
        if wish(&reply.text, reply.button) == ReplyIntent::Answer {
            holders.truncate(1);
        }
        Ok(holders)
    }

    /// The note and what follows are one write: a message that comes again finds the note.
    pub(super) async fn note(
        &self,
        act: &Act,
        customer: &UserId,
        reply: &WhatsAppReply,
    ) -> Result<(), Failure<Infallible>> {
        let id = note_id(reply);
        let keys = (keys::user(customer), keys::profile(customer), keys::customer_note(customer, &id));
        let mut found = self.0.table.get_many([keys.0.clone(), keys.1.clone(), keys.2.clone()]).await?;
        let is_known = found.take::<CustomerNote>(&keys.2)?.is_some();
        let (user, profile) = (found.take::<User>(&keys.0)?, found.take::<Profile>(&keys.1)?);
        let (Some(user), Some(profile), false) = (user, profile, is_known) else { return Ok(()) };
        let note = CustomerNote {
            id: id.clone(),
            customer_id: customer.clone(),
            author_id: customer.clone(),
            booking_id: None,
            kind: NoteKind::Note,
            pinned: false,
            is_reply: true,
            content: reply.text.clone(),
            created_at: reply.at,
        };
        let wish = wish(&reply.text, reply.button);
        let has_stopped = wish == ReplyIntent::Stop && self.has_stopped(customer, reply).await?;
        let mut transaction = self.0.transaction(act);
        transaction.create(&note);
        transaction.audit(EventType::CustomerReplied, Profile::KIND, customer.as_str(), json!({ "noteId": id }));
        match wish {
            ReplyIntent::Stop => {
                let mut changed = Profile {
                    marketing_consent: false,
                    marketing_consent_at: None,
                    updated_at: act.at,
                    ..profile.record.clone()
                };
                if has_stopped {
                    // A customer who has not chosen would be sent an SMS where no mail reaches them.
                    changed.set_whatsapp_consent(Some(false), act.at);
                    changed.channels = Some(ChannelOrder::mail_alone());
                }
                save_profile(&mut transaction, &user, Some(&profile), &changed);
                let data = json!({
                    "marketingConsent": false,
                    "whatsappConsent": changed.whatsapp_consent,
                    "channels": changed.channel_order(),
                });
                transaction.audit(EventType::ProfileUnsubscribed, Profile::KIND, customer.as_str(), data);
            }
            ReplyIntent::Link | ReplyIntent::Answer => {
                let wants_link = wish == ReplyIntent::Link;
                let replied =
                    NotifiableEvent::CustomerReplied { user_id: customer.clone(), note_id: id.clone(), wants_link };
                transaction.enqueue(replied.message(act.at));
            }
        }
        Ok(transaction.commit().await?)
    }

    /// The replies, newest first, with who wrote them.
    pub async fn replies(&self) -> Result<Vec<Reply>, TableError> {
        let newest = Partition::g1(keys::REPLIES).newest_first().at_most(SHOWN);
        let notes = self.0.table.query::<CustomerNote>(newest).await?;
        let writers: BTreeSet<&UserId> = notes.iter().map(|note| &note.customer_id).collect();
        let mut found = self.0.table.get_many(writers.iter().map(|writer| keys::user(writer))).await?;
        let mut names = BTreeMap::new();
        for writer in writers {
            if let Some(user) = found.take::<User>(&keys::user(writer))? {
                names.insert(user.record.id, user.record.name);
            }
        }
        let reply = |note: Stored<CustomerNote>| {
            let CustomerNote { customer_id, content, created_at, .. } = note.record;
            let name = names.get(&customer_id).cloned().unwrap_or_default();
            Reply { customer_id, name, text: content, at: created_at }
        };
        Ok(notes.into_iter().map(reply).collect())
    }

    /// Whether they have said so before, by another message.
    async fn has_stopped(&self, customer: &UserId, reply: &WhatsAppReply) -> Result<bool, TableError> {
        let notes = Partition::of(keys::user_partition(customer)).starting(keys::NOTE_PREFIX);
        let notes = self.0.table.query::<CustomerNote>(notes).await?;
        let is_stop = |note: &CustomerNote| {
            let is_near = note.created_at.plus(STOPS_COUNT) > reply.at;
            note.author_id == *customer && is_near && wish(&note.content, false) == ReplyIntent::Stop
        };
        Ok(notes.iter().any(|note| is_stop(note)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::id::moment_of;

    #[test]
    fn stop_cancel_buttons_and_the_rest_are_told_apart() {
        for (text, button, expected) in [
            ("STOP", false, ReplyIntent::Stop),
            (" Stop. ", false, ReplyIntent::Stop),
            ("stop", true, ReplyIntent::Stop),
            ("Cancel", false, ReplyIntent::Link),
            ("Change my booking", true, ReplyIntent::Link),
            ("रद्द", false, ReplyIntent::Link),
            ("Please stop by", false, ReplyIntent::Answer),
            ("Can I cancel tomorrow?", false, ReplyIntent::Answer),
            ("", false, ReplyIntent::Answer),
        ] {
            assert_eq!(wish(text, button), expected, "{text}");
        }
    }

    #[test]
    fn a_notes_id_tells_its_moment_and_its_message() {
        let at = Instant::from_seconds(1_749_416_383);
        let reply = |id: &str| WhatsAppReply {
            id: id.to_owned(),
            from: "919812345678".to_owned(),
            text: "Hi".to_owned(),
            button: false,
            at,
        };
        assert_eq!(note_id(&reply("wamid.Y")), note_id(&reply("wamid.Y")));
        assert_ne!(note_id(&reply("wamid.Y")), note_id(&reply("wamid.Z")));
        assert_eq!(moment_of(note_id(&reply("wamid.Y")).as_str()), Some(at));
    }
}
