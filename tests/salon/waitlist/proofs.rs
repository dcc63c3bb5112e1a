//! However often messages come, in whatever order and whoever is killed on the way: a minute has one holder, a wish one live
//! offer, and everything happens once.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use futures::future::join_all;
use parlour_booking::bookings::Bookings;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::waitlist::{PassedGap, Wish, WishState};
use parlour_people::staff::StaffMember;
use parlour_senders::Channel;
use parlour_storage::outbox::{NotifiableEvent, QueueEntry, Task};
use parlour_storage::table::{Partition, keys};
use parlour_tests::counts::{rounds, seed};
use parlour_tests::wire::Fault;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::id::{Random, WishId};
use parlour_values::time::IstDate;
use serde_json::json;

use super::{DAY, booked, day, nearly_full, of, wish, wishes, with};

/// Every wish of a day's line, as it stands now.
async fn line(salon: &TestSalon, shop: &Shop, date: IstDate) -> Vec<Wish> {
    let line = salon.salon.table.query::<Wish>(Partition::of(keys::line(&shop.staffed.id, date))).await.unwrap();
    let now = salon.salon.clock.now();
    line.iter().map(|wish| wish.at(now)).collect()
}

/// No minute of anybody's day has two holders; whatever is held for an offer belongs to one wish, and each live offer is
/// held.
async fn check(salon: &TestSalon, shop: &Shop, people: &[&StaffMember], date: IstDate) {
    let now = salon.salon.clock.now();
    let line = line(salon, shop, date).await;
    let live: BTreeMap<_, _> =
        line.iter().filter_map(|wish| wish.live_offer(now)).map(|offer| (offer.booking_id.clone(), offer)).collect();
    assert_eq!(live.len(), line.iter().filter(|wish| wish.live_offer(now).is_some()).count(), "an offer of two wishes");
    let mut held = BTreeSet::new();
    for member in people {
        let ledger = salon.day_of(member, date).await;
        let entries: Vec<_> = ledger.live(now).collect();
        for (at, entry) in entries.iter().enumerate() {
            let overlaps = entries.iter().skip(at + 1).any(|other| other.hold().overlaps(entry.hold()));
            assert!(!overlaps, "two holders of a minute: {entries:?}");
            if let Some(until) = entry.offered_until {
                let offer = live.get(&entry.booking_id).expect("held time belongs to a live offer");
                assert_eq!(offer.expires_at, until);
                held.insert(entry.booking_id.clone());
            }
        }
    }
    assert_eq!(held, live.keys().cloned().collect::<BTreeSet<_>>(), "every live offer is held");
}

/// No gap stands among what a wish has let pass twice: it was offered once.
fn offered_once(wish: &Wish) {
    for (at, gap) in wish.passed.iter().enumerate() {
        let same = |other: &PassedGap| {
            other.date == gap.date && other.staff_id == gap.staff_id && other.time.overlaps(gap.time)
        };
        assert!(!wish.passed.iter().skip(at + 1).any(same), "{:?}", wish.passed);
    }
}

fn shuffled<T>(mut rows: Vec<T>, random: &Random) -> Vec<T> {
    let mut shuffled = Vec::with_capacity(rows.len());
    while !rows.is_empty() {
        shuffled.push(rows.swap_remove(random.below(rows.len())));
    }
    shuffled
}

/// Delivers each of these messages five times, in any order, some of them at the same time.
async fn five_times(salon: &TestSalon, entries: &[QueueEntry], random: &Random) {
    let all: Vec<&QueueEntry> = entries.iter().flat_map(|entry| std::iter::repeat_n(entry, 5)).collect();
    for some in shuffled(all, random).chunks(4) {
        let deliveries =
            some.iter().map(async |entry| parlour_platform::jobs::deliver(&salon.salon, &entry.message()).await);
        // A delivery that meets another one of the same message comes again.
        for (entry, outcome) in some.iter().zip(join_all(deliveries).await) {
            if outcome.is_err() {
                parlour_platform::jobs::deliver(&salon.salon, &entry.message()).await.unwrap();
            }
        }
    }
}

/// The messages that are due and have not been delivered five times yet.
async fn due(salon: &TestSalon, done: &mut BTreeSet<String>) -> Vec<QueueEntry> {
    let now = salon.salon.clock.now();
    let is_ours =
        |task: &Task| matches!(task, Task::FillGap { .. } | Task::Notify(NotifiableEvent::WaitlistOffer { .. }));
    let waiting = salon.outbox().await.into_iter().filter(|entry| entry.due <= now && is_ours(&entry.task));
    waiting.filter(|entry| done.insert(entry.id.to_string())).collect()
}

#[tokio::test]
async fn every_message_five_times_in_any_order_never_makes_two_live_offers_for_a_minute() {
    let salon = TestSalon::open().await;
    let random = Random::seeded(salon.salon.clock.clone(), seed());
    let shop = salon.shop().await;
    let (count, freed) = (rounds().saturating_mul(5), rounds().clamp(2, 20));
    let asha = salon.customer("Asha").await;
    let people = [&shop.meera, &shop.ravi];
    let desk = salon.reception().await;
    let mut taken = Vec::new();
    for member in people {
        for minutes in (600..1216).step_by(45) {
            let start = format!("{:02}:{:02}", minutes / 60, minutes % 60);
            let path = booked_for(&salon, &shop, &asha, member, &start).await;
            taken.push(path);
        }
    }
    let mut customers = Vec::new();
    for number in 0..count {
        let customer = salon.customer(&format!("Customer {number}")).await;
        let from = format!("{:02}:00", 10 + random.below(6));
        let made = wishes(&customer, with(wish(&shop), "from", json!(from))).await;
        customers.push((customer, made));
    }
    let mut done = BTreeSet::new();
    let taken = shuffled(taken, &random);
    for path in taken.iter().take(freed) {
        desk.post(&format!("{path}/cancel"), json!({ "reason": "ill" })).await.ok();
    }
    let mut accepted = 0_usize;
    for _ in 0..6 {
        loop {
            let entries = due(&salon, &mut done).await;
            if entries.is_empty() {
                break;
            }
            five_times(&salon, &entries, &random).await;
            check(&salon, &shop, &people, day()).await;
        }
        for (customer, made) in &customers {
            let step = match random.below(6) {
                0 => "/accept",
                1 => "/decline",
                _ => continue,
            };
            let path = of(made, step);
            let both = join_all((0..2).map(|_| customer.post(&path, json!({})))).await;
            let done = both.iter().filter(|reply| reply.status.as_u16() < 300).count();
            assert!(done <= 1, "answered twice");
            accepted += usize::from(step == "/accept" && done == 1);
        }
        check(&salon, &shop, &people, day()).await;
        let now = salon.salon.clock.now();
        salon.salon.clock.set(now.plus(TimeDelta::minutes(15)));
    }
    let bookings = Bookings::of(&salon.salon).of_days(Some(&shop.staffed.id), day(), day()).await.unwrap();
    let confirmed = bookings.iter().filter(|booking| booking.status == BookingStatus::Confirmed).count();
    assert_eq!(confirmed, taken.len() - freed + accepted);
    let mut told = 0_usize;
    for (_, made) in &customers {
        let id: WishId = made["id"].as_str().unwrap().into();
        let wish = salon.stored::<Wish>(&keys::wish(&id)).await.unwrap().at(salon.salon.clock.now());
        offered_once(&wish);
        told += wish.passed.len() + usize::from(wish.state == WishState::Accepted);
    }
    let sent = salon.kinds(Channel::Email).into_iter().filter(|kind| kind == "waitlist_offer").count();
    assert!(sent <= told && told > 0, "{sent} messages for {told} offers");
}

async fn booked_for(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, member: &StaffMember, start: &str) -> String {
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut], DAY, start)).await;
    let desk = salon.reception().await;
    desk.patch(&path, json!({ "action": "approve", "staffId": member.id })).await.ok();
    path
}

const KILLS: [Fault; 2] = [Fault::KillBefore, Fault::KillAfter];

#[tokio::test]
async fn an_offer_survives_a_kill_at_any_call() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let mut date = day();
    for fault in KILLS {
        for call in 0.. {
            let text = date.to_string();
            nearly_full(&salon, &shop, date, &[("12:00", "12:45")]).await;
            let taken = booked(&salon, &shop, &asha, &text, "12:00").await;
            let mut waiting = Vec::new();
            for name in ["Bina", "Chetan"] {
                let customer = salon.customer(name).await;
                let made = wishes(&customer, with(wish(&shop), "dates", json!([text]))).await;
                waiting.push((customer, made));
            }
            desk.post(&format!("{taken}/cancel"), json!({ "reason": "ill" })).await.ok();
            let entries = salon.outbox().await;
            let is_fill =
                |entry: &&QueueEntry| matches!(&entry.task, Task::FillGap { date: Some(of), .. } if *of == date);
            let message = entries.iter().rfind(is_fill).unwrap().message();
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let outcome = salon.wire.unless_killed(parlour_platform::jobs::deliver(&salon.salon, &message)).await;
            salon.wire.reset();
            check(&salon, &shop, &[&shop.meera], date).await;
            for _ in 0..2 {
                parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
                check(&salon, &shop, &[&shop.meera], date).await;
            }
            let states: Vec<WishState> = line(&salon, &shop, date).await.iter().map(|wish| wish.state).collect();
            assert_eq!(states, [WishState::Offered, WishState::Waiting], "{fault:?} at {call}");
            if outcome.is_some() {
                assert!(call > 2, "there were calls to be killed at");
                break;
            }
            date = date.plus_days(1);
        }
        date = date.plus_days(1);
    }
}

#[tokio::test]
async fn an_acceptance_survives_a_kill_at_any_call() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let mut date = day().plus_days(1);
    for fault in KILLS {
        for call in 0.. {
            let text = date.to_string();
            nearly_full(&salon, &shop, date, &[("12:00", "12:45")]).await;
            let taken = booked(&salon, &shop, &asha, &text, "12:00").await;
            let bina = salon.customer("Bina").await;
            let made = wishes(&bina, with(wish(&shop), "dates", json!([text]))).await;
            desk.post(&format!("{taken}/cancel"), json!({ "reason": "ill" })).await.ok();
            salon.deliver().await;
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let path = of(&made, "/accept");
            let outcome = salon.wire.unless_killed(bina.post(&path, json!({}))).await;
            salon.wire.reset();
            let again = bina.post(&path, json!({})).await.status.as_u16();
            assert!([201, 409].contains(&again), "{again}");
            let bookings = Bookings::of(&salon.salon).of_days(Some(&shop.staffed.id), date, date).await.unwrap();
            let confirmed = bookings.iter().filter(|booking| booking.status == BookingStatus::Confirmed).count();
            assert_eq!(confirmed, 1, "{fault:?} at {call}");
            let id: WishId = made["id"].as_str().unwrap().into();
            assert_eq!(salon.stored::<Wish>(&keys::wish(&id)).await.unwrap().state, WishState::Accepted);
            salon.no_double_bookings(date, 1).await;
            if outcome.is_some() {
                assert!(call > 2, "there were calls to be killed at");
                break;
            }
            date = date.plus_days(1);
        }
        date = date.plus_days(1);
    }
}

#[tokio::test]
async fn an_acceptance_and_the_end_of_its_offer_have_one_outcome() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let mut date = day();
    for round in 0..rounds() {
        let text = date.to_string();
        nearly_full(&salon, &shop, date, &[("12:00", "12:45")]).await;
        let taken = booked(&salon, &shop, &asha, &text, "12:00").await;
        let (bina, chetan) = (salon.customer("Bina").await, salon.customer("Chetan").await);
        let body = with(wish(&shop), "dates", json!([text]));
        let (made, _) = (wishes(&bina, body.clone()).await, wishes(&chetan, body).await);
        salon.reception().await.post(&format!("{taken}/cancel"), json!({ "reason": "ill" })).await.ok();
        salon.deliver().await;
        let end = line(&salon, &shop, date).await[0].offer.clone().unwrap().expires_at;
        // Half of them just in time.
        let early = TimeDelta::milliseconds(if round % 2 == 0 { 1 } else { 0 });
        salon.salon.clock.set(end.minus(early));
        let path = of(&made, "/accept");
        let accept = bina.post(&path, json!({}));
        let (accepted, ()) = tokio::join!(accept, async {
            salon.salon.clock.set(end);
            salon.deliver().await;
        });
        let is_accepted = accepted.status == 201;
        let left = line(&salon, &shop, date).await;
        assert_eq!(left.iter().any(|wish| wish.customer_id == bina.id()), !is_accepted);
        let chetans = left.iter().find(|wish| wish.customer_id == chetan.id()).unwrap();
        assert_eq!(chetans.state == WishState::Waiting, is_accepted, "one of the two has it");
        check(&salon, &shop, &[&shop.meera], date).await;
        date = date.plus_days(1);
    }
}
