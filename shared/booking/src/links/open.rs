//! Opening a link: whoever shows it may do with one booking, or one offer, what its customer may.
//!
//! A token that was made up, one that has ended and one that was replaced are told apart by nobody: each costs the same two
//! reads and one signature, and is answered alike.

use hmac::Mac as _;

use super::made::{LinkFor, unlinked};
use super::token::{LinkToken, LinkedId, NOBODY};
use super::{LinkError, Links};
use crate::bookings::Booking;
use crate::waitlist::{TimeOffer, Wish, WishState};
use parlour_people::auth::{Caller, LinkProof, Proof, User};
use parlour_people::customers::Profile;
use parlour_storage::act::{Act, Actor};
use parlour_storage::failure::Failure;
use parlour_storage::table::{Found, TableError, Topic, keys};
use parlour_values::id::{BookingId, UserId};
use parlour_values::time::Instant;

/// An open link.
#[derive(Clone, Debug)]
pub struct Link {
    /// The customer, who may do this and nothing else.
    pub caller: Caller,
    pub to: Linked,
}

/// The booking or offer it leads to.
#[derive(Clone, Debug)]
pub enum Linked {
    Booking(Box<Booking>),
    /// Time that is held for somebody on the waitlist.
    Offer {
        wish: Box<Wish>,
        offer: TimeOffer,
    },
}

impl Linked {
    pub fn booking(&self) -> Result<&Booking, LinkError> {
        match self {
            Self::Booking(booking) => Ok(booking),
            Self::Offer { .. } => Err(LinkError::NothingBooked),
        }
    }

    fn proof(&self) -> LinkProof {
        match self {
            Self::Booking(booking) => LinkProof::Booking { generation: booking.link_generation },
            Self::Offer { offer, .. } => LinkProof::Offer(offer.booking_id.clone()),
        }
    }
}

/// The booking or wish that a token names, as it was read.
enum Named {
    Booking(Box<Booking>),
    Wish(Box<Wish>),
    Nothing,
}

impl Named {
    fn link(&self) -> Option<LinkFor> {
        match self {
            Self::Booking(booking) => Some(LinkFor::booking(booking)),
            Self::Wish(wish) => LinkFor::offer(wish),
            Self::Nothing => None,
        }
    }

    /// The booking that an accepted offer has become.
    fn accepted(&self) -> Option<BookingId> {
        match self {
            Self::Wish(wish) if wish.state == WishState::Accepted => {
                wish.offer.as_ref().map(|offer| offer.booking_id.clone())
            }
            Self::Wish(_) | Self::Booking(_) | Self::Nothing => None,
        }
    }

    /// The booking or offer it leads to now.
    fn linked(self, found: &mut Found, now: Instant) -> Result<Option<Linked>, TableError> {
        let accepted = self.accepted();
        let linked = match self {
            Self::Booking(booking) => Some(Linked::Booking(booking)),
            Self::Wish(wish) => match accepted {
                // A new link to the booking ends this one too.
                Some(id) => found
                    .take::<Booking>(&keys::booking(&id))?
                    .map(|booking| booking.record)
                    .filter(|booking| booking.customer_id == wish.customer_id && booking.link_generation == 0)
                    .map(|booking| Linked::Booking(Box::new(booking))),
                None => {
                    let offer = wish.live_offer(now).filter(|_| wish.state == WishState::Offered).cloned();
                    offer.map(|offer| Linked::Offer { wish, offer })
                }
            },
            Self::Nothing => None,
        };
        Ok(linked.filter(|linked| match linked {
            Linked::Booking(booking) => !LinkFor::booking(booking).is_over(now),
            Linked::Offer { .. } => true,
        }))
    }
}

impl Links<'_> {
    pub async fn open(&self, act: &Act, token: &str) -> Result<Link, Failure<LinkError>> {
        let shown = LinkToken::parse(token).unwrap_or_default();
        let named = self.named(&shown.of, act.at).await?;
        let link = named.link();
        let nobody = UserId::from(NOBODY);
        let customer = link.as_ref().map_or(&nobody, LinkFor::customer);
        let (user, profile) = (keys::user(customer), keys::profile(customer));
        let wanted = [user.clone(), profile.clone()].into_iter();
        let wanted = wanted.chain(named.accepted().map(|booking| keys::booking(&booking)));
        // With the versions of what is shown of it, in one call.
        let (_, mut found) =
            self.0.table.versions(&[Topic::Branches, Topic::Catalogue, Topic::Branding], wanted).await?;
        let (user, profile) = (found.take::<User>(&user)?, found.take::<Profile>(&profile)?);
        let profile = profile.map(|profile| profile.record);
        let text = link.as_ref().map_or_else(unlinked, |link| link.text(profile.as_ref()));
        let mac = self.0.signature(&text).await.map_err(LinkError::from)?.ok_or(LinkError::Unknown)?;
        // In constant time, and last: what is looked at before is the same for every token.
        let is_ours = mac.verify_truncated_left(&shown.tag).is_ok();
        let linked = named.linked(&mut found, act.at)?.filter(|_| is_ours);
        let user = user.map(|user| user.record).filter(|user| user.is_active);
        let (user, to) = user.zip(linked).ok_or(LinkError::Unknown)?;
        let act = Act { actor: Actor::Link { customer: user.id.clone() }, ..act.clone() };
        Ok(Link { caller: Caller { user, proof: Proof::Link(to.proof()), act }, to })
    }

    async fn named(&self, of: &LinkedId, now: Instant) -> Result<Named, TableError> {
        let table = &self.0.table;
        let named = match of {
            LinkedId::Booking(id) => {
                table.get::<Booking>(&keys::booking(id)).await?.map(|found| Named::Booking(Box::new(found.record)))
            }
            LinkedId::Wish(id) => {
                table.get::<Wish>(&keys::wish(id)).await?.map(|found| Named::Wish(Box::new(found.at(now))))
            }
        };
        Ok(named.unwrap_or(Named::Nothing))
    }
}
