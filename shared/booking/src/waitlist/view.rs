//! Wishes as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::state::WishState;
use super::wish::{HeldService, TimeOffer, Wish};
use crate::teams::PlannedServiceView;
use parlour_setup::catalogue::ServiceType;
use parlour_values::id::{BranchId, ServiceId, StaffId, UserId, WishId};
use parlour_values::time::{Instant, IstDate, TimeOfDay};

/// A wish as its customer sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WishView {
    pub id: WishId,
    pub branch_id: BranchId,
    pub service_type: ServiceType,
    pub service_ids: Vec<ServiceId>,
    pub dates: Vec<IstDate>,
    pub from: TimeOfDay,
    pub to: TimeOfDay,
    pub staff_id: Option<StaffId>,
    pub state: WishState,
    /// Its place in the line of its next day; none where it waits no longer.
    pub position: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<TimeOfferView>,
}

/// Time that is held until it is answered.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeOfferView {
    pub date: IstDate,
    pub start_time: TimeOfDay,
    pub plan: Vec<PlannedServiceView>,
    pub expires_at: Instant,
}

/// A wish as the desk sees it: the same, and whose it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskWishView {
    #[serde(flatten)]
    pub wish: WishView,
    pub customer_id: UserId,
    pub customer_name: String,
    pub created_at: Instant,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WishAnswer {
    pub wish: WishView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WishList {
    pub wishes: Vec<WishView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeskWishAnswer {
    pub wish: DeskWishView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeskWishList {
    pub wishes: Vec<DeskWishView>,
}

impl From<&HeldService> for PlannedServiceView {
    fn from(part: &HeldService) -> Self {
        Self {
            service_id: part.service_id.clone(),
            staff_id: part.staff_id.clone(),
            start_time: part.time.start,
            end_time: part.time.end,
            resource_ids: part.resource_ids.clone(),
        }
    }
}

impl From<&TimeOffer> for TimeOfferView {
    fn from(offer: &TimeOffer) -> Self {
        Self {
            date: offer.date,
            start_time: offer.start,
            plan: offer.plan.iter().map(Into::into).collect(),
            expires_at: offer.expires_at,
        }
    }
}

impl WishView {
    /// The wish as it stands now; an offer is shown while it can be taken.
    pub fn new(wish: &Wish, position: Option<usize>, now: Instant) -> Self {
        Self {
            id: wish.id.clone(),
            branch_id: wish.branch_id.clone(),
            service_type: wish.service_type,
            service_ids: wish.service_ids.clone(),
            dates: wish.dates.clone(),
            from: wish.from,
            to: wish.to,
            staff_id: wish.staff_id.clone(),
            state: wish.state,
            position: position.filter(|_| wish.state.is_open()),
            offer: wish.live_offer(now).filter(|_| wish.state == WishState::Offered).map(Into::into),
        }
    }
}

/// The place of a wish in a line, counting from one those who wait or are asked now; none for one that is paused.
pub fn position(line: &[Wish], id: &WishId) -> Option<usize> {
    let mut waiting = line.iter().filter(|wish| matches!(wish.state, WishState::Waiting | WishState::Offered));
    waiting.position(|wish| wish.id == *id).map(|before| before.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::super::state::WishStep;
    use super::super::wish::tests::{offer, wish};
    use super::*;
    use serde_json::json;

    #[test]
    fn a_wish_is_shown_with_its_place_and_with_an_offer_while_it_can_be_taken() {
        let now = wish().created_at;
        let shown = serde_json::to_value(WishView::new(&wish(), Some(2), now)).unwrap();
        let expected = json!({
            "id": "w1", "branchId": "main", "serviceType": "salon", "serviceIds": ["haircut", "colour"],
            "dates": ["2026-11-17", "2026-11-19"], "from": "12:00", "to": "18:00", "staffId": null,
            "state": "waiting", "position": 2,
        });
        assert_eq!(shown, expected);
        let offered = wish().offered(WishStep::Offer, offer(), now).unwrap();
        let shown = serde_json::to_value(WishView::new(&offered, Some(1), now)).unwrap();
        let plan = json!([{
            "serviceId": "haircut", "staffId": "meera", "startTime": "14:00", "endTime": "14:30", "resourceIds": [],
        }]);
        assert_eq!(shown["offer"]["plan"], plan);
        assert_eq!((&shown["offer"]["startTime"], &shown["state"]), (&json!("14:00"), &json!("offered")));
        let accepted = WishView::new(&offered.accepted(now).unwrap(), Some(1), now);
        assert!(accepted.offer.is_none() && accepted.position.is_none());
    }

    #[test]
    fn whoever_is_paused_holds_no_place() {
        let at = |id: &str, state| Wish { id: id.into(), state, ..wish() };
        let line = [at("a", WishState::Offered), at("b", WishState::Paused), at("c", WishState::Waiting)];
        let places = ["a", "b", "c", "d"].map(|id| position(&line, &id.into()));
        assert_eq!(places, [Some(1), None, Some(2), None]);
    }
}
