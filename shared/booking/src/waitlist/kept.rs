//! Whether the salon can still do what it has offered: somebody may be ill by now, a room given up, or the branch closed.

use std::sync::Arc;

use super::fit::need_of;
use super::store::Waitlist;
use super::wish::{TimeOffer, Wish};
use crate::slots::need::Need;
use crate::slots::plan::{PlannedService, best_plan};
use crate::teams::{Team, Teams, WantedRooms};
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::table::{Stored, TableError};
use parlour_values::time::Instant;

/// What an offer rests on, as it is now.
pub(super) struct OfferFacts {
    pub branch: Stored<Branch>,
    pub catalogue: Arc<Catalogue>,
    pub team: Team,
    need: Need,
}

impl Waitlist<'_> {
    /// None where the branch takes no bookings any more, or a service is no longer on offer.
    pub(super) async fn facts_of(&self, wish: &Wish, offer: &TimeOffer) -> Result<Option<OfferFacts>, TableError> {
        let (branch, catalogue) =
            (Branches::of(self.0).get(&wish.branch_id).await?, CatalogueStore::of(self.0).read().await?);
        let branch = branch.filter(|branch| branch.is_operational());
        let Some((branch, need)) = branch.zip(need_of(wish, &catalogue)) else { return Ok(None) };
        let need = as_offered(need, offer);
        let rooms = WantedRooms::of(&need);
        let (team, _) =
            Teams::of(self.0).team_and(&branch.id, SlotPolicy::Staffed, offer.date, rooms, Vec::new()).await?;
        Ok(Some(OfferFacts { branch, catalogue, team, need }))
    }

    /// Whether the salon has taken away what an offer held. What others have booked since it ran out does not count.
    pub(super) async fn is_spoiled(&self, wish: &Wish, offer: &TimeOffer, now: Instant) -> Result<bool, TableError> {
        let Some(facts) = self.facts_of(wish, offer).await? else { return Ok(true) };
        let facts = OfferFacts { team: facts.team.without_bookings(), ..facts };
        Ok(facts.plan(offer, now).is_none())
    }
}

impl OfferFacts {
    /// The visit as it was offered; none where the salon cannot do it any more.
    pub fn plan(&self, offer: &TimeOffer, now: Instant) -> Option<Vec<PlannedService>> {
        let day = self.team.day(&self.branch, now);
        best_plan(&day, &self.team.people(&day), &self.team.rooms(), offer.start, &self.need).ok()
    }
}

/// With the people and rooms that were offered; what is held for it does not stand in its way.
fn as_offered(mut need: Need, offer: &TimeOffer) -> Need {
    for (service, part) in need.services.iter_mut().zip(&offer.plan) {
        service.wished = Some(part.staff_id.clone());
        service.rooms.clone_from(&part.resource_ids);
    }
    Need { own: Some(offer.booking_id.clone()), ..need }
}
