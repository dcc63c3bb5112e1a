//! The minutes that a person works on a visit: at its beginning and at its end, and not while it processes.

use parlour_booking::slots::Rosters;
use parlour_booking::slots::ledger::{Block, Busy, DayLedger};
use parlour_booking::slots::roster::{RosterDay, WeeklyRoster};
use parlour_people::staff::StaffMember;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::Service;
use parlour_tests::{Client, Shop, TestSalon, path_of};
use parlour_values::time::{Interval, IstDate, Minutes};
use serde_json::{Value, json};

const DAY: &str = "2026-11-17";

fn day() -> IstDate {
    DAY.parse().unwrap()
}

fn time(start: &str, end: &str) -> Interval {
    Interval { start: start.parse().unwrap(), end: end.parse().unwrap() }
}

/// A tint of 75 minutes: 25 of work, 35 to process, 15 to finish. A blow-dry of half an hour. Meera and Ravi do both.
async fn tint_and_blow_dry(salon: &TestSalon, shop: &Shop) -> (Service, Service) {
    let tint = salon.service(&shop.hair, "Tint", 250_000, 75, 0).await;
    let tint = Service { processing: Minutes(35), finish: Minutes(15), ..tint };
    salon.put(&tint).await;
    let blow_dry = salon.service(&shop.hair, "Blow dry", 60_000, 30, 0).await;
    for member in [&shop.meera, &shop.ravi] {
        let own = member.service_ids.iter().cloned();
        let service_ids = own.chain([tint.id.clone(), blow_dry.id.clone()]).collect();
        salon.put(&StaffMember { service_ids, ..member.clone() }).await;
    }
    (tint, blow_dry)
}

async fn approved(asha: &Client<'_>, desk: &Client<'_>, request: Value, by: &StaffMember) -> Value {
    let path = asha.book(request).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": by.id })).await.ok()
}

/// Somebody who has come in now.
fn walk_in(branch: &Branch, asha: &Client<'_>, service: &Service, by: &StaffMember) -> Value {
    json!({
        "branchId": branch.id, "serviceType": "salon", "customerId": asha.id(), "serviceIds": [service.id],
        "staffId": by.id,
    })
}

#[tokio::test]
async fn whoever_is_being_served_is_refused_by_their_persons_own_part_of_another_visit_only() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, blow_dry) = tint_and_blow_dry(&salon, &shop).await;
    let cut = Service { buffer: Minutes(10), ..shop.cut.clone() };
    salon.put(&cut).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    // Ravi cuts until 12:55, then Meera dries until 13:25.
    let path = asha.book(shop.request(&shop.staffed, &[&cut, &blow_dry], DAY, "12:10")).await;
    let both = json!([
        { "serviceId": cut.id, "staffId": shop.ravi.id }, { "serviceId": blow_dry.id, "staffId": shop.meera.id },
    ]);
    desk.patch(&path, json!({ "action": "approve", "services": both })).await.ok();
    let walk_in = walk_in(&shop.staffed, &asha, &blow_dry, &shop.ravi);
    salon.set_clock("2026-11-17T12:50:00+05:30");
    desk.post("/api/bookings", walk_in.clone()).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    salon.set_clock("2026-11-17T12:58:00+05:30");
    let served = desk.post("/api/bookings", walk_in).await.created();
    assert_eq!(served["booking"]["overlaps"], false);
}

#[tokio::test]
async fn whoever_is_being_served_leaves_their_person_free_while_it_processes() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (tint, blow_dry) = tint_and_blow_dry(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    approved(&asha, &desk, shop.request(&shop.staffed, &[&blow_dry], DAY, "12:25"), &shop.ravi).await;
    salon.set_clock("2026-11-17T12:00:00+05:30");
    let served = desk.post("/api/bookings", walk_in(&shop.staffed, &asha, &tint, &shop.ravi)).await.created();
    assert_eq!(served["booking"]["overlaps"], false);
    salon.no_double_bookings(day(), 1).await;
    let second = walk_in(&shop.staffed, &asha, &shop.cut, &shop.ravi);
    desk.post("/api/bookings", second).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
}

fn warnings(data: &Value) -> Vec<(&str, &Value)> {
    let warnings = data["warnings"].as_array().unwrap().iter();
    warnings.map(|warning| (warning["code"].as_str().unwrap(), &warning["bookingIds"])).collect()
}

#[tokio::test]
async fn the_desk_is_warned_of_the_minutes_that_somebody_works() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (tint, blow_dry) = tint_and_blow_dry(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let tuesday = RosterDay { weekday: 2, shifts: vec![time("11:00", "13:15")], breaks: vec![time("12:45", "12:55")] };
    let weekly = vec![WeeklyRoster { effective_from: day(), days: vec![tuesday] }];
    let branch_ids = shop.meera.branch_ids.clone();
    salon.put(&Rosters { staff_id: shop.meera.id.clone(), branch_ids, weekly }).await;
    let mut ledger = DayLedger::empty(shop.meera.id.clone(), day());
    ledger.block(Block::new("phone".into(), time("12:30", "12:40")));
    salon.put(&ledger).await;
    let at = |service: &Service, start: &str| shop.request(&shop.open, &[service], DAY, start);

    let dried = approved(&asha, &desk, at(&blow_dry, "12:25"), &shop.meera).await;
    assert_eq!(warnings(&dried), [("break", &Value::Null), ("blocked", &Value::Null)]);
    let tinted = approved(&asha, &desk, at(&tint, "12:00"), &shop.meera).await;
    assert_eq!(warnings(&tinted), [], "free from 12:25 to 13:00");
    let late = approved(&asha, &desk, at(&tint, "12:05"), &shop.meera).await;
    let mut ids = [dried["booking"]["id"].clone(), tinted["booking"]["id"].clone()];
    ids.sort_by_key(ToString::to_string);
    assert_eq!(warnings(&late), [("off_shift", &Value::Null), ("overlap", &json!(ids))]);
    assert_eq!(late["warnings"][0]["message"], "Meera is not at work from 13:05 to 13:20.");
}

#[tokio::test]
async fn the_desk_is_told_that_time_is_held_for_the_waitlist() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let other = approved(&asha, &desk, shop.request(&shop.open, &[&shop.cut], DAY, "12:30"), &shop.meera).await;
    let mut ledger = salon.day_of(&shop.meera, day()).await;
    let until = "2026-11-16T10:15:00+05:30".parse().unwrap();
    ledger.record([Busy::offered(time("12:00", "12:45"), "wish".into(), shop.staffed.id.clone(), until)]);
    salon.put(&ledger).await;
    let given = approved(&asha, &desk, shop.request(&shop.open, &[&shop.cut], DAY, "12:00"), &shop.meera).await;
    assert_eq!(warnings(&given), [("overlap", &json!([other["booking"]["id"]])), ("overlap", &Value::Null)]);
    assert_eq!(given["warnings"][1]["message"], "Meera's time is held for somebody on the waitlist then.");
    desk.get(&path_of(&other["booking"]["id"])).await.ok();
}
