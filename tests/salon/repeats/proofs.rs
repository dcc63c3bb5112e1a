//! Work that is cut off half-way, comes at the same time or in any order ends as if it had been done at once.

use super::*;

/// The state in the end: the times of a customer's bookings that are not cancelled, and how many mails they got.
async fn outcome(salon: &TestSalon, asha: &Client<'_>) -> (Vec<String>, usize) {
    let own = asha.get("/api/bookings").await.ok();
    let open = own["bookings"].as_array().unwrap().iter().filter(|one| one["status"] == "confirmed");
    let mut times: Vec<String> = open
        .map(|one| format!("{} {}", one["bookingDate"].as_str().unwrap(), &one["startTime"].as_str().unwrap()[..5]))
        .collect();
    times.sort();
    let address = &asha.user.as_ref().unwrap().email;
    (times, salon.sent(Channel::Email).iter().filter(|email| email.to == *address).count())
}

/// The queue looks a minute later, and delivers what it finds.
async fn later(salon: &TestSalon) {
    let now = salon.salon.clock.now();
    salon.salon.clock.set(now.plus(chrono::TimeDelta::minutes(2)));
    salon.deliver().await;
}

const WEEKS: [&str; 3] = ["2026-12-01", "2026-12-08", "2026-12-15"];

/// Every week from 1 December on.
fn weekly(shop: &Shop, asha: &Client<'_>, count: usize) -> Value {
    let body = with(cuts(shop, &shop.staffed, asha), "firstDate", json!(WEEKS[0]));
    with(with(body, "everyWeeks", json!(1)), "count", json!(count))
}

#[tokio::test]
async fn whoever_is_killed_at_any_call_is_carried_on_by_a_repeat_of_the_call_or_by_the_queue() {
    let (salon, shop) = TestSalon::with_shop().await;
    let ways = [(Fault::KillBefore, false), (Fault::KillAfter, false), (Fault::KillAfter, true)];
    for (first, (fault, by_queue)) in ways.into_iter().enumerate() {
        for call in killed_at(first, 3) {
            let asha = salon.customer("Asha").await;
            let desk = salon.reception().await.once("repeat");
            let body = weekly(&shop, &asha, 2);
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let killed = salon.wire.unless_killed(desk.post("/api/repeats", body.clone())).await.is_none();
            salon.wire.reset();
            if by_queue {
                later(&salon).await;
                let heads = heads(&salon).await;
                let is_at_rest = |head: &Repeat| matches!(head.state, RepeatState::Made | RepeatState::Cancelled);
                assert!(heads.iter().all(is_at_rest), "{fault:?} {call}: {heads:?}");
            }
            let answered = made(&desk, body.clone()).await;
            assert_eq!(made(&desk, body).await, answered);
            assert_eq!(listed(&answered), at(&WEEKS[..2], "12:00"), "{fault:?} {call}");
            later(&salon).await;
            let expected = (at(&WEEKS[..2], "12:00"), 1);
            assert_eq!(outcome(&salon, &asha).await, expected, "{fault:?} {by_queue} {call}");
            salon.no_double_bookings(date(WEEKS[0]), 20).await;
            desk.delete(&format!("{}?from={}", path(&answered), WEEKS[0])).await.ok();
            if !killed {
                assert!(call > 10, "there were calls to be killed at");
                break;
            }
        }
    }
}

async fn heads(salon: &TestSalon) -> Vec<Repeat> {
    let rows = everything(salon).await.into_iter().filter(|((pk, _), _)| pk.starts_with("REPEAT#"));
    rows.map(|(_, item)| parlour_storage::table::record_of::<Repeat>(item).unwrap()).collect()
}

#[tokio::test]
async fn a_move_and_a_cancellation_killed_at_any_call_are_finished_too() {
    let (salon, shop) = TestSalon::with_shop().await;
    let moved = ["2026-12-01 12:00", "2026-12-08 15:00", "2026-12-22 15:00"];
    let ways = [(true, Fault::KillBefore), (true, Fault::KillAfter), (false, Fault::KillAfter)];
    for (first, (is_moved, fault)) in ways.into_iter().enumerate() {
        for call in killed_at(first, 3) {
            let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
            let repeat = made(&desk, weekly(&shop, &asha, 3)).await;
            salon.deliver().await;
            let act = async || {
                if is_moved {
                    let body = json!({ "from": WEEKS[1], "everyWeeks": 2, "startTime": "15:00" });
                    desk.patch(&path(&repeat), body).await
                } else {
                    desk.delete(&format!("{}?from={}", path(&repeat), WEEKS[1])).await
                }
            };
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let killed = salon.wire.unless_killed(act()).await.is_none();
            salon.wire.reset();
            later(&salon).await;
            act().await.ok();
            later(&salon).await;
            let expected = if is_moved { &moved[..] } else { &moved[..1] };
            let expected = (expected.iter().map(ToString::to_string).collect(), 2);
            assert_eq!(outcome(&salon, &asha).await, expected, "{is_moved} {fault:?} {call}");
            salon.no_double_bookings(date(WEEKS[0]), 30).await;
            desk.delete(&format!("{}?from={}", path(&repeat), WEEKS[0])).await.ok();
            if !killed {
                assert!(call > 10, "there were calls to be killed at");
                break;
            }
        }
    }
}

#[tokio::test]
async fn of_several_who_want_the_same_times_one_has_them_all_and_the_others_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    for round in 0..rounds() {
        let first = date("2026-12-01").plus_days(u64::try_from(round).unwrap());
        let people = join_all((0..4).map(|_| salon.customer("Asha"))).await;
        let body = |asha: &Client<'_>| {
            let body = with(cuts(&shop, &shop.staffed, asha), "firstDate", json!(first));
            with(with(body, "everyWeeks", json!(1)), "count", json!(3))
        };
        salon.wire.shuffle(round);
        let replies = join_all(people.iter().map(|asha| desk.post("/api/repeats", body(asha)))).await;
        salon.wire.reset();
        let made: Vec<Value> = replies.iter().filter(|one| one.status.is_success()).map(|one| one.json()).collect();
        assert!(made.len() <= 1, "round {round}");
        for reply in replies.iter().filter(|one| !one.status.is_success()) {
            reply.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        }
        let mut confirmed = 0;
        for asha in &people {
            let own = asha.get("/api/bookings").await.ok();
            confirmed += own["bookings"].as_array().unwrap().iter().filter(|one| one["status"] == "confirmed").count();
        }
        assert_eq!(confirmed, made.len() * 3, "all or nothing, round {round}");
        for one in made {
            desk.delete(&format!("{}?from={first}", path(&one["data"]["repeat"]))).await.ok();
        }
        for week in 0..3 {
            assert_eq!(salon.day_of(&shop.meera, first.plus_days(week * 7)).await.busy().len(), 0, "round {round}");
        }
    }
    salon.no_double_bookings(date("2026-12-01"), rounds() + 21).await;
}

#[tokio::test]
async fn a_move_and_a_cancellation_at_once_end_as_if_one_had_come_after_the_other() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    for round in 0..rounds() {
        let first = date("2026-12-01").plus_days(u64::try_from(round).unwrap());
        let body = with(cuts(&shop, &shop.staffed, &asha), "firstDate", json!(first));
        let repeat = made(&desk, with(with(body, "everyWeeks", json!(1)), "count", json!(3))).await;
        salon.wire.shuffle(round);
        let (moved, cancelled) = (path(&repeat), format!("{}?from={}", path(&repeat), first.plus_days(7)));
        let (one, other) =
            tokio::join!(desk.patch(&moved, json!({ "from": first, "startTime": "16:00" })), desk.delete(&cancelled),);
        salon.wire.reset();
        one.ok();
        other.ok();
        let after = desk.get(&path(&repeat)).await.ok()["repeat"].clone();
        assert_eq!(after["state"], "made");
        let head = head(&salon, &repeat).await;
        assert!(head.occurrences.iter().all(|one| one.todo.is_none()), "{head:?}");
        assert_eq!(listed(&after)[0], format!("{first} 16:00"));
        for one in &after["occurrences"].as_array().unwrap()[1..] {
            assert_eq!(one["status"], "cancelled", "round {round}: {after}");
        }
        desk.delete(&format!("{}?from={first}", path(&repeat))).await.ok();
        for week in 0..3 {
            assert_eq!(salon.day_of(&shop.meera, first.plus_days(week * 7)).await.busy().len(), 0, "round {round}");
        }
    }
}

/// A plain list with the same edits.
#[derive(Clone, Debug, PartialEq)]
struct Model(BTreeMap<String, (IstDate, String, &'static str)>);

#[tokio::test]
async fn random_edits_end_as_in_a_plain_list() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let pick = |among: usize| salon.salon.random.below(among);
    for round in 0..rounds().max(3) {
        let weekly = with(with(cuts(&shop, &shop.open, &asha), "everyWeeks", json!(1 + pick(3))), "count", json!(6));
        let repeat = made(&desk, weekly).await;
        let mut model = Model(BTreeMap::new());
        for one in repeat["occurrences"].as_array().unwrap() {
            let text = |name: &str| one[name].as_str().unwrap().to_owned();
            model.0.insert(text("bookingId"), (date(&text("date")), text("startTime"), "confirmed"));
        }
        let origin = model.clone();
        // The place of each in the repeat: one that was moved on its own stays out of later moves.
        let mut pattern = model.clone();
        for _ in 0..6 {
            let from = date(FIRST).plus_days(u64::try_from(pick(60)).unwrap());
            let start = ["11:00", "14:00", "17:30"][pick(3)];
            match pick(4) {
                0 => {
                    desk.delete(&format!("{}?from={from}", path(&repeat))).await.ok();
                    for one in model.0.values_mut().filter(|(day, ..)| *day >= from) {
                        one.2 = "cancelled";
                    }
                }
                1 => {
                    desk.patch(&path(&repeat), json!({ "from": from, "startTime": start })).await.ok();
                    for (id, one) in &mut model.0 {
                        let own = pattern.0.get_mut(id).unwrap();
                        if one.2 == "confirmed" && one.0 >= from && (&one.0, &one.1) == (&own.0, &own.1) {
                            (one.1, own.1) = (start.to_owned(), start.to_owned());
                        }
                    }
                }
                2 => {
                    let weeks = 1 + pick(3);
                    desk.patch(&path(&repeat), json!({ "from": from, "everyWeeks": weeks })).await.ok();
                    let still = |id: &String, one: &(IstDate, String, &str)| {
                        let own = &pattern.0[id];
                        one.2 == "confirmed" && one.0 >= from && (&one.0, &one.1) == (&own.0, &own.1)
                    };
                    let mut moving: Vec<(IstDate, String)> = model
                        .0
                        .iter()
                        .filter(|(id, one)| still(id, one))
                        .map(|(id, one)| (one.0, id.clone()))
                        .collect();
                    moving.sort();
                    // The time of a move without one is that of the repeat.
                    let time = head(&salon, &repeat).await.start.to_string();
                    for (number, (_, id)) in moving.into_iter().enumerate() {
                        let day = from.plus_days(u64::try_from(number * weeks * 7).unwrap());
                        for list in [&mut model, &mut pattern] {
                            let one = list.0.get_mut(&id).unwrap();
                            (one.0, one.1) = (day, time.clone());
                        }
                    }
                }
                _ => {
                    let ids: Vec<String> = model.0.keys().cloned().collect();
                    let id = &ids[pick(ids.len())];
                    if model.0[id].2 != "confirmed" {
                        continue;
                    }
                    let own = json!({ "bookingDate": from, "startTime": "19:00" });
                    desk.post(&format!("/api/bookings/{id}/reschedule"), own).await.ok();
                    let one = model.0.get_mut(id).unwrap();
                    (one.0, one.1) = (from, "19:00".to_owned());
                }
            }
            let after = desk.get(&path(&repeat)).await.ok()["repeat"].clone();
            let mut found = Model(BTreeMap::new());
            for one in after["occurrences"].as_array().unwrap() {
                let text = |name: &str| one[name].as_str().unwrap().to_owned();
                let status = if text("status") == "confirmed" { "confirmed" } else { "cancelled" };
                found.0.insert(text("bookingId"), (date(&text("date")), text("startTime"), status));
            }
            assert_eq!(found, model, "round {round}, from {origin:?}");
        }
    }
}

#[tokio::test]
async fn the_queue_finishes_what_was_begun_and_does_nothing_twice() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let repeat = made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    let finish = salon.outbox().await.into_iter().filter(|entry| matches!(entry.task, Task::FinishRepeat { .. }));
    assert_eq!(finish.count(), 1);
    let before = everything(&salon).await;
    let message = parlour_storage::outbox::OutboxMessage::new(
        Task::FinishRepeat { repeat_id: repeat["id"].as_str().unwrap().into() },
        salon.salon.clock.now(),
    );
    for _ in 0..2 {
        let done = parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
        assert_eq!(done, json!({ "success": true, "finished": false }));
    }
    assert_eq!(everything(&salon).await, before);
    let unknown = Task::FinishRepeat { repeat_id: "unknown".into() };
    let message = parlour_storage::outbox::OutboxMessage::new(unknown, salon.salon.clock.now());
    assert_eq!(parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap()["finished"], false);
}
