//! A visit by several people, in rooms, with time in between, and confirmed at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chrono::TimeDelta;
use futures::future::{join, join_all};
use parlour_booking::resources::Resource;
use parlour_people::customers::Profile;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, BranchSettings, Confirmation};
use parlour_setup::catalogue::Service;
use parlour_tests::counts::rounds;
use parlour_tests::wire::Fault;
use parlour_tests::{Client, Shop, TestSalon, path_of};
use parlour_values::time::{IstDate, Minutes};
use serde_json::{Value, json};

const DAY: &str = "2026-11-17";

fn day() -> IstDate {
    DAY.parse().unwrap()
}

/// Nails take half an hour; Nina does nothing else, at both branches.
async fn nails(salon: &TestSalon, shop: &Shop) -> (Service, StaffMember) {
    let nails = salon.service(&shop.hair, "Nails", 80_000, 30, 5).await;
    let nina = salon.staff("Nina", &[&shop.open, &shop.staffed], &[&nails]).await;
    (nails, nina)
}

async fn instant(salon: &TestSalon, shop: &Shop) -> Branch {
    let settings = BranchSettings { confirmation: Confirmation::Instant, ..shop.staffed.settings.clone() };
    let branch = Branch { settings, ..shop.staffed.clone() };
    salon.put(&branch).await;
    branch
}

/// A booking's facts about each service: who, from when to when.
fn parts(services: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let services = services.as_array().unwrap().iter();
    services.map(|one| (text(&one["staffId"]), text(&one["startTime"]), text(&one["endTime"]))).collect()
}

fn part(member: &StaffMember, start: &str, end: &str) -> (String, String, String) {
    (member.id.to_string(), format!("{start}:00"), format!("{end}:00"))
}

fn codes(data: &Value) -> Vec<&str> {
    data["warnings"].as_array().unwrap().iter().map(|warning| warning["code"].as_str().unwrap()).collect()
}

async fn availability(salon: &TestSalon, branch: &Branch, services: &[&Service], more: &str) -> Value {
    let ids: Vec<&str> = services.iter().map(|service| service.id.as_str()).collect();
    let path = format!("/api/availability?date={DAY}&branchId={}&explain=true&serviceIds={}", branch.id, ids.join(","));
    salon.visitor().get(&format!("{path}{more}")).await.ok()
}

fn slot<'a>(data: &'a Value, start: &str) -> &'a Value {
    data["slots"].as_array().unwrap().iter().find(|slot| slot["startTime"] == start).unwrap()
}

#[tokio::test]
async fn two_people_serve_one_customer_side_by_side_and_all_of_it_is_given_back() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (nails, nina) = nails(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.request(&shop.staffed, &[&shop.colour, &nails], DAY, "12:00")).await;
    let unassigned = asha.get(&path).await.ok();
    assert_eq!(unassigned["booking"]["endTime"], "14:00:00");

    let services = json!([
        { "serviceId": shop.colour.id, "staffId": shop.meera.id },
        { "serviceId": nails.id, "staffId": nina.id, "startTime": "12:30" },
    ]);
    let approved = desk.patch(&path, json!({ "action": "approve", "services": services })).await.ok();
    let booking = &approved["booking"];
    assert_eq!((&booking["startTime"], &booking["endTime"]), (&json!("12:00:00"), &json!("13:30:00")));
    let expected = [part(&shop.meera, "12:00", "13:30"), part(&nina, "12:30", "13:00")];
    assert_eq!(parts(&booking["services"]), expected);
    assert_eq!(approved["warnings"], json!([]));
    let held = async |member: &StaffMember| -> Vec<String> {
        let day = salon.day_of(member, day()).await;
        day.busy().iter().map(|busy| format!("{}-{}", busy.hold().start, busy.hold().end)).collect()
    };
    assert_eq!((held(&shop.meera).await, held(&nina).await), (vec!["12:00-13:45".into()], vec!["12:30-13:05".into()]));
    salon.no_double_bookings(day(), 1).await;

    // The desk moves the whole of it; what was apart stays apart.
    let moved =
        desk.post(&format!("{path}/reschedule"), json!({ "bookingDate": DAY, "startTime": "15:00" })).await.ok();
    let expected = [part(&shop.meera, "15:00", "16:30"), part(&nina, "15:30", "16:00")];
    assert_eq!(parts(&moved["booking"]["services"]), expected);
    salon.no_double_bookings(day(), 1).await;

    asha.post(&format!("{path}/cancel"), json!({})).await.ok();
    assert!(held(&shop.meera).await.is_empty() && held(&nina).await.is_empty());
}

#[tokio::test]
async fn services_are_given_whole_and_nobody_does_two_things_at_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (nails, nina) = nails(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut, &nails], DAY, "12:00")).await;
    let cut = |staff: &StaffMember, start: Option<&str>| json!({ "serviceId": shop.cut.id, "staffId": staff.id, "startTime": start });
    let done = |staff: &StaffMember| json!({ "serviceId": nails.id, "staffId": staff.id });
    for action in ["approve", "assign"] {
        let with = |services: Value| json!({ "action": action, "services": services });
        desk.patch(&path, json!({ "action": action })).await.invalid(&["staffId"]);
        let mut both = with(json!([cut(&shop.meera, None), done(&nina)]));
        both["staffId"] = json!(shop.meera.id);
        desk.patch(&path, both).await.invalid(&["services"]);
        desk.patch(&path, with(json!([]))).await.invalid(&["services"]);
        desk.patch(&path, with(json!([done(&nina)]))).await.invalid(&["services"]);
        desk.patch(&path, with(json!([done(&nina), done(&nina)]))).await.invalid(&["services"]);
        let other = json!({ "serviceId": shop.colour.id, "staffId": shop.meera.id });
        desk.patch(&path, with(json!([cut(&shop.meera, None), other]))).await.invalid(&["services"]);
        let nobody = json!({ "serviceId": nails.id, "staffId": "nobody" });
        desk.patch(&path, with(json!([cut(&shop.meera, None), nobody]))).await.invalid(&["services"]);
        let twice =
            json!([cut(&shop.meera, None), { "serviceId": nails.id, "staffId": shop.meera.id, "startTime": "12:30" }]);
        desk.patch(&path, with(twice)).await.invalid(&["services"]);
        desk.patch(&path, with(json!([cut(&shop.meera, Some("23:30")), done(&nina)]))).await.invalid(&["services"]);
    }
    // In the order given: nails first.
    let approved =
        desk.patch(&path, json!({ "action": "approve", "services": [done(&nina), cut(&shop.ravi, None)] })).await.ok();
    let expected = [part(&shop.ravi, "12:30", "13:15"), part(&nina, "12:00", "12:30")];
    assert_eq!(parts(&approved["booking"]["services"]), expected);
    salon.no_double_bookings(day(), 1).await;
}

#[tokio::test]
async fn who_lacks_the_skill_is_refused_at_a_staffed_branch_unless_a_manager_says_so() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, nina) = nails(&salon, &shop).await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "12:00")).await;
    let mut to_nina = json!({ "action": "approve", "staffId": nina.id });
    desk.patch(&path, to_nina.clone()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    to_nina["force"] = json!(true);
    desk.patch(&path, to_nina.clone()).await.refused(403, "FORBIDDEN");
    let forced = manager.patch(&path, to_nina).await.ok();
    assert_eq!(codes(&forced), ["skill"]);
    let walk_in = |force: bool| {
        json!({
            "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": nina.id,
            "customerId": asha.id(), "bookingDate": DAY, "startTime": "15:00", "force": force,
        })
    };
    desk.post("/api/bookings", walk_in(false)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    desk.post("/api/bookings", walk_in(true)).await.refused(403, "FORBIDDEN");
    manager.post("/api/bookings", walk_in(true)).await.created();
    let mut moved = json!({ "bookingDate": DAY, "startTime": "17:00", "staffId": nina.id });
    let other = asha.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "14:00")).await;
    desk.post(&format!("{other}/reschedule"), moved.clone()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    moved["force"] = json!(true);
    desk.post(&format!("{other}/reschedule"), moved.clone()).await.refused(403, "FORBIDDEN");
    manager.post(&format!("{other}/reschedule"), moved).await.ok();
}

#[tokio::test]
async fn an_open_branch_refuses_nothing_and_says_what_is_unusual() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let approve = json!({ "action": "approve", "staffId": shop.ravi.id });
    let first = asha.book(shop.request(&shop.open, &[&shop.cut], DAY, "12:00")).await;
    assert_eq!(codes(&desk.patch(&first, approve.clone()).await.ok()), [""; 0]);
    let mut wished = shop.request(&shop.open, &[&shop.cut], DAY, "12:15");
    wished["staffId"] = json!(shop.meera.id);
    let second = asha.book(wished).await;
    let dry = desk.patch(&format!("{second}?dryRun=true"), approve.clone()).await.ok();
    assert_eq!(codes(&dry), ["not_wished", "overlap"]);
    let overlapping = desk.patch(&second, approve).await.ok();
    assert_eq!(overlapping["warnings"], dry["warnings"]);
    let id = first.trim_start_matches("/api/bookings/");
    assert_eq!(overlapping["warnings"][1]["bookingIds"], json!([id]));
    let assigned = desk.patch(&second, json!({ "action": "assign", "staffId": shop.meera.id })).await.ok();
    assert_eq!(codes(&assigned), [""; 0]);
    assert_eq!(assigned["services"][0]["requestedStaffId"], json!(shop.meera.id));
    let late = json!({ "bookingDate": DAY, "startTime": "20:45" });
    let moved = desk.post(&format!("{second}/reschedule"), late).await.ok();
    assert_eq!(codes(&moved), ["off_shift"]);
}

#[tokio::test]
async fn a_customer_wishes_for_a_person_and_gets_that_person_or_nobody() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (nails, nina) = nails(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let wish = |staff: &str, start: &str| {
        let mut request = shop.request(&shop.staffed, &[&shop.cut], DAY, start);
        request["staffId"] = json!(staff);
        request
    };
    asha.post("/api/bookings", wish("nobody", "12:00")).await.invalid(&["staffId"]);
    asha.post("/api/bookings", wish(nina.id.as_str(), "12:00")).await.invalid(&["staffId"]);
    let path = asha.book(wish(shop.ravi.id.as_str(), "12:00")).await;
    assert_eq!(asha.get(&path).await.ok()["booking"]["services"][0]["requestedStaffId"], json!(shop.ravi.id));
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.ravi.id })).await.ok();
    asha.post("/api/bookings", wish(shop.ravi.id.as_str(), "12:30")).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    asha.post("/api/bookings", wish(shop.meera.id.as_str(), "12:30")).await.created();

    let by = |staff: &str| format!("&staffId={staff}");
    let ravi = availability(&salon, &shop.staffed, &[&shop.cut], &by(shop.ravi.id.as_str())).await;
    assert_eq!((&slot(&ravi, "12:30")["reason"], &slot(&ravi, "13:00")["available"]), (&json!("booked"), &json!(true)));
    for (branch, staff) in [(&shop.staffed, "nobody"), (&shop.staffed, nina.id.as_str()), (&shop.open, "nobody")] {
        let path =
            format!("/api/availability?date={DAY}&branchId={}&serviceIds={}&staffId={staff}", branch.id, shop.cut.id);
        salon.visitor().get(&path).await.invalid(&["staffId"]);
    }

    // A person for each service.
    let services = |cut: Option<&StaffMember>, both: bool| {
        let mut request = shop.request(&shop.staffed, &[&shop.cut], DAY, "15:00");
        if !both {
            request.as_object_mut().unwrap().remove("serviceIds");
        }
        request["services"] =
            json!([{ "serviceId": shop.cut.id, "staffId": cut.map(|cut| &cut.id) }, { "serviceId": nails.id }]);
        request
    };
    asha.post("/api/bookings", services(None, true)).await.invalid(&["services"]);
    asha.post("/api/bookings", services(Some(&nina), false)).await.invalid(&["services"]);
    let mut and_all = services(None, false);
    and_all["staffId"] = json!(shop.ravi.id);
    asha.post("/api/bookings", and_all).await.invalid(&["staffId"]);
    let path = asha.book(services(Some(&shop.ravi), false)).await;
    let booked = asha.get(&path).await.ok();
    let wished: Vec<&Value> =
        booked["booking"]["services"].as_array().unwrap().iter().map(|one| &one["requestedStaffId"]).collect();
    assert_eq!(wished, [&json!(shop.ravi.id), &Value::Null]);
}

#[tokio::test]
async fn a_slot_says_who_would_do_what_one_for_all_or_one_after_the_other() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (nails, nina) = nails(&salon, &shop).await;
    let both = availability(&salon, &shop.staffed, &[&shop.cut, &nails], "").await;
    let planned = |slot: &Value| -> Vec<(String, String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let plan = slot["plan"].as_array().unwrap().iter();
        plan.map(|one| (text(&one["staffId"]), text(&one["startTime"]), text(&one["endTime"]))).collect()
    };
    let row = |member: &StaffMember, start: &str, end: &str| (member.id.to_string(), start.to_owned(), end.to_owned());
    assert_eq!(
        planned(slot(&both, "12:00")),
        [row(&shop.meera, "12:00", "12:45"), row(&nina, "12:45", "13:15")],
        "nobody does both; of those who cut, the lower id"
    );
    assert_eq!(slot(&both, "12:00")["plan"][1]["serviceId"], json!(nails.id));
    assert_eq!(slot(&both, "12:00")["plan"][1]["resourceIds"], json!([]));
    let one = availability(&salon, &shop.staffed, &[&shop.cut, &shop.colour], "").await;
    assert_eq!(planned(slot(&one, "12:00")).iter().filter(|(staff, ..)| *staff == shop.meera.id.as_str()).count(), 2);
    // The person who has least booked comes first.
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "10:00")).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let later = availability(&salon, &shop.staffed, &[&shop.cut], "").await;
    assert_eq!(planned(slot(&later, "12:00")), [row(&shop.ravi, "12:00", "12:45")]);
    // An unavailable slot has no plan, nor has an open branch.
    let shut = slot(&later, "20:30");
    assert_eq!((&shut["available"], shut.get("plan")), (&json!(false), None));
    let open = availability(&salon, &shop.open, &[&shop.cut], "").await;
    assert_eq!(slot(&open, "12:00"), &json!({ "startTime": "12:00", "endTime": "12:30", "available": true }));
    // Nobody at all does it.
    let tattoo = salon.service(&shop.hair, "Tattoo", 80_000, 30, 5).await;
    let request = shop.request(&shop.open, &[&shop.cut, &tattoo], DAY, "12:00");
    asha.post("/api/bookings", request).await.invalid(&["serviceIds"]);
}

#[tokio::test]
async fn a_person_serves_somebody_else_while_it_processes() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.put(&StaffMember { is_active: false, ..shop.ravi.clone() }).await;
    let tint = salon.service(&shop.hair, "Tint", 250_000, 120, 0).await;
    let tint = Service { processing: Minutes(50), finish: Minutes(20), ..tint };
    salon.put(&tint).await;
    let service_ids = shop.meera.service_ids.iter().cloned().chain([tint.id.clone()]).collect();
    salon.put(&StaffMember { service_ids, ..shop.meera.clone() }).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    let path = asha.book(shop.request(&shop.staffed, &[&tint], DAY, "12:00")).await;
    desk.patch(&path, approve.clone()).await.ok();
    // From 12:00 to 12:50 and from 13:40 to 14:00 she works on it.
    for (start, is_free) in [("12:30", false), ("12:50", true), ("13:00", false)] {
        let answer = asha.post("/api/bookings", shop.request(&shop.staffed, &[&shop.cut], DAY, start)).await;
        if is_free {
            desk.patch(&path_of(&answer.created()["id"]), approve.clone()).await.ok();
        } else {
            answer.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        }
    }
    salon.no_double_bookings(day(), 1).await;
}

/// A massage needs a room of the spa, which takes a quarter of an hour to make ready.
async fn spa(salon: &TestSalon, shop: &Shop) -> (Service, Resource) {
    let massage = Service { needs: vec!["massage room".to_owned()], buffer: Minutes(0), ..shop.massage.clone() };
    salon.put(&massage).await;
    let room = salon.room(&shop.staffed, "Room 1", "massage room").await;
    let room = Resource { turnaround: Minutes(15), ..room };
    salon.put(&room).await;
    let service_ids = shop.ravi.service_ids.iter().cloned().chain([massage.id.clone()]).collect();
    salon.put(&StaffMember { service_ids, ..shop.ravi.clone() }).await;
    (massage, room)
}

#[tokio::test]
async fn a_room_is_taken_with_its_person_and_nobody_is_booked_without_one() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (massage, room) = spa(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let at = |start: &str| shop.request(&shop.staffed, &[&massage], DAY, start);
    let [first, second] = [asha.book(at("12:00")).await, asha.book(at("12:00")).await];
    let approved = desk.patch(&first, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    assert_eq!(approved["booking"]["services"][0]["resourceIds"], json!([room.id]));
    let hold = salon.room_day(&room.id, day()).await.busy()[0].hold();
    assert_eq!((hold.start.to_string(), hold.end.to_string()), ("12:00".to_owned(), "13:15".to_owned()));
    // Ravi is free, the room is not.
    let refused = desk.patch(&second, json!({ "action": "approve", "staffId": shop.ravi.id })).await;
    refused.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    asha.post("/api/bookings", at("13:00")).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    let slots = availability(&salon, &shop.staffed, &[&massage], "").await;
    assert_eq!(slot(&slots, "12:30")["reason"], "no_room");
    assert_eq!(slot(&slots, "13:30")["plan"][0]["resourceIds"], json!([room.id]));

    // A second room, named by the desk.
    let other = salon.room(&shop.staffed, "Room 2", "massage room").await;
    let services = json!([{ "serviceId": massage.id, "staffId": shop.meera.id, "resourceIds": [other.id] }]);
    let assigned = desk.patch(&first, json!({ "action": "assign", "services": services })).await.ok();
    assert_eq!(assigned["services"][0]["resourceIds"], json!([other.id]));
    assert!(salon.room_day(&room.id, day()).await.busy().is_empty());
    desk.patch(&second, json!({ "action": "approve", "staffId": shop.ravi.id })).await.ok();
    salon.no_double_bookings(day(), 1).await;
    let services = json!([{ "serviceId": massage.id, "staffId": shop.meera.id, "resourceIds": ["nowhere"] }]);
    desk.patch(&first, json!({ "action": "assign", "services": services })).await.invalid(&["services"]);

    desk.post(&format!("{first}/cancel"), json!({ "reason": "Ill" })).await.ok();
    assert!(salon.room_day(&other.id, day()).await.busy().is_empty());
    // If there is no such room at all, nobody is asked for it; an open branch does not mind.
    let elsewhere = Service { needs: vec!["pool".to_owned()], ..shop.facial.clone() };
    salon.put(&elsewhere).await;
    asha.post("/api/bookings", shop.request(&shop.staffed, &[&elsewhere], DAY, "16:00")).await.invalid(&["serviceIds"]);
    let open = asha.book(shop.request(&shop.open, &[&elsewhere], DAY, "16:00")).await;
    let approved = desk.patch(&open, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    assert_eq!(codes(&approved), ["no_room"]);
}

#[tokio::test]
async fn what_several_share_is_full_when_as_many_have_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (massage, room) = spa(&salon, &shop).await;
    salon.put(&Resource { capacity: 2, ..room.clone() }).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    for member in [&shop.meera, &shop.ravi] {
        let path = asha.book(shop.request(&shop.staffed, &[&massage], DAY, "12:00")).await;
        desk.patch(&path, json!({ "action": "approve", "staffId": member.id })).await.ok();
    }
    assert_eq!(salon.room_day(&room.id, day()).await.busy().len(), 2);
    let third = salon.staff("Tara", &[&shop.staffed], &[&massage]).await;
    let slots = availability(&salon, &shop.staffed, &[&massage], "").await;
    assert_eq!(slot(&slots, "12:30")["reason"], "no_room", "{} is free", third.display_name);
}

#[tokio::test]
async fn a_branch_that_confirms_at_once_takes_people_and_rooms_as_it_books() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (massage, room) = spa(&salon, &shop).await;
    let branch = instant(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let at = |start: &str| shop.request(&branch, &[&massage], DAY, start);
    let booked = asha.post("/api/bookings", at("12:00")).await.created();
    assert_eq!(booked["status"], "confirmed");
    let path = path_of(&booked["id"]);
    let booking = desk.get(&path).await.ok();
    assert_eq!(parts(&booking["booking"]["services"]), [part(&shop.meera, "12:00", "13:00")]);
    assert_eq!(booking["booking"]["services"][0]["resourceIds"], json!([room.id]));
    assert!(booking["booking"]["confirmedAt"].is_string());
    let refused = asha.post("/api/bookings", at("12:30")).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(refused["details"]["alternatives"].as_array().map(Vec::len), Some(3));
    salon.no_double_bookings(day(), 1).await;
    // The customer is told once, that it is confirmed.
    salon.deliver().await;
    let told = asha.get("/api/notifications").await.ok();
    let kinds: Vec<&str> =
        told["notifications"].as_array().unwrap().iter().map(|one| one["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["booking_confirmed"]);

    // A booking whose service or customer needs approval waits for the desk.
    salon.put(&Service { needs_approval: true, ..massage.clone() }).await;
    assert_eq!(asha.post("/api/bookings", at("15:00")).await.created()["status"], "pending");
    salon.put(&massage).await;
    let profile = salon.profile(&asha.id()).await;
    salon.put(&Profile { booking_requires_approval: true, ..profile }).await;
    assert_eq!(asha.post("/api/bookings", at("15:00")).await.created()["status"], "pending");
    salon.no_double_bookings(day(), 1).await;
}

#[tokio::test]
async fn a_booking_that_was_confirmed_at_once_is_moved_to_whoever_is_free_and_stays_confirmed() {
    let (salon, shop) = TestSalon::with_shop().await;
    let branch = instant(&salon, &shop).await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    let at = |start: &str| shop.request(&branch, &[&shop.cut], DAY, start);
    // Meera at noon, then Ravi, who has least, then Meera again.
    let path = asha.book(at("12:00")).await;
    bina.book(at("15:00")).await;
    let mut of_meera = at("16:00");
    of_meera["staffId"] = json!(shop.meera.id);
    bina.post("/api/bookings", of_meera).await.created();
    let moved =
        asha.post(&format!("{path}/reschedule"), json!({ "bookingDate": DAY, "startTime": "16:00" })).await.ok();
    assert_eq!(moved["booking"]["status"], "confirmed");
    assert_eq!(parts(&moved["booking"]["services"]), [part(&shop.ravi, "16:00", "16:45")]);
    salon.no_double_bookings(day(), 1).await;
}

#[tokio::test]
async fn confirming_at_once_costs_no_more_than_it_may() {
    let (salon, shop) = TestSalon::with_shop().await;
    let branch = instant(&salon, &shop).await;
    let asha = salon.customer("Asha").await;
    asha.book(shop.request(&branch, &[&shop.cut], DAY, "10:00")).await;
    salon.wire.reset();
    let booked = asha.post("/api/bookings", shop.request(&branch, &[&shop.cut], DAY, "12:00")).await.created();
    assert_eq!(booked["status"], "confirmed");
    let cost = salon.wire.cost();
    assert!(cost.write_units <= 16.0 && cost.round_trips <= 4, "{} units, {:?}", cost.write_units, cost.calls);
}

#[tokio::test]
async fn ten_people_and_ten_rooms_are_seen_in_one_round_trip() {
    let (salon, shop) = TestSalon::with_shop().await;
    let massage = Service { needs: vec!["massage room".to_owned()], ..shop.massage.clone() };
    salon.put(&massage).await;
    for number in 0..10 {
        salon.room(&shop.staffed, &format!("Room {number}"), "massage room").await;
        salon.staff(&format!("Person{number}"), &[&shop.staffed], &[&massage]).await;
    }
    salon.warm(&[&shop.staffed]).await;
    salon.wire.reset();
    let slots = availability(&salon, &shop.staffed, &[&massage], "").await;
    assert_eq!(salon.wire.cost().round_trips, 1);
    assert_eq!(slot(&slots, "12:00")["available"], true);
}

#[tokio::test]
async fn somebody_who_leaves_hands_over_their_own_part_only() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (nails, nina) = nails(&salon, &shop).await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut, &nails], DAY, "12:00")).await;
    let services = json!([
        { "serviceId": shop.cut.id, "staffId": shop.meera.id }, { "serviceId": nails.id, "staffId": nina.id },
    ]);
    desk.patch(&path, json!({ "action": "approve", "services": services })).await.ok();
    let leave = format!("/api/staff/{}/deactivate", shop.meera.id);
    manager.post(&leave, json!({ "reassignToStaffId": shop.ravi.id })).await.ok();
    let booking = desk.get(&path).await.ok();
    let expected = [part(&shop.ravi, "12:00", "12:45"), part(&nina, "12:45", "13:15")];
    assert_eq!(parts(&booking["booking"]["services"]), expected);
    salon.no_double_bookings(day(), 1).await;
}

#[tokio::test]
async fn neither_a_person_nor_a_room_goes_while_it_is_booked_at_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let branch = instant(&salon, &shop).await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    for round in 0..8 {
        let (service, nila) = nails(&salon, &shop).await;
        let room = salon.room(&branch, "Nail bar", &format!("nail bar {round}")).await;
        salon.put(&Service { needs: vec![room.group.clone()], ..service.clone() }).await;
        // One of their writes comes late, after all that the other one does.
        let writes = AtomicUsize::new(0);
        salon.wire.fail(move |_, operation| {
            let is_late = operation == "TransactWriteItems" && writes.fetch_add(1, Ordering::Relaxed) == round / 2;
            is_late.then_some(Fault::Delay(Duration::from_millis(150)))
        });
        let (leave, room) = (format!("/api/staff/{}/deactivate", nila.id), format!("/api/resources/{}", room.id));
        let going =
            async { if round % 2 == 0 { manager.post(&leave, json!({})).await } else { manager.delete(&room).await } };
        let request = shop.request(&branch, &[&service], DAY, "12:00");
        let (booked, gone) = join(asha.post("/api/bookings", request), going).await;
        assert!(booked.status.is_success() != gone.status.is_success(), "{} {}", booked.status, gone.status);
        match booked.status.is_success() {
            true => gone.refused(409, "CONFLICT"),
            false => booked.invalid(&["serviceIds"]),
        };
    }
}

/// Fifty reach at once for two people and one room: one has all of it, the others nothing.
#[tokio::test]
async fn of_fifty_who_reach_for_two_people_and_one_room_one_has_all_of_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (massage, room) = spa(&salon, &shop).await;
    let scrub = salon.service(&shop.spa, "Scrub", 80_000, 30, 5).await;
    let nina = salon.staff("Nina", &[&shop.staffed], &[&scrub]).await;
    let branch = instant(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let first = day();
    for round in 0..rounds() {
        let date = first.plus_days(1 + u64::try_from(round).unwrap());
        let by = |client: &Client<'_>, at: usize| {
            let start = ["12:00", "12:30", "11:30"][at % 3];
            let mut request = shop.request(&branch, &[&massage, &scrub], &date.to_string(), start);
            if at.is_multiple_of(2) {
                request.as_object_mut().unwrap().remove("serviceIds");
                request["customerId"] = json!(client.id());
                request["services"] = json!([
                    { "serviceId": massage.id, "staffId": shop.meera.id }, { "serviceId": scrub.id, "staffId": nina.id },
                ]);
            }
            request
        };
        // A minute later, so that their number is no reason to refuse them.
        salon.salon.clock.set(salon.salon.clock.now().plus(TimeDelta::minutes(1)));
        salon.wire.shuffle(round);
        let asked = join_all((0..50).map(|at| {
            let request = by(&asha, at);
            let who = if at.is_multiple_of(2) { &desk } else { &asha };
            who.post("/api/bookings", request)
        }))
        .await;
        salon.wire.reset();
        let had = asked.iter().filter(|reply| reply.status.is_success()).count();
        assert_eq!(had, 1, "round {round}");
        for reply in asked.iter().filter(|reply| !reply.status.is_success()) {
            reply.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        }
        assert_eq!(salon.room_day(&room.id, date).await.busy().len(), 1);
        assert_eq!(salon.day_of(&nina, date).await.busy().len(), 1);
    }
    salon.no_double_bookings(first, rounds() + 1).await;
}
