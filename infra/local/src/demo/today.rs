//! Today's board: a working day at each branch, as far as it has got by now. At the open branch it goes on until closing, at
//! the staffed one nothing lies ahead. Nothing is due for any of it: no reminder, no alert. What waits for an answer is followed
//! up like every request.

use chrono::TimeDelta;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::resources::Resource;
use parlour_booking::slots::ledger::{Busy, DayLedger, LedgerOwner};
use parlour_people::auth::User;
use parlour_people::customers::{CustomerCard, CustomerNote, NoteKind};
use parlour_setup::catalogue::{Service, ServiceType};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Bulk, TableError};
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};

use super::books::Books;
use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::guests::{Patron, comer};
use super::names::Dice;
use super::places::DemoBranches;
use super::team::{DemoTeam, DemoWorker};
use super::visits::{DemoVisit, LUNCH, room_for, services_of};

/// Days ahead, hour, minutes since it was asked for: what waits for an answer.
const REQUESTS: [(u64, u32, i64); 3] = [(1, 11, 95), (1, 17, 40), (2, 12, 10)];
/// One of so many visits is called off.
const CANCELLED: usize = 9;

/// The visits on the board of each of the team.
pub fn visits<'a>(
    calendar: &Calendar,
    places: &'a DemoBranches,
    menu: &'a ServiceMenu,
    team: &'a DemoTeam,
) -> Vec<DemoVisit<'a>> {
    team.workers.iter().flat_map(|worker| of_worker(calendar, places, menu, worker)).collect()
}

/// Writes the day, and what waits for an answer; gives who comes first, and what waits.
pub fn write(
    books: &mut Books<'_>,
    dice: &mut Dice,
    guests: &mut [Patron],
    (calendar, places, team): (&Calendar, &DemoBranches, &DemoTeam),
    (visits, requests): (&[DemoVisit<'_>], &[DemoVisit<'_>]),
) -> (Option<User>, Vec<Booking>) {
    let mut first = None;
    let of_room = |room: &Resource| DayLedger::of(LedgerOwner::Resource(room.id.clone()), calendar.today);
    let mut rooms = places.rooms.each_ref().map(|room| (room, of_room(room)));
    for worker in &team.workers {
        let own = |visit: &&DemoVisit<'_>| visit.worker.is_some_and(|other| other.place == worker.place);
        let mut ledger = DayLedger::empty(worker.member.id.clone(), calendar.today);
        for visit in visits.iter().filter(own) {
            let Some(guest) = comer(guests, dice, 0) else { continue };
            first.get_or_insert_with(|| guest.user.clone());
            let Some(booking) = books.record(visit, guest) else { continue };
            if !booking.status.frees_time() {
                let busy = |hold| Busy::new(hold, booking.id.clone(), booking.branch_id.clone(), true);
                ledger.record(booking.held_of(&worker.member.id).into_iter().map(busy));
                for (room, ledger) in rooms.iter_mut().filter(|(room, _)| booking.resource_ids().contains(&&room.id)) {
                    ledger.record(booking.held_of_room(&room.id, room.turnaround).into_iter().map(busy));
                }
            }
        }
        books.records.put(&ledger);
    }
    rooms.iter().for_each(|(_, ledger)| books.records.put(ledger));
    let mut waiting = Vec::with_capacity(requests.len());
    for request in requests {
        waiting.extend(comer(guests, dice, 0).and_then(|guest| books.record(request, guest)));
    }
    (first, waiting)
}

/// Those that nobody answers are told of and rejected in their time.
pub async fn follow_up(salon: &Salon, waiting: &[Booking], now: Instant) -> Result<(), TableError> {
    let act = Act::of_job("demo", "demo", now);
    let mut transaction = salon.transaction(&act);
    for request in waiting {
        transaction.enqueue(request.stale_alert());
        request.start_check(request.created_at).into_iter().for_each(|check| transaction.enqueue(check));
    }
    transaction.commit().await.map_err(|setback| TableError::Unavailable(setback.to_string()))
}

/// One person's day, back to back with some air between, lunch left free.
fn of_worker<'a>(
    calendar: &Calendar,
    places: &'a DemoBranches,
    menu: &'a ServiceMenu,
    worker: &'a DemoWorker,
) -> Vec<DemoVisit<'a>> {
    let today = calendar.today;
    let Some(branch) = [&places.open, &places.staffed].into_iter().find(|place| worker.works_at(place)) else {
        return Vec::new();
    };
    let services = services_of(menu, worker);
    if services.is_empty() || worker.days_off.contains(&today.weekday()) {
        return Vec::new();
    }
    let (mut visits, mut at) = (Vec::new(), branch.open_time.minutes() + 15 * (worker.place % 3));
    while let Some(&(service_type, service)) = services.get((visits.len() * 3 + worker.place as usize) % services.len())
    {
        let hold = service.duration.plus(service.buffer);
        if at < LUNCH.1 && at + hold.0 > LUNCH.0 {
            at = LUNCH.1;
        }
        let Some(start) = TimeOfDay::from_minutes(at).filter(|_| at + hold.0 <= branch.close_time.minutes()) else {
            break;
        };
        let status = status(calendar, today, Interval::from_start(start, hold), visits.len() + worker.place as usize);
        visits.push(DemoVisit {
            branch,
            worker: Some(worker),
            room: room_for(places, worker, &[service]),
            services: vec![service],
            service_type,
            date: today,
            start,
            status,
            asked: today.minus_days(2).at(start),
            is_walk_in: false,
        });
        at = (at + hold.0 + 30).next_multiple_of(15);
    }
    // The staffed branch gives out its people's time: whoever tries it finds all of what is ahead free.
    let is_over = |visit: &DemoVisit<'_>| matches!(visit.status, BookingStatus::Completed | BookingStatus::Cancelled);
    let is_past = |visit: &DemoVisit<'_>| is_over(visit) && visit.date.at(visit.start) < calendar.now;
    visits.retain(|visit| branch.id != places.staffed.id || is_past(visit));
    visits
}

fn status(calendar: &Calendar, date: IstDate, hold: Interval, number: usize) -> BookingStatus {
    let (start, end) = (date.at(hold.start), date.at(hold.end));
    match number % CANCELLED {
        4 => BookingStatus::Cancelled,
        _ if end <= calendar.now => BookingStatus::Completed,
        _ if start <= calendar.now => BookingStatus::InProgress,
        _ => BookingStatus::Confirmed,
    }
}

/// Nobody has answered these yet.
pub fn requests<'a>(calendar: &Calendar, places: &'a DemoBranches, menu: &'a ServiceMenu) -> Vec<DemoVisit<'a>> {
    let request = |((days, hour, ago), service): ((u64, u32, i64), &'a Service)| {
        Some(DemoVisit {
            branch: &places.open,
            worker: None,
            room: None,
            services: vec![service],
            service_type: ServiceType::Salon,
            date: calendar.today.plus_days(days),
            start: TimeOfDay::hm(hour, 0)?,
            status: BookingStatus::Pending,
            asked: calendar.now.minus(TimeDelta::minutes(ago)),
            is_walk_in: false,
        })
    };
    REQUESTS.into_iter().zip(&menu.salon).filter_map(request).collect()
}

/// The alerts and notes for whoever serves this guest.
pub fn card(records: &mut Bulk, calendar: &Calendar, guest: &User, author: &User) {
    let written = calendar.days_ago(30, 12);
    let note = |kind, pinned, content: &str| CustomerNote {
        id: calendar.id(written),
        customer_id: guest.id.clone(),
        author_id: author.id.clone(),
        booking_id: None,
        kind,
        pinned,
        is_reply: false,
        content: content.to_owned(),
        created_at: written,
    };
    let formula = note(NoteKind::Formula, false, "6.3 40 g + 7.1 20 g, 20 vol 1:1.5, 35 min");
    let test = note(NoteKind::PatchTest, true, "PPD behind the ear: no reaction after 48 hours");
    for note in [&formula, &test] {
        records.put(note);
    }
    let card = CustomerCard {
        alerts: Some("Allergic to ammonia: only ammonia-free colour.".to_owned()),
        ..CustomerCard::empty(&guest.id)
    };
    records.put(&card.with_note(formula).with_note(test));
}
