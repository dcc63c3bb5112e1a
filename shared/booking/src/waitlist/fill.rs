//! Offers time that has come free to whoever is first in line and can use it. It reads what is free now: run twice, it finds
//! nothing new.

use std::collections::BTreeSet;
use std::convert::Infallible;

use serde_json::json;

use super::fit::{OfferableTime, Turn, WaitedDay, in_turn, need_of, passed_by};
use super::rules::next_morning;
use super::state::{WishState, WishStep};
use super::store::{Waitlist, look_again, look_at, look_at_end, write};
use super::wish::Wish;
use crate::bookings::{OfferedPlan, PlanTime};
use crate::freed;
use crate::slots::Resource;
use crate::slots::need::Need;
use crate::teams::{Team, Teams, WantedRooms};
use parlour_people::auth::User;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::{Condition, Found, Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::{BranchId, UserId, WishId};
use parlour_values::time::{Instant, IstDate, TimeOfDay};

/// How many offers one look at a day makes at most; each leaves a message that looks again.
const MOST_AT_ONCE: usize = 50;

/// The branch, day and time that may have come free.
#[derive(Clone, Copy, Debug)]
pub struct Gap<'a> {
    pub branch_id: &'a BranchId,
    /// None: on any day that somebody waits for.
    pub date: Option<IstDate>,
    pub start: Option<TimeOfDay>,
    /// The wish whose offer has run out.
    pub wish_id: Option<&'a WishId>,
}

impl Waitlist<'_> {
    /// How many offers were made.
    pub async fn fill(&self, act: &Act, gap: Gap<'_>) -> Result<usize, Setback> {
        if let Some(wish) = gap.wish_id {
            let wish = self.0.table.get::<Wish>(&keys::wish(wish)).await?;
            self.write_down(act, wish.as_slice(), gap.date).await?;
        }
        let days = match gap.date {
            Some(date) => BTreeSet::from([date]),
            None => self.days_waited_for(gap.branch_id).await?,
        };
        let mut offers = 0_usize;
        for date in days {
            for _ in 0..MOST_AT_ONCE {
                let made = self.0.retry_on_conflict(|| self.offer_next(act, gap, date)).await?;
                if !made {
                    break;
                }
                offers = offers.saturating_add(1);
            }
        }
        Ok(offers)
    }

    async fn days_waited_for(&self, branch: &BranchId) -> Result<BTreeSet<IstDate>, TableError> {
        let today = self.0.clock.today();
        let wishes = self.0.table.query::<Wish>(Partition::g1(keys::open_wishes(branch))).await?;
        Ok(wishes.iter().flat_map(|wish| wish.dates.iter().copied()).filter(|date| *date >= today).collect())
    }

    /// Makes one offer, if there is one to make.
    async fn offer_next(&self, act: &Act, gap: Gap<'_>, date: IstDate) -> Result<bool, Failure<Infallible>> {
        let now = self.0.clock.now();
        let mut stored = self.stored_line(gap.branch_id, date).await?;
        if self.write_down(act, &stored, Some(date)).await? {
            stored = self.stored_line(gap.branch_id, date).await?;
        }
        let line: Vec<Wish> = stored.iter().map(|wish| wish.at(now)).collect();
        if in_turn(&line, date).next().is_none() || date < now.ist_date() {
            return Ok(false);
        }
        let (branch, catalogue) =
            (Branches::of(self.0).get(gap.branch_id).await?, CatalogueStore::of(self.0).read().await?);
        let is_staffed =
            |branch: &Branch| branch.is_operational() && branch.settings.slot_policy == SlotPolicy::Staffed;
        let Some(branch) = branch.filter(|branch| is_staffed(branch)) else { return Ok(false) };
        let turns: Vec<(&Wish, Need)> =
            in_turn(&line, date).filter_map(|wish| Some((wish, need_of(wish, &catalogue)?))).collect();
        let everything = Need {
            services: turns.iter().flat_map(|(_, need)| need.services.iter().cloned()).collect(),
            ..Need::default()
        };
        let rooms = WantedRooms::of(&everything);
        let customers: BTreeSet<&UserId> = turns.iter().map(|(wish, _)| &wish.customer_id).collect();
        let users = customers.iter().map(|customer| keys::user(customer)).collect();
        let (team, found) = Teams::of(self.0).team_and(&branch.id, SlotPolicy::Staffed, date, rooms, users).await?;
        let active = active_among(customers, &found)?;
        let day = WaitedDay { branch: &branch, team: &team, freed: gap.start, now };
        let found = turns.iter().filter(|(wish, _)| active.contains(&wish.customer_id)).find_map(|(wish, need)| {
            let turn = Turn { wish, need, passed: passed_by(&line, &wish.customer_id) };
            let fit = day.first_fit(&turn)?;
            Some((*wish, need, fit))
        });
        let Some((wish, need, fit)) = found else { return Ok(false) };
        if let Some(morning) = next_morning(now) {
            self.look_in_the_morning(act, gap, date, morning).await?;
            return Ok(false);
        }
        let Some(read) = stored.iter().find(|stored| stored.id == wish.id) else { return Ok(false) };
        let Ok(offered) = fit.offered_to(wish, WishStep::Offer, date, self.0.random.id(), now) else {
            return Ok(false);
        };
        self.write_offer(act, read, &offered, &team, need, &fit).await?;
        Ok(true)
    }

    /// Holds the time, and tells the customer.
    pub(super) async fn write_offer(
        &self,
        act: &Act,
        read: &Stored<Wish>,
        offered: &Wish,
        team: &Team,
        need: &Need,
        fit: &OfferableTime,
    ) -> Result<(), Setback> {
        let Some(offer) = &offered.offer else { return Ok(()) };
        let now = self.0.clock.now();
        let mut time = PlanTime::of(team);
        let held = OfferedPlan {
            booking_id: &offer.booking_id,
            branch_id: &offered.branch_id,
            need,
            plan: &fit.plan,
            until: offer.expires_at,
        };
        time.offer(held, now);
        let mut transaction = self.0.transaction(act);
        let data = json!({
            "bookingId": offer.booking_id, "date": offer.date, "startTime": offer.start, "expiresAt": offer.expires_at,
        });
        write(&mut transaction, EventType::WishOffered, read, offered, data);
        time.write(&mut transaction);
        for member in fit.plan.iter().filter_map(|planned| team.member(&planned.staff_id)) {
            transaction.check(StaffMember::KIND, member.key(), Condition::Version(member.version));
        }
        for room in fit.plan.iter().flat_map(|planned| &planned.resource_ids).filter_map(|id| team.resource(id)) {
            transaction.check(Resource::KIND, room.key(), Condition::Version(room.version));
        }
        let told = NotifiableEvent::WaitlistOffer { wish_id: offered.id.clone(), booking_id: offer.booking_id.clone() };
        transaction.enqueue(told.message(now));
        transaction.enqueue(look_at_end(offered, offer));
        transaction.commit().await
    }

    /// A time that is free at night is offered in the morning, if it still is.
    async fn look_in_the_morning(
        &self,
        act: &Act,
        gap: Gap<'_>,
        date: IstDate,
        morning: Instant,
    ) -> Result<(), Setback> {
        let mut transaction = self.0.transaction(act);
        transaction.enqueue(look_at(gap.branch_id, date, gap.start, morning));
        transaction.commit().await
    }

    /// Writes down offers that have run out and wishes that are over, while the line of a day is looked at. Whoever reads
    /// them knows already: where something else became of a wish meanwhile, that counts.
    async fn write_down(
        &self,
        act: &Act,
        wishes: &[Stored<Wish>],
        looked_at: Option<IstDate>,
    ) -> Result<bool, Setback> {
        let (now, mut has_changed) = (self.0.clock.now(), false);
        for read in wishes {
            let after = read.at(now);
            if after == read.record {
                continue;
            }
            has_changed = true;
            let (what, after) = match &read.offer {
                _ if after.state == WishState::Ended => (EventType::WishEnded, after),
                Some(offer) if self.is_spoiled(read, offer, now).await? => {
                    let withdrawn = read.withdrawn(offer.expires_at).map_or(after, |wish| wish.at(now));
                    (EventType::WishWithdrawn, withdrawn)
                }
                _ => (EventType::WishRunOut, after),
            };
            let mut transaction = self.0.transaction(act);
            write(&mut transaction, what, read, &after, json!({}));
            if let Some(offer) = &read.offer {
                // Its own branch looks at that day when the offer is over.
                let freed = self.freed_by(&read.branch_id, offer, now).await?;
                freed::tell(&mut transaction, freed.into_iter().filter(|freed| !freed.is_at(&read.branch_id)), now);
                look_again(&mut transaction, &after, looked_at, now);
            }
            match transaction.commit().await {
                Err(setback) if !setback.has_lost() => return Err(setback),
                _ => {}
            }
        }
        Ok(has_changed)
    }
}

/// Those who can sign in: nothing is held for anybody else.
fn active_among<'a>(customers: BTreeSet<&'a UserId>, found: &Found) -> Result<BTreeSet<&'a UserId>, TableError> {
    let mut active = BTreeSet::new();
    for customer in customers {
        let user = found.read::<User>(&keys::user(customer))?;
        active.extend(user.is_some_and(|user| user.is_active).then_some(customer));
    }
    Ok(active)
}
