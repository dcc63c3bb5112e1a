//! Years of events come out page by page, each page at the same cost.

use super::lines;
use chrono::TimeDelta;
use parlour_storage::act::Act;
use parlour_storage::events::{EventItem, EventType, Fact, Segment};
use parlour_storage::table::Bulk;
use parlour_tests::{TestSalon, counts, memory};
use serde_json::json;

/// As many as the sealer puts into a segment.
const SEGMENT: usize = 100;
/// Written at once.
const TOGETHER: usize = 20_000;

/// Events of the last hundred days in their places, as the sealer would have put them.
async fn lived(salon: &TestSalon, many: usize) {
    let (now, minutes) = (salon.salon.clock.now(), TimeDelta::days(100).num_minutes());
    let mut last: Option<Segment> = None;
    for begin in (0..many).step_by(TOGETHER) {
        let numbers: Vec<usize> = (begin..many.min(begin + TOGETHER)).collect();
        let mut bulk = Bulk::new();
        for numbers in numbers.chunks(SEGMENT) {
            let ago = minutes - minutes * i64::try_from(numbers[0]).unwrap() / i64::try_from(many).unwrap();
            let act = Act::of_job("tests", "tests", now.minus(TimeDelta::minutes(ago)));
            let events: Vec<EventItem> = numbers.iter().map(|number| event(salon, &act, *number)).collect();
            let segment = Segment::behind(last.as_ref(), &events, act.at);
            events.iter().for_each(|event| bulk.put(event));
            bulk.put(&segment);
            last = Some(segment);
        }
        bulk.write(&salon.salon.table).await.unwrap();
    }
}

fn event(salon: &TestSalon, act: &Act, number: usize) -> EventItem {
    let data = json!({ "status": "confirmed", "bookingDate": "2026-11-17", "pricePaise": number, "seats": 1 });
    let fact =
        Fact { what: EventType::BookingConfirmed, entity_type: "booking", entity_id: salon.salon.random.id(), data };
    EventItem::new(salon.salon.random.id(), act, fact, Vec::new())
}

/// `PARLOUR_BULK` says how many events.
#[tokio::test]
async fn an_export_of_many_events_costs_the_same_for_every_page() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let many = counts::bulk(3_000);
    lived(&salon, many).await;
    memory::forget_peak();
    let before = memory::peak_mebibytes();
    let begun = std::time::Instant::now();
    let (mut events, mut largest, mut slowest, mut units) = (0, 0, 0, 0.0);
    let (mut cursor, mut last) = (None::<String>, None);
    loop {
        let after = cursor.map(|cursor| format!("?after={cursor}")).unwrap_or_default();
        salon.wire.reset();
        let at = begun.elapsed().as_millis();
        let reply = owner.get(&format!("/api/exports/events{after}")).await;
        slowest = slowest.max(begun.elapsed().as_millis() - at);
        let cost = salon.wire.cost();
        assert!(cost.calls.len() <= 40 && cost.read_units <= 700.0, "{cost:?}");
        units += cost.read_units;
        largest = largest.max(reply.bytes.len());
        let page = lines(&reply);
        for event in &page {
            assert_eq!(event["data"]["pricePaise"], json!(events), "each of them once, in its order");
            assert!(last.is_none_or(|last| event["prev"] == last), "in one chain");
            last = Some(event["hash"].clone());
            events += 1;
        }
        cursor = reply.header("x-next-cursor").map(str::to_owned);
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(events, many);
    assert!(largest <= 1024 * 1024, "{largest}");
    println!(
        "{many} events in {:.1?}, the slowest page in {slowest} ms, the largest of {largest} bytes; {:.2} read units for each \
         event; {} MiB more at the peak than before",
        begun.elapsed(),
        units / f64::from(u32::try_from(many).unwrap()),
        memory::peak_mebibytes().saturating_sub(before),
    );
}
