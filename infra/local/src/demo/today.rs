//! Today's board: a working day at each branch, as far as it has got by now. At the open branch it goes on until closing, at
//! the staffed one nothing lies ahead. Nothing is due for any of it: no reminder, no alert.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use parlour_booking::bookings::number::BookingNumber;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{BookedService, Booking, Reminded, VisitPart};
use parlour_booking::resources::Resource;
use parlour_booking::slots::ledger::{Busy, DayLedger, LedgerOwner};
use parlour_people::auth::{Unlinked, User};
use parlour_people::customers::directory::DirectoryRow;
use parlour_people::customers::{CustomerCard, CustomerNote, NoteKind, Profile};
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Service, ServiceType};
use parlour_storage::month_index::load_bookings;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue, WriteError, keys};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};

use super::calendar::Calendar;
use super::catalogue::Menu;
use super::people::People;
use super::places::Places;
use super::team::{Team, Worker};

const GUESTS: [&str; 10] = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
/// Days ahead, hour, minutes since it was asked for: what waits for an answer.
const REQUESTS: [(u64, u32, i64); 3] = [(1, 11, 95), (1, 17, 40), (2, 12, 10)];
/// The guest whose invoices are made out to a business.
const BUSINESS: u32 = 1;
/// One of so many visits is called off.
const CANCELLED: usize = 9;
const LUNCH: (u32, u32) = (15 * 60, 15 * 60 + 30);
/// How long a number's series is remembered after the month it belongs to.
const SERIES_KEPT: TimeDelta = TimeDelta::days(60);

pub struct Day<'a> {
    pub places: &'a Places,
    pub menu: &'a Menu,
    pub team: &'a Team,
    pub people: &'a People,
}

/// A booking before it has a number.
struct Visit<'a> {
    branch: &'a Branch,
    worker: Option<&'a Worker>,
    room: Option<&'a Resource>,
    service: &'a Service,
    service_type: ServiceType,
    date: IstDate,
    start: TimeOfDay,
    status: BookingStatus,
    asked: Instant,
}

pub async fn write(salon: &Salon, calendar: &Calendar, day: &Day<'_>) -> Result<(), WriteError> {
    let guests: Vec<User> = GUESTS.iter().map(|name| guest(calendar, name)).collect();
    let (mut records, mut months, mut seen) = (Bulk::new(), BTreeSet::new(), vec![Vec::new(); guests.len()]);
    let of_room = |room: &Resource| DayLedger::of(LedgerOwner::Resource(room.id.clone()), calendar.today);
    let mut rooms = day.places.rooms.each_ref().map(|room| (room, of_room(room)));
    for worker in &day.team.workers {
        let mut ledger = DayLedger::empty(worker.member.id.clone(), calendar.today);
        for visit in visits(calendar, day, worker) {
            let at = seen.iter().map(Vec::len).sum::<usize>() % guests.len();
            let (Some(guest), Some(seen)) = (guests.get(at), seen.get_mut(at)) else { continue };
            let Some(booking) = booking(salon, calendar, &visit, guest).await? else { continue };
            if !booking.status.frees_time() {
                let busy = |hold| Busy::new(hold, booking.id.clone(), booking.branch_id.clone(), true);
                ledger.record(booking.held_of(&worker.member.id).into_iter().map(busy));
                for (room, ledger) in rooms.iter_mut().filter(|(room, _)| booking.resource_ids().contains(&&room.id)) {
                    ledger.record(booking.held_of_room(&room.id, room.turnaround).into_iter().map(busy));
                }
            }
            months.insert((booking.branch_id.clone(), booking.date.calendar_month()));
            records.put(&booking);
            seen.push(booking);
        }
        records.put(&ledger);
    }
    rooms.iter().for_each(|(_, ledger)| records.put(ledger));
    for (request, guest) in requests(calendar, day).iter().zip(guests.iter().rev()) {
        if let Some(booking) = booking(salon, calendar, request, guest).await? {
            months.insert((booking.branch_id.clone(), booking.date.calendar_month()));
            records.put(&booking);
        }
    }
    for (number, (guest, seen)) in (0..).zip(guests.iter().zip(&seen)) {
        person(&mut records, calendar, guest, number, seen);
    }
    if let Some(guest) = guests.first() {
        card(&mut records, calendar, guest, &day.people.receptionist);
    }
    records.write(&salon.table).await?;
    load_bookings(salon, months).await
}

/// One person's day, back to back with some air between, lunch left free.
fn visits<'a>(calendar: &Calendar, day: &'a Day<'_>, worker: &'a Worker) -> Vec<Visit<'a>> {
    let (places, today) = (day.places, calendar.today);
    let Some(branch) = [&places.open, &places.staffed].into_iter().find(|place| worker.works_at(place)) else {
        return Vec::new();
    };
    let salon = day.menu.salon.iter().map(|service| (ServiceType::Salon, service));
    let services: Vec<_> = salon
        .chain(day.menu.spa.iter().map(|service| (ServiceType::Spa, service)))
        .filter(|(_, service)| worker.member.service_ids.contains(&service.id))
        .collect();
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
        let asked = today.minus_days(2).at(start);
        let status = status(calendar, today, Interval::from_start(start, hold), visits.len() + worker.place as usize);
        // Each therapist keeps to one room.
        let room = places.rooms.get(worker.place as usize % places.rooms.len()).filter(|_| !service.needs.is_empty());
        let worker = Some(worker);
        visits.push(Visit { branch, worker, room, service, service_type, date: today, start, status, asked });
        at = (at + hold.0 + 30).next_multiple_of(15);
    }
    // The staffed branch gives out its people's time: whoever tries it finds all of what is ahead free.
    let is_over = |visit: &Visit<'_>| matches!(visit.status, BookingStatus::Completed | BookingStatus::Cancelled);
    let is_past = |visit: &Visit<'_>| is_over(visit) && visit.date.at(visit.start) < calendar.now;
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
fn requests<'a>(calendar: &Calendar, day: &'a Day<'_>) -> Vec<Visit<'a>> {
    let request = |((days, hour, ago), service): ((u64, u32, i64), &'a Service)| {
        Some(Visit {
            branch: &day.places.open,
            worker: None,
            room: None,
            service,
            service_type: ServiceType::Salon,
            date: calendar.today.plus_days(days),
            start: TimeOfDay::hm(hour, 0)?,
            status: BookingStatus::Pending,
            asked: calendar.now.minus(TimeDelta::minutes(ago)),
        })
    };
    REQUESTS.into_iter().zip(&day.menu.salon).filter_map(request).collect()
}

async fn booking(
    salon: &Salon,
    calendar: &Calendar,
    visit: &Visit<'_>,
    guest: &User,
) -> Result<Option<Booking>, WriteError> {
    let Visit { branch, worker, room, service, service_type, date, start, status, asked } = *visit;
    let Some(end) = start.plus(service.duration) else { return Ok(None) };
    let month = asked.ist_date().calendar_month();
    let series = keys::booking_series(&branch.id, month, service_type.letter());
    let sequence = salon.table.count_up(&series, calendar.now.plus(SERIES_KEPT)).await?.0;
    let number =
        BookingNumber { branch_code: &branch.code, month, service_type, sequence, is_membership_session: false };
    let when = |wanted: &[BookingStatus], at: Instant| wanted.contains(&status).then_some(at);
    let (began, ended) = (date.at(start), date.at(end));
    let answered = asked.plus(TimeDelta::hours(1));
    Ok(Some(Booking {
        id: calendar.id(asked),
        number: number.to_string(),
        branch_id: branch.id.clone(),
        branch_name: branch.name.clone(),
        customer_id: guest.id.clone(),
        customer_name: guest.name.clone(),
        customer_email: guest.email.clone(),
        status,
        service_type,
        date,
        start,
        end,
        total_amount: service.price,
        paid: (status == BookingStatus::Completed).then_some(service.price),
        total_duration: service.duration,
        total_buffer: service.buffer,
        notes: None,
        is_walkin: false,
        is_membership_session: false,
        offer_id: None,
        membership_id: None,
        invoice_id: None,
        lead_id: None,
        confirmed_at: (status != BookingStatus::Pending).then_some(answered),
        checked_in_at: when(&[BookingStatus::InProgress, BookingStatus::Completed], began),
        missed_at: when(&[BookingStatus::NoShow], ended),
        completed_at: when(&[BookingStatus::Completed], ended),
        cancelled_at: when(&[BookingStatus::Cancelled], answered.plus(TimeDelta::hours(5))),
        rejected_at: None,
        cancellation_reason: (status == BookingStatus::Cancelled).then(|| "Something came up".to_owned()),
        rejection_reason: None,
        reschedule_count: 0,
        desk_moves: 0,
        revision: 0,
        services: vec![BookedService {
            id: calendar.id(asked),
            service_id: service.id.clone(),
            staff_id: worker.map(|worker| worker.member.id.clone()),
            staff_name: worker.map(|worker| worker.member.display_name.clone()),
            name: service.name.clone(),
            price: service.price,
            duration: service.duration,
            display_order: 0,
            part: VisitPart {
                processing: service.processing,
                finish: service.finish,
                needs: service.needs.clone(),
                resource_ids: room.map(|room| room.id.clone()).into_iter().collect(),
                ..VisitPart::default()
            },
        }],
        reminded: Reminded::All,
        created_at: asked,
        updated_at: if status == BookingStatus::Completed { ended } else { asked },
        overlaps: false,
        repeat_id: None,
        link_generation: 0,
        booked_services: None,
    }))
}

fn guest(calendar: &Calendar, number: &str) -> User {
    let joined = calendar.days_ago(90, 12);
    User {
        id: calendar.id(joined),
        email: format!("guest.{}@example.test", number.to_lowercase()),
        email_verified: true,
        name: format!("Guest {number}"),
        image: None,
        role: Role::Customer,
        is_active: true,
        branch_ids: Vec::new(),
        sessions_valid_from: None,
        refused_address: None,
        created_at: joined,
        updated_at: joined,
    }
}

fn person(records: &mut Bulk, calendar: &Calendar, user: &User, number: u32, seen: &[Booking]) {
    let came: Vec<&Booking> = seen.iter().filter(|booking| booking.status == BookingStatus::Completed).collect();
    let profile = Profile {
        phone: format!("98000010{number:02}").parse().ok(),
        total_visits: u32::try_from(came.len()).unwrap_or(u32::MAX),
        total_spent: came.iter().map(|booking| booking.total_amount).sum::<Paise>(),
        first_visit_at: came.iter().map(|booking| booking.ends_at()).min(),
        last_visit_at: came.iter().map(|booking| booking.ends_at()).max(),
        is_onboarded: true,
        ..Profile::bare(calendar.id(user.created_at), user.id.clone(), user.created_at)
    };
    let profile = if number == BUSINESS { of_business(profile) } else { profile };
    records.put(&UniqueValue::held_by(&user.id, Unique::Email, user.email.clone()));
    records.put(&Unlinked::of(&user.id));
    if let Some(phone) = &profile.phone {
        records.put(&UniqueValue::held_by(&user.id, Unique::Phone, phone.as_str()));
    }
    records.put(&DirectoryRow::of(user, &profile, None, []));
    records.put(&profile);
    records.put(user);
}

/// One whose invoices are made out to a business.
fn of_business(profile: Profile) -> Profile {
    let legal_name = Some("Guest Two Traders Private Limited".to_owned());
    Profile { gstin: "29ZZZCX1234L1ZD".parse().ok(), legal_name, ..profile }
}

/// What whoever serves the first guest must know.
fn card(records: &mut Bulk, calendar: &Calendar, guest: &User, author: &User) {
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
