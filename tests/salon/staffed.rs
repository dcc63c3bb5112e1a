//! The staffed policy: nobody's minute is given twice.

use futures::future::join_all;
use parlour_booking::slots::ledger::{Block, DayLedger};
use parlour_booking::slots::roster::{RosterDay, WeeklyRoster};
use parlour_booking::slots::{Closure, Rosters};
use parlour_people::staff::StaffMember;
use parlour_storage::table::Record as _;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, Shop, TestSalon, path_of};
use parlour_values::time::{Interval, IstDate};
use serde_json::{Value, json};

const DAY: &str = "2026-11-17";

fn approve(member: &StaffMember) -> Value {
    json!({ "action": "approve", "staffId": member.id })
}

fn cut_at(shop: &Shop, start: &str) -> Value {
    shop.request(&shop.staffed, &[&shop.cut], DAY, start)
}

async fn book(asha: &Client<'_>, request: Value) -> String {
    asha.book(request).await
}

fn day() -> IstDate {
    DAY.parse().unwrap()
}

/// The fortnight all of this happens in.
async fn no_double_bookings(salon: &TestSalon) {
    salon.no_double_bookings("2026-11-16".parse().unwrap(), 14).await;
}

#[tokio::test]
async fn a_request_needs_somebody_free_but_takes_nobodys_time() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let paths = join_all((0..4).map(|_| book(&asha, cut_at(&shop, "12:00")))).await;
    desk.patch(&paths[0], approve(&shop.meera)).await.ok();
    asha.post("/api/bookings", cut_at(&shop, "12:30")).await.created();
    desk.patch(&paths[1], approve(&shop.ravi)).await.ok();
    let refused = asha.post("/api/bookings", cut_at(&shop, "12:30")).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    let slot = |start: &str, end: &str| json!({ "startTime": start, "endTime": end });
    assert_eq!(
        refused["details"]["alternatives"],
        json!([slot("13:00", "13:30"), slot("13:30", "14:00"), slot("11:00", "11:30")])
    );
    asha.post("/api/bookings", cut_at(&shop, "12:45")).await.created();
    asha.post("/api/bookings", cut_at(&shop, "20:30")).await.invalid(&["startTime"]);
    no_double_bookings(&salon).await;
}

#[tokio::test]
async fn somebody_who_is_off_on_leave_blocked_or_shut_out_is_not_free() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon.put(&StaffMember { is_active: false, ..shop.ravi.clone() }).await;
    let path = book(&asha, cut_at(&shop, "12:00")).await;
    let refused = async || {
        desk.patch(&path, approve(&shop.meera)).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        asha.post("/api/bookings", cut_at(&shop, "12:00")).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    };
    let time = |start: &str, end: &str| Interval { start: start.parse().unwrap(), end: end.parse().unwrap() };

    let tuesday = RosterDay { weekday: 2, shifts: vec![time("13:00", "20:00")], breaks: vec![] };
    let weekly = vec![WeeklyRoster { effective_from: DAY.parse().unwrap(), days: vec![tuesday] }];
    let branch_ids = shop.meera.branch_ids.clone();
    salon.put(&Rosters { staff_id: shop.meera.id.clone(), branch_ids, weekly }).await;
    refused().await;
    salon.put(&Rosters::none(shop.meera.id.clone())).await;

    let empty = DayLedger::empty(shop.meera.id.clone(), DAY.parse().unwrap());
    let mut day = empty.clone();
    day.give_leave("leave".into());
    salon.put(&day).await;
    refused().await;
    let mut day = empty.clone();
    day.block(Block::new("block".into(), time("12:40", "12:50")));
    salon.put(&day).await;
    refused().await;
    salon.put(&empty).await;

    let closure = Closure {
        id: salon.salon.random.id(),
        branch_id: shop.staffed.id.clone(),
        date: DAY.parse().unwrap(),
        reason: "festival".to_owned(),
        created_by: desk.id(),
        created_at: salon.salon.clock.now(),
    };
    salon.put(&closure).await;
    refused().await;
    let mut write = parlour_storage::table::AtomicWrite::new(&salon.salon.random);
    write.changes.delete(Closure::KIND, closure.key(), parlour_storage::table::Condition::Present);
    write.commit(&salon.salon.table).await.unwrap();
    desk.patch(&path, approve(&shop.meera)).await.ok();
}

#[tokio::test]
async fn times_that_overlap_only_in_the_buffer_are_kept_apart() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let colour = book(&asha, shop.request(&shop.staffed, &[&shop.colour], DAY, "12:00")).await;
    let at_once = book(&asha, cut_at(&shop, "13:30")).await;
    let after = book(&asha, cut_at(&shop, "13:45")).await;
    desk.patch(&colour, approve(&shop.meera)).await.ok();
    desk.patch(&at_once, approve(&shop.meera)).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    desk.patch(&after, approve(&shop.meera)).await.ok();
    no_double_bookings(&salon).await;
}

#[tokio::test]
async fn a_move_keeps_the_person_who_is_free_and_asks_again_where_they_are_not() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let mine = book(&asha, cut_at(&shop, "12:00")).await;
    let other = book(&asha, cut_at(&shop, "15:00")).await;
    desk.patch(&mine, approve(&shop.meera)).await.ok();
    desk.patch(&other, approve(&shop.meera)).await.ok();
    let to = |start: &str| json!({ "bookingDate": DAY, "startTime": start });
    let reschedule = format!("{mine}/reschedule");
    let alerts = async || salon.outbox().await.iter().filter(|item| item.task.name() == "stale-booking-alert").count();
    assert_eq!(alerts().await, 2, "one for each request");

    let kept = asha.post(&reschedule, to("12:30")).await.ok()["booking"].clone();
    assert_eq!((&kept["status"], &kept["services"][0]["staffId"]), (&json!("confirmed"), &json!(shop.meera.id)));
    assert_eq!(alerts().await, 2);
    no_double_bookings(&salon).await;

    let open = asha.post(&reschedule, to("15:00")).await.ok()["booking"].clone();
    assert_eq!((&open["status"], &open["services"][0]["staffId"]), (&json!("pending"), &Value::Null));
    assert_eq!((&open["confirmedAt"], &open["rescheduleCount"]), (&Value::Null, &json!(2)));
    assert_eq!(alerts().await, 3, "it waits for an answer again");
    assert_eq!(salon.day_of(&shop.meera, day()).await.busy().len(), 1);

    desk.patch(&mine, approve(&shop.ravi)).await.ok();
    let third = book(&asha, cut_at(&shop, "18:00")).await;
    let refused = asha.post(&format!("{third}/reschedule"), to("15:15")).await;
    let refused = refused.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(refused["details"]["alternatives"].as_array().map(Vec::len), Some(3));
    let named = json!({ "bookingDate": DAY, "startTime": "15:15", "staffId": shop.meera.id });
    desk.post(&format!("{third}/reschedule"), named).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    let named = json!({ "bookingDate": DAY, "startTime": "16:00", "staffId": shop.meera.id });
    let given = desk.post(&format!("{third}/reschedule"), named).await.ok()["booking"].clone();
    assert_eq!((&given["status"], &given["services"][0]["staffId"]), (&json!("pending"), &json!(shop.meera.id)));
    no_double_bookings(&salon).await;
}

#[tokio::test]
async fn a_change_of_person_gives_the_first_ones_time_back() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (first, second) = (book(&asha, cut_at(&shop, "12:00")).await, book(&asha, cut_at(&shop, "12:15")).await);
    desk.patch(&first, approve(&shop.meera)).await.ok();
    desk.patch(&second, approve(&shop.ravi)).await.ok();
    let assign = |member: &StaffMember| json!({ "action": "assign", "staffId": member.id });
    desk.patch(&first, assign(&shop.ravi)).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    desk.post(&format!("{second}/cancel"), json!({ "reason": "x" })).await.ok();
    desk.patch(&first, assign(&shop.ravi)).await.ok();
    assert!(salon.day_of(&shop.meera, day()).await.busy().is_empty());
    no_double_bookings(&salon).await;
}

#[tokio::test]
async fn any_two_actions_at_once_leave_every_hold_with_its_booking() {
    // The second column is what happens first, alone; of the two that follow at once, those that exclude each other.
    for (begun, one, two, exclusive) in [
        (None, "approve", "reject", true),
        (None, "approve", "cancel", false),
        (None, "approve", "move", false),
        (None, "approve", "approve", true),
        (Some("approve"), "cancel", "cancel", true),
        (Some("approve"), "cancel", "no-show", true),
        (Some("approve"), "check in", "no-show", true),
        (Some("approve"), "check in", "cancel", true),
        (Some("approve"), "call off", "cancel", true),
        (Some("approve"), "assign", "cancel", false),
        (Some("approve"), "assign", "move", false),
        (Some("approve"), "move", "no-show", false),
    ] {
        let (salon, shop) = TestSalon::with_shop().await;
        let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
        let act = async |name: &str, path: &str| {
            let reply = match name {
                "approve" => desk.patch(path, approve(&shop.meera)).await,
                "reject" => desk.patch(path, json!({ "action": "reject", "rejectionReason": "x" })).await,
                "assign" => desk.patch(path, json!({ "action": "assign", "staffId": shop.ravi.id })).await,
                "cancel" => asha.post_empty(&format!("{path}/cancel")).await,
                "call off" => desk.post(&format!("{path}/cancel"), json!({ "reason": "x" })).await,
                "move" => {
                    asha.post(
                        &format!("{path}/reschedule"),
                        json!({ "bookingDate": "2026-11-19", "startTime": "15:00" }),
                    )
                    .await
                }
                "check in" => desk.post_empty(&format!("{path}/checkin")).await,
                _ => desk.post_empty(&format!("{path}/noshow")).await,
            };
            assert!(matches!(reply.status.as_u16(), 200 | 409), "{name}: {}", reply.json());
            reply.status == 200
        };
        for _ in 0..rounds() {
            let path = book(&asha, cut_at(&shop, "12:00")).await;
            if let Some(begun) = begun {
                assert!(act(begun, &path).await);
            }
            let (first, second) = tokio::join!(act(one, &path), act(two, &path));
            assert!(first || second, "{one} and {two}");
            assert!(!exclusive || first != second, "{one} and {two}");
            no_double_bookings(&salon).await;
            // Back to an empty day for the next pair.
            desk.post_empty(&format!("{path}/undo-checkin")).await;
            desk.post(&format!("{path}/cancel"), json!({ "reason": "clear" })).await;
            assert!(salon.day_of(&shop.meera, day()).await.busy().is_empty());
        }
    }
}

#[tokio::test]
async fn a_cut_off_answer_or_a_conflict_takes_the_time_once() {
    use parlour_tests::wire::Fault;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = book(&asha, cut_at(&shop, "12:00")).await;
    let attempts = AtomicUsize::new(0);
    salon.wire.fail(move |_, operation| {
        if operation != "TransactWriteItems" {
            return None;
        }
        match attempts.fetch_add(1, Ordering::SeqCst) {
            0 => Some(Fault::Conflict),
            1 => Some(Fault::CutAfter),
            _ => None,
        }
    });
    let booking = desk.patch(&path, approve(&shop.meera)).await.ok()["booking"].clone();
    salon.wire.reset();
    assert_eq!((path_of(&booking["id"]), &booking["status"]), (path, &json!("confirmed")));
    assert_eq!(salon.day_of(&shop.meera, day()).await.busy().len(), 1);
    no_double_bookings(&salon).await;
}
