//! Answering a customer who wants to change a booking, within the day in which WhatsApp takes a text of ours.

use chrono::TimeDelta;

use super::claim::{Claim, claim, record_outcome};
use super::outgoing::log_key;
use super::{ChannelState, DeliveryLog, NoticeOutcome, Notifications, NotifyError, SkipReason};
use parlour_booking::bookings::{Booking, status::BookingStatus};
use parlour_booking::links::{LinkFor, Links};
use parlour_people::customers::{CustomerNote, Profile};
use parlour_senders::templates::Brand;
use parlour_senders::{NotificationType, PhoneError, SendError, WhatsAppContent, WhatsAppMessage};
use parlour_setup::branding::BrandingStore;
use parlour_storage::table::{Changes, Partition, TableError, keys};
use parlour_values::id::{NoteId, UserId};
use parlour_values::language::Language;
use parlour_values::message_channel::MessageChannel;
use parlour_values::time::Instant;

/// How long after a customer's message WhatsApp takes a text of ours.
const WINDOW: TimeDelta = TimeDelta::hours(24);

impl Notifications<'_> {
    /// Sends the link of the next booking, once for each message that asked for it.
    pub(super) async fn answer_with_link(&self, user: &UserId, note: &NoteId) -> Result<NoticeOutcome, NotifyError> {
        let salon = self.0;
        let note = salon.table.get::<CustomerNote>(&keys::customer_note(user, note)).await?;
        let recipient = self.recipient(user).await?;
        let Some((note, recipient)) = note.zip(recipient) else {
            return Ok(NoticeOutcome::Skipped(SkipReason::UnknownRecipient));
        };
        let Some(phone) = recipient.phone().filter(|_| note.created_at.plus(WINDOW) > salon.clock.now()) else {
            return Ok(NoticeOutcome::Skipped(SkipReason::NotDue));
        };
        let key = log_key(user, NotificationType::CustomerReply, note.id.as_str());
        let begin = |claimed_until: Instant, _: &mut Changes| DeliveryLog {
            key: key.clone(),
            user_id: user.clone(),
            kind: NotificationType::CustomerReply,
            booking_id: None,
            notification_id: salon.random.id(),
            push: None,
            email: Some(ChannelState::Open),
            message_by: Some(MessageChannel::Whatsapp),
            tried: Vec::new(),
            again: None,
            in_feed: true,
            claimed_by: salon.random.id(),
            claimed_until,
            error: None,
            sent_at: None,
            created_at: salon.clock.now(),
        };
        let Some(Claim { log, .. }) = claim(salon, &keys::sent(&key), begin).await? else {
            return Ok(NoticeOutcome::Skipped(SkipReason::AlreadySent));
        };
        let language = recipient.language();
        let message = WhatsAppMessage {
            kind: NotificationType::CustomerReply,
            to: phone.as_str().to_owned(),
            // Nothing is noted of what becomes of it: it has no notification.
            id: log.notification_id.to_string(),
            text: self.words(user, recipient.profile.as_ref(), language).await?,
            content: WhatsAppContent::Text,
        };
        let (state, error) = match salon.outbound.whatsapp(&message).await {
            Ok(Some(_)) => (ChannelState::Sent, None),
            Ok(None) => (ChannelState::Nowhere, None),
            Err(PhoneError::Refused(refusal)) if !refusal.remedy.is_temporary() => {
                (ChannelState::Failed, Some(SendError::Phone(refusal)))
            }
            Err(PhoneError::Refused(refusal)) => (ChannelState::Retry, Some(SendError::Phone(refusal))),
            Err(PhoneError::Send(error)) => (ChannelState::Retry, Some(error)),
        };
        let sent_at = (state == ChannelState::Sent).then(|| salon.clock.now());
        let text = error.as_ref().map(ToString::to_string);
        let outcome = DeliveryLog { email: Some(state), error: text, sent_at, ..log.record.clone() };
        record_outcome(salon, &log, outcome, |_| {}).await?;
        match error {
            Some(error) if state == ChannelState::Retry => Err(error.into()),
            _ if state == ChannelState::Sent => Ok(NoticeOutcome::Sent),
            _ => Ok(NoticeOutcome::FeedOnly),
        }
    }

    async fn words(&self, user: &UserId, profile: Option<&Profile>, language: Language) -> Result<String, NotifyError> {
        let Some(booking) = self.next_booking(user).await? else {
            return Ok(nothing_booked(&BrandingStore::of(self.0).brand(None).await?, language));
        };
        let name = BrandingStore::of(self.0).brand(None).await?.name;
        let own = Links::of(self.0).address(&LinkFor::booking(&booking), profile).await.map_err(SendError::from)?;
        let link = own.unwrap_or_else(|| format!("{}/bookings", self.0.settings.base_url));
        Ok(match language {
            Language::English => format!("Here you can move or cancel your booking: {link}\n{name}"),
            Language::Hindi => format!("यहाँ आप अपनी बुकिंग बदल या रद्द कर सकते हैं: {link}\n{name}"),
        })
    }

    /// The one that begins next, of those that can still be changed.
    async fn next_booking(&self, user: &UserId) -> Result<Option<Booking>, TableError> {
        let own = Partition::of(keys::user_partition(user)).starting(keys::BOOKING_PREFIX);
        let bookings = self.0.table.query::<Booking>(own).await?.into_iter().map(|booking| booking.record);
        let now = self.0.clock.now();
        let is_open = |booking: &Booking| {
            matches!(booking.status, BookingStatus::Pending | BookingStatus::Confirmed) && booking.starts_at() > now
        };
        Ok(bookings.filter(is_open).min_by_key(Booking::starts_at))
    }
}

/// For whoever wants to change a booking and has none: whoever reads the answer can call or write.
fn nothing_booked(brand: &Brand, language: Language) -> String {
    let name = &brand.name;
    let said = match (language, &brand.phone) {
        (Language::English, Some(phone)) => {
            format!("Nothing is booked for you just now. Call us on {phone}, or write to us here.")
        }
        (Language::English, None) => {
            "Nothing is booked for you just now. Is there anything else? Write to us here.".to_owned()
        }
        (Language::Hindi, Some(phone)) => format!("अभी आपकी कोई बुकिंग नहीं है। हमें {phone} पर फ़ोन करें, या यहाँ लिखें।"),
        (Language::Hindi, None) => "अभी आपकी कोई बुकिंग नहीं है। कुछ और चाहिए? हमें यहाँ लिखें।".to_owned(),
    };
    format!("{said}\n{name}")
}
