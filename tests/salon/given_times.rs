//! Services that the desk gives their own times: side by side, earlier or later than they were asked for.

use parlour_booking::bookings::{Booking, Reminded};
use parlour_booking::resources::Resource;
use parlour_people::customers::Profile;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, BranchSettings, Confirmation};
use parlour_setup::catalogue::Service;
use parlour_storage::outbox::{NotifiableEvent, Task};
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon, path_of};
use parlour_values::time::{Instant, IstDate};
use serde_json::{Value, json};

const TODAY: &str = "2026-11-16";
const DAY: &str = "2026-11-17";

fn day() -> IstDate {
    DAY.parse().unwrap()
}

fn at(start: &str) -> Instant {
    day().at(start.parse().unwrap())
}

async fn instant(salon: &TestSalon, shop: &Shop) -> Branch {
    let settings = BranchSettings { confirmation: Confirmation::Instant, ..shop.staffed.settings.clone() };
    let branch = Branch { settings, ..shop.staffed.clone() };
    salon.put(&branch).await;
    branch
}

fn given(service: &Service, by: &StaffMember, start: Option<&str>) -> Value {
    json!({ "serviceId": service.id, "staffId": by.id, "startTime": start })
}

fn to(start: &str) -> Value {
    json!({ "bookingDate": DAY, "startTime": start })
}

fn staff_of(data: &Value) -> Vec<&str> {
    data["booking"]["services"].as_array().unwrap().iter().map(|one| one["staffId"].as_str().unwrap()).collect()
}

/// Colour by Meera beside a cut by Ravi.
async fn side_by_side(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, start: &str) -> String {
    let path = asha.book(shop.request(&shop.staffed, &[&shop.colour, &shop.cut], DAY, start)).await;
    let both = json!([given(&shop.colour, &shop.meera, None), given(&shop.cut, &shop.ravi, Some(start))]);
    let desk = salon.reception().await;
    desk.patch(&path, json!({ "action": "approve", "services": both })).await.ok();
    path
}

/// What the latest change left for later.
async fn left_by_the_last(salon: &TestSalon) -> Vec<Task> {
    let last = salon.unsealed().await.pop().unwrap();
    last.messages.into_iter().map(|message| message.task).collect()
}

#[tokio::test]
async fn nobody_is_moved_into_two_things_at_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, desk) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.reception().await);
    let path = side_by_side(&salon, &shop, &asha, "12:00").await;
    instant(&salon, &shop).await;
    let ravis = bina.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "17:00")).await;
    desk.patch(&ravis, json!({ "action": "assign", "staffId": shop.ravi.id })).await.ok();

    let reschedule = format!("{path}/reschedule");
    asha.post(&reschedule, to("17:00")).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    let tara = salon.staff("Tara", &[&shop.staffed], &[&shop.cut, &shop.colour]).await;
    let moved = asha.post(&reschedule, to("17:00")).await.ok();
    assert_eq!(moved["booking"]["status"], "confirmed");
    let mut staff = staff_of(&moved);
    staff.sort_unstable();
    let mut expected = [shop.meera.id.as_str(), tara.id.as_str()];
    expected.sort_unstable();
    assert_eq!(staff, expected);
    salon.no_double_bookings(day(), 1).await;
}

#[tokio::test]
async fn nobody_takes_over_what_runs_beside_their_own_part() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let path = side_by_side(&salon, &shop, &asha, "12:00").await;
    let leave = format!("/api/staff/{}/deactivate", shop.ravi.id);
    for policy_branch in [shop.staffed.clone(), Branch { settings: shop.open.settings.clone(), ..shop.staffed.clone() }]
    {
        salon.put(&policy_branch).await;
        let refused =
            manager.post(&leave, json!({ "reassignToStaffId": shop.meera.id })).await.refused(409, "CONFLICT");
        assert_eq!(refused["details"]["bookingIds"], json!([path.rsplit('/').next()]));
    }
}

#[tokio::test]
async fn a_visit_side_by_side_is_over_when_its_last_service_is() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = side_by_side(&salon, &shop, &asha, "12:00").await;
    let at = |start: &str| {
        let both = json!([given(&shop.colour, &shop.meera, None), given(&shop.cut, &shop.ravi, Some(start))]);
        json!({ "bookingDate": DAY, "startTime": start, "services": both })
    };
    desk.post(&format!("{path}/reschedule"), at("19:31")).await.invalid(&["startTime"]);
    let moved = desk.post(&format!("{path}/reschedule"), at("19:30")).await.ok();
    assert_eq!(
        (&moved["booking"]["startTime"], &moved["booking"]["endTime"]),
        (&json!("19:30:00"), &json!("21:00:00"))
    );
}

#[tokio::test]
async fn no_service_is_given_a_time_that_has_passed_or_outside_opening_hours() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon.set_clock("2026-11-16T12:01:00+05:30");
    let path = asha.book(shop.request(&shop.open, &[&shop.cut], DAY, "12:00")).await;
    let moved = |date: &str, start: &str| {
        let services = json!([given(&shop.cut, &shop.meera, Some(start))]);
        json!({ "bookingDate": date, "startTime": "15:00", "services": services })
    };
    for (date, start) in [(TODAY, "12:00"), (DAY, "09:59"), (DAY, "21:00")] {
        desk.post(&format!("{path}/reschedule"), moved(date, start)).await.invalid(&["startTime"]);
    }
    desk.post(&format!("{path}/reschedule"), moved(TODAY, "12:15")).await.ok();

    let walk_in = |date: &str, start: &str| {
        let mut body = moved(date, start);
        body["branchId"] = json!(shop.open.id);
        body["serviceType"] = json!("salon");
        body["customerId"] = json!(asha.id());
        body
    };
    desk.post("/api/bookings", walk_in(DAY, "09:59")).await.invalid(&["services"]);
    // Somebody who has been served is written down, whatever the hour.
    desk.post("/api/bookings", walk_in(TODAY, "09:59")).await.created();
}

#[tokio::test]
async fn neither_a_request_nor_a_promise_is_given_a_time_that_has_passed_or_outside_opening_hours() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.set_clock("2026-11-17T12:00:00+05:30");
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let tara = salon.staff("Tara", &[&shop.staffed], &[&shop.cut]).await;
    for (branch, staff) in [(&shop.open, &shop.meera), (&shop.staffed, &shop.ravi)] {
        let path = asha.book(shop.request(branch, &[&shop.cut], DAY, "18:00")).await;
        let decide = |action: &str, by: &StaffMember, start: &str| json!({ "action": action, "services": [given(&shop.cut, by, Some(start))] });
        let refused = async |action: &str| {
            for start in ["10:30", "12:00", "03:00", "21:00"] {
                desk.patch(&path, decide(action, staff, start)).await.invalid(&["services.0.startTime"]);
            }
        };
        refused("assign").await;
        refused("approve").await;
        desk.patch(&path, decide("approve", staff, "18:00")).await.ok();
        refused("assign").await;
        desk.patch(&path, decide("assign", staff, "17:00")).await.ok();
    }
    // The start that a visit has is its own, and a customer who is there is where the desk says.
    salon.set_clock("2026-11-17T17:10:00+05:30");
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "19:00")).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    salon.set_clock("2026-11-17T19:10:00+05:30");
    let to_tara = |start: &str| json!({ "action": "assign", "services": [given(&shop.cut, &tara, Some(start))] });
    desk.patch(&path, to_tara("19:00")).await.ok();
    desk.patch(&path, to_tara("18:50")).await.invalid(&["services.0.startTime"]);
    desk.post_empty(&format!("{path}/checkin")).await.ok();
    desk.patch(&path, to_tara("18:50")).await.ok();
}

#[tokio::test]
async fn who_did_a_visit_that_is_over_may_be_mended_but_not_when_it_was() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = side_by_side(&salon, &shop, &asha, "12:00").await;
    desk.post(&format!("{path}/complete"), json!({ "paymentMethod": "cash" })).await.ok();
    let parts = async || -> Vec<(Value, Value)> {
        let booking = desk.get(&path).await.ok()["booking"].clone();
        let services = booking["services"].as_array().unwrap().iter();
        services.map(|one| (one["staffId"].clone(), one["startTime"].clone())).collect()
    };
    let by = |colour: &StaffMember, cut: &StaffMember| {
        [(json!(colour.id), json!("12:00:00")), (json!(cut.id), json!("12:00:00"))]
    };
    assert_eq!(parts().await, by(&shop.meera, &shop.ravi));
    let assign = |cut: Value, colour: Value| json!({ "action": "assign", "services": [cut, colour] });
    let colour = given(&shop.colour, &shop.ravi, None);
    let late = assign(given(&shop.cut, &shop.meera, Some("19:00")), colour.clone());
    desk.patch(&path, late).await.invalid(&["services.0.startTime"]);
    desk.patch(&path, assign(given(&shop.cut, &shop.meera, Some("12:00")), colour)).await.ok();
    assert_eq!(parts().await, by(&shop.ravi, &shop.meera));
    desk.patch(&path, json!({ "action": "assign", "staffId": shop.meera.id })).await.ok();
    assert_eq!(parts().await, by(&shop.meera, &shop.meera));
}

#[tokio::test]
async fn what_is_given_another_time_is_followed_up_there_and_a_customer_who_was_promised_another_is_told() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon.set_clock("2026-11-17T09:00:00+05:30");
    let path = asha.book(shop.request(&shop.open, &[&shop.cut], DAY, "12:00")).await;
    let decide = |action: &str, start: &str| json!({ "action": action, "services": [given(&shop.cut, &shop.meera, Some(start))] });
    let noshow_check = |start: &str, tasks: &[Task]| {
        let expected = Some(at(start));
        tasks.iter().any(|task| matches!(task, Task::NoshowCheck { starts_at, .. } if *starts_at == expected))
    };

    // A request is rejected at its new start.
    desk.patch(&path, decide("assign", "13:00")).await.ok();
    let left = left_by_the_last(&salon).await;
    let expected = Some(at("13:00"));
    let is_start_check =
        |task: &Task| matches!(task, Task::StaleBookingAlert { starts_at, .. } if *starts_at == expected);
    assert!(noshow_check("13:00", &left) && left.iter().any(is_start_check), "{left:?}");

    desk.patch(&path, decide("approve", "14:00")).await.ok();
    let left = left_by_the_last(&salon).await;
    assert!(noshow_check("14:00", &left), "{left:?}");

    salon.set_clock("2026-11-17T13:15:00+05:30");
    let key = keys::booking(&path.rsplit('/').next().unwrap().into());
    let stored = async || salon.stored::<Booking>(&key).await.unwrap().record;
    salon.put(&Booking { reminded: Reminded::All, ..stored().await }).await;
    desk.patch(&path, decide("assign", "16:00")).await.ok();
    let left = left_by_the_last(&salon).await;
    let is_told = |task: &Task| {
        matches!(task, Task::Notify(NotifiableEvent::BookingRescheduled { starts_at, quietly: false, .. })
            if *starts_at == at("16:00"))
    };
    assert!(noshow_check("16:00", &left) && left.iter().any(is_told), "{left:?}");
    assert_eq!(stored().await.reminded, Reminded::DayBefore, "an hour before is still to come");
}

#[tokio::test]
async fn what_the_desk_answers_for_is_not_confirmed_with_others_by_a_move() {
    let (salon, shop) = TestSalon::with_shop().await;
    instant(&salon, &shop).await;
    let (asha, bina, desk) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.reception().await);
    let meeras = bina.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "15:00")).await;
    desk.patch(&meeras, json!({ "action": "assign", "staffId": shop.meera.id })).await.ok();
    let moved_status = async |start: &str| {
        let path = asha.book(shop.request(&shop.staffed, &[&shop.cut], DAY, start)).await;
        let give = if asha.get(&path).await.ok()["booking"]["status"] == "pending" { "approve" } else { "assign" };
        desk.patch(&path, json!({ "action": give, "staffId": shop.meera.id })).await.ok();
        let moved = asha.post(&format!("{path}/reschedule"), to("15:00")).await.ok();
        asha.post(&format!("{path}/cancel"), json!({})).await.ok();
        moved["booking"]["status"].clone()
    };
    assert_eq!(moved_status("11:00").await, "confirmed");
    salon.put(&Service { needs_approval: true, ..shop.cut.clone() }).await;
    assert_eq!(moved_status("12:00").await, "pending");
    salon.put(&shop.cut).await;
    let user = asha.user.as_ref().unwrap();
    let profile = Profile::bare(salon.salon.random.id(), user.id.clone(), salon.salon.clock.now());
    salon.put(&Profile { booking_requires_approval: true, ..profile }).await;
    assert_eq!(moved_status("13:00").await, "pending");
}

/// A massage needs a room, of which there are two.
async fn rooms(salon: &TestSalon, shop: &Shop) -> (Service, [Resource; 2]) {
    let massage = Service { needs: vec!["massage room".to_owned()], ..shop.massage.clone() };
    salon.put(&massage).await;
    let mut rooms = Vec::new();
    for name in ["Lotus", "Jasmine"] {
        rooms.push(salon.room(&shop.staffed, name, "massage room").await);
    }
    let service_ids = shop.ravi.service_ids.iter().cloned().chain([massage.id.clone()]).collect();
    salon.put(&StaffMember { service_ids, ..shop.ravi.clone() }).await;
    (massage, rooms.try_into().unwrap())
}

#[tokio::test]
async fn the_room_that_the_desk_names_is_the_room_or_nothing_is_done() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (massage, [lotus, jasmine]) = rooms(&salon, &shop).await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let by = |staff: &StaffMember, room: &Resource| json!([{ "serviceId": massage.id, "staffId": staff.id, "resourceIds": [room.id] }]);
    let approve = async |staff: &StaffMember, room: &Resource| {
        let path = asha.book(shop.request(&shop.staffed, &[&massage], DAY, "12:00")).await;
        desk.patch(&path, json!({ "action": "approve", "services": by(staff, room) })).await.ok();
        path
    };
    approve(&shop.meera, &lotus).await;
    let second = approve(&shop.ravi, &jasmine).await;
    let assign = json!({ "action": "assign", "services": by(&shop.ravi, &lotus) });
    desk.patch(&second, assign).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(asha.get(&second).await.ok()["booking"]["services"][0]["resourceIds"], json!([jasmine.id]));

    // The room of somebody who is being served, named for another.
    salon.set_clock("2026-11-17T12:10:00+05:30");
    let tara = salon.staff("Tara", &[&shop.staffed], &[&massage]).await;
    let mut walk_in = json!({
        "branchId": shop.staffed.id, "serviceType": "spa", "customerId": asha.id(), "services": by(&tara, &lotus),
    });
    desk.post("/api/bookings", walk_in.clone()).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    walk_in["allowOverlap"] = json!(true);
    let recorded = manager.post("/api/bookings", walk_in).await.created();
    assert_eq!(recorded["warnings"][0]["code"], "no_room");
    let path = path_of(&recorded["booking"]["id"]);
    assert_eq!(desk.get(&path).await.ok()["booking"]["overlaps"], true);
}

#[tokio::test]
async fn a_no_show_that_was_none_says_that_its_room_is_taken_now() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (massage, [lotus, _]) = rooms(&salon, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.request(&shop.staffed, &[&massage], DAY, "12:00")).await;
    let by = |staff: &StaffMember| json!([{ "serviceId": massage.id, "staffId": staff.id, "resourceIds": [lotus.id] }]);
    desk.patch(&path, json!({ "action": "approve", "services": by(&shop.meera) })).await.ok();
    salon.set_clock("2026-11-17T12:10:00+05:30");
    desk.post(&format!("{path}/noshow"), json!({})).await.ok();
    let walk_in = json!({
        "branchId": shop.staffed.id, "serviceType": "spa", "customerId": asha.id(), "services": by(&shop.ravi),
    });
    desk.post("/api/bookings", walk_in).await.created();
    desk.post(&format!("{path}/undo-noshow"), json!({})).await.ok();
    assert_eq!(desk.get(&path).await.ok()["booking"]["overlaps"], true);
}

#[tokio::test]
async fn a_roster_clashes_with_what_its_person_does_of_a_visit() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let path = asha.book(shop.request(&shop.staffed, &[&shop.colour, &shop.cut], DAY, "12:00")).await;
    let both = json!([given(&shop.colour, &shop.meera, None), given(&shop.cut, &shop.ravi, None)]);
    desk.patch(&path, json!({ "action": "approve", "services": both })).await.ok();
    let clashes = async |start: &str, end: &str| {
        let ravis = format!("/api/schedule/staff/{}/days/{DAY}?dryRun=true", shop.ravi.id);
        let data = manager.put(&ravis, json!({ "shifts": [{ "start": start, "end": end }] })).await.ok();
        data["clashes"]["bookingIds"].clone()
    };
    assert_eq!(clashes("13:30", "21:00").await, json!([]), "until then it is Meera's");
    assert_eq!(clashes("13:45", "21:00").await, json!([path.rsplit('/').next()]));
}

#[tokio::test]
async fn a_customer_is_told_once_when_a_later_service_of_the_visit_is_given_another_time() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let path = side_by_side(&salon, &shop, &asha, "12:00").await;
    let desk = salon.reception().await;
    let colour = given(&shop.colour, &shop.meera, None);
    let to = |cut: &str| json!({ "action": "assign", "services": [colour, given(&shop.cut, &shop.ravi, Some(cut))] });
    let told = async || {
        let left = left_by_the_last(&salon).await;
        left.iter().filter(|task| matches!(task, Task::Notify(NotifiableEvent::BookingRescheduled { .. }))).count()
    };
    desk.patch(&path, to("15:00")).await.ok();
    assert_eq!(told().await, 1, "the visit ends later");
    desk.patch(&path, to("12:30")).await.ok();
    assert_eq!(told().await, 1);
    // Other people at the same hours are no other time.
    let swapped = json!([given(&shop.colour, &shop.ravi, None), given(&shop.cut, &shop.meera, Some("12:30"))]);
    desk.patch(&path, json!({ "action": "assign", "services": swapped })).await.ok();
    assert_eq!(told().await, 0);
}

#[tokio::test]
async fn only_the_start_of_a_visit_is_bound_by_the_clock_and_the_opening_hours() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon.set_clock("2026-11-17T12:00:00+05:30");
    let path = asha.book(shop.request(&shop.open, &[&shop.cut, &shop.colour], DAY, "15:00")).await;
    let decide = |action: &str, cut: &str, colour: &str| {
        let both = json!([given(&shop.cut, &shop.meera, Some(cut)), given(&shop.colour, &shop.ravi, Some(colour))]);
        desk.patch(&path, json!({ "action": action, "services": both }))
    };
    for action in ["approve", "assign"] {
        decide(action, "21:30", "21:00").await.invalid(&["services.1.startTime"]);
        decide(action, "09:00", "21:30").await.invalid(&["services.0.startTime"]);
        let late = decide(action, "15:00", "21:30").await.ok();
        assert_eq!(late["warnings"][0]["code"], "off_shift", "{late}");
    }
    // Beside the first from its own start on, which has passed, and an hour that has passed too.
    salon.set_clock("2026-11-17T15:10:00+05:30");
    for colour in ["15:00", "15:05"] {
        decide("assign", "15:00", colour).await.ok();
    }
    decide("assign", "15:05", "15:05").await.invalid(&["services.0.startTime", "services.1.startTime"]);
}

#[tokio::test]
async fn a_customer_who_is_being_served_is_handed_on_whatever_the_hour_unless_somebody_is_booked() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (massage, [lotus, jasmine]) = rooms(&salon, &shop).await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let pause = json!({ "start": "15:00", "end": "15:30" });
    let shifts = json!({ "shifts": [{ "start": "10:00", "end": "21:00" }], "breaks": [pause] });
    manager.put(&format!("/api/schedule/staff/{}/days/{DAY}", shop.ravi.id), shifts).await.ok();
    let served = async |side: &str, service: &Service, room: Option<&Resource>| {
        let mut given = given(service, &shop.meera, None);
        given["resourceIds"] = json!(room.map(|room| vec![&room.id]));
        let walk_in = json!({
            "branchId": shop.staffed.id, "serviceType": side, "customerId": asha.id(), "services": [given],
        });
        let made = desk.post("/api/bookings", walk_in).await.created();
        let path = path_of(&made["booking"]["id"]);
        desk.post_empty(&format!("{path}/checkin")).await.ok();
        path
    };
    let to_ravi = json!({ "action": "assign", "staffId": shop.ravi.id });
    // Into his break, behind which somebody is promised his time.
    salon.set_clock("2026-11-17T14:35:00+05:30");
    let first = served("salon", &shop.cut, None).await;
    desk.patch(&first, to_ravi.clone()).await.ok();
    let handed = desk.get(&first).await.ok();
    assert_eq!((staff_of(&handed), &handed["booking"]["overlaps"]), (vec![shop.ravi.id.as_str()], &json!(false)));
    let mut meeras = salon.day_of(&shop.meera, day()).await;
    assert!(meeras.busy().is_empty(), "her time is free again");
    desk.post(&format!("{first}/complete"), json!({ "paymentMethod": "cash" })).await.ok();
    let promised = asha.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "15:30")).await;
    desk.patch(&promised, json!({ "action": "approve", "staffId": shop.ravi.id })).await.ok();
    salon.set_clock("2026-11-17T14:50:00+05:30");
    let second = served("salon", &shop.cut, None).await;
    desk.patch(&second, json!({ "action": "assign", "services": [given(&shop.cut, &shop.ravi, Some("14:55"))] }))
        .await
        .refused(409, "BOOKING_SLOT_UNAVAILABLE");
    desk.patch(&second, to_ravi.clone()).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    desk.post(&format!("{second}/complete"), json!({ "paymentMethod": "cash" })).await.ok();

    // Past closing time, to another person and into another room.
    salon.set_clock("2026-11-17T20:40:00+05:30");
    let late = served("spa", &massage, Some(&lotus)).await;
    let mut into_jasmine = given(&massage, &shop.meera, None);
    into_jasmine["resourceIds"] = json!([jasmine.id]);
    desk.patch(&late, json!({ "action": "assign", "services": [into_jasmine] })).await.ok();
    let moved = desk.get(&late).await.ok();
    assert_eq!(moved["booking"]["services"][0]["resourceIds"], json!([jasmine.id]));
    assert!(salon.room_day(&lotus.id, day()).await.busy().is_empty());
    desk.patch(&late, to_ravi).await.ok();
    assert_eq!(staff_of(&desk.get(&late).await.ok()), [shop.ravi.id.as_str()]);
    meeras = salon.day_of(&shop.meera, day()).await;
    assert!(meeras.busy().iter().all(|busy| busy.hold().end <= "15:35".parse().unwrap()), "{meeras:?}");
    salon.no_double_bookings(day(), 1).await;
}
