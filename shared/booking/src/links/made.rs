//! Making links. What is signed is what a link depends on: once any of it has changed, the link is ended, and nothing has to
//! be kept or cleared for that. A customer's id and phone are among it, so a merge and a new phone end the links that were
//! sent before, whoever writes them.

use chrono::TimeDelta;
use hmac::Mac as _;
use serde_json::json;

use super::token::{LinkToken, LinkedId, NOBODY, TokenTag};
use super::view::LinkAnswer;
use super::{LinkError, Links};
use crate::bookings::{Booking, Bookings};
use crate::waitlist::Wish;
use parlour_people::auth::User;
use parlour_people::customers::Profile;
use parlour_settings::SecretError;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Record as _, keys};
use parlour_values::contact::Phone;
use parlour_values::id::{BookingId, UserId, WishId};
use parlour_values::time::Instant;

/// How long after a visit its link is of use.
const AFTER_THE_VISIT: TimeDelta = TimeDelta::hours(24);

/// The booking or offer that a link is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkFor {
    of: Signed,
    customer: UserId,
    /// At this moment it is over.
    ends: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Signed {
    Booking { id: BookingId, generation: u32 },
    Offer { wish: WishId, booking: BookingId },
}

/// The phone that a link is sent to, and how often it was another one before.
fn phone_of(profile: &Profile) -> String {
    let phone = profile.phone.as_ref().map_or("", Phone::as_str);
    match profile.phone_generation {
        0 => phone.to_owned(),
        generation => format!("{phone}\n{generation}"),
    }
}

/// The text signed of a link that does not exist: checking it takes as long.
pub(super) fn unlinked() -> String {
    format!("link to nothing {NOBODY}\n0\n{NOBODY}\n+910000000000")
}

impl LinkFor {
    pub fn booking(booking: &Booking) -> Self {
        let of = Signed::Booking { id: booking.id.clone(), generation: booking.link_generation };
        Self { of, customer: booking.customer_id.clone(), ends: booking.ends_at().plus(AFTER_THE_VISIT) }
    }

    /// None where nothing is offered. It can be answered as long as it lasts; once it is accepted, the link is one to the
    /// booking.
    pub fn offer(wish: &Wish) -> Option<Self> {
        let offer = wish.offer.as_ref()?;
        let of = Signed::Offer { wish: wish.id.clone(), booking: offer.booking_id.clone() };
        let ends = offer.date.at(offer.end()).plus(AFTER_THE_VISIT);
        Some(Self { of, customer: wish.customer_id.clone(), ends })
    }

    pub(super) fn customer(&self) -> &UserId {
        &self.customer
    }

    pub(super) fn is_over(&self, now: Instant) -> bool {
        now >= self.ends
    }

    /// The text that nothing else of ours signs.
    pub(super) fn text(&self, profile: Option<&Profile>) -> String {
        let (customer, phone) = (&self.customer, profile.map(phone_of).unwrap_or_default());
        match &self.of {
            Signed::Booking { id, generation } => format!("link to booking {id}\n{generation}\n{customer}\n{phone}"),
            Signed::Offer { wish, booking } => format!("link to offer {booking}\n{wish}\n{customer}\n{phone}"),
        }
    }

    fn token(&self, tag: TokenTag) -> LinkToken {
        let of = match &self.of {
            Signed::Booking { id, .. } => LinkedId::Booking(id.clone()),
            Signed::Offer { wish, .. } => LinkedId::Wish(wish.clone()),
        };
        LinkToken { of, tag }
    }
}

impl Links<'_> {
    /// The address that opens it until its customer, whose profile this is, has another phone; none where it would be over
    /// already, or where there is no secret to sign with.
    pub async fn address(&self, link: &LinkFor, profile: Option<&Profile>) -> Result<Option<String>, SecretError> {
        if link.is_over(self.0.clock.now()) {
            return Ok(None);
        }
        let Some(mac) = self.0.signature(&link.text(profile)).await? else { return Ok(None) };
        let signature = mac.finalize().into_bytes();
        let tag = signature.first_chunk::<16>().copied();
        let token = tag.and_then(|tag| link.token(tag).text());
        Ok(token.map(|token| format!("{}/m?{token}", self.0.settings.base_url)))
    }

    /// A new link to the booking; the ones before open nothing any more.
    pub async fn renew(&self, act: &Act, id: &BookingId) -> Result<LinkAnswer, Failure<LinkError>> {
        let (renewed, profile) = self.0.retry_on_conflict(|| self.write_renewed(act, id)).await?;
        let url = self.address(&LinkFor::booking(&renewed), profile.as_ref()).await.map_err(LinkError::from)?;
        let url = url.ok_or(LinkError::NotConfigured)?;
        // The link that the real call makes would be the same.
        Ok(LinkAnswer { url: (!self.0.is_dry_run()).then_some(url) })
    }

    /// The booking with its new generation, and its customer's profile.
    async fn write_renewed(&self, act: &Act, id: &BookingId) -> Result<(Booking, Option<Profile>), Failure<LinkError>> {
        let read = Bookings::of(self.0).find(id).await.map_err(|failure| match failure {
            Failure::Refused(error) => Failure::Refused(LinkError::Booking(error)),
            Failure::Setback(setback) => Failure::Setback(setback),
        })?;
        if LinkFor::booking(&read).is_over(act.at) {
            return Err(LinkError::Over.into());
        }
        let (user, profile) = (keys::user(&read.customer_id), keys::profile(&read.customer_id));
        let mut found = self.0.table.get_many([user.clone(), profile.clone()]).await?;
        if !found.take::<User>(&user)?.is_some_and(|user| user.is_active) {
            return Err(LinkError::NobodyToOpenIt.into());
        }
        let profile = found.take::<Profile>(&profile)?.map(|profile| profile.record);
        // Nothing that anybody sees of the booking has changed, so neither has the moment of its last change.
        let renewed = Booking { link_generation: read.link_generation.saturating_add(1), ..read.record.clone() };
        let mut transaction = self.0.transaction(act);
        transaction.replace(&read, &renewed);
        transaction.audit(EventType::BookingLinkRenewed, Booking::KIND, id.as_str(), json!({}));
        transaction.commit().await?;
        Ok((renewed, profile))
    }
}
