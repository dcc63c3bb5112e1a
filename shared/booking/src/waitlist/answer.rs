//! A customer answers an offer, or takes a wish back.

use serde_json::json;

use super::WaitlistError;
use super::state::WishState;
use super::store::{Waitlist, write};
use super::view::WishView;
use super::wish::Wish;
use parlour_people::auth::Caller;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::Stored;
use parlour_values::id::WishId;

impl Waitlist<'_> {
    pub async fn decline(&self, caller: &Caller, id: &WishId) -> Result<WishView, Failure<WaitlistError>> {
        let declined = self.0.retry_on_conflict(|| self.write_declined(caller, id)).await?;
        Ok(self.view(&declined).await?)
    }

    async fn write_declined(&self, caller: &Caller, id: &WishId) -> Result<Wish, Failure<WaitlistError>> {
        let now = self.0.clock.now();
        let read = self.find_own(&caller.user.id, id).await?;
        let wish = read.at(now);
        let offer = wish.live_offer(now).filter(|_| wish.state == WishState::Offered);
        let offer = offer.filter(|offer| caller.may_answer(&offer.booking_id)).ok_or(WaitlistError::NoLiveOffer)?;
        let declined = wish.declined(now).map_err(WaitlistError::from)?;
        let mut transaction = self.0.transaction(&caller.act);
        write(&mut transaction, EventType::WishDeclined, &read, &declined, json!({ "bookingId": offer.booking_id }));
        self.free(&mut transaction, &declined, offer, now).await?;
        transaction.commit().await?;
        Ok(declined)
    }

    pub async fn end_own(&self, caller: &Caller, id: &WishId) -> Result<(), Failure<WaitlistError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find_own(&caller.user.id, id).await?;
                self.write_ended(&caller.act, read).await
            })
            .await
    }

    /// The desk takes somebody off the waitlist.
    pub async fn end(&self, act: &Act, id: &WishId) -> Result<(), Failure<WaitlistError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.find(id).await?;
                self.write_ended(act, read).await
            })
            .await
    }

    /// A wish that is over already stays as it is.
    async fn write_ended(&self, act: &Act, read: Stored<Wish>) -> Result<(), Failure<WaitlistError>> {
        let now = self.0.clock.now();
        let wish = read.at(now);
        if wish.state == WishState::Ended {
            return Ok(());
        }
        let ended = wish.ended(now).map_err(WaitlistError::from)?;
        let mut transaction = self.0.transaction(act);
        write(&mut transaction, EventType::WishEnded, &read, &ended, json!({}));
        if let Some(offer) = &wish.offer {
            self.free(&mut transaction, &ended, offer, now).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}
