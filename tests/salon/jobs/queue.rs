//! From the outbox through the relay and the queue to the jobs: killed anywhere, delivered often and in any order, nothing
//! is lost and nothing happens twice.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use futures::future::join_all;
use parlour::bookings::status::BookingStatus;
use parlour::outbound::Channel;
use parlour::outbox::{Event, OutboxItem, QueueEntry, sweep};
use parlour::table::keys;
use parlour_jobs::triggers;
use parlour_tests::wire::Fault;
use parlour_tests::{Client, Shelf, TestSalon};
use serde_json::{Value, json};

/// The batch of the stream in which these items were written, with what else a stream carries.
fn stream(items: &[OutboxItem]) -> Value {
    let record = |event: &str, image: &str, item: Value, number: &str| {
        let change = json!({ image: item, "SequenceNumber": number, "SizeBytes": 240 });
        json!({ "eventID": number, "eventName": event, "awsRegion": "ap-south-1", "dynamodb": change })
    };
    let mut records = vec![
        record("INSERT", "NewImage", json!({ "kind": { "S": "booking" } }), "b"),
        record("REMOVE", "OldImage", json!({ "kind": { "S": "outbox" } }), "r"),
    ];
    records.extend(items.iter().map(|item| {
        let image = json!({
            "kind": { "S": "outbox" }, "id": { "S": item.id }, "task": { "S": item.task.name() },
            "payload": { "S": item.task.payload().to_string() }, "due": { "S": item.due }, "created_at": { "S": item.created_at },
        });
        record("INSERT", "NewImage", image, item.id.as_str())
    }));
    json!({ "Records": records })
}

/// A day at the desk that leaves something of every kind in the outbox; the customer and the receptionist.
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
    assert_eq!(tasks.len(), 7, "{tasks:?}: something of every kind");
    // Two days on, all of it is due.
    once.set_clock("2026-11-20T10:00:00+05:30");
    let entries: Vec<QueueEntry> = items.iter().map(QueueEntry::from).collect();
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
async fn a_relay_killed_or_refused_anywhere_loses_nothing() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let mut items = salon.outbox().await;
    for item in items.split_off(6) {
        salon.salon.table.forget(&keys::outbox(&item.id)).await.unwrap();
    }
    let ids: BTreeSet<_> = items.iter().map(|item| item.id.clone()).collect();
    let queue = Shelf::default();
    let put = |queue: &Shelf| queue.entries().into_iter().map(|entry| entry.id).collect::<BTreeSet<_>>();
    let batch = stream(&items);
    // Killed before and after each delete; the stream brings the batch again, from its beginning or from where it failed.
    for call in 0..items.len() {
        for fault in [Fault::KillBefore, Fault::KillAfter] {
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let relayed = salon.wire.unless_killed(parlour_outbox::relay_batch(&salon.salon, &queue, &batch)).await;
            assert!(relayed.is_none());
            salon.wire.reset();
            let left: BTreeSet<_> = salon.outbox().await.into_iter().map(|item| item.id).collect();
            let lost: Vec<_> = ids.iter().filter(|id| !left.contains(*id) && !put(&queue).contains(*id)).collect();
            assert_eq!(lost, Vec::<&parlour::id::MessageId>::new(), "{fault:?} at {call}");
        }
    }
    assert_eq!(parlour_outbox::relay_batch(&salon.salon, &queue, &batch).await, json!({ "batchItemFailures": [] }));
    assert_eq!((put(&queue), salon.outbox().await.len()), (ids, 0));
}

#[tokio::test]
async fn a_queue_that_refuses_names_the_record_and_keeps_the_rest() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let items = salon.outbox().await;
    for after in [false, true] {
        let queue = Shelf::default();
        for item in &items {
            salon.put(item).await;
        }
        let batch = stream(&items);
        // The first is refused before it was taken, or after; the others are taken.
        queue.refuse(&[after]);
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &batch).await;
        assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": items[0].id }] }));
        let left: Vec<_> = salon.outbox().await.into_iter().map(|item| item.id).collect();
        assert_eq!(left, [items[0].id.clone()], "nothing is forgotten that may not be there");
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &batch).await;
        assert_eq!(answer, json!({ "batchItemFailures": [] }));
        assert_eq!(
            queue.entries().len(),
            2 * items.len() - usize::from(!after),
            "the stream delivers from there on again"
        );
        assert_eq!(salon.outbox().await.len(), 0);
    }
}

#[tokio::test]
async fn one_of_ten_that_fails_holds_up_no_other_and_twice_out_of_order_is_harmless() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let mut items = salon.outbox().await;
    for item in items.split_off(10) {
        salon.salon.table.forget(&keys::outbox(&item.id)).await.unwrap();
    }
    let queue = Shelf::default();
    queue.refuse_after(3);
    salon.wire.reset();
    let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &stream(&items)).await;
    let cost = salon.wire.cost();
    assert!(cost.calls.len() == 9 && cost.round_trips <= 4, "deleted side by side: {cost:?}");
    assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": items[3].id }] }));
    let left: Vec<_> = salon.outbox().await.into_iter().map(|item| item.id).collect();
    assert_eq!(left, [items[3].id.clone()]);

    let order: Vec<OutboxItem> = items.iter().rev().cloned().collect();
    for _ in 0..2 {
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &stream(&order)).await;
        assert_eq!(answer, json!({ "batchItemFailures": [] }));
    }
    assert_eq!(salon.outbox().await.len(), 0);
    let put: BTreeSet<_> = queue.entries().into_iter().map(|entry| entry.id).collect();
    assert_eq!(put, items.into_iter().map(|item| item.id).collect::<BTreeSet<_>>());
}

#[tokio::test]
async fn what_the_stream_missed_is_swept_after_five_minutes_and_one_failure_stops_nothing_else() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let (items, queue) = (salon.outbox().await, Shelf::default());
    let swept = async || triggers::scheduled(&salon.salon, Some(&queue), "outbox-sweep").await;
    salon.set_clock("2026-11-16T10:04:59+05:30");
    assert_eq!(swept().await.unwrap(), json!({ "success": true, "relayed": 0 }));
    salon.set_clock("2026-11-16T10:05:00+05:30");
    queue.refuse(&[false]);
    assert!(swept().await.is_err(), "so that the scheduler tries again");
    assert_eq!((queue.entries().len(), salon.outbox().await.len()), (items.len() - 1, 1));
    assert_eq!(sweep(&salon.salon.table, &queue, salon.salon.clock.now()).await.unwrap(), 1);
    assert_eq!((queue.entries().len(), salon.outbox().await.len()), (items.len(), 0));
    assert_eq!(swept().await.unwrap(), json!({ "success": true, "relayed": 0 }));
}

/// Breaks an item that waits in the outbox, as a later version's task would look to this one.
async fn made_unreadable(salon: &TestSalon, item: &OutboxItem) {
    let (table, key) = (&salon.salon.table, keys::outbox(&item.id));
    let update = table.client().update_item().table_name(table.name());
    update
        .key("PK", AttributeValue::S(key.pk))
        .key("SK", AttributeValue::S(key.sk))
        .update_expression("SET task = :task")
        .expression_attribute_values(":task", AttributeValue::S("make-coffee".to_owned()))
        .send()
        .await
        .unwrap();
}

#[tokio::test]
async fn an_item_nobody_can_read_is_named_and_stays_and_keeps_no_other_waiting() {
    let salon = TestSalon::open().await;
    busy_day(&salon).await;
    let (items, queue) = (salon.outbox().await, Shelf::default());
    let batch = stream(&items);
    made_unreadable(&salon, &items[1]).await;
    for (field, value) in [("task", json!("make-coffee")), ("payload", json!("{")), ("due", json!("soon"))] {
        let mut batch = batch.clone();
        // The first two records of the batch are no outbox items.
        batch["Records"][3]["dynamodb"]["NewImage"][field]["S"] = value;
        let answer = parlour_outbox::relay_batch(&salon.salon, &queue, &batch).await;
        assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": items[1].id }] }), "{field}");
    }
    let relayed: BTreeSet<_> = queue.entries().into_iter().map(|entry| entry.id).collect();
    assert_eq!(relayed.len(), items.len() - 1);

    for item in &items[2..] {
        salon.put(item).await;
    }
    salon.set_clock("2026-11-16T10:05:00+05:30");
    let queue = Shelf::default();
    for _ in 0..2 {
        assert!(
            sweep(&salon.salon.table, &queue, salon.salon.clock.now()).await.is_err(),
            "somebody has to look at it"
        );
        assert_eq!(queue.entries().len(), items.len() - 2);
    }
    salon.put(&items[1]).await;
    assert_eq!(sweep(&salon.salon.table, &queue, salon.salon.clock.now()).await.unwrap(), 1);
}

#[tokio::test]
async fn a_batch_names_what_failed_and_nothing_else() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let mut records = vec![
        json!({ "messageId": "poison", "body": "not a message" }),
        json!({ "messageId": "bodiless" }),
        json!({ "messageId": "unknown", "body": r#"{"id":"x","task":"make-coffee","payload":{},"due":"2026-11-16T04:30:00.000Z"}"# }),
        json!({ "messageId": "eventless", "body": r#"{"id":"x","task":"notify","payload":{"event":"coffee_made"},"due":"2026-11-16T04:30:00.000Z"}"# }),
    ];
    for name in ["Asha", "Ravi", "Uma"] {
        let user = salon.user(name, parlour::role::Role::Customer).await;
        let booking = salon.booked(&shop, &user, "2026-11-20", "12:00", BookingStatus::Pending).await;
        let event = Event::BookingReceived { booking_id: booking.id };
        let item = OutboxItem::new(name.into(), event.message(salon.salon.clock.now()), salon.salon.clock.now());
        records.push(record(&QueueEntry::from(&item), 0));
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
    assert!(salon.stored::<parlour::bookings::Booking>(&keys::booking(&"x".into())).await.is_none());
}
