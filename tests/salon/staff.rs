//! Staff join, change and leave.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::future::{join, join_all};
use parlour_people::auth::User;
use parlour_people::staff::{Staff, StaffMember};
use parlour_settings::App;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{UniqueValue, keys};
use parlour_tests::TestSalon;
use parlour_tests::wire::Fault;
use parlour_values::role::Role;
use serde_json::json;

#[tokio::test]
async fn somebody_joins_and_an_unknown_email_is_invited() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let body = json!({ "email": "Nila@Example.test", "name": "Nila", "branchIds": [shop.open.id, shop.open.id], "serviceIds": [shop.cut.id] });
    let staff = manager.post("/api/staff", body.clone()).await.created()["staff"].clone();
    assert_eq!(
        (&staff["displayName"], &staff["userId"], &staff["isActive"]),
        (&json!("Nila"), &json!(null), &json!(true))
    );
    assert_eq!((&staff["branchIds"], &staff["joinedOn"]), (&json!([shop.open.id]), &json!("2026-11-16")));
    manager.post("/api/staff", body).await.refused(409, "CONFLICT");

    let listed = manager
        .get(&format!("/api/staff?branchId={}&serviceId={}&isActive=true&pageSize=2", shop.open.id, shop.cut.id))
        .await;
    assert_eq!(listed.ok()["staff"].as_array().map(Vec::len), Some(2));
    assert_eq!(listed.meta(), json!({ "page": 1, "totalPages": 2, "totalCount": 3 }));
    let path = format!("/api/staff/{}", staff["id"].as_str().unwrap());
    assert_eq!(manager.get(&path).await.ok()["staff"]["id"], staff["id"]);
    manager.get("/api/staff/nobody").await.refused(404, "NOT_FOUND");
    salon.reception().await.get("/api/staff").await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn what_is_wrong_is_named() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    manager.post("/api/staff", json!({})).await.invalid(&["email", "name", "branchIds", "serviceIds"]);
    let body = |branch: &str, service: &str| json!({ "email": "n@example.test", "name": "N", "branchIds": [branch], "serviceIds": [service] });
    manager.post("/api/staff", body("nowhere", shop.cut.id.as_str())).await.invalid(&["branchIds"]);
    manager.post("/api/staff", body(shop.open.id.as_str(), "nothing")).await.invalid(&["serviceIds"]);
    manager.post("/api/staff", body("nowhere", "nothing")).await.invalid(&["branchIds", "serviceIds"]);
    let path = format!("/api/staff/{}", shop.ravi.id);
    manager.patch(&path, json!({ "serviceIds": ["nothing"], "name": "" })).await.invalid(&["name"]);
    let changed = manager.patch(&path, json!({ "displayName": "Ravi K", "serviceIds": [shop.cut.id] })).await.ok();
    assert_eq!(
        (&changed["staff"]["displayName"], &changed["staff"]["serviceIds"]),
        (&json!("Ravi K"), &json!([shop.cut.id]))
    );
}

#[tokio::test]
async fn of_many_who_add_the_same_person_one_does() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let body = json!({ "email": "n@example.test", "name": "N", "branchIds": [shop.open.id], "serviceIds": [] });
    let replies = join_all((0..20).map(|_| manager.post("/api/staff", body.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    assert!(replies.iter().all(|reply| reply.status == 201 || reply.status == 409));
}

#[tokio::test]
async fn an_invite_sent_while_somebody_joins_is_the_only_one() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    for round in 0..3 {
        let email = format!("nila.{round}@example.test");
        let body = json!({ "email": email, "name": "N", "branchIds": [shop.open.id], "serviceIds": [] });
        salon.wire.late_writes();
        let (joined, invited) = join(
            owner.post("/api/staff", body),
            owner.post("/api/users/invites", json!({ "email": email, "role": "manager" })),
        )
        .await;
        salon.wire.reset();
        joined.created();
        let guard = salon.stored::<UniqueValue>(&keys::unique_value(Unique::Invite, &email)).await.unwrap();
        let invites = owner.get("/api/users/invites?pageSize=100").await.ok()["invites"].clone();
        let invites: Vec<_> = invites.as_array().unwrap().iter().filter(|it| it["email"] == json!(email)).collect();
        assert_eq!((invites.len(), &invites[0]["id"]), (1, &json!(guard.holder)), "round {round}");
        match invited.status.is_success() {
            true => assert_eq!(invites[0]["id"], invited.created()["invite"]["id"]),
            false => drop(invited.refused(409, "CONFLICT")),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_does_not_answer_is_not_told_as_bookings_in_the_way() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.ravi.id })).await.ok();
    let leave = format!("/api/staff/{}/deactivate", shop.ravi.id);
    let body = json!({ "reassignToStaffId": shop.meera.id });
    salon.wire.fail(|_, operation| (operation == "TransactWriteItems").then_some(Fault::RefuseBefore));
    let refused = manager.post(&leave, body.clone()).await;
    salon.wire.reset();
    assert_eq!(refused.status, 500);
    manager.post(&leave, body).await.ok();
}

#[tokio::test]
async fn nobody_leaves_with_bookings_ahead_unless_somebody_takes_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (customer, desk, manager) =
        (salon.customer("Asha").await, salon.reception().await, salon.person("Maya", Role::Manager).await);
    let body = json!({
        "branchId": shop.staffed.id, "serviceType": "salon", "bookingDate": "2026-11-20", "startTime": "12:00", "serviceIds": [shop.cut.id],
    });
    let booking = customer.post("/api/bookings", body).await.created()["id"].clone();
    let path = format!("/api/bookings/{}", booking.as_str().unwrap());
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.ravi.id })).await.ok();

    let leave = format!("/api/staff/{}/deactivate", shop.ravi.id);
    let refused = manager.post(&leave, json!({})).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["bookingIds"], json!([booking]));
    manager.post(&leave, json!({ "reassignToStaffId": "nobody" })).await.invalid(&["reassignToStaffId"]);
    manager.post(&leave, json!({ "reassignToStaffId": shop.ravi.id })).await.invalid(&["reassignToStaffId"]);

    let left = manager.post(&leave, json!({ "reassignToStaffId": shop.meera.id })).await.ok();
    assert_eq!(left["staff"]["isActive"], false);
    let moved = desk.get(&path).await.ok()["booking"].clone();
    assert_eq!((&moved["services"][0]["staffId"], &moved["status"]), (&json!(shop.meera.id), &json!("confirmed")));
    manager.post(&leave, json!({})).await.ok();
}

#[tokio::test]
async fn whoever_leaves_is_signed_out_and_is_staff_no_more() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let end = async |member: &StaffMember, by: &str| match by {
        "deactivate" => manager.post(&format!("/api/staff/{}/deactivate", member.id), json!({})).await.ok(),
        _ => manager.patch(&format!("/api/staff/{}", member.id), json!({ "isActive": false })).await.ok(),
    };
    for by in ["deactivate", "patch"] {
        for (role, after) in
            [(Role::Staff, "customer"), (Role::Receptionist, "receptionist"), (Role::Customer, "customer")]
        {
            let user = salon.user("Nila", role).await;
            let nila = salon.signed_in(&user, App::Admin).await;
            let member =
                StaffMember { user_id: Some(user.id.clone()), ..salon.staff("Nila", &[&shop.open], &[]).await };
            salon.put(&member).await;
            assert_eq!(nila.get("/api/auth/get-session").await.json()["user"]["id"], json!(user.id));
            end(&member, by).await;
            assert_eq!(nila.get("/api/auth/get-session").await.bytes, b"null", "{by} {role}");
            let path = format!("/api/users/{}", user.id);
            let now = owner.get(&path).await.ok()["user"].clone();
            assert_eq!((&now["role"], &now["isActive"]), (&json!(after), &json!(true)), "{by} {role}");
        }
        // Somebody who never came: the invite goes.
        let email = format!("never.{by}@example.test");
        let body = json!({ "email": email, "name": "N", "branchIds": [shop.open.id], "serviceIds": [] });
        let added = manager.post("/api/staff", body).await.created()["staff"].clone();
        let open = || async { owner.get("/api/users/invites").await.meta()["totalCount"].clone() };
        assert_eq!(open().await, 1);
        let member = Staff::of(&salon.salon).get(&added["id"].as_str().unwrap().into()).await.unwrap().unwrap();
        end(&member, by).await;
        assert_eq!(open().await, 0, "{by}");
        let guard = keys::unique_value(Unique::Invite, &email);
        assert!(salon.stored::<UniqueValue>(&guard).await.is_none(), "{by}");
    }
}

#[tokio::test]
async fn whoever_leaves_takes_no_invite_of_another_mailbox_along() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let kiran = json!({ "email": "nila@kiran.test", "role": "receptionist" });
    owner.post("/api/users/invites", kiran).await.created();
    // The sign of Kelvin: its lower case is a plain k, and nobody else's address is compared so.
    let body = json!({
        "email": "nila@\u{212A}iran.test", "name": "K", "branchIds": [shop.open.id], "serviceIds": [],
    });
    let added = manager.post("/api/staff", body).await.created()["staff"]["id"].clone();
    assert_eq!(owner.get("/api/users/invites").await.meta()["totalCount"], 2);
    manager.post(&format!("/api/staff/{}/deactivate", added.as_str().unwrap()), json!({})).await.ok();
    let left = owner.get("/api/users/invites").await.ok()["invites"].clone();
    assert_eq!((left.as_array().map(Vec::len), &left[0]["email"]), (Some(1), &json!("nila@kiran.test")));
}

#[tokio::test]
async fn whoever_cannot_leave_after_all_stays_what_they_were() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager, owner) =
        (salon.customer("Asha").await, salon.reception().await, salon.manager().await, salon.owner().await);
    for round in 0..6 {
        let user = salon.user("Nila", Role::Staff).await;
        let nila =
            StaffMember { user_id: Some(user.id.clone()), ..salon.staff("Nila", &[&shop.open], &[&shop.cut]).await };
        salon.put(&nila).await;
        let path = asha.book(shop.cut_tomorrow()).await;
        let approve = json!({ "action": "approve", "staffId": nila.id });
        let leave = format!("/api/staff/{}/deactivate", nila.id);
        let (given, gone) = join(desk.patch(&path, approve), manager.post(&leave, json!({}))).await;
        assert!(given.status.is_success() != gone.status.is_success());
        let role = owner.get(&format!("/api/users/{}", user.id)).await.ok()["user"]["role"].clone();
        let expected = if gone.status.is_success() { "customer" } else { "staff" };
        assert_eq!(role, expected, "round {round}");
    }
}

#[tokio::test]
async fn nobody_is_let_go_while_being_given_a_booking() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    for round in 0..8 {
        let nila = salon.staff(&format!("Nila {round}"), &[&shop.open], &[&shop.cut]).await;
        let path = asha.book(shop.cut_tomorrow()).await;
        // One of their writes comes late, after all that the other one does.
        let writes = AtomicUsize::new(0);
        salon.wire.fail(move |_, operation| {
            let is_late = operation == "TransactWriteItems" && writes.fetch_add(1, Ordering::Relaxed) == round / 2;
            is_late.then_some(Fault::Delay(Duration::from_millis(150)))
        });
        let (row, approve) = (format!("/api/staff/{}", nila.id), json!({ "action": "approve", "staffId": nila.id }));
        let (leave, inactive) = (format!("{row}/deactivate"), json!({ "isActive": false }));
        let letting_go = async {
            if round % 2 == 0 { manager.post(&leave, json!({})).await } else { manager.patch(&row, inactive).await }
        };
        let (given, gone) = join(desk.patch(&path, approve), letting_go).await;
        assert!(given.status.is_success() != gone.status.is_success(), "{} {}", given.status, gone.status);
        assert_eq!(manager.get(&row).await.ok()["staff"]["isActive"], json!(given.status.is_success()));
        match given.status.is_success() {
            true => gone.refused(409, "CONFLICT"),
            false => given.invalid(&["staffId"]),
        };
    }
}

#[tokio::test]
async fn whoever_comes_back_gets_the_role_that_leaving_took_and_no_other() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let role_of = async |user: &User| owner.get(&format!("/api/users/{}", user.id)).await.ok()["user"]["role"].clone();
    // Staff who leaves and comes back; staff whom the owner made a customer; a customer whom a manager added.
    for (role, demoted, after) in
        [(Role::Staff, false, "staff"), (Role::Staff, true, "customer"), (Role::Customer, false, "customer")]
    {
        let user = salon.user("Nila", role).await;
        let member = StaffMember { user_id: Some(user.id.clone()), ..salon.staff("Nila", &[&shop.open], &[]).await };
        salon.put(&member).await;
        if demoted {
            owner.patch(&format!("/api/users/{}", user.id), json!({ "role": "customer" })).await.ok();
        }
        let path = format!("/api/staff/{}", member.id);
        for _ in 0..2 {
            manager.patch(&path, json!({ "isActive": false })).await.ok();
            assert_eq!(role_of(&user).await, "customer");
            manager.patch(&path, json!({ "displayName": "Nila D" })).await.ok();
            manager.patch(&path, json!({ "isActive": true })).await.ok();
            assert_eq!(role_of(&user).await, after, "{role} {demoted}");
        }
    }
}

#[tokio::test]
async fn whoever_has_not_signed_in_yet_is_invited_again_when_they_come_back_or_by_an_owner() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let body = json!({ "email": "n@example.test", "name": "N", "branchIds": [shop.open.id], "serviceIds": [] });
    let member = manager.post("/api/staff", body.clone()).await.created()["staff"].clone();
    let invites = async || owner.get("/api/users/invites").await.ok()["invites"].as_array().unwrap().clone();
    let path = format!("/api/staff/{}", member["id"].as_str().unwrap());
    for leave in [true, false] {
        match leave {
            true => manager.post(&format!("{path}/deactivate"), json!({})).await.ok(),
            false => manager.patch(&path, json!({ "isActive": false })).await.ok(),
        };
        assert_eq!(invites().await.len(), 0);
        manager.patch(&path, json!({ "isActive": true })).await.ok();
        let again = invites().await;
        assert_eq!((again.len(), &again[0]["email"], &again[0]["role"]), (1, &body["email"], &json!("staff")));
    }
    manager.post("/api/staff", body.clone()).await.refused(409, "CONFLICT");

    salon.set_clock("2026-12-01T10:00:00+05:30");
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let invites = async || owner.get("/api/users/invites").await.ok()["invites"].as_array().unwrap().len();
    assert_eq!(invites().await, 0, "it has ended");
    manager.post("/api/staff", body.clone()).await.refused(409, "CONFLICT");
    assert_eq!(invites().await, 0);
    let invite = json!({ "email": body["email"], "role": "staff", "branchIds": [shop.open.id] });
    let again = owner.post("/api/users/invites", invite).await.created()["invite"]["id"].clone();
    owner.delete(&format!("/api/users/invites/{}", again.as_str().unwrap())).await.ok();
    // What an owner has taken back stays taken back.
    let kept = manager.get(&path).await.ok();
    let other = json!({ "email": body["email"], "name": "Other", "branchIds": [shop.staffed.id], "serviceIds": [] });
    manager.post("/api/staff", other).await.refused(409, "CONFLICT");
    assert_eq!(invites().await, 0);
    assert_eq!(manager.get(&path).await.ok(), kept);
}
