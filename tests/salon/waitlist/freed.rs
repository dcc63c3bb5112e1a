//! All time that becomes free is offered to those who wait, and nothing else.

use parlour_setup::branches::SlotPolicy;

use super::*;

#[tokio::test]
async fn only_a_wish_that_fits_is_offered_a_time() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    let devi = salon.customer("Devi").await;
    let taken = full(&salon, &shop, &asha).await;
    // Too long, too late, another day, another person: none of them fits.
    wishes(&bina, with(wish(&shop), "serviceIds", json!([shop.colour.id]))).await;
    wishes(&bina, with(wish(&shop), "from", json!("12:15"))).await;
    wishes(&bina, with(wish(&shop), "to", json!("12:30"))).await;
    nearly_full(&salon, &shop, "2026-11-18".parse().unwrap(), &[]).await;
    wishes(&chetan, with(wish(&shop), "dates", json!(["2026-11-18"]))).await;
    let last = wishes(&devi, with(wish(&shop), "staffId", json!(shop.meera.id))).await;
    assert_eq!(last["position"], 4);
    cancel(&asha, &taken).await;
    salon.deliver().await;
    for client in [&bina, &chetan] {
        let all = client.get("/api/waitlist").await.ok();
        assert!(all["wishes"].as_array().unwrap().iter().all(|wish| wish["state"] == "waiting"), "{all}");
    }
    assert_eq!(first(&devi).await["state"], "offered");
}

#[tokio::test]
async fn a_time_behind_a_break_is_another_gap_than_the_one_before_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, manager) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.manager().await);
    nearly_full(&salon, &shop, day(), &[("12:00", "14:45")]).await;
    let lunch = json!({
        "shifts": [{ "start": "10:00", "end": "21:00" }], "breaks": [{ "start": "12:45", "end": "14:00" }],
    });
    manager.put(&format!("/api/schedule/staff/{}/days/{DAY}", shop.meera.id), lunch).await.ok();
    let before = booked(&salon, &shop, &asha, DAY, "12:00").await;
    let behind = booked(&salon, &shop, &asha, DAY, "14:00").await;
    let made = wishes(&bina, wish(&shop)).await;
    cancel(&asha, &before).await;
    salon.deliver().await;
    assert_eq!(offered(&first(&bina).await), (DAY, "12:00"));
    bina.post(&of(&made, "/decline"), json!({})).await.ok();
    cancel(&asha, &behind).await;
    salon.deliver().await;
    assert_eq!(offered(&first(&bina).await), (DAY, "14:00"));
}

#[tokio::test]
async fn a_gap_of_the_night_is_offered_in_the_morning_if_it_is_still_free() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    let taken = full(&salon, &shop, &asha).await;
    wishes(&bina, wish(&shop)).await;
    salon.deliver().await;
    salon.set_clock("2026-11-16T22:30:00+05:30");
    cancel(&asha, &taken).await;
    salon.deliver().await;
    assert_eq!(first(&bina).await["state"], "waiting");
    salon.set_clock("2026-11-17T07:59:00+05:30");
    salon.deliver().await;
    assert_eq!(first(&bina).await["state"], "waiting");
    salon.set_clock("2026-11-17T08:00:00+05:30");
    salon.deliver().await;
    assert_eq!(offered(&first(&bina).await), (DAY, "12:00"));
}

#[tokio::test]
async fn nothing_is_offered_later_than_an_hour_before_its_start() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    let taken = full(&salon, &shop, &asha).await;
    let made = wishes(&bina, wish(&shop)).await;
    salon.set_clock("2026-11-17T10:50:00+05:30");
    cancel(&asha, &taken).await;
    salon.deliver().await;
    let held = first(&bina).await;
    assert_eq!(held["offer"]["expiresAt"], "2026-11-17T05:30:00.000Z", "an hour before noon");
    bina.post(&of(&made, "/decline"), json!({})).await.ok();

    let again = booked(&salon, &shop, &asha, DAY, "12:00").await;
    let chetan = salon.customer("Chetan").await;
    wishes(&chetan, wish(&shop)).await;
    salon.set_clock("2026-11-17T10:56:00+05:30");
    salon.reception().await.post(&format!("{again}/cancel"), json!({ "reason": "ill" })).await.ok();
    salon.deliver().await;
    assert_eq!(first(&chetan).await["state"], "waiting", "it would be held for four minutes");
}

/// Frees noon in a way of its own; the wish must be offered it.
async fn is_offered(salon: &TestSalon, bina: &Client<'_>, how: &str) {
    salon.deliver().await;
    assert_eq!(offered(&first(bina).await), (DAY, "12:00"), "{how}");
}

#[tokio::test]
async fn whatever_frees_time_is_offered() {
    for how in [
        "desk cancels",
        "moved",
        "given to another",
        "missed",
        "rejected",
        "done the day before",
        "unblocked",
        "reopened",
        "leave revoked",
        "roster widened",
    ] {
        let (salon, shop) = TestSalon::with_shop().await;
        let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
        let (desk, manager) = (salon.reception().await, salon.manager().await);
        match how {
            "unblocked" => {
                nearly_full(&salon, &shop, day(), &[("12:00", "12:45")]).await;
                let block = json!({ "staffId": shop.meera.id, "date": DAY, "startTime": "12:00", "endTime": "12:45", "reason": "lunch" });
                let made = manager.post("/api/schedule/blocks", block).await.created();
                wishes(&bina, wish(&shop)).await;
                manager.delete(&format!("/api/schedule/blocks/{}", made["block"]["id"].as_str().unwrap())).await.ok();
            }
            "reopened" => {
                nearly_full(&salon, &shop, day(), &[("12:00", "12:45")]).await;
                let closure = json!({ "branchId": shop.staffed.id, "date": DAY, "reason": "festival" });
                let made = manager.post("/api/schedule/closures", closure).await.created();
                wishes(&bina, wish(&shop)).await;
                manager
                    .delete(&format!("/api/schedule/closures/{}", made["closure"]["id"].as_str().unwrap()))
                    .await
                    .ok();
            }
            "roster widened" => {
                nearly_full(&salon, &shop, day(), &[("12:00", "12:45")]).await;
                let path = format!("/api/schedule/staff/{}/days/{DAY}", shop.meera.id);
                manager.put(&path, json!({ "off": true })).await.ok();
                wishes(&bina, wish(&shop)).await;
                manager.delete(&path).await.ok();
            }
            "leave revoked" => {
                nearly_full(&salon, &shop, day(), &[("12:00", "12:45")]).await;
                let meera = salon.signed_in_as(&shop.meera).await;
                let leave = json!({ "startDate": DAY, "endDate": DAY, "leaveType": "casual", "reason": "family" });
                let asked = meera.post("/api/me/leave", leave).await.created();
                let path = format!("/api/schedule/leave/{}", asked["leave"]["id"].as_str().unwrap());
                manager.post(&format!("{path}/approve"), json!({})).await.ok();
                wishes(&bina, wish(&shop)).await;
                manager.post(&format!("{path}/revoke"), json!({ "note": "needed" })).await.ok();
            }
            "rejected" => {
                // A request holds time from when somebody is assigned to it.
                nearly_full(&salon, &shop, day(), &[("12:00", "12:45")]).await;
                let taken = asha.book(shop.request(&shop.staffed, &[&shop.cut], DAY, "12:00")).await;
                desk.patch(&taken, json!({ "action": "assign", "staffId": shop.meera.id })).await.ok();
                wishes(&bina, wish(&shop)).await;
                salon.deliver().await;
                let no = json!({ "action": "reject", "rejectionReason": "Nobody is in" });
                desk.patch(&taken, no).await.ok();
            }
            _ => {
                let taken = full(&salon, &shop, &asha).await;
                wishes(&bina, wish(&shop)).await;
                salon.deliver().await;
                match how {
                    "desk cancels" => desk.post(&format!("{taken}/cancel"), json!({ "reason": "ill" })).await.ok(),
                    "done the day before" => {
                        desk.post(&format!("{taken}/complete"), json!({ "paymentMethod": "cash" })).await.ok()
                    }
                    "missed" => desk.post(&format!("{taken}/noshow"), json!({})).await.ok(),
                    "given to another" => {
                        salon.put(&blocked_but_for(&shop.ravi, day(), &[("12:00", "12:45")])).await;
                        salon.put(&shop.ravi).await;
                        desk.patch(&taken, json!({ "action": "assign", "staffId": shop.ravi.id })).await.ok()
                    }
                    _ => {
                        let later = json!({ "bookingDate": "2026-11-20", "startTime": "12:00" });
                        desk.post(&format!("{taken}/reschedule"), later).await.ok()
                    }
                };
            }
        }
        is_offered(&salon, &bina, how).await;
    }
}

#[tokio::test]
async fn time_that_one_part_of_a_visit_leaves_is_offered() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, desk) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.reception().await);
    salon.put(&StaffMember { service_ids: vec![shop.colour.id.clone()], ..shop.meera.clone() }).await;
    salon.put(&blocked_but_for(&shop.ravi, day(), &[("12:00", "13:30")])).await;
    let side_by_side = |cut_at: &str| {
        json!([
            { "serviceId": shop.colour.id, "staffId": shop.meera.id, "startTime": "12:00" },
            { "serviceId": shop.cut.id, "staffId": shop.ravi.id, "startTime": cut_at },
        ])
    };
    let visit = json!({
        "customerId": asha.id(), "branchId": shop.staffed.id, "serviceType": "salon", "bookingDate": DAY,
        "services": side_by_side("12:30"),
    });
    let made = desk.post("/api/bookings", visit).await.created();
    wishes(&bina, wish(&shop)).await;
    salon.deliver().await;
    let later = json!({ "action": "assign", "services": side_by_side("12:45") });
    desk.patch(&path_of(&made["booking"]["id"]), later).await.ok();
    is_offered(&salon, &bina, "a part moved").await;
}

#[tokio::test]
async fn what_a_visit_that_ended_early_leaves_is_offered_and_nothing_that_has_begun() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, desk) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.reception().await);
    let bridal = salon.service(&shop.hair, "Bridal", 900_000, 300, 0).await;
    let service_ids = vec![shop.cut.id.clone(), bridal.id.clone()];
    salon.put(&StaffMember { service_ids, ..shop.meera.clone() }).await;
    nearly_full(&salon, &shop, day(), &[("12:00", "17:00")]).await;
    let taken = asha.book(shop.request(&shop.staffed, &[&bridal], DAY, "12:00")).await;
    desk.patch(&taken, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    wishes(&bina, wish(&shop)).await;
    salon.set_clock("2026-11-17T12:00:00+05:30");
    desk.post_empty(&format!("{taken}/checkin")).await.ok();
    salon.set_clock("2026-11-17T13:00:00+05:30");
    salon.deliver().await;
    assert_eq!(first(&bina).await["state"], "waiting");
    desk.post(&format!("{taken}/complete"), json!({ "paymentMethod": "cash" })).await.ok();
    salon.deliver().await;
    let held = first(&bina).await;
    let (date, start) = offered(&held);
    // An hour before its start at the latest, and held for five minutes at least.
    assert!(date == DAY && ("14:05".."16:16").contains(&start), "{held}");
    assert_eq!(held["offer"]["plan"][0]["staffId"], json!(shop.meera.id));
}

#[tokio::test]
async fn time_that_somebody_who_works_at_two_branches_has_again_is_offered_at_the_other() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    nearly_full(&salon, &shop, day(), &[("12:00", "12:45")]).await;
    let taken = booked_at_open(&salon, &shop, &asha).await;
    wishes(&bina, wish(&shop)).await;
    salon.deliver().await;
    cancel(&asha, &taken).await;
    is_offered(&salon, &bina, "cancelled at the other branch").await;
}

#[tokio::test]
async fn time_that_an_offer_held_is_offered_at_the_other_branch_of_its_person() {
    for how in ["declined", "taken back", "run out"] {
        let (salon, shop) = TestSalon::with_shop().await;
        let (asha, bina, chetan) =
            (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
        let other = salon.branch("MYS", SlotPolicy::Staffed).await;
        let both = vec![shop.staffed.id.clone(), other.id.clone()];
        salon.put(&StaffMember { branch_ids: both, ..shop.meera.clone() }).await;
        let taken = full(&salon, &shop, &asha).await;
        let made = wishes(&bina, wish(&shop)).await;
        salon.deliver().await;
        cancel(&asha, &taken).await;
        salon.deliver().await;
        assert_eq!(offered(&first(&bina).await), (DAY, "12:00"));
        wishes(&chetan, with(wish(&shop), "branchId", json!(other.id))).await;
        salon.deliver().await;
        assert_eq!(first(&chetan).await["state"], "waiting");
        match how {
            "declined" => drop(bina.post(&of(&made, "/decline"), json!({})).await.ok()),
            "taken back" => drop(bina.delete(&of(&made, "")).await.ok()),
            _ => wait(&salon, 15),
        }
        is_offered(&salon, &chetan, how).await;
    }
}

#[tokio::test]
async fn a_branch_that_is_open_leaves_no_message_for_the_waitlist() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    // Who works at a staffed branch too has time for that one again.
    salon.put(&StaffMember { branch_ids: vec![shop.open.id.clone()], ..shop.meera.clone() }).await;
    let path = booked_at_open(&salon, &shop, &asha).await;
    cancel(&asha, &path).await;
    let waiting = salon.outbox().await;
    assert!(!waiting.iter().any(|message| matches!(message.task, Task::FillGap { .. })));
}

async fn booked_at_open(salon: &TestSalon, shop: &Shop, asha: &Client<'_>) -> String {
    let path = asha.book(shop.request(&shop.open, &[&shop.cut], DAY, "12:00")).await;
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    salon.reception().await.patch(&path, approve).await.ok();
    path
}
