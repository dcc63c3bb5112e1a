//! Demo data: a salon that has been open for a while, so that every screen shows something.

mod booking_numbers;
mod books;
mod branding;
mod calendar;
mod catalogue;
mod chain;
mod crowd;
mod guests;
mod hindi;
mod history;
pub mod invoice_pdfs;
mod leads;
mod messages;
mod names;
mod numbers;
mod offers;
mod past;
mod people;
mod places;
mod products;
mod team;
mod tiers;
mod today;
mod trade;
mod visits;

use std::sync::Arc;

use booking_numbers::BookingNumbers;
use books::{Books, SalesDesk};
use calendar::Calendar;
use chain::Post;
use crowd::{Crowd, write_all};
use guests::{Patron, comer};
use history::Cast;
use names::Dice;
use numbers::Numbers;
use parlour_money::products::Product;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Bulk, TableError, WriteError};
use tokio::sync::oneshot;
use tokio::task::JoinError;

use crate::engine::Engine;
use crate::options::Options;
use crate::store::Store;

/// Fills an empty table; one that already holds something stays as it is. What was cut off half-way is done again: every
/// record has its fixed place.
pub async fn fill(salon: &Salon, store: &Store, engine: Option<&Engine>, options: &Options) -> Result<(), WriteError> {
    let begun = store.filled().await?;
    if begun == Some(true) || (begun.is_none() && !is_empty(salon).await?) {
        return Ok(());
    }
    store.save_filled(false).await?;
    let calendar = Arc::new(Calendar::at(salon.clock.now()));
    if options.no_demo {
        let mut records = Bulk::new();
        people::owner_alone(&mut records, &calendar);
        records.write(&salon.table).await?;
    } else {
        open_the_salon(salon, calendar, engine, options).await?;
    }
    Ok(store.save_filled(true).await?)
}

/// The number of users who have a membership beside the second customer.
const MEMBERS: usize = 2;
/// All chance in the demo comes from here.
const SEED: u64 = 2026;

async fn open_the_salon(
    salon: &Salon,
    at: Arc<Calendar>,
    engine: Option<&Engine>,
    options: &Options,
) -> Result<(), WriteError> {
    let calendar = at.as_ref();
    let past = {
        let (salon, at) = (salon.clone(), Arc::clone(&at));
        tokio::task::spawn_blocking(move || history::past(&salon, &at))
    };
    let mut records = Bulk::new();
    branding::write(&mut records, calendar);
    messages::write(&mut records, calendar);
    let places = Arc::new(places::write(&mut records, calendar));
    let menu = Arc::new(catalogue::write(&mut records, calendar));
    let people = Arc::new(people::write(&mut records, calendar));
    let team = team::write(&mut records, calendar, &places, &menu, &people);
    let (tiers, offers) = (tiers::write(&mut records, calendar), offers::write(&mut records, calendar, &menu));
    let products: Arc<[Product]> = products::all(calendar).into();
    let mut posts = vec![Post { branch: places.open.clone(), staff: team.staff.clone() }];
    posts.extend(chain::write(&mut records, calendar, &places, &menu, options.demo_branches));
    let months = leads::write(&mut records, calendar, &menu, &people);

    let mut dice = Dice::seeded(SEED);
    let mut guests = guests::all(calendar, &mut dice);
    let members: Vec<Patron> = guests.drain(..MEMBERS.min(guests.len())).collect();
    let mut visits = trade::visits(calendar, &mut dice, &places, &menu, &team);
    let (today, requests) = (today::visits(calendar, &places, &menu, &team), today::requests(calendar, &places, &menu));
    let earlier = history::earlier(calendar, &places, &menu, &team);
    visits.retain(|visit| earlier.iter().all(|(_, other)| !visit.meets(other)));
    let all = || visits.iter().chain(&today).chain(&requests).chain(earlier.iter().map(|(_, visit)| visit));
    let paid = all().filter(|visit| visit.is_completed()).map(|visit| (visit.branch.id.clone(), visit.paid_at()));
    let lived = history::moments(calendar).into_iter().map(|at| (places.open.id.clone(), at));
    let numbers = Arc::new(Numbers::of(paid.chain(lived)));
    let cashier = people.receptionist.id.as_str();
    let desk =
        SalesDesk { calendar, numbers: &numbers, offers: &offers, products: &products, rules: &team.rules, cashier };
    let mut books = Books::open(desk, Dice::seeded(SEED + 1));

    // Those whose past is lived are written first, so that it can be lived while the books are written.
    let mut known: Vec<Patron> = people::customers(calendar, &people).into_iter().chain(members).collect();
    for (who, visit) in &earlier {
        known.get_mut(*who).and_then(|customer| books.record(visit, customer));
    }
    known.iter().for_each(|customer| customer.write(&mut records));
    write_all(records, salon, engine).await?;
    MonthIndex::of(salon, MonthlyList::Leads).load(months).await?;
    BookingNumbers::take(salon, calendar.now, all()).await?;
    let cast = Arc::new(Cast {
        calendar: Arc::clone(&at),
        places: Arc::clone(&places),
        menu: Arc::clone(&menu),
        people: Arc::clone(&people),
        staff: team.staff.id.clone(),
        tiers,
        products: Arc::clone(&products),
        members: known.iter().rev().take(MEMBERS).rev().map(|member| member.user.clone()).collect(),
        numbers: Arc::clone(&numbers),
    });
    let (till, came_in) = oneshot::channel();
    let past = past.await.map_err(failed)?;
    let living = tokio::spawn(history::live(past, cast, came_in));

    for visit in &visits {
        let days_ago = u64::try_from(calendar.today.days_since(visit.date)).unwrap_or(0);
        comer(&mut guests, &mut dice, days_ago).and_then(|guest| books.record(visit, guest));
    }
    let (first, waiting) =
        today::write(&mut books, &mut dice, &mut guests, (calendar, &places, &team), (&today, &requests));
    if let Some(guest) = first {
        today::card(&mut books.records, calendar, &guest, &people.receptionist);
    }
    guests.iter().for_each(|guest| guest.write(&mut books.records));
    // Yesterday is lived while the books are written: its sales need what is on the shelves, its drawer what came in.
    let mut shelves = Bulk::new();
    products::write(&mut shelves, calendar, &places, &people, &products, &books.sold);
    shelves.write(&salon.table).await?;
    let _ = till.send(books.payments(&places.open.id, calendar.today.minus_days(1)));
    write_all(books.records, salon, engine).await?;
    today::follow_up(salon, &waiting, calendar.now).await?;
    let (customers, bookings, days) = (options.demo_customers, options.demo_bookings, options.demo_days);
    let crowd = Crowd { posts: &posts, menu: &menu, people: &people, engine, customers, bookings, days };
    crowd::write(salon, calendar, &crowd).await?;

    living.await.map_err(failed)??;
    let mut series = Bulk::new();
    numbers.all().iter().for_each(|last| series.put(last));
    Ok(series.write(&salon.table).await?)
}

fn failed(task: JoinError) -> TableError {
    TableError::Unavailable(task.to_string())
}

async fn is_empty(salon: &Salon) -> Result<bool, TableError> {
    let (items, _) = salon.table.scan(None).await?;
    Ok(items.is_empty())
}
