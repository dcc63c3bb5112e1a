//! The event feed: every change once, in one order that never changes, and a chain that shows whatever was done to it.

use std::collections::{BTreeMap, BTreeSet};

use futures::future::join_all;
use parlour_storage::act::Act;
use parlour_storage::events::{EventItem, EventType, chain, seal};
use parlour_storage::relay::sweep;
use parlour_storage::table::{Item, Key, Record as _, Table, keys};
use parlour_storage::transaction::Transaction;
use parlour_tests::wire::{Fault, Wire};
use parlour_tests::{Client, FailingQueue, TestSalon, counts};
use parlour_values::id::Random;
use parlour_values::role::Role;
use serde_dynamo::AttributeValue;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// One change of a lead by a job, and nothing else.
async fn happened(salon: &TestSalon, number: usize) {
    let act = Act::of_job("tests", "r", salon.salon.clock.now());
    let mut transaction = salon.salon.transaction(&act);
    transaction.audit(EventType::LeadMoved, "lead", format!("l{number}"), json!({ "number": number }));
    transaction.commit().await.unwrap();
}

/// Everything that a reader gets, page by page.
async fn read_to_the_end(reader: &Client<'_>, limit: usize) -> Vec<Value> {
    let (mut events, mut after) = (Vec::new(), String::new());
    loop {
        let page = reader.get(&format!("/api/events?limit={limit}{after}")).await.ok();
        let found = page["events"].as_array().unwrap();
        assert!(found.len() <= limit);
        events.extend(found.iter().cloned());
        after = format!("&after={}", page["nextCursor"].as_str().unwrap());
        if page["upToDate"] == true {
            return events;
        }
    }
}

/// The hash as anybody can compute it from what the feed gives; serde_json's own maps are sorted.
fn computed(event: &Value) -> String {
    let mut fields: BTreeMap<String, Value> = serde_json::from_value(event.clone()).unwrap();
    fields.remove("hash");
    hex::encode(Sha256::digest(serde_json::to_string(&fields).unwrap()))
}

fn assert_chained(events: &[Value]) {
    let mut prev = json!(chain::BEGINNING);
    for event in events {
        assert_eq!(event["prev"], prev, "{event}");
        assert_eq!(event["hash"], json!(computed(event)), "{event}");
        prev = event["hash"].clone();
    }
}

#[tokio::test]
async fn a_change_is_one_event_with_who_did_what_to_what() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let developer = salon.person("Dev", Role::Developer).await;
    let path = asha.book(shop.cut_tomorrow()).await;
    let nothing = developer.get("/api/events").await.ok();
    assert_eq!((&nothing["events"], &nothing["upToDate"]), (&json!([]), &json!(true)), "it is not sealed yet");
    salon.seal().await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    salon.seal().await;

    // The cursor of an empty feed stays good.
    let since = format!("/api/events?after={}", nothing["nextCursor"].as_str().unwrap());
    let all = developer.get(&since).await.ok();
    let events = all["events"].as_array().unwrap();
    assert_eq!(all["events"], developer.get("/api/events").await.ok()["events"]);
    assert_chained(events);
    let asked = events.iter().find(|event| event["type"] == "booking.requested").unwrap();
    let id = path.rsplit('/').next().unwrap();
    assert_eq!((&asked["entityType"], &asked["entityId"]), (&json!("booking"), &json!(id)));
    assert_eq!(asked["actor"], json!({ "id": asha.id(), "role": "customer" }));
    assert_eq!(asked["at"], "2026-11-16T04:30:00.000Z");
    assert_eq!(asked["data"]["branchId"], json!(shop.open.id));
    let fields: Vec<&String> = asked.as_object().unwrap().keys().collect();
    let expected = ["actor", "at", "data", "entityId", "entityType", "hash", "id", "prev", "requestId", "type"];
    assert_eq!(fields, expected);
    let confirmed = events.last().unwrap();
    assert_eq!(
        (&confirmed["type"], &confirmed["actor"]["role"]),
        (&json!("booking.confirmed"), &json!("receptionist"))
    );

    let some = developer.get("/api/events?types=booking.confirmed,booking.requested").await.ok();
    let types: Vec<&Value> = some["events"].as_array().unwrap().iter().map(|event| &event["type"]).collect();
    assert_eq!(types, ["booking.requested", "booking.confirmed"]);
    let text = all.to_string();
    for person in [&asha, &desk] {
        let user = person.user.as_ref().unwrap();
        assert!(!text.contains(&user.email) && !text.contains(&user.name), "no names and no mails");
    }
}

#[tokio::test]
async fn what_cannot_be_asked_of_the_feed_is_told() {
    let salon = TestSalon::open().await;
    let developer = salon.person("Dev", Role::Developer).await;
    for number in 0..3 {
        happened(&salon, number).await;
    }
    salon.seal().await;
    developer.get("/api/events?limit=0").await.invalid(&["limit"]);
    developer.get("/api/events?limit=101&types=coffee.made").await.invalid(&["limit", "types"]);
    for wrong in ["x", "ZmVlZC85OS8xMjA", "ZmVlZC8xLzk5"] {
        developer.get(&format!("/api/events?after={wrong}")).await.invalid(&["after"]);
    }
    let first = developer.get("/api/events?limit=1").await.ok();
    let after = format!("/api/events?after={}", first["nextCursor"].as_str().unwrap());
    salon.set_clock("2027-02-14T10:00:00+05:30");
    let developer = salon.signed_in(developer.user.as_ref().unwrap(), developer.app).await;
    developer.get(&after).await.ok();
    salon.set_clock("2027-02-14T10:00:01+05:30");
    developer.get(&after).await.invalid(&["after"]);
    // Without a cursor it begins with what is kept.
    happened(&salon, 7).await;
    salon.seal().await;
    let kept = developer.get("/api/events").await.ok();
    let last = kept["events"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["data"]["number"], 7);
    assert!(kept["events"].as_array().unwrap().len() <= 3, "the session's and this one: {kept}");
    let owner = salon.person("Olga", Role::Owner).await;
    owner.get("/api/events").await.refused(403, "FORBIDDEN");
    owner.get("/api/logs/audit/verify").await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn the_first_event_that_is_kept_is_found_among_many_segments() {
    let salon = TestSalon::open().await;
    for number in 0..40 {
        salon.salon.clock.set(salon.salon.clock.now().plus(chrono::TimeDelta::days(4)));
        happened(&salon, number).await;
        salon.seal().await;
    }
    let developer = salon.person("Dev", Role::Developer).await;
    let kept = developer.get("/api/events?types=lead.moved").await.ok();
    let numbers: Vec<u64> =
        kept["events"].as_array().unwrap().iter().map(|event| event["data"]["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (17..40).collect::<Vec<_>>(), "of the last 90 days");
}

#[tokio::test]
async fn messages_without_a_fact_and_several_facts_are_events_too() {
    let salon = TestSalon::open().await;
    let developer = salon.person("Dev", Role::Developer).await;
    let act = Act::of_job("tests", "r", salon.salon.clock.now());
    let message =
        || parlour_storage::outbox::NotifiableEvent::BookingReceived { booking_id: "b1".into() }.message(act.at);
    let mut bare = salon.salon.transaction(&act);
    bare.enqueue(message());
    bare.commit().await.unwrap();
    let mut both = salon.salon.transaction(&act);
    both.audit(EventType::TagCreated, "tag", "t1", json!({}));
    both.audit(EventType::TagCreated, "tag", "t2", json!({}));
    both.enqueue(message());
    both.commit().await.unwrap();
    let none: Transaction<'_> = salon.salon.transaction(&act);
    none.commit().await.unwrap();

    let events: Vec<EventItem> = salon.events().await.into_iter().filter(|event| event.actor_id == "tests").collect();
    let shapes: Vec<_> = events.iter().map(|event| (event.what, event.messages.len())).collect();
    let expected = [(EventType::MessagesQueued, 1), (EventType::TagCreated, 1), (EventType::TagCreated, 0)];
    assert_eq!(shapes, expected);
    // The audit log shows what was done to records.
    let log = developer.get("/api/logs/audit?actorId=tests").await.ok();
    let actions: Vec<&Value> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["action"]).collect();
    assert_eq!(actions, ["tag.create", "tag.create"]);
}

/// A process that seals what the stream brings, in this order, and is killed before and after every call it makes.
struct Sealer {
    table: Table,
    wire: Wire,
    random: Random,
}

impl Sealer {
    async fn work(&self, salon: &TestSalon, batches: Vec<Vec<EventItem>>) {
        let kills = [None, Some((0, Fault::KillBefore)), Some((0, Fault::KillAfter)), Some((1, Fault::KillBefore))];
        let kills = kills.into_iter().chain([Some((1, Fault::KillAfter)), Some((2, Fault::KillAfter))]).cycle();
        for (batch, kill) in batches.iter().zip(kills) {
            if let Some((call, fault)) = kill {
                self.wire.fail(move |number, _| (number == call).then_some(fault));
            }
            let sealed = self.wire.unless_killed(seal(&self.table, batch, salon.salon.clock.now())).await;
            self.wire.reset();
            if !matches!(sealed, Some(Ok(()))) {
                // The stream brings the batch again, now or later, until it is sealed.
                while let Err(error) = seal(&self.table, batch, salon.salon.clock.now()).await {
                    assert!(error.to_string().contains("other sealers"), "{error}");
                }
            }
        }
    }

    fn batches(&self, events: &[EventItem]) -> Vec<Vec<EventItem>> {
        let mut events = events.to_vec();
        let mut shuffled = Vec::with_capacity(events.len());
        while !events.is_empty() {
            shuffled.push(events.swap_remove(self.random.below(events.len())));
        }
        shuffled.chunks(7).map(<[EventItem]>::to_vec).collect()
    }
}

#[tokio::test]
async fn sixteen_writers_and_two_sealers_killed_at_every_call_make_one_order() {
    let salon = TestSalon::open().await;
    let count = counts::bulk(160);
    let sealers: Vec<Sealer> = (0..2)
        .map(|number| {
            let (table, wire) = salon.another_process();
            Sealer { table, wire, random: Random::seeded(salon.salon.clock.clone(), number) }
        })
        .collect();
    for first in (0..count).step_by(160) {
        salon.salon.clock.set(salon.salon.clock.now().plus(chrono::TimeDelta::minutes(2)));
        let numbers: Vec<usize> = (first..count.min(first + 160)).collect();
        let writers = numbers.chunks(numbers.len().div_ceil(16)).map(|numbers| {
            let salon = &salon;
            async move {
                for number in numbers {
                    happened(salon, *number).await;
                }
            }
        });
        join_all(writers).await;
        // Each tenth is lost on the way; both sealers get all others, each in an order of its own, some of them again.
        let new = salon.unsealed().await;
        let brought: Vec<EventItem> =
            new.into_iter().enumerate().filter(|(at, _)| at % 10 != 9).map(|(_, event)| event).collect();
        join_all(sealers.iter().map(|sealer| {
            let (salon, all, again) = (&salon, sealer.batches(&brought), sealer.batches(&brought[..brought.len() / 3]));
            async move {
                sealer.work(salon, all).await;
                sealer.work(salon, again).await;
            }
        }))
        .await;
    }
    // The sweep, twice at the same time.
    salon.salon.clock.set(salon.salon.clock.now().plus(chrono::TimeDelta::minutes(6)));
    let queue = FailingQueue::default();
    let now = salon.salon.clock.now();
    let swept = join_all(sealers.iter().map(|sealer| sweep(&sealer.table, &queue, now))).await;
    assert!(swept.iter().all(Result::is_ok), "{swept:?}");
    assert!(salon.unsealed().await.is_empty());

    let developer = salon.person("Dev", Role::Developer).await;
    let [first, second, third] =
        [read_to_the_end(&developer, 13), read_to_the_end(&developer, 50), read_to_the_end(&developer, 100)];
    let (first, second, third) = tokio::join!(first, second, third);
    assert!(first == second && second == third, "one order for all");
    assert_chained(&first);
    let numbers: BTreeSet<u64> = first.iter().filter_map(|event| event["data"]["number"].as_u64()).collect();
    assert_eq!((first.len(), numbers.len()), (count, count), "each exactly once");
    let verified = developer.get("/api/logs/audit/verify?from=2026-11-16").await.ok();
    assert_eq!((&verified["broken"], &verified["checked"]), (&json!([]), &json!(count)));
    assert_eq!(verified["head"], first.last().unwrap()["hash"]);
}

#[tokio::test]
async fn sealing_costs_at_most_a_write_unit_an_event() {
    let salon = TestSalon::open().await;
    for events in [1, 5, 40, 100] {
        for number in 0..events {
            happened(&salon, number).await;
        }
        let unsealed = salon.unsealed().await;
        salon.wire.reset();
        seal(&salon.salon.table, &unsealed, salon.salon.clock.now()).await.unwrap();
        let cost = salon.wire.cost();
        assert_eq!(cost.calls, ["Query", "PutItem"]);
        let most = f64::from(u32::try_from(unsealed.len()).unwrap());
        assert!(cost.write_units <= most, "{} of {most}", cost.write_units);
    }
}

/// Ten events a second, each second's sealed together.
#[tokio::test]
async fn sealing_reads_what_came_since_and_not_the_last_minutes_again() {
    let salon = TestSalon::open().await;
    let mut units = Vec::new();
    for second in 0..60 {
        salon.salon.clock.set(salon.salon.clock.now().plus(chrono::TimeDelta::seconds(1)));
        for number in 0..10 {
            happened(&salon, second * 10 + number).await;
        }
        let unsealed = salon.unsealed().await;
        assert_eq!(unsealed.len(), 10);
        salon.wire.reset();
        seal(&salon.salon.table, &unsealed, salon.salon.clock.now()).await.unwrap();
        units.push(salon.wire.cost().read_units);
    }
    assert_eq!(salon.segments().await.len(), 60);
    assert!(units.iter().all(|read| *read <= 1.0), "{units:?}");
}

async fn broken(salon: &TestSalon) -> BTreeSet<(String, String)> {
    let developer = salon.person("Dev", Role::Developer).await;
    let found = developer.get("/api/logs/audit/verify?from=2026-11-16&to=2026-11-17").await.ok();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    found["broken"].as_array().unwrap().iter().map(|row| (text(&row["id"]), text(&row["reason"]))).collect()
}

/// Ten events in two segments, half an hour ago.
async fn ten_events() -> (TestSalon, Vec<EventItem>) {
    let salon = TestSalon::open().await;
    for number in 0..10 {
        happened(&salon, number).await;
        if number % 5 == 4 {
            salon.seal().await;
        }
    }
    let events = salon.events().await;
    salon.set_clock("2026-11-16T10:30:00+05:30");
    (salon, events)
}

fn named(events: &[&EventItem], reason: &str) -> BTreeSet<(String, String)> {
    events.iter().map(|event| (event.id.to_string(), reason.to_owned())).collect()
}

#[tokio::test]
async fn a_changed_row_is_found_whatever_was_changed() {
    let (salon, events) = ten_events().await;
    assert_eq!(broken(&salon).await, BTreeSet::new());
    let key = events[3].key();
    let before = salon.row(&key).await;
    for (field, value) in [
        ("data", r#"{"number":4}"#),
        ("what", "lead.updated"),
        ("actor_id", "somebody"),
        ("actor_role", "owner"),
        ("entity_id", "l4"),
        ("request_id", "x"),
        ("at", "2026-11-16T04:30:00.001Z"),
        ("what", "coffee.made"),
    ] {
        let mut item = before.clone();
        item.insert(field.to_owned(), AttributeValue::S(value.to_owned()));
        salon.put_row(item).await;
        assert_eq!(broken(&salon).await, named(&[&events[3]], "changed"), "{field}");
    }
    salon.put_row(before).await;
    assert_eq!(broken(&salon).await, BTreeSet::new());
}

#[tokio::test]
async fn a_removed_an_inserted_and_two_swapped_rows_are_found() {
    let (salon, events) = ten_events().await;
    let (one, other) = (events[2].key(), events[7].key());
    let (first, second) = (salon.row(&one).await, salon.row(&other).await);
    salon.salon.table.forget(&one).await.unwrap();
    assert_eq!(broken(&salon).await, named(&[&events[2]], "removed"));
    salon.put_row(first.clone()).await;

    let inserted = EventItem { id: "0190a1b2".into(), ..events[4].clone() };
    salon.put(&inserted).await;
    assert_eq!(broken(&salon).await, named(&[&inserted], "inserted"));
    salon.salon.table.forget(&inserted.key()).await.unwrap();

    let under = |item: &Item, key: &Key| {
        let mut item = item.clone();
        item.insert("PK".to_owned(), AttributeValue::S(key.pk.clone()));
        item.insert("SK".to_owned(), AttributeValue::S(key.sk.clone()));
        item
    };
    salon.put_row(under(&second, &one)).await;
    salon.put_row(under(&first, &other)).await;
    assert_eq!(broken(&salon).await, named(&[&events[2], &events[7]], "changed"));
}

#[tokio::test]
async fn a_feed_that_was_rewritten_is_found() {
    let (salon, events) = ten_events().await;
    let segments = salon.segments().await;
    assert_eq!(segments.iter().map(|segment| segment.events.len()).collect::<Vec<_>>(), [5, 5]);
    // Two events change places.
    let mut swapped = segments[0].clone();
    swapped.events.swap(1, 2);
    salon.put(&swapped).await;
    let found = broken(&salon).await;
    assert!(found.is_superset(&named(&[&events[1], &events[2]], "changed")), "{found:?}");
    // An event is taken out of the feed and of the log, and the segment is sealed anew: the next one tells.
    let without: Vec<EventItem> = events[..4].to_vec();
    let rewritten = parlour_storage::events::Segment::behind(None, &without, segments[0].sealed_at);
    salon.put(&rewritten).await;
    salon.salon.table.forget(&events[4].key()).await.unwrap();
    assert_eq!(broken(&salon).await, named(&[&events[5]], "unlinked"));
    // A whole segment is taken out.
    salon.salon.table.forget(&keys::feed_segment(1)).await.unwrap();
    salon.put(&events[4]).await;
    assert_eq!(broken(&salon).await, named(&events[..5].iter().collect::<Vec<_>>(), "inserted"));
}

#[tokio::test]
async fn what_has_expired_is_called_expired_and_never_removed() {
    let salon = TestSalon::open().await;
    let act = Act::of_job("tests", "r", salon.salon.clock.now());
    for (what, id) in [(EventType::LeadMoved, "l1"), (EventType::InvoiceVoided, "i1"), (EventType::LeadMoved, "l2")] {
        let mut transaction = salon.salon.transaction(&act);
        transaction.audit(what, "any", id, json!({}));
        transaction.commit().await.unwrap();
    }
    salon.seal().await;
    let events = salon.events().await;
    let days = "from=2026-11-16&to=2026-11-16";
    let verified = async |moment: &str| {
        salon.set_clock(moment);
        let developer = salon.person("Dev", Role::Developer).await;
        developer.get(&format!("/api/logs/audit/verify?{days}")).await.ok()
    };
    for event in &events[..2] {
        salon.salon.table.forget(&event.key()).await.unwrap();
    }
    let reasons = |answer: &Value| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        answer["broken"].as_array().unwrap().iter().map(|row| (text(&row["id"]), text(&row["reason"]))).collect()
    };
    let (lead, invoice) = (events[0].id.to_string(), events[1].id.to_string());
    let gone = |first: &str, second: &str| vec![(lead.clone(), first.to_owned()), (invoice.clone(), second.to_owned())];
    // The rest of the row that is still there is as it was sealed, however late the table deletes it.
    for (moment, first, second, expired) in [
        ("2029-11-17T00:00:00+05:30", "removed", "removed", 0),
        ("2029-11-20T10:00:00+05:30", "expired", "removed", 1),
        ("2034-12-01T10:00:00+05:30", "expired", "expired", 2),
    ] {
        let answer = verified(moment).await;
        assert_eq!(reasons(&answer), gone(first, second), "{moment}");
        assert_eq!((&answer["expired"], &answer["checked"]), (&json!(expired), &json!(3)), "{moment}");
    }
    salon.salon.table.forget(&keys::feed_segment(1)).await.unwrap();
    assert_eq!(verified("2034-12-02T10:00:00+05:30").await["broken"], json!([]), "the chain itself has expired");
}

#[tokio::test]
async fn a_range_that_is_cut_is_said_to_be_and_goes_on_where_it_ended() {
    let salon = TestSalon::open().await;
    for number in 0..20 {
        salon.salon.clock.set(salon.salon.clock.now().plus(chrono::TimeDelta::days(20)));
        happened(&salon, number).await;
        salon.seal().await;
    }
    let developer = salon.person("Dev", Role::Developer).await;
    let (mut checked, mut from, mut cuts) = (0, "2026-11-16".to_owned(), 0);
    loop {
        let answer = developer.get(&format!("/api/logs/audit/verify?from={from}")).await.ok();
        assert_eq!((&answer["broken"], answer["from"].as_str()), (&json!([]), Some(from.as_str())));
        checked += answer["checked"].as_u64().unwrap();
        match answer["nextFrom"].as_str() {
            Some(next) => {
                assert_eq!(answer["isCut"], true);
                cuts += 1;
                from = next.to_owned();
            }
            None => {
                assert_eq!(answer["isCut"], false);
                break;
            }
        }
    }
    assert_eq!((checked, cuts), (20, 1));
}
