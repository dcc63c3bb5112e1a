//! Many records in one run: all that is due is worked off, and what is not due is not even read. PARLOUR_BULK says how
//! many; a run prints what it cost.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::gems::GemsAccount;
use parlour_money::memberships::Membership;
use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_people::auth::User;
use parlour_storage::table::{Bulk, Record};
use parlour_tests::TestSalon;
use parlour_tests::counts::bulk;
use parlour_values::gems::Gems;
use parlour_values::id::UserId;
use parlour_values::role::Role;
use parlour_values::time::{Instant, Stopwatch};

/// Runs the job, which must act on so many; the read units it consumed.
async fn cost_of(salon: &TestSalon, job: &str, due: usize) -> f64 {
    salon.wire.reset();
    let watch = Stopwatch::start();
    assert_eq!(salon.processed(job).await, u64::try_from(due).unwrap(), "{job}");
    let cost = salon.wire.cost();
    println!(
        "{job}: {due} due, {} ms, {} calls, {:.0} read units, {:.0} write units",
        watch.elapsed_ms(),
        cost.calls.len(),
        cost.read_units,
        cost.write_units
    );
    cost.read_units
}

async fn write<R: Record>(salon: &TestSalon, records: impl Iterator<Item = R>) {
    let mut bulk = Bulk::new();
    for record in records {
        bulk.put(&record);
    }
    bulk.write(&salon.salon.table).await.unwrap();
}

/// A few by themselves, then many beside as many that are not due: each of them costs the same. Where none is due, next to
/// nothing is read.
fn independent(job: &str, (few, alone): (usize, f64), (many, beside): (usize, f64), idle: f64) {
    #[allow(clippy::cast_precision_loss)]
    let (each_alone, each_beside) = (alone / few as f64, beside / many as f64);
    assert!(each_beside <= each_alone * 1.05, "{job}: {each_alone} each alone, {each_beside} each beside others");
    assert!(idle < 10.0, "{job}: {idle} for nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reminders_over_many_bookings() {
    let (salon, many, few) = (TestSalon::open().await, bulk(60), bulk(60).div_ceil(10));
    let shop = salon.shop().await;
    let mut people: Vec<User> = Vec::new();
    for number in 0..20 {
        people.push(salon.user(&format!("Customer {number}"), Role::Customer).await);
    }
    let model = salon.booked(&shop, &people[0], "2027-01-01", "12:00", BookingStatus::Confirmed).await;
    let on = |day: &'static str, count: usize| {
        let (salon, model, people) = (&salon, &model, &people);
        (0..count).map(move |number| Booking {
            id: salon.salon.random.id(),
            customer_id: people[number % people.len()].id.clone(),
            date: day.parse().unwrap(),
            ..model.clone()
        })
    };
    write(&salon, on("2026-11-18", few)).await;
    salon.set_clock("2026-11-17T12:00:00+05:30");
    let alone = cost_of(&salon, "appointment-reminders", few).await;

    write(&salon, on("2026-11-22", many).chain(on("2026-11-25", many))).await;
    salon.set_clock("2026-11-21T12:00:00+05:30");
    let beside = cost_of(&salon, "appointment-reminders", many).await;
    let idle = cost_of(&salon, "appointment-reminders", 0).await;
    independent("appointment-reminders", (few, alone), (many, beside), idle);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memberships_that_end_among_many() {
    let (salon, many, few) = (TestSalon::open().await, bulk(60), bulk(60).div_ceil(10));
    let owner = salon.user("Asha", Role::Customer).await;
    let ending = |day: &'static str, count: usize| {
        let (salon, owner) = (&salon, &owner);
        (0..count).map(move |_| Membership { customer_id: salon.salon.random.id(), ..salon.membership(owner, day) })
    };
    write(&salon, ending("2026-11-16", few)).await;
    let alone = cost_of(&salon, "membership-auto-expire", few).await;
    write(&salon, ending("2026-11-15", many).chain(ending("2026-11-17", many))).await;
    let beside = cost_of(&salon, "membership-auto-expire", many).await;
    let idle = cost_of(&salon, "membership-auto-expire", 0).await;
    independent("membership-auto-expire", (few, alone), (many, beside), idle);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gems_that_end_among_many() {
    let (salon, many, few) = (TestSalon::open().await, bulk(60), bulk(60).div_ceil(10));
    let earned = |at: &str, count: usize| {
        let (at, salon): (Instant, _) = (at.parse().unwrap(), &salon);
        (0..count).map(move |_| {
            let mut account = GemsAccount::opened(salon.salon.random.id::<UserId>(), at);
            account.account.earn(salon.salon.random.id(), Gems(5), at);
            account
        })
    };
    write(&salon, earned("2025-11-16T09:00:00+05:30", few)).await;
    let alone = cost_of(&salon, "gems-auto-expire", few).await;
    let (due, later) = (earned("2025-11-16T10:00:00+05:30", many), earned("2025-11-16T10:00:00.001+05:30", many));
    write(&salon, due.chain(later)).await;
    let beside = cost_of(&salon, "gems-auto-expire", many).await;
    let idle = cost_of(&salon, "gems-auto-expire", 0).await;
    independent("gems-auto-expire", (few, alone), (many, beside), idle);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn offers_that_end_among_many() {
    let (salon, many, few) = (TestSalon::open().await, bulk(60), bulk(60).div_ceil(10));
    let shop = salon.shop().await;
    let model = salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    let ending = |day: &'static str, count: usize| {
        let (salon, model) = (&salon, &model);
        (0..count).map(move |_| Offer { id: salon.salon.random.id(), end_date: day.parse().unwrap(), ..model.clone() })
    };
    write(&salon, ending("2026-11-15", few)).await;
    let alone = cost_of(&salon, "offer-auto-expire", few).await;
    write(&salon, ending("2026-11-14", many).chain(ending("2026-11-16", many))).await;
    let beside = cost_of(&salon, "offer-auto-expire", many).await;
    let idle = cost_of(&salon, "offer-auto-expire", 0).await;
    independent("offer-auto-expire", (few, alone), (many, beside), idle);
}
