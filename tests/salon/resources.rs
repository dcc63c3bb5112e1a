//! Rooms and equipment: adding, changing and giving them up.

use futures::future::join;
use parlour_setup::catalogue::Service;
use parlour_tests::counts::rounds;
use parlour_tests::{Shop, TestSalon};
use parlour_values::time::IstDate;
use serde_json::{Value, json};

const RESOURCES: &str = "/api/resources";
const BLOCKS: &str = "/api/schedule/blocks";

fn room(shop: &Shop, name: &str) -> Value {
    json!({ "branchId": shop.staffed.id, "name": name, "group": "massage room" })
}

#[tokio::test]
async fn a_room_belongs_to_a_branch_and_a_group_and_takes_one_booking_unless_said_otherwise() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let lotus = manager.post(RESOURCES, room(&shop, " Lotus ")).await.created()["resource"].clone();
    let expected = json!({
        "id": lotus["id"], "branchId": shop.staffed.id, "name": "Lotus", "group": "massage room", "capacity": 1,
        "turnaroundMinutes": 0, "isActive": true, "createdAt": lotus["createdAt"], "updatedAt": lotus["updatedAt"],
    });
    assert_eq!(lotus, expected);
    let dryers = json!({
        "branchId": shop.open.id, "name": "Dryers", "group": "dryer", "capacity": 6, "turnaroundMinutes": 5,
    });
    let dryers = manager.post(RESOURCES, dryers).await.created()["resource"].clone();
    assert_eq!((&dryers["capacity"], &dryers["turnaroundMinutes"]), (&json!(6), &json!(5)));

    assert_eq!(desk.get(RESOURCES).await.ok()["resources"], json!([dryers, lotus]));
    let here = desk.get(&format!("{RESOURCES}?branchId={}", shop.staffed.id)).await.ok();
    assert_eq!(here["resources"], json!([lotus]));
    assert_eq!(desk.get(&format!("{RESOURCES}?branchId=none")).await.ok()["resources"], json!([]));
}

#[tokio::test]
async fn a_room_is_changed_and_given_up_and_taken_up_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let lotus = manager.post(RESOURCES, room(&shop, "Lotus")).await.created()["resource"].clone();
    let path = format!("{RESOURCES}/{}", lotus["id"].as_str().unwrap());
    let change = json!({ "name": "Jasmine", "group": "quiet room", "capacity": 2, "turnaroundMinutes": 15 });
    let changed = manager.patch(&path, change).await.ok()["resource"].clone();
    assert_eq!((&changed["name"], &changed["group"]), (&json!("Jasmine"), &json!("quiet room")));
    assert_eq!((&changed["capacity"], &changed["turnaroundMinutes"]), (&json!(2), &json!(15)));
    assert_eq!(changed["branchId"], json!(shop.staffed.id));

    let is_active = async || desk.get(RESOURCES).await.ok()["resources"][0]["isActive"].clone();
    assert_eq!(manager.delete(&path).await.ok(), json!({ "ok": true }));
    assert_eq!(is_active().await, false);
    manager.delete(&path).await.ok();
    assert_eq!(manager.patch(&path, json!({ "isActive": true })).await.ok()["resource"]["isActive"], true);
    assert_eq!(manager.patch(&path, json!({ "isActive": false })).await.ok()["resource"]["isActive"], false);
    assert_eq!(is_active().await, false);
}

#[tokio::test]
async fn what_a_room_cannot_be_is_refused_by_field() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk, nila) =
        (salon.manager().await, salon.reception().await, salon.person("Nila", parlour_values::role::Role::Staff).await);
    manager.post(RESOURCES, json!({})).await.invalid(&["branchId", "name", "group"]);
    let bad = json!({
        "branchId": shop.open.id, "name": " ", "group": "", "capacity": 101, "turnaroundMinutes": 241, "isActive": 1,
    });
    let fields = ["name", "group", "capacity", "turnaroundMinutes", "isActive"];
    manager.post(RESOURCES, bad.clone()).await.invalid(&fields);
    let none = json!({ "branchId": shop.open.id, "name": "x", "group": "y", "capacity": 0, "turnaroundMinutes": -1 });
    manager.post(RESOURCES, none).await.invalid(&["capacity", "turnaroundMinutes"]);
    let elsewhere = json!({ "branchId": "none", "name": "Lotus", "group": "massage room" });
    manager.post(RESOURCES, elsewhere).await.invalid(&["branchId"]);

    let lotus = manager.post(RESOURCES, room(&shop, "Lotus")).await.created()["resource"].clone();
    let path = format!("{RESOURCES}/{}", lotus["id"].as_str().unwrap());
    manager.patch(&path, bad).await.invalid(&fields);
    manager.patch(&format!("{RESOURCES}/none"), json!({ "name": "x" })).await.refused(404, "NOT_FOUND");
    manager.delete(&format!("{RESOURCES}/none")).await.refused(404, "NOT_FOUND");
    desk.post(RESOURCES, room(&shop, "Lotus")).await.refused(403, "FORBIDDEN");
    desk.patch(&path, json!({ "name": "x" })).await.refused(403, "FORBIDDEN");
    desk.delete(&path).await.refused(403, "FORBIDDEN");
    nila.get(RESOURCES).await.refused(403, "FORBIDDEN");
}

/// A massage needs a massage room, and the staffed branch has this one.
async fn massage_room(salon: &TestSalon, shop: &Shop) -> String {
    salon.put(&Service { needs: vec!["massage room".to_owned()], ..shop.massage.clone() }).await;
    let made = salon.manager().await.post(RESOURCES, room(shop, "Lotus")).await.created();
    made["resource"]["id"].as_str().unwrap().to_owned()
}

/// A massage by Meera, promised: the path of its booking and its id.
async fn promised(salon: &TestSalon, shop: &Shop, date: &str) -> (String, String) {
    let request = shop.request(&shop.staffed, &[&shop.massage], date, "12:00");
    let path = salon.customer("Asha Rao").await.book(request).await;
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    salon.reception().await.patch(&path, approve).await.ok();
    (path.clone(), path.rsplit('/').next().unwrap().to_owned())
}

#[tokio::test]
async fn a_room_that_holds_bookings_ahead_is_not_given_up() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let path = format!("{RESOURCES}/{}", massage_room(&salon, &shop).await);
    let (booking, id) = promised(&salon, &shop, "2026-11-17").await;
    for refused in [
        manager.delete(&path).await,
        manager.patch(&path, json!({ "isActive": false, "name": "Jasmine" })).await,
        manager.delete(&format!("{path}?dryRun=true")).await,
    ] {
        assert_eq!(refused.refused(409, "CONFLICT")["details"]["bookingIds"], json!([id]));
    }
    let listed = desk.get(RESOURCES).await.ok()["resources"][0].clone();
    assert_eq!((&listed["name"], &listed["isActive"]), (&json!("Lotus"), &json!(true)));
    assert_eq!(manager.patch(&path, json!({ "name": "Jasmine" })).await.ok()["resource"]["name"], "Jasmine");

    desk.post(&format!("{booking}/cancel"), json!({ "reason": "The customer called" })).await.ok();
    manager.delete(&path).await.ok();
    assert_eq!(desk.get(RESOURCES).await.ok()["resources"][0]["isActive"], false);
}

#[tokio::test]
async fn a_room_is_not_changed_from_under_the_bookings_ahead() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk, asha) = (salon.manager().await, salon.reception().await, salon.customer("Asha").await);
    let nina = salon.staff("Nina", &[&shop.staffed], &[&shop.massage]).await;
    let path = format!("{RESOURCES}/{}", massage_room(&salon, &shop).await);
    let set = |field: &str, value: Value| {
        let mut body = json!({});
        body[field] = value;
        manager.patch(&path, body)
    };
    set("capacity", json!(3)).await.ok();
    let mut booked = Vec::new();
    for (member, start) in [(&shop.meera, "12:00"), (&nina, "12:30")] {
        let booking = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-17", start)).await;
        desk.patch(&booking, json!({ "action": "approve", "staffId": member.id })).await.ok();
        booked.push(booking);
    }
    let mut ids: Vec<&str> = booked.iter().map(|path| path.rsplit('/').next().unwrap()).collect();
    ids.sort_unstable();
    for (field, value) in [("capacity", json!(1)), ("group", json!("bed"))] {
        let refused = set(field, value.clone()).await.refused(409, "CONFLICT");
        assert_eq!(refused["details"]["bookingIds"], json!(ids), "{field}");
    }
    set("capacity", json!(2)).await.ok();
    desk.post(&format!("{}/reschedule", booked[1]), json!({ "bookingDate": "2026-11-17", "startTime": "13:15" }))
        .await
        .ok();
    assert_eq!(set("capacity", json!(1)).await.ok()["resource"]["capacity"], 1, "one after the other");
    set("group", json!("bed")).await.refused(409, "CONFLICT");
    for booking in &booked {
        desk.post(&format!("{booking}/cancel"), json!({ "reason": "The customer called" })).await.ok();
    }
    set("group", json!("bed")).await.ok();
}

#[tokio::test]
async fn a_room_of_an_open_branch_is_changed_whatever_it_holds_and_is_not_given_up() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk, asha) = (salon.manager().await, salon.reception().await, salon.customer("Asha").await);
    let lotus = salon.room(&shop.open, "Lotus", "massage room").await;
    salon.put(&Service { needs: vec!["massage room".to_owned()], ..shop.massage.clone() }).await;
    let path = format!("{RESOURCES}/{}", lotus.id);
    manager.patch(&path, json!({ "capacity": 2 })).await.ok();
    for start in ["12:00", "12:30"] {
        let booking = asha.book(shop.request(&shop.open, &[&shop.massage], "2026-11-17", start)).await;
        desk.patch(&booking, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
        assert_eq!(desk.get(&booking).await.ok()["booking"]["services"][0]["resourceIds"], json!([lotus.id]));
    }
    manager.patch(&path, json!({ "capacity": 1 })).await.ok();
    manager.patch(&path, json!({ "group": "bed" })).await.ok();
    manager.patch(&path, json!({ "isActive": false })).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn whoever_is_being_served_in_a_room_that_is_given_up_is_handed_to_others() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let nina = salon.staff("Nina", &[&shop.staffed], &[&shop.massage]).await;
    let room = massage_room(&salon, &shop).await;
    let (booking, _) = promised(&salon, &shop, "2026-11-17").await;
    salon.set_clock("2026-11-17T12:02:00+05:30");
    desk.post_empty(&format!("{booking}/checkin")).await.ok();
    manager.patch(&format!("{RESOURCES}/{room}"), json!({ "isActive": false })).await.ok();
    let assign = async |member: &str| desk.patch(&booking, json!({ "action": "assign", "staffId": member })).await;
    let part = async || desk.get(&booking).await.ok()["booking"]["services"][0].clone();
    // And where others of the group are there still.
    for other in [None, Some("Jasmine")] {
        if let Some(name) = other {
            salon.room(&shop.staffed, name, "massage room").await;
        }
        for member in [&nina.id, &shop.meera.id] {
            assign(member.as_str()).await.ok();
            assert_eq!((&part().await["staffId"], &part().await["resourceIds"]), (&json!(member), &json!([room])));
        }
    }
}

#[tokio::test]
async fn a_request_that_no_room_is_left_for_is_told_so_in_place_of_other_times() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk, asha) = (salon.manager().await, salon.reception().await, salon.customer("Asha").await);
    let room = format!("{RESOURCES}/{}", massage_room(&salon, &shop).await);
    let booking = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-17", "12:00")).await;
    manager.delete(&room).await.ok();
    for action in ["approve", "assign"] {
        let given = json!({ "action": action, "staffId": shop.meera.id });
        desk.patch(&booking, given).await.invalid(&["staffId"]);
        // What is wrong with the request is told before what the person cannot do.
        let given =
            json!({ "action": action, "services": [{ "serviceId": shop.massage.id, "staffId": shop.ravi.id }] });
        desk.patch(&booking, given).await.invalid(&["services"]);
    }
    let mut to = json!({ "bookingDate": "2026-11-17", "startTime": "15:00" });
    asha.post(&format!("{booking}/reschedule"), to.clone()).await.invalid(&["services"]);
    to["staffId"] = json!(shop.meera.id);
    desk.post(&format!("{booking}/reschedule"), to.clone()).await.invalid(&["staffId"]);
    manager.patch(&room, json!({ "isActive": true })).await.ok();
    desk.post(&format!("{booking}/reschedule"), to).await.ok();
}

#[tokio::test]
async fn a_booking_needs_at_most_eight_rooms() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, asha) = (salon.reception().await, salon.customer("Asha").await);
    let mut services = Vec::new();
    for number in 0..9 {
        let group = format!("group {number}");
        salon.room(&shop.staffed, &group, &group).await;
        let service = salon.service(&shop.spa, &format!("Stage {number}"), 10_000, 10, 0).await;
        services.push(Service { needs: vec![group], ..service });
        salon.put(&services[number]).await;
    }
    let services: Vec<&Service> = services.iter().collect();
    let nila = salon.staff("Nila", &[&shop.open, &shop.staffed], &services).await;
    for branch in [&shop.open, &shop.staffed] {
        let request = |count: usize| shop.request(branch, &services[..count], "2026-11-17", "12:00");
        asha.post("/api/bookings", request(9)).await.invalid(&["serviceIds"]);
        let walk_in = |count: usize, start: &str| {
            let mut body = shop.request(branch, &services[..count], "2026-11-17", start);
            body["customerId"] = json!(asha.id());
            body["staffId"] = json!(nila.id);
            body
        };
        desk.post("/api/bookings", walk_in(9, "15:00")).await.invalid(&["serviceIds"]);
        let mut each = walk_in(9, "15:00");
        each.as_object_mut().unwrap().retain(|field, _| field != "serviceIds" && field != "staffId");
        let given = services.iter().map(|one| json!({ "serviceId": one.id, "staffId": nila.id }));
        each["services"] = json!(given.collect::<Vec<_>>());
        desk.post("/api/bookings", each).await.invalid(&["services"]);
        asha.post("/api/bookings", request(8)).await.created();
        let start = if branch.id == shop.open.id { "15:00" } else { "17:00" };
        desk.post("/api/bookings", walk_in(8, start)).await.created();
    }
}

#[tokio::test]
async fn a_room_is_blocked_by_its_id_in_place_of_a_persons() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, visitor) = (salon.manager().await, salon.visitor());
    let room = massage_room(&salon, &shop).await;
    let block = |start: &str, end: &str| json!({ "resourceId": room, "date": "2026-11-17", "startTime": start, "endTime": end, "reason": "Painting" });
    let made = manager.post(BLOCKS, block("12:00", "13:00")).await.created()["block"].clone();
    assert_eq!((&made["resourceId"], &made["staffId"]), (&json!(room), &Value::Null));
    assert_eq!(manager.get(BLOCKS).await.ok()["blocks"], json!([made]));
    assert_eq!(manager.get(&format!("{BLOCKS}?resourceId={room}")).await.ok()["blocks"], json!([made]));
    assert_eq!(manager.get(&format!("{BLOCKS}?staffId={}", shop.meera.id)).await.ok()["blocks"], json!([]));
    let reason = async |start: &str| {
        let (branch, service) = (&shop.staffed.id, &shop.massage.id);
        let day = format!("/api/availability?date=2026-11-17&branchId={branch}&serviceIds={service}&explain=true");
        let slots = visitor.get(&day).await.ok()["slots"].clone();
        let slot = slots.as_array().unwrap().iter().find(|slot| slot["startTime"] == start).unwrap().clone();
        slot.get("reason").cloned().unwrap_or(Value::Null)
    };
    assert_eq!((reason("11:30").await, reason("13:00").await), (json!("no_room"), Value::Null));
    manager.delete(&format!("{BLOCKS}/{}", made["id"].as_str().unwrap())).await.ok();
    assert_eq!(reason("11:30").await, Value::Null);

    let (_, booking) = promised(&salon, &shop, "2026-11-17").await;
    let refused = manager.post(BLOCKS, block("12:30", "14:00")).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["bookingIds"], json!([booking]));
    manager.post(BLOCKS, block("14:00", "15:00")).await.created();
}

#[tokio::test]
async fn a_block_is_of_exactly_one_person_or_room_that_exists() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let room = massage_room(&salon, &shop).await;
    let block = |whose: Value| {
        let mut block = json!({ "date": "2026-11-17", "startTime": "12:00", "endTime": "13:00", "reason": "Painting" });
        block.as_object_mut().unwrap().extend(whose.as_object().unwrap().clone());
        block
    };
    manager.post(BLOCKS, block(json!({}))).await.invalid(&["staffId"]);
    let both = block(json!({ "staffId": shop.meera.id, "resourceId": room }));
    manager.post(BLOCKS, both).await.invalid(&["resourceId"]);
    manager.post(BLOCKS, block(json!({ "resourceId": "none" }))).await.invalid(&["resourceId"]);
    manager.post(BLOCKS, block(json!({ "staffId": "none" }))).await.invalid(&["staffId"]);
    manager.post(BLOCKS, block(json!({ "resourceId": room }))).await.created();
}

#[tokio::test]
async fn a_promise_in_a_room_and_its_giving_up_or_a_block_over_it_never_both_happen() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let asha = salon.customer("Asha").await;
    let room = massage_room(&salon, &shop).await;
    let path = format!("{RESOURCES}/{room}");
    for round in 0..rounds() {
        let date = IstDate::from_ymd(2026, 12, 1).unwrap().plus_days(u64::try_from(round).unwrap());
        let request = shop.request(&shop.staffed, &[&shop.massage], &date.to_string(), "12:00");
        let booking = asha.book(request).await;
        let approve = desk.patch(&booking, json!({ "action": "approve", "staffId": shop.meera.id }));
        let block =
            json!({ "resourceId": room, "date": date, "startTime": "12:30", "endTime": "13:00", "reason": "x" });
        let (promised, taken) = if round % 2 == 0 {
            join(approve, manager.delete(&path)).await
        } else {
            join(approve, manager.post(BLOCKS, block)).await
        };
        assert!(
            promised.status.is_success() != taken.status.is_success(),
            "{round}: {} {}",
            promised.status,
            taken.status
        );
        for refused in [&promised, &taken].into_iter().filter(|reply| !reply.status.is_success()) {
            assert!([400, 409].contains(&refused.status.as_u16()), "{}", refused.status);
        }
        // For the next round: nothing ahead, and the room in use.
        desk.post(&format!("{booking}/cancel"), json!({ "reason": "x" })).await.ok();
        manager.patch(&path, json!({ "isActive": true })).await.ok();
    }
}

#[tokio::test]
async fn a_visit_whose_room_was_given_up_while_it_was_over_says_so() {
    for is_void in [false, true] {
        let (salon, shop) = TestSalon::with_shop().await;
        let (manager, desk) = (salon.manager().await, salon.reception().await);
        let room = format!("{RESOURCES}/{}", massage_room(&salon, &shop).await);
        let (booking, id) = promised(&salon, &shop, "2026-11-16").await;
        manager.delete(&room).await.refused(409, "CONFLICT");
        let end = if is_void { "complete" } else { "noshow" };
        desk.post(&format!("{booking}/{end}"), json!({ "paymentMethod": "cash" })).await.ok();
        manager.delete(&room).await.ok();
        if is_void {
            let invoice = salon.invoice_of(&id.as_str().into()).await.id;
            manager.post(&format!("/api/billing/invoices/{invoice}/void"), json!({ "reason": "wrong" })).await.ok();
        } else {
            desk.post_empty(&format!("{booking}/undo-noshow")).await.ok();
        }
        let seen = desk.get(&booking).await.ok()["booking"].clone();
        assert_eq!((&seen["status"], &seen["overlaps"]), (&json!("confirmed"), &json!(true)), "{is_void}");
    }
}
