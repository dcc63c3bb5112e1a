//! A large salon: generated customers and bookings, for lists at size and for benchmarks.

use std::collections::BTreeSet;

use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{BookedService, Booking, Reminded, VisitPart};
use parlour_people::auth::{Unlinked, User};
use parlour_people::customers::directory::DirectoryRow;
use parlour_people::customers::{Gender, Profile};
use parlour_people::staff::StaffMember;
use parlour_setup::catalogue::{Service, ServiceType};
use parlour_storage::month_index::load_bookings;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, TableError, UniqueValue, WriteError};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::{IstDate, Minutes, TimeOfDay};

use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::chain::Post;
use super::people::People;
use crate::engine::Engine;

/// Customers joined in the last two years.
const JOINED_DAYS: u64 = 730;
/// How many items are gathered before they are written.
const CHUNK: usize = 20_000;
/// How many of them the engine takes at once: whoever else asks it meanwhile has to wait for these.
const AT_ONCE: usize = 100;

pub struct Crowd<'a> {
    /// The branches of the bookings, each with somebody who works there.
    pub posts: &'a [Post],
    pub menu: &'a ServiceMenu,
    pub people: &'a People,
    /// The embedded engine, where there is one: it takes the records without calls.
    pub engine: Option<&'a Engine>,
    pub customers: u32,
    pub bookings: u32,
    /// The bookings are spread over so many days, all of them past.
    pub days: u64,
}

/// The sum of somebody's visits.
#[derive(Clone, Default)]
struct Sum {
    visits: u32,
    spent: i64,
    noshows: u32,
    first: Option<u64>,
    last: Option<u64>,
}

pub async fn write(salon: &Salon, calendar: &Calendar, crowd: &Crowd<'_>) -> Result<(), WriteError> {
    if crowd.customers == 0 && crowd.bookings == 0 {
        return Ok(());
    }
    let mut customers: Vec<User> = (1..=crowd.customers).map(|number| customer(calendar, number)).collect();
    let generated = customers.len();
    if customers.is_empty() {
        customers = vec![crowd.people.customer.clone(), crowd.people.customer2.clone()];
    }
    let mut sums = vec![Sum::default(); customers.len()];
    let mut records = Bulk::new();
    let mut months = BTreeSet::new();
    for number in 0..crowd.bookings {
        let days = 1 + u64::from(number) * crowd.days / u64::from(crowd.bookings.max(1));
        let at = usize::try_from(scattered(number)).unwrap_or(0) % customers.len();
        let (Some(user), Some(sum)) = (customers.get(at), sums.get_mut(at)) else { continue };
        if let Some(booking) = booking(calendar, crowd, user, number, days) {
            sum.add(&booking, days);
            months.insert((booking.branch_id.clone(), booking.date.calendar_month()));
            records.put(&booking);
        }
        records = written(records, salon, crowd.engine).await?;
    }
    for (number, (user, sum)) in (1..).zip(customers.iter().take(generated).zip(&sums)) {
        let sum = if crowd.bookings == 0 { Sum::imagined(number) } else { sum.clone() };
        person(&mut records, calendar, user, number, &sum);
        records = written(records, salon, crowd.engine).await?;
    }
    write_all(records, salon, crowd.engine).await?;
    load_bookings(salon, months).await
}

/// Writes what has been gathered once it is enough.
async fn written(records: Bulk, salon: &Salon, engine: Option<&Engine>) -> Result<Bulk, TableError> {
    if records.len() < CHUNK {
        return Ok(records);
    }
    write_all(records, salon, engine).await?;
    Ok(Bulk::new())
}

/// Into the engine itself, where there is one: no version is moved on, so nobody may have read such rows before.
pub(super) async fn write_all(records: Bulk, salon: &Salon, engine: Option<&Engine>) -> Result<(), TableError> {
    let Some(engine) = engine else { return records.write(&salon.table).await };
    let mut items = records.into_items()?.into_iter();
    loop {
        let some: Vec<_> = items.by_ref().take(AT_ONCE).collect();
        if some.is_empty() {
            return Ok(());
        }
        let imported = engine.import(salon.table.name(), some).await;
        imported.map_err(|error| TableError::Unavailable(error.to_string()))?;
    }
}

impl Sum {
    fn add(&mut self, booking: &Booking, days: u64) {
        match booking.status {
            BookingStatus::Completed => {
                self.visits += 1;
                self.spent += booking.total_amount.0;
                self.first = Some(self.first.map_or(days, |first| first.max(days)));
                self.last = Some(self.last.map_or(days, |last| last.min(days)));
            }
            BookingStatus::NoShow => self.noshows += 1,
            _ => {}
        }
    }

    /// Visits of somebody whose bookings are not generated.
    fn imagined(number: u32) -> Self {
        let visits = scattered(number) % 25;
        let last = u64::from(scattered(number ^ 0xA5A5) % 300) + 1;
        let came = visits > 0;
        Self {
            visits,
            spent: i64::from(visits) * i64::from(500 + scattered(number + 7) % 3_000) * 100,
            noshows: scattered(number + 3) % 3,
            first: came.then_some(last + 30 * u64::from(visits)),
            last: came.then_some(last),
        }
    }
}

fn customer(calendar: &Calendar, number: u32) -> User {
    let joined = calendar.days_ago(1 + u64::from(number) % JOINED_DAYS, 12);
    User::new(
        calendar.id(joined),
        format!("Guest {number:06}"),
        format!("guest{number:06}@example.test"),
        Role::Customer,
        joined,
    )
}

fn person(records: &mut Bulk, calendar: &Calendar, user: &User, number: u32, sum: &Sum) {
    let born = IstDate::from_ymd(1960, 1, 1).map(|day| day.plus_days(u64::from(scattered(number) % 15_000)));
    let profile = Profile {
        phone: format!("7{number:09}").parse().ok(),
        gender: [Gender::Female, Gender::Male, Gender::Other].get(number as usize % 3).copied(),
        date_of_birth: born,
        marketing_consent: number.is_multiple_of(2),
        total_visits: sum.visits,
        total_spent: Paise(sum.spent),
        noshow_count: sum.noshows,
        first_visit_at: sum.first.map(|days| calendar.days_ago(days, 15)),
        last_visit_at: sum.last.map(|days| calendar.days_ago(days, 15)),
        is_onboarded: true,
        ..Profile::bare(calendar.id(user.created_at), user.id.clone(), user.created_at)
    };
    records.put(&UniqueValue::held_by(&user.id, Unique::Email, user.email.clone()));
    records.put(&Unlinked::of(&user.id));
    if let Some(phone) = &profile.phone {
        records.put(&UniqueValue::held_by(&user.id, Unique::Phone, phone.as_str()));
    }
    records.put(&DirectoryRow::of(user, &profile, None, []));
    records.put(&profile);
    records.put(user);
}

fn booking(calendar: &Calendar, crowd: &Crowd<'_>, user: &User, number: u32, days: u64) -> Option<Booking> {
    let is_spa = number.is_multiple_of(3);
    let services = if is_spa { &crowd.menu.spa } else { &crowd.menu.salon };
    let service = services.get(scattered(number + 11) as usize % services.len())?;
    let date = calendar.today.minus_days(days);
    let asked = calendar.days_ago(days + 2, 11);
    let start = TimeOfDay::from_minutes(600 + 30 * (scattered(number + 5) % 18))?;
    let ended = date.at(start).plus(chrono::TimeDelta::hours(2));
    let status = match scattered(number + 17) % 20 {
        0 => BookingStatus::NoShow,
        1 | 2 => BookingStatus::Cancelled,
        3 => BookingStatus::Rejected,
        _ => BookingStatus::Completed,
    };
    let Post { branch, staff } = crowd.posts.get(scattered(number + 23) as usize % crowd.posts.len().max(1))?;
    let letter = if is_spa { 'S' } else { 'H' };
    let when = |wanted: BookingStatus| (status == wanted).then_some(ended);
    Some(Booking {
        id: calendar.id(asked),
        number: format!(
            "BK-{}-{}-{letter}-{:05}",
            branch.code,
            asked.ist_date().calendar_month().yymm(),
            10_000 + number % 90_000
        ),
        branch_id: branch.id.clone(),
        branch_name: branch.name.clone(),
        customer_id: user.id.clone(),
        customer_name: user.name.clone(),
        customer_email: user.email.clone(),
        status,
        service_type: if is_spa { ServiceType::Spa } else { ServiceType::Salon },
        date,
        start,
        end: start.plus(service.duration)?,
        total_amount: service.price,
        paid: None,
        total_duration: service.duration,
        total_buffer: service.buffer,
        notes: None,
        is_walkin: false,
        is_membership_session: false,
        offer_id: None,
        membership_id: None,
        invoice_id: None,
        lead_id: None,
        confirmed_at: (status != BookingStatus::Rejected).then(|| asked.plus(chrono::TimeDelta::hours(1))),
        checked_in_at: None,
        missed_at: None,
        completed_at: when(BookingStatus::Completed),
        cancelled_at: when(BookingStatus::Cancelled),
        rejected_at: when(BookingStatus::Rejected),
        cancellation_reason: None,
        rejection_reason: (status == BookingStatus::Rejected).then(|| "Fully booked that day".to_owned()),
        reschedule_count: 0,
        desk_moves: 0,
        revision: 0,
        services: vec![booked(calendar, staff, service, asked)],
        reminded: Reminded::All,
        created_at: asked,
        updated_at: ended,
        overlaps: false,
        repeat_id: None,
        link_generation: 0,
        asked_again_at: None,
        is_in_doubt: false,
        booked_services: None,
    })
}

fn booked(
    calendar: &Calendar,
    staff: &StaffMember,
    service: &Service,
    asked: parlour_values::time::Instant,
) -> BookedService {
    BookedService {
        id: calendar.id(asked),
        service_id: service.id.clone(),
        staff_id: Some(staff.id.clone()),
        staff_name: Some(staff.display_name.clone()),
        name: service.name.clone(),
        price: service.price,
        duration: Minutes(service.duration.0),
        display_order: 0,
        part: VisitPart::default(),
    }
}

/// A number's own, always the same, disorder.
fn scattered(number: u32) -> u32 {
    let mixed = (number ^ (number >> 16)).wrapping_mul(0x7feb_352d);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x846c_a68b);
    mixed ^ (mixed >> 16)
}
