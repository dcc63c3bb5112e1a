//! The parts of a visit on the board: people and rooms, what is joined, what is free between, who is late, what is held.

use parlour_booking::slots::ledger::{Busy, DayLedger};
use parlour_setup::catalogue::Service;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::time::{Interval, Minutes};
use scraper::Html;
use serde_json::{Value, json};

use super::board::{columns, words};
use crate::site::table::{all, as_browser, parsed, text};

const DAY: &str = "2026-11-17";

async fn board(client: &Client<'_>, shop: &Shop, more: &str) -> Html {
    let path = format!("/?branch={}&date={DAY}{more}", shop.staffed.id);
    let reply = client.get(&path).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", text(&reply));
    parsed(&reply)
}

fn attributes<'a>(page: &'a Html, selector: &str, name: &str) -> Vec<&'a str> {
    all(page, selector).iter().filter_map(|found| found.value().attr(name)).collect()
}

/// A visit at noon with each service done by the one beside it, confirmed.
async fn visit(salon: &TestSalon, shop: &Shop, services: &[(&Service, &str)]) -> String {
    let wanted: Vec<&Service> = services.iter().map(|(service, _)| *service).collect();
    let path = salon.customer("Asha Rao").await.book(shop.request(&shop.staffed, &wanted, DAY, "12:00")).await;
    let given: Vec<Value> =
        services.iter().map(|(service, staff)| json!({ "serviceId": service.id, "staffId": staff })).collect();
    salon.reception().await.patch(&path, json!({ "action": "approve", "services": given })).await.ok();
    path
}

#[tokio::test]
async fn a_visit_with_two_people_has_a_card_with_each_and_they_are_joined() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = as_browser(salon.reception().await);
    visit(&salon, &shop, &[(&shop.cut, shop.meera.id.as_str()), (&shop.colour, shop.ravi.id.as_str())]).await;
    let page = board(&desk, &shop, "").await;
    assert_eq!(
        columns(&page),
        [
            ("Meera".to_owned(), vec!["12:00 pm Asha Rao 1 of 2 Cut Confirmed".to_owned()]),
            ("Ravi".to_owned(), vec!["12:45 pm Asha Rao 2 of 2 Colour Confirmed".to_owned()]),
            ("Unassigned".to_owned(), vec![]),
        ]
    );
    assert_eq!(
        attributes(&page, ".appt", "class"),
        ["appt is-confirmed joined r24 h9 b0 l0 w1", "appt is-confirmed joined r33 h21 b3 l0 w1"]
    );
    // The services and start that a drag of one of them moves, unless the whole visit is meant.
    assert_eq!(attributes(&page, ".appt", "data-parts"), [shop.cut.id.as_str(), shop.colour.id.as_str()]);
    assert_eq!(attributes(&page, ".appt", "data-start"), ["720", "765"]);
}

#[tokio::test]
async fn a_person_is_free_on_the_board_while_a_service_processes() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = as_browser(salon.reception().await);
    salon.put(&Service { processing: Minutes(40), finish: Minutes(20), ..shop.colour.clone() }).await;
    visit(&salon, &shop, &[(&shop.colour, shop.ravi.id.as_str())]).await;
    let page = board(&desk, &shop, "").await;
    let ravi = columns(&page).into_iter().find(|(name, _)| name == "Ravi").unwrap().1;
    assert_eq!(
        ravi,
        ["12:00 pm Asha Rao 1 of 2 Colour Confirmed", "1:10 pm Asha Rao 2 of 2 Colour Confirmed"],
        "from half past twelve until ten past one he is free"
    );
    assert_eq!(attributes(&page, ".appt", "data-min"), ["30", "35"]);
}

#[tokio::test]
async fn the_board_turns_from_people_to_rooms() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk) = (salon.manager().await, as_browser(salon.reception().await));
    assert!(words(all(&board(&desk, &shop, "&by=rooms").await, ".notice")[0]).contains("no rooms yet"));
    salon.put(&Service { needs: vec!["massage room".to_owned()], ..shop.massage.clone() }).await;
    let mut rooms = Vec::new();
    for name in ["Lotus", "Jasmine", "Store"] {
        let room =
            json!({ "branchId": shop.staffed.id, "name": name, "group": "massage room", "turnaroundMinutes": 15 });
        let room = manager.post("/api/resources", room).await.created()["resource"]["id"].clone();
        rooms.push(room.as_str().unwrap().to_owned());
    }
    manager.delete(&format!("/api/resources/{}", rooms[2])).await.ok();
    let block = json!({
        "resourceId": rooms[1], "date": DAY, "startTime": "11:00", "endTime": "18:00", "reason": "Painting",
    });
    manager.post("/api/schedule/blocks", block).await.created();
    visit(&salon, &shop, &[(&shop.massage, shop.meera.id.as_str())]).await;

    let page = board(&desk, &shop, "&by=rooms").await;
    assert_eq!(
        columns(&page),
        [("Jasmine".to_owned(), vec![]), ("Lotus".to_owned(), vec!["12:00 pm Asha Rao Massage Confirmed".to_owned()]),]
    );
    assert_eq!(attributes(&page, ".col", "data-room"), [rooms[1].as_str(), rooms[0].as_str()]);
    assert_eq!(attributes(&page, ".appt", "class"), ["appt is-confirmed r24 h15 b3 l0 w1"]);
    let shades: Vec<String> = all(&page, ".shade").into_iter().map(words).collect();
    assert_eq!(shades, ["Blocked until 6:00 pm"]);
    let switch = |page: &Html| -> Vec<(String, bool)> {
        let links = all(page, "nav[aria-label=Columns] a");
        links.into_iter().map(|link| (words(link), link.value().attr("aria-current").is_some())).collect()
    };
    assert_eq!(switch(&page), [("People".to_owned(), false), ("Rooms".to_owned(), true)]);
    let people = board(&desk, &shop, "").await;
    assert_eq!(switch(&people), [("People".to_owned(), true), ("Rooms".to_owned(), false)]);
    // Days are turned without leaving the rooms.
    assert!(attributes(&page, ".day-steps a", "href").iter().all(|href| href.ends_with("&by=rooms")));
    assert_ne!(attributes(&page, "#cols", "data-tag"), attributes(&people, "#cols", "data-tag"));
}

#[tokio::test]
async fn whoever_should_have_come_is_late_by_so_many_minutes() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = as_browser(salon.reception().await);
    let path = visit(&salon, &shop, &[(&shop.cut, shop.meera.id.as_str())]).await;
    let late = async |clock: &str| {
        salon.set_clock(clock);
        let page = board(&desk, &shop, "").await;
        all(&page, ".late").into_iter().map(words).collect::<Vec<_>>()
    };
    assert_eq!(late("2026-11-17T11:59:00+05:30").await, [""]);
    assert_eq!(late("2026-11-17T12:10:30+05:30").await, ["10 min late"]);
    desk.post_empty(&format!("{path}/checkin")).await.ok();
    assert!(late("2026-11-17T12:15:00+05:30").await.is_empty());
}

#[tokio::test]
async fn time_that_is_offered_to_the_waitlist_is_hatched_with_its_minutes_left() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = as_browser(salon.reception().await);
    let now = salon.salon.clock.now();
    let mut day = DayLedger::empty(shop.meera.id.clone(), DAY.parse().unwrap());
    let noon = Interval { start: "12:00".parse().unwrap(), end: "12:45".parse().unwrap() };
    let offered = |until| Busy::offered(noon, "k1".into(), shop.staffed.id.clone(), until);
    day.record([offered(now.plus(chrono::TimeDelta::seconds(611)))]);
    salon.put(&day).await;
    let page = board(&desk, &shop, "").await;
    let held: Vec<String> = all(&page, ".shade-offered").into_iter().map(words).collect();
    assert_eq!(held, ["Held for the waitlist 11 min left"]);
    day.record([offered(now)]);
    salon.put(&day).await;
    assert!(all(&board(&desk, &shop, "").await, ".shade-offered").is_empty(), "one that has run out is free");
}

#[tokio::test]
async fn a_request_is_approved_by_one_tap_with_whoever_is_best_free() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = as_browser(salon.reception().await);
    let asked = async |name: &str, services: &[&Service], date: &str, start: &str| {
        salon.customer(name).await.book(shop.request(&shop.staffed, services, date, start)).await
    };
    let first = asked("Asha", &[&shop.cut], DAY, "12:00").await;
    let later = asked("Zoya", &[&shop.cut], "2026-11-18", "12:00").await;
    let taps = async || {
        let page = board(&desk, &shop, "").await;
        let told: Vec<String> = all(&page, "#tray [data-plan]").into_iter().map(words).collect();
        let plans: Vec<Value> = attributes(&page, "#tray [data-plan]", "data-plan")
            .iter()
            .map(|plan| serde_json::from_str(plan).unwrap())
            .collect();
        (told, plans)
    };
    // Only of the day that is shown: nothing else is read for it. The page of another asks who does it.
    let (told, plans) = taps().await;
    let page = board(&desk, &shop, "").await;
    assert_eq!(attributes(&page, "#tray a.one-tap", "href"), [format!("{}#approve-now", later.replace("/api", ""))]);
    assert_eq!((told.len(), plans.len()), (1, 1));
    assert!(["Approve with Meera", "Approve with Ravi"].contains(&told[0].as_str()), "{told:?}");
    let mut body = plans[0].clone();
    body["action"] = json!("approve");
    desk.patch(&first, body).await.ok();
    asked("Tara", &[&shop.cut], DAY, "12:15").await;
    let (told, _) = taps().await;
    assert_eq!(told.len(), 1);
    // The other one: whoever is busy is not on the button.
    let (_, plans) = taps().await;
    let busy = if plans[0]["staffId"] == json!(shop.meera.id) { &shop.ravi } else { &shop.meera };
    let page = board(&desk, &shop, "").await;
    let column = columns(&page).into_iter().find(|(name, _)| *name == busy.display_name).unwrap();
    assert_eq!(column.1, ["12:00 pm Asha Cut Confirmed"]);
}

#[tokio::test]
async fn a_wish_that_is_given_to_somebody_else_is_shown() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = as_browser(salon.reception().await);
    let mut request = shop.request(&shop.open, &[&shop.cut], DAY, "12:00");
    request["staffId"] = json!(shop.meera.id);
    let path = salon.customer("Asha").await.book(request).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.ravi.id })).await.ok();
    let page = parsed(&desk.get(&format!("/?branch={}&date={DAY}", shop.open.id)).await);
    assert_eq!(all(&page, ".appt .wish").into_iter().map(words).collect::<Vec<_>>(), ["asked for Meera"]);
    let panel = parsed(&desk.get(&path.replace("/api", "")).await);
    assert_eq!(all(&panel, ".wish").into_iter().map(words).collect::<Vec<_>>(), ["Asked for Meera"]);
}

#[tokio::test]
async fn the_panel_lists_who_can_and_is_free_first() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = as_browser(salon.reception().await);
    salon.staff("Nila", &[&shop.staffed], &[&shop.facial]).await;
    visit(&salon, &shop, &[(&shop.cut, shop.meera.id.as_str())]).await;
    let path = salon.customer("Zoya").await.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "12:15")).await;
    let panel = parsed(&desk.get(&path.replace("/api", "")).await);
    let people: Vec<String> = all(&panel, "#approve-form option").into_iter().map(words).collect();
    assert_eq!(people, ["Choose somebody", "Ravi", "Meera (not free then)", "Nila (does not do this)"]);
}
