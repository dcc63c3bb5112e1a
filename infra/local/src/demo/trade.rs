//! Three months of trade: who came on which day to whom, until yesterday. Weekends are full, Tuesdays are not, and each month
//! is a little better than the one before.

use parlour_booking::bookings::status::BookingStatus;
use parlour_values::time::{Minutes, TimeOfDay};

use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::guests::DAYS;
use super::names::Dice;
use super::places::DemoBranches;
use super::team::{DemoTeam, DemoWorker};
use super::visits::{DemoVisit, LUNCH, room_for, services_of};

/// The people whose chairs are seldom empty: those in these places of the team.
const BUSY: [u32; 3] = [1, 3, 5];
/// How many visits out of ten a day of the week brings to somebody, Monday first.
const WEEK: [u32; 7] = [3, 2, 4, 4, 6, 9, 8];

/// Everything that was booked in those days, in the order of time.
pub fn visits<'a>(
    calendar: &Calendar,
    dice: &mut Dice,
    places: &'a DemoBranches,
    menu: &'a ServiceMenu,
    team: &'a DemoTeam,
) -> Vec<DemoVisit<'a>> {
    let mut visits = Vec::new();
    for days in (1..=DAYS).rev() {
        for worker in &team.workers {
            day(&mut visits, calendar, dice, (places, menu), worker, days);
        }
    }
    visits.sort_by_key(|visit: &DemoVisit<'_>| visit.date.at(visit.start));
    visits
}

fn day<'a>(
    visits: &mut Vec<DemoVisit<'a>>,
    calendar: &Calendar,
    dice: &mut Dice,
    (places, menu): (&'a DemoBranches, &'a ServiceMenu),
    worker: &'a DemoWorker,
    days: u64,
) {
    let date = calendar.today.minus_days(days);
    let branch = [&places.open, &places.staffed].into_iter().find(|place| worker.works_at(place));
    let (Some(branch), false) = (branch, worker.days_off.contains(&date.weekday())) else { return };
    let services = services_of(menu, worker);
    let mut at = branch.open_time.minutes() + 30 * dice.below(6);
    for _ in 0..count(dice, worker, date.weekday(), days) {
        let Some(&(service_type, service)) = dice.pick(&services) else { return };
        let mut chosen = vec![service];
        // Every fourth has something else done, too.
        if let Some(&(side, second)) = dice.pick(&services)
            && side == service_type
            && second.id != service.id
            && dice.one_in(2)
        {
            chosen.push(second);
        }
        let work: Minutes = chosen.iter().map(|service| service.duration).sum();
        let hold = work.plus(chosen.last().map_or(Minutes(0), |service| service.buffer)).0;
        if at < LUNCH.1 && at + hold > LUNCH.0 {
            at = LUNCH.1;
        }
        let Some(start) = TimeOfDay::from_minutes(at).filter(|_| at + hold <= branch.close_time.minutes()) else {
            return;
        };
        let is_walk_in = dice.one_in(6);
        let status = if is_walk_in { BookingStatus::Completed } else { ending(dice) };
        let ahead = u64::from(1 + dice.below(5));
        let asked =
            if is_walk_in { date.at(start) } else { calendar.days_ago(days + ahead, i64::from(10 + dice.below(10))) };
        let room = room_for(places, worker, &chosen);
        let worker = Some(worker);
        visits.push(DemoVisit {
            branch,
            worker,
            room,
            services: chosen,
            service_type,
            date,
            start,
            status,
            asked,
            is_walk_in,
        });
        at = (at + hold + 15 * (1 + dice.below(8))).next_multiple_of(15);
    }
}

/// How many come to somebody on a day.
fn count(dice: &mut Dice, worker: &DemoWorker, weekday: u32, days: u64) -> u32 {
    let of_day = WEEK.get(weekday.saturating_sub(1) as usize).copied().unwrap_or(5);
    let busy = if BUSY.contains(&worker.place) { 4 } else { 0 };
    let month = u32::try_from((DAYS - days) / 30).unwrap_or(0);
    let tenths = of_day + busy + month;
    tenths / 10 + u32::from(dice.below(10) < tenths % 10)
}

fn ending(dice: &mut Dice) -> BookingStatus {
    match dice.below(100) {
        0..=3 => BookingStatus::NoShow,
        4..=9 => BookingStatus::Cancelled,
        10..=11 => BookingStatus::Rejected,
        _ => BookingStatus::Completed,
    }
}
