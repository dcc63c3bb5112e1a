//! The desk looks at a line, and offers a time itself.

use super::WaitlistError;
use super::fit::{OfferableTime, need_of};
use super::request::OfferTimeRequest;
use super::rules::held_until;
use super::state::WishStep;
use super::store::Waitlist;
use super::view::{DeskWishView, WishView, position};
use super::wish::Wish;
use crate::slots::availability::alternatives;
use crate::slots::plan::best_plan;
use crate::teams::{Teams, WantedRooms};
use parlour_people::auth::User;
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::table::{TableError, keys};
use parlour_values::id::{BranchId, WishId};
use parlour_values::time::IstDate;

impl Waitlist<'_> {
    /// The open wishes for a day, the first in line first, and without a place those who wait for another day and have an
    /// offer of this one.
    pub async fn line(&self, branch: &BranchId, date: IstDate) -> Result<Vec<DeskWishView>, TableError> {
        let now = self.0.clock.now();
        let seen = self.seen_on(branch, date, now).await?;
        let line: Vec<Wish> = seen.iter().filter(|wish| wish.waits_for(date)).cloned().collect();
        let views = seen.iter().map(|wish| (wish, WishView::new(wish, position(&line, &wish.id), now)));
        self.with_names(views.collect()).await
    }

    /// With whose they are.
    async fn with_names(&self, wishes: Vec<(&Wish, WishView)>) -> Result<Vec<DeskWishView>, TableError> {
        let mut customers: Vec<_> = wishes.iter().map(|(wish, _)| &wish.customer_id).collect();
        customers.sort_unstable();
        customers.dedup();
        let found = self.0.table.get_many(customers.into_iter().map(keys::user)).await?;
        let view = |(wish, view): (&Wish, WishView)| {
            let user = found.read::<User>(&keys::user(&wish.customer_id))?;
            Ok(DeskWishView {
                wish: view,
                customer_id: wish.customer_id.clone(),
                customer_name: user.map(|user| user.record.name).unwrap_or_default(),
                created_at: wish.created_at,
            })
        };
        wishes.into_iter().map(view).collect()
    }

    /// Offers a time whoever is first in line, and whether or not it is within the hours that were wished for. Nobody's time
    /// is taken for it.
    pub async fn offer(
        &self,
        act: &Act,
        id: &WishId,
        request: &OfferTimeRequest,
    ) -> Result<DeskWishView, Failure<WaitlistError>> {
        let wish = self.0.retry_on_conflict(|| self.write_desk_offer(act, id, request)).await?;
        let view = self.view(&wish).await?;
        self.with_names(vec![(&wish, view)]).await?.pop().ok_or(WaitlistError::Unknown.into())
    }

    async fn write_desk_offer(
        &self,
        act: &Act,
        id: &WishId,
        request: &OfferTimeRequest,
    ) -> Result<Wish, Failure<WaitlistError>> {
        let (salon, now) = (self.0, self.0.clock.now());
        let read = self.find(id).await?;
        let wish = read.at(now);
        wish.state.after(WishStep::OfferByDesk).map_err(WaitlistError::from)?;
        let (branch, catalogue) =
            (Branches::of(salon).get(&wish.branch_id).await?, CatalogueStore::of(salon).read().await?);
        let is_staffed =
            |branch: &Branch| branch.is_operational() && branch.settings.slot_policy == SlotPolicy::Staffed;
        let branch = branch.filter(|branch| is_staffed(branch)).ok_or(WaitlistError::NoWaitlist)?;
        let asked = Wish { staff_id: Some(request.staff_id.clone()), ..wish.clone() };
        let need = need_of(&asked, &catalogue).ok_or(WaitlistError::NotOnOffer)?;
        let rooms = WantedRooms::of(&need);
        let (team, _) =
            Teams::of(salon).team_and(&branch.id, SlotPolicy::Staffed, request.date, rooms, Vec::new()).await?;
        if !team.is_able_person(&branch.id, &request.staff_id, &wish.service_ids) {
            return Err(WaitlistError::invalid(
                "staffId",
                "must be an active staff member who can do these services there",
            )
            .into());
        }
        let until = held_until(request.date.at(request.start_time), now).ok_or(WaitlistError::NotOfferedNow)?;
        let day = team.day(&branch, now);
        let (people, rooms) = (team.people(&day), team.rooms());
        let Ok(plan) = best_plan(&day, &people, &rooms, request.start_time, &need) else {
            let alternatives = alternatives(&day, &people, &rooms, request.start_time, &need);
            return Err(WaitlistError::Taken { alternatives }.into());
        };
        let fit = OfferableTime::of(plan, until, (&team, &people), now).ok_or(WaitlistError::NotOnOffer)?;
        let offered = fit.offered_to(&wish, WishStep::OfferByDesk, request.date, salon.random.id(), now);
        let offered = offered.map_err(WaitlistError::from)?;
        self.write_offer(act, &read, &offered, &team, &need, &fit).await?;
        Ok(offered)
    }
}
