//! A customer wishes for time that is taken.

use serde_json::json;

use super::WaitlistError;
use super::fit::visit_of;
use super::request::WishRequest;
use super::rules::{MOST_OPEN, last_start};
use super::state::WishState;
use super::store::{Waitlist, look_at};
use super::view::WishAnswer;
use super::wish::{CustomerWishes, Wish};
use crate::bookings::Order;
use crate::slots::availability::slots;
use crate::slots::day::{days_ahead, has_begun};
use crate::slots::need::Need;
use crate::teams::{Team, Teams, WantedRooms};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::OutboxMessage;
use parlour_storage::table::Record as _;
use parlour_values::input::Problems;
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};

/// The result of a wish: a new one, or the one that was there.
pub struct Wished {
    pub answer: WishAnswer,
    pub is_new: bool,
}

impl Waitlist<'_> {
    pub async fn wish(&self, caller: &Caller, request: &WishRequest) -> Result<Wished, Failure<WaitlistError>> {
        self.0.retry_on_conflict(|| self.write_wish(caller, request)).await
    }

    async fn write_wish(&self, caller: &Caller, request: &WishRequest) -> Result<Wished, Failure<WaitlistError>> {
        let (salon, act, now) = (self.0, &caller.act, caller.act.at);
        let (found, catalogue) =
            (Branches::of(salon).get(&request.branch_id).await?, CatalogueStore::of(salon).read().await?);
        let mut problems = Problems::default();
        let branch = found.as_deref().filter(|branch| branch.is_operational());
        if branch.is_none() {
            problems.add("branchId", "must be a branch that takes bookings");
        }
        let wishes = request.service_ids.iter().map(|id| (id, request.staff_id.as_ref())).collect();
        let order = Order::of(&catalogue, request.service_type, ("serviceIds", wishes), &mut problems);
        let need = order.need();
        let (known, teams) = tokio::try_join!(
            async { Ok::<_, Failure<WaitlistError>>(self.known(&caller.user.id, now).await?) },
            async {
                match branch {
                    Some(branch) => Ok(self.teams(branch, &request.days(), &need).await?),
                    None => Ok(Vec::new()),
                }
            },
        )?;
        if let Some((branch, team)) = branch.zip(teams.first()) {
            check_horizon(branch, request, now.ist_date(), &mut problems);
            check_people(branch, team, request, &need, &mut problems);
        }
        let wish = Wish {
            id: salon.random.id(),
            customer_id: caller.user.id.clone(),
            branch_id: request.branch_id.clone(),
            service_type: request.service_type,
            service_ids: need.service_ids(),
            dates: request.days(),
            from: request.from,
            to: request.to,
            staff_id: request.staff_id.clone(),
            state: WishState::Waiting,
            offer: None,
            passed: Vec::new(),
            run_outs: 0,
            created_at: now,
            updated_at: now,
        };
        let there = known.open().find(|there| there.is_same(&wish));
        if there.is_none() {
            check_window(request, &need, now, &mut problems);
        }
        let Some(branch) = branch.filter(|_| problems.is_empty()) else {
            return Err(WaitlistError::Invalid(problems).into());
        };
        if let Some(there) = there {
            return Ok(Wished { answer: WishAnswer { wish: self.view(there).await? }, is_new: false });
        }
        if branch.settings.slot_policy != SlotPolicy::Staffed {
            return Err(WaitlistError::NoWaitlist.into());
        }
        if known.open().count() >= MOST_OPEN {
            return Err(WaitlistError::TooManyOpen.into());
        }
        if teams.iter().any(|team| is_free(team, branch, &wish, &need, now)) {
            return Err(WaitlistError::FreeNow.into());
        }

        let list = CustomerWishes::with(&caller.user.id, &known.wishes, wish.id.clone());
        let place = self.read_line(&branch.id, wish.dates.first().copied().unwrap_or(now.ist_date()), now).await?;
        let waiting = place.iter().filter(|wish| wish.state != WishState::Paused).count();
        let view = super::view::WishView::new(&wish, Some(waiting.saturating_add(1)), now);
        let answer = WishAnswer { wish: view };
        let mut transaction = salon.transaction(act);
        transaction.create(&wish);
        transaction.save(known.list.as_ref(), &list);
        for message in follow_ups(&wish, now) {
            transaction.enqueue(message);
        }
        let data = json!({ "branchId": wish.branch_id, "dates": wish.dates });
        transaction.audit(EventType::WishMade, Wish::KIND, wish.id.as_str(), data);
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(Wished { answer, is_new: true })
    }

    /// The team of each day.
    async fn teams(&self, branch: &Branch, days: &[IstDate], need: &Need) -> Result<Vec<Team>, Failure<WaitlistError>> {
        let teams = &Teams::of(self.0);
        let policy = branch.settings.slot_policy;
        let read = days.iter().map(async |day| {
            let found = teams.team_and(&branch.id, policy, *day, WantedRooms::of(need), Vec::new()).await?;
            Ok::<_, Failure<WaitlistError>>(found.0)
        });
        at_once::try_all(read.collect::<Vec<_>>()).await
    }
}

fn check_horizon(branch: &Branch, request: &WishRequest, today: IstDate, problems: &mut Problems) {
    let days = days_ahead(branch.settings.horizon_days);
    for (at, date) in request.dates.iter().enumerate() {
        if date.days_since(today) > i64::from(days) {
            problems.add(format!("dates.{at}"), format!("must be at most {days} days ahead"));
        }
    }
}

fn check_people(branch: &Branch, team: &Team, request: &WishRequest, need: &Need, problems: &mut Problems) {
    let ids = need.service_ids();
    if !team.is_able(&branch.id, &ids) {
        problems.add("serviceIds", "no active staff member can do all of these services there");
    }
    let lacks_room = need.services.iter().flat_map(|service| &service.groups).any(|group| !team.has_room(group));
    if lacks_room {
        problems.add("serviceIds", "the branch has no room for one of these services");
    }
    if request.staff_id.as_ref().is_some_and(|staff| !team.is_able_person(&branch.id, staff, &ids)) {
        problems.add("staffId", "must be an active staff member who can do these services there");
    }
}

/// That a visit could begin on one of the days at all, whoever is there and whenever the branch is open: the desk may offer
/// a time outside the window, but nobody waits for a window that holds none.
fn check_window(request: &WishRequest, need: &Need, now: Instant, problems: &mut Problems) {
    if need.services.is_empty() {
        return;
    }
    let window = Interval { start: request.from, end: request.to };
    let length = need.whole(TimeOfDay::MIDNIGHT).map(Interval::minutes);
    match length.and_then(|length| last_start(window, length)) {
        None => problems.add("to", "must leave enough time after from for all of the services"),
        Some(last) if request.dates.iter().all(|date| has_begun(*date, last, now)) => {
            problems.add("to", "must be later: that time is over today");
        }
        Some(_) => {}
    }
}

/// Whether a slot of the day that fits the wish can be booked now.
fn is_free(team: &Team, branch: &Branch, wish: &Wish, need: &Need, now: Instant) -> bool {
    let day = team.day(branch, now);
    let (people, rooms) = (team.people(&day), team.rooms());
    let free = slots(&day, &people, &rooms, need);
    free.iter()
        .filter(|slot| slot.is_available())
        .filter_map(|slot| visit_of(&slot.plan))
        .any(|visit| wish.admits(team.date(), visit))
}

/// Time may have come free while the wish was written: its days are looked at once more. And it ends with its last day.
fn follow_ups(wish: &Wish, now: Instant) -> Vec<OutboxMessage> {
    let look = |date: IstDate, due: Instant| look_at(&wish.branch_id, date, None, due);
    let last = wish.last_day().map(|last| look(last, last.plus_days(1).start()));
    wish.dates.iter().map(|date| look(*date, now)).chain(last).collect()
}
