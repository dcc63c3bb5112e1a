//! From the events through the relay and the queue to the jobs: killed anywhere, delivered often and in any order, nothing
//! is lost and nothing happens twice.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::join_all;
use parlour_booking::bookings::status::BookingStatus;
use parlour_jobs::triggers::{self, Scheduled};
use parlour_senders::Channel;
use parlour_storage::events::EventItem;
use parlour_storage::outbox::{NotifiableEvent, QueueEntry, Task};
use parlour_storage::relay::sweep;
use parlour_storage::table::{Record as _, keys};
use parlour_tests::wire::Fault;
use parlour_tests::{Client, FailingQueue, TestSalon};
use serde_dynamo::AttributeValue;
use serde_json::{Value, json};

/// The batch of the stream in which these events were written, with what else a stream carries.
fn stream(events: &[EventItem]) -> Value {
    let record = |event: &str, image: &str, item: Value, number: &str| {
        let change = json!({ image: item, "SequenceNumber": number, "SizeBytes": 240 });
        json!({ "eventID": number, "eventName": event, "awsRegion": "ap-south-1", "dynamodb": change })
    };
    let mut records = vec![
        record("INSERT", "NewImage", json!({ "kind": { "S": "booking" } }), "b"),
        record("REMOVE", "OldImage", json!({ "kind": { "S": "event" } }), "r"),
    ];
    records.extend(events.iter().map(|event| {
        let mut image = json!({ "kind": { "S": "event" } });
        for (field, value) in serde_json::to_value(event).unwrap().as_object().unwrap() {
            image[field] = json!({ "S": value });
        }
        record("INSERT", "NewImage", image, event.id.as_str())
    }));
    json!({ "Records": records })
}

/// The events that leave messages.
async fn leaving_messages(salon: &TestSalon) -> Vec<EventItem> {
    salon.unsealed().await.into_iter().filter(|event| !event.messages.is_empty()).collect()
}

fn messages_of(events: &[EventItem]) -> usize {
    events.iter().map(|event| event.messages.len()).sum()
}

/// A day at the desk that leaves messages of every kind; the customer and the receptionist.
async fn busy_day(salon: &TestSalon) -> (Client<'_>, Client<'_>) {
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let user = asha.user.clone().unwrap();
    salon.listed(&user, |profile| profile.marketing_consent = true).await;
    asha.book(shop.cut_tomorrow()).await;
    let moved = asha.book(shop.cut_tomorrow()).await;
    let staff = json!({ "action": "approve", "staffId": shop.meera.id });
    desk.patch(&moved, staff).await.ok();
    let time = json!({ "bookingDate": "2026-11-18", "startTime": "15:00" });
    asha.post(&format!("{moved}/reschedule"), time).await.ok();
    let cancelled = asha.book(shop.cut_tomorrow()).await;
    asha.post(&format!("{cancelled}/cancel"), json!({ "reason": "ill" })).await.ok();
    let rejected = asha.book(shop.cut_tomorrow()).await;
    desk.patch(&rejected, json!({ "action": "reject", "rejectionReason": "full" })).await.ok();
    let visit = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", visit.id), json!({ "paymentMethod": "upi" })).await.ok();
    let missed = salon.booked(&shop, &user, "2026-11-16", "09:00", BookingStatus::Confirmed).await;
    desk.post(&format!("/api/bookings/{}/noshow", missed.id), json!({})).await.ok();
    let tier = salon.tier("Gold").await;
    let sale = json!({
        "customerId": user.id, "tierId": tier.id, "hoursMinutes": 60, "pricePaise": 100_000, "startDate": "2026-10-01",
        "validityDays": 30, "paymentMethod": "cash",
    });
    desk.post("/api/memberships", sale).await.created();
    (asha, desk)
}

/// Everything that came of it, each message to each recipient with how often it went out.
fn effects(salon: &TestSalon) -> BTreeMap<(Channel, String, String), usize> {
    let mut all = BTreeMap::new();
    for message in salon.post.messages() {
        if message.channel != Channel::Heartbeat {
            *all.entry((message.channel, message.kind, message.to)).or_insert(0) += 1;
        }
    }
    all
}

/// A batch of SQS, as the jobs function gets it.
fn record(entry: &QueueEntry, receipt: usize) -> Value {
    json!({ "messageId": format!("{}-{receipt}", entry.id), "body": serde_json::to_string(entry).unwrap() })
}

/// Delivers records in batches of ten, several batches at a time, until none is left: those that failed come again.
async fn delivered(salon: &TestSalon, mut records: Vec<Value>) {
    for _ in 0..20 {
        let batches = join_all(records.chunks(10).map(|batch| triggers::batch(&salon.salon, batch))).await;
        let failed: BTreeSet<String> = batches
            .iter()
            .flat_map(|answer| answer["batchItemFailures"].as_array().unwrap())
            .map(|failure| failure["itemIdentifier"].as_str().unwrap().to_owned())
            .collect();
        records.retain(|record| failed.contains(record["messageId"].as_str().unwrap()));
        if records.is_empty() {
            return;
        }
    }
    panic!("left undelivered: {records:?}");
}

#[tokio::test]
async fn whatever_is_delivered_five_times_out_of_order_and_side_by_side_happens_once() {
    let once = TestSalon::open().await;
    let (asha, desk) = busy_day(&once).await;
    let items = once.outbox().await;
    let tasks: BTreeSet<&str> = items.iter().map(|item| item.task.name()).collect();
    assert_eq!(tasks.len(), 8, "{tasks:?}: something of every kind");
    // Two days on, all of it is due.
    once.set_clock("2026-11-20T10:00:00+05:30");
    let entries = items.clone();
    let mut records: Vec<Value> =
        (0..5).flat_map(|copy| entries.iter().map(move |entry| record(entry, copy))).collect();
    // Shuffled, the same way every time.
    records.sort_by_key(|record| {
        let text = record["messageId"].as_str().unwrap();
        text.bytes().rev().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)))
    });
    delivered(&once, records).await;
    let after = effects(&once);
    let odd: Vec<_> = after.iter().filter(|((channel, ..), _)| *channel == Channel::Email).collect();
    let expected = [
        "booking_cancelled",
        "booking_confirmed",
        "booking_received",
        "booking_rejected",
        "booking_rescheduled",
        "invoice_ready",
        "membership_created",
        "membership_expired",
        "review_request",
    ];
    assert_eq!(odd.iter().map(|((_, kind, _), _)| kind.as_str()).collect::<Vec<_>>(), expected);
    for ((_, kind, _), count) in odd {
        // Four requests were received; a visit and a membership were paid.
        let expected = match kind.as_str() {
            "booking_received" => 4,
            "invoice_ready" => 2,
            _ => 1,
        };
        assert_eq!(*count, expected, "{kind}");
    }
    assert_eq!(once.profile_of(&asha.id()).await.noshow_count, 1);
    let client = once.signed_in(asha.user.as_ref().unwrap(), asha.app).await;
    let rows = client.get("/api/notifications?pageSize=100").await.ok()["unreadCount"].as_u64().unwrap();
    assert_eq!(rows, 14, "what was emailed, and the thanks for the visit in the app");
    let at_desk = once.signed_in(desk.user.as_ref().unwrap(), desk.app).await;
    let alerts = at_desk.get("/api/notifications?pageSize=100").await.ok()["notifications"].as_array().unwrap().clone();
    let mut kinds: Vec<&str> = alerts.iter().map(|row| row["type"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["booking_cancelled", "booking_rescheduled", "noshow_alert"]);

    // All of it once more, much later: nothing more.
    once.set_clock("2026-11-25T10:00:00+05:30");
    delivered(&once, entries.iter().map(|entry| record(entry, 5)).collect()).await;
    assert_eq!(effects(&once), after);
}

#[tokio::test]
async fn a_relay_killed_anywhere_loses_nothing_and_seals_nothing_twice() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let events = leaving_messages(&salon).await;
    let kills = [(0, Fault::KillBefore), (0, Fault::KillAfter), (1, Fault::KillBefore), (1, Fault::KillAfter)];
    for ((call, fault), event) in kills.into_iter().zip(events.chunks(2)) {
        let (queue, batch) = (FailingQueue::default(), stream(event));
        salon.wire.fail(move |number, _| (number == call).then_some(fault));
        let relayed = salon.wire.unless_killed(parlour_outbox::relay_batch(&salon.salon, &queue, &batch)).await;
        assert!(relayed.is_none(), "{fault:?} at {call}");
        salon.wire.reset();
        assert_eq!(queue.entries().len(), messages_of(event), "they are put before the event counts as relayed");
        // The stream brings the batch again.
        let again = parlour_outbox::relay_batch(&salon.salon, &queue, &batch).await;
        assert_eq!(again, json!({ "batchItemFailures": [] }));
        for event in event {
            let places = salon.segments().await.iter().filter(|segment| segment.holds(&event.id)).count();
            assert_eq!(places, 1, "{fault:?} at {call}");
        }
    }
}

#[tokio::test]
async fn a_queue_that_refuses_names_the_record_and_keeps_the_rest() {
    for after in [false, true] {
        let salon = TestSalon::open().await;
        busy_day(&salon).await;
        let (events, queue) = (leaving_messages(&salon).await, FailingQueue::default());
        let batch = stream(&events);
        // The first is refused before it was taken, or after; the others are taken.
        queue.refuse(&[after]);
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &batch).await;
        assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": events[0].id }] }));
        let left: Vec<_> = leaving_messages(&salon).await.into_iter().map(|event| event.id).collect();
        assert_eq!(left, [events[0].id.clone()], "nothing is sealed whose messages may not be there");
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &batch).await;
        assert_eq!(answer, json!({ "batchItemFailures": [] }));
        assert_eq!(
            queue.entries().len(),
            2 * messages_of(&events) - usize::from(!after),
            "the stream delivers from there on again"
        );
        assert!(leaving_messages(&salon).await.is_empty());
    }
}

#[tokio::test]
async fn one_of_ten_that_fails_holds_up_no_other_and_twice_out_of_order_is_harmless() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let mut events = leaving_messages(&salon).await;
    events.truncate(10);
    let queue = FailingQueue::default();
    // The first message of the second event.
    queue.refuse_after(events[0].messages.len());
    salon.wire.reset();
    let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &stream(&events)).await;
    let cost = salon.wire.cost();
    assert_eq!(cost.calls, ["Query", "PutItem", "Query"], "sealed together; then the webhooks are looked at");
    assert!(cost.write_units <= 9.0, "{cost:?}");
    assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": events[1].id }] }));
    let is_left = |event: &EventItem| events.contains(event);
    let left: Vec<_> = salon.unsealed().await.into_iter().filter(is_left).collect();
    assert_eq!(left, events[1..2]);

    let order: Vec<EventItem> = events.iter().rev().cloned().collect();
    for _ in 0..2 {
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &stream(&order)).await;
        assert_eq!(answer, json!({ "batchItemFailures": [] }));
    }
    assert_eq!(salon.unsealed().await.into_iter().filter(is_left).count(), 0);
    let put: BTreeSet<_> = queue.entries().into_iter().map(|entry| entry.id).collect();
    assert_eq!(put.len(), messages_of(&events));
}

#[tokio::test]
async fn where_realtime_is_configured_the_boards_are_told_once_of_all_that_a_batch_changed() {
    for (settings, expected) in [(&[][..], 0), (&[("ABLY_API_KEY", "app1.key1:secret")][..], 1)] {
        let salon = TestSalon::with_settings(settings).await;
        busy_day(&salon).await;
        let (events, queue) = (salon.unsealed().await, FailingQueue::default());
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &stream(&events)).await;
        assert_eq!(answer, json!({ "batchItemFailures": [] }));
        let entries = queue.entries();
        let told: Vec<_> = entries.iter().filter(|entry| matches!(entry.task, Task::BoardChanged { .. })).collect();
        assert_eq!(told.len(), expected);
        assert_eq!(entries.len(), messages_of(&events) + expected);
        for entry in told {
            // A salon whose senders write down what they would send.
            let other = TestSalon::open().await;
            parlour_platform::jobs::deliver(&other.salon, &entry.message()).await.unwrap();
            let sent = other.sent(Channel::Realtime);
            let sent: Vec<_> = sent.iter().map(|message| (message.to.as_str(), message.body.as_str())).collect();
            assert_eq!(sent, [("admin:bookings", "{}")]);
        }
    }
}

#[tokio::test]
async fn what_the_stream_missed_is_swept_after_five_minutes_and_one_failure_stops_nothing_else() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let (events, queue) = (salon.unsealed().await, FailingQueue::default());
    let sweep_event = Scheduled { job: "outbox-sweep".to_owned(), due: None };
    let swept = async || triggers::scheduled(&salon.salon, Some(&queue), &sweep_event).await;
    salon.set_clock("2026-11-16T10:04:59+05:30");
    assert_eq!(swept().await.unwrap(), json!({ "success": true, "relayed": 0 }));
    salon.set_clock("2026-11-16T10:05:00+05:30");
    queue.refuse(&[false]);
    assert!(swept().await.is_err(), "so that the scheduler tries again");
    assert_eq!((queue.entries().len(), salon.unsealed().await.len()), (messages_of(&events) - 1, 1));
    assert_eq!(sweep(&salon.salon.table, &queue, salon.salon.clock.now()).await.unwrap(), 1);
    assert_eq!(salon.unsealed().await.len(), 0);
    let put: BTreeSet<_> = queue.entries().into_iter().map(|entry| entry.id).collect();
    assert_eq!(put.len(), messages_of(&events));
    assert_eq!(swept().await.unwrap(), json!({ "success": true, "relayed": 0 }));
    // Later sweeps do not look at it any more.
    salon.set_clock("2026-11-16T12:00:00+05:30");
    swept().await.unwrap();
    salon.wire.reset();
    swept().await.unwrap();
    assert!(salon.wire.cost().read_units <= 12.0, "{:?}", salon.wire.cost());
}

/// Breaks an event that waits, as a later version's would look to this one.
async fn made_unreadable(salon: &TestSalon, event: &EventItem) {
    let mut row = salon.row(&event.key()).await;
    row.insert("what".to_owned(), AttributeValue::S("coffee.made".to_owned()));
    salon.put_row(row).await;
}

#[tokio::test]
async fn an_event_nobody_can_read_is_named_and_stays_and_keeps_no_other_waiting() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let (events, queue) = (leaving_messages(&salon).await, FailingQueue::default());
    let batch = stream(&events);
    made_unreadable(&salon, &events[1]).await;
    for (field, value) in [
        ("what", json!("coffee.made")),
        ("messages", json!("[[\"make-coffee\",{},null]]")),
        ("data", json!("{")),
        ("at", json!("soon")),
    ] {
        let mut batch = batch.clone();
        // The first two records of the batch are no events.
        batch["Records"][3]["dynamodb"]["NewImage"][field]["S"] = value;
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &batch).await;
        assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": events[1].id }] }), "{field}");
    }
    let relayed: BTreeSet<_> = queue.entries().into_iter().map(|entry| entry.id).collect();
    assert_eq!(relayed.len(), messages_of(&events) - events[1].messages.len());

    salon.set_clock("2026-11-16T10:05:00+05:30");
    let queue = FailingQueue::default();
    for _ in 0..2 {
        let swept = sweep(&salon.salon.table, &queue, salon.salon.clock.now()).await;
        assert!(swept.is_err(), "somebody has to look at it");
        assert_eq!(queue.entries().len(), 0);
    }
    assert!(salon.unsealed().await.is_empty(), "of those that can be read");
    // Days later it can be read.
    salon.set_clock("2026-11-19T10:05:00+05:30");
    assert!(sweep(&salon.salon.table, &queue, salon.salon.clock.now()).await.is_err());
    salon.put(&events[1]).await;
    assert_eq!(sweep(&salon.salon.table, &queue, salon.salon.clock.now()).await.unwrap(), 1);
    assert_eq!(queue.entries().len(), events[1].messages.len());
}

#[tokio::test]
async fn a_batch_names_what_failed_and_nothing_else() {
    let (salon, shop) = TestSalon::with_shop().await;
    let mut records = vec![
        json!({ "messageId": "poison", "body": "not a message" }),
        json!({ "messageId": "bodiless" }),
        json!({ "messageId": "unknown", "body": r#"{"id":"x","task":"make-coffee","payload":{},"due":"2026-11-16T04:30:00.000Z"}"# }),
        json!({ "messageId": "eventless", "body": r#"{"id":"x","task":"notify","payload":{"event":"coffee_made"},"due":"2026-11-16T04:30:00.000Z"}"# }),
    ];
    for name in ["Asha", "Ravi", "Uma"] {
        let user = salon.user(name, parlour_values::role::Role::Customer).await;
        let booking = salon.booked(&shop, &user, "2026-11-20", "12:00", BookingStatus::Pending).await;
        let event = NotifiableEvent::BookingReceived { booking_id: booking.id };
        let message = event.message(salon.salon.clock.now());
        let entry = QueueEntry { id: name.into(), task: message.task, due: message.due };
        records.push(record(&entry, 0));
    }
    salon.post.fail(|message| message.to.starts_with("ravi").then_some(parlour_tests::Mishap::Refused));
    let failures = |ids: &[&str]| {
        let failures: Vec<Value> = ids.iter().map(|id| json!({ "itemIdentifier": id })).collect();
        json!({ "batchItemFailures": failures })
    };
    let answer = triggers::batch(&salon.salon, &records).await;
    assert_eq!(answer, failures(&["poison", "bodiless", "unknown", "eventless", "Ravi-0"]));
    salon.post.stop_failing();
    let answer = triggers::batch(&salon.salon, &records).await;
    assert_eq!(answer, failures(&["poison", "bodiless", "unknown", "eventless"]));
    let mut told: Vec<String> = salon.sent(Channel::Email).into_iter().map(|email| email.to).collect();
    told.dedup();
    assert_eq!(told.len(), 3);
    assert!(salon.stored::<parlour_booking::bookings::Booking>(&keys::booking(&"x".into())).await.is_none());
}

#[tokio::test]
async fn a_review_is_asked_for_a_day_after_the_completion_that_holds() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.marketing_consent = true).await;
    let visit = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let asked = || salon.kinds(Channel::Email).iter().filter(|kind| *kind == "review_request").count();
    let path = format!("/api/bookings/{}/complete", visit.id);
    salon.set_clock("2026-11-16T13:00:00+05:30");
    let first = desk.post(&path, json!({ "paymentMethod": "upi" })).await.ok();
    salon.set_clock("2026-11-16T20:00:00+05:30");
    let void = format!("/api/billing/invoices/{}/void", first["invoice"]["id"].as_str().unwrap());
    manager.post(&void, json!({ "reason": "wrong" })).await.ok();
    salon.set_clock("2026-11-17T12:50:00+05:30");
    desk.post(&path, json!({ "paymentMethod": "upi" })).await.ok();
    for (moment, count) in [("2026-11-17T13:00:00+05:30", 0), ("2026-11-18T12:50:00+05:30", 1)] {
        salon.set_clock(moment);
        salon.deliver().await;
        assert_eq!(asked(), count, "{moment}");
    }
}
