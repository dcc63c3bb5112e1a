//! The desk writes customers down, keeps what is known of them, and whoever serves them sees what they must know.

use futures::future::join_all;
use parlour_people::customers::{CustomerCard, CustomerNote, Profile};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{UniqueValue, keys};
use parlour_tests::counts::rounds;
use parlour_tests::{Client, TestSalon};
use parlour_values::id::UserId;
use parlour_values::role::Role;
use serde_json::{Value, json};

const PHONE: &str = "9876543210";
const GSTIN: &str = "29ABCFT0001Q1Z3";

async fn created(desk: &Client<'_>, body: Value) -> Value {
    desk.post("/api/customers", body).await.created()["customer"].clone()
}

fn path(customer: &Value) -> String {
    format!("/api/customers/{}", customer["id"].as_str().unwrap())
}

fn user_id(customer: &Value) -> UserId {
    customer["id"].as_str().unwrap().into()
}

/// The customer whom a phone leads to, of those whom the desk wrote down.
async fn written_down(salon: &TestSalon, phone: &str) -> Option<String> {
    let held = salon.stored::<UniqueValue>(&keys::unique_value(Unique::WalkinPhone, phone)).await;
    held.map(|held| held.record.holder)
}

#[tokio::test]
async fn the_desk_writes_a_customer_down_who_is_in_the_directory_at_once() {
    let salon = TestSalon::open().await;
    let (shop, desk) = (salon.shop().await, salon.reception().await);
    let body = json!({
        "name": "  Asha Rao ", "phone": "98765 43210", "email": "Asha@example.test", "dateOfBirth": "1990-03-14",
        "gender": "female", "marketingConsent": true, "gstin": GSTIN, "legalName": "Rao Traders",
        "alerts": "Nuts", "preferredStaffId": shop.ravi.id,
    });
    let asha = created(&desk, body).await;
    let expected = json!({
        "id": asha["id"], "name": "Asha Rao", "email": "Asha@example.test", "phone": "+919876543210", "role": "customer",
        "image": null, "gender": "female", "dateOfBirth": "1990-03-14", "guardian": null, "totalVisits": 0, "totalSpentPaise": 0,
        "noshowCount": 0, "lateCancellationCount": 0, "bookingRequiresApproval": false, "firstVisitAt": null,
        "lastVisitAt": null, "createdAt": "2026-11-16T04:30:00.000Z", "marketingConsent": true, "alerts": "Nuts",
        "whatsappConsent": false, "photosConsent": false, "healthNotesConsent": false, "preferredLanguage": "en", "channels": ["whatsapp", "sms", "email"],
        "preferredStaffId": shop.ravi.id, "preferredStaffName": shop.ravi.display_name, "gstin": GSTIN,
        "legalName": "Rao Traders", "duePaise": 0,
    });
    assert_eq!(asha, expected);
    assert_eq!(desk.get(&path(&asha)).await.ok()["customer"], expected);
    for found in ["asha", "98765", "asha@example"] {
        let row = desk.get(&format!("/api/customers?q={found}")).await.ok()["customers"][0].clone();
        assert_eq!((&row["id"], &row["email"]), (&asha["id"], &json!("Asha@example.test")), "{found}");
        assert_eq!(row["emailFromDesk"], true);
    }
    let profile = salon.stored::<Profile>(&keys::profile(&user_id(&asha))).await.unwrap();
    assert_eq!(profile.marketing_consent_at, Some(salon.salon.clock.now()));
    let plain = created(&desk, json!({ "name": "Ravi", "phone": "9811111111" })).await;
    assert_eq!((&plain["email"], &plain["alerts"], &plain["gstin"]), (&json!(""), &Value::Null, &Value::Null));
    assert!(salon.stored::<CustomerCard>(&keys::customer_card(&user_id(&plain))).await.is_none());
}

#[tokio::test]
async fn what_cannot_be_is_refused_field_by_field_and_only_the_desk_may() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    desk.post("/api/customers", json!({})).await.invalid(&["name", "phone"]);
    let wrong = json!({
        "name": " ", "phone": "12345", "email": "nowhere", "dateOfBirth": "2026-11-17", "gender": "cat",
        "marketingConsent": "yes", "gstin": "29ABCFT0001Q1Z4", "legalName": "x".repeat(201), "alerts": "x".repeat(301),
    });
    let fields =
        ["name", "phone", "email", "dateOfBirth", "gender", "marketingConsent", "gstin", "legalName", "alerts"];
    desk.post("/api/customers", wrong.clone()).await.invalid(&fields);
    let unknown = json!({ "name": "Asha", "phone": PHONE, "preferredStaffId": "nobody" });
    desk.post("/api/customers", unknown).await.invalid(&["preferredStaffId"]);
    let asha = created(&desk, json!({ "name": "Asha", "phone": PHONE })).await;
    let profile = format!("{}/profile", path(&asha));
    desk.patch(&profile, wrong).await.invalid(&fields);
    desk.patch(&profile, json!({ "preferredStaffId": "nobody" })).await.invalid(&["preferredStaffId"]);
    desk.patch("/api/customers/nobody/profile", json!({ "alerts": "Nuts" })).await.refused(404, "NOT_FOUND");
    let staff = salon.person("Sita", Role::Staff).await;
    staff.post("/api/customers", json!({ "name": "Asha", "phone": PHONE })).await.refused(403, "FORBIDDEN");
    staff.patch(&profile, json!({ "alerts": "Nuts" })).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn a_phone_that_somebody_holds_is_refused_with_who_it_is() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let asha = created(&desk, json!({ "name": "Asha Rao", "phone": PHONE })).await;
    let error =
        desk.post("/api/customers", json!({ "name": "Asha Rao", "phone": PHONE })).await.refused(409, "CONFLICT");
    assert_eq!(error["details"]["customer"], json!({ "id": asha["id"], "firstName": "Asha" }));
    // Somebody who signed up with it holds it as well.
    let ravi = salon.customer("Ravi Kumar").await;
    let signed_up = json!({
        "phone": "9811111111", "dateOfBirth": "1990-01-01", "gender": "male", "marketingConsent": false,
    });
    ravi.post("/api/onboarding/complete", signed_up).await.created();
    let error = desk.post("/api/customers", json!({ "name": "Ravi", "phone": "9811111111" })).await;
    assert_eq!(error.refused(409, "CONFLICT")["details"]["customer"], json!({ "id": ravi.id(), "firstName": "Ravi" }));
    // Nor can another customer take it.
    for phone in [PHONE, "9811111111"] {
        let meena = created(&desk, json!({ "name": "Meena", "phone": format!("98222222{}", &phone[8..]) })).await;
        let taken = desk.patch(&format!("{}/profile", path(&meena)), json!({ "phone": phone, "name": "Other" })).await;
        assert!(taken.refused(409, "CONFLICT")["details"]["customer"]["id"].is_string());
        assert_eq!(desk.get(&path(&meena)).await.ok()["customer"], meena);
    }
}

#[tokio::test]
async fn of_two_desks_that_write_one_phone_down_one_makes_the_customer() {
    let salon = TestSalon::open().await;
    let desks = [salon.reception().await, salon.reception().await];
    for round in 0..rounds() {
        let body = json!({ "name": "Asha", "phone": format!("98765{round:05}") });
        salon.wire.shuffle(round);
        let replies = join_all(desks.iter().map(|desk| desk.post("/api/customers", body.clone()))).await;
        salon.wire.reset();
        let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409], "round {round}");
        let made = replies.iter().find(|reply| reply.status == 201).unwrap().created();
        let lost = replies.iter().find(|reply| reply.status == 409).unwrap().refused(409, "CONFLICT");
        assert_eq!(lost["details"]["customer"]["id"], made["customer"]["id"]);
    }
}

#[tokio::test]
async fn a_walk_in_with_the_phone_is_the_customer_who_was_written_down() {
    let salon = TestSalon::open().await;
    let (shop, desk) = (salon.shop().await, salon.reception().await);
    let asha = created(&desk, json!({ "name": "Asha Rao", "phone": PHONE })).await;
    let walk_in = json!({
        "customer": { "name": "Asha", "phone": PHONE }, "branchId": shop.open.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.ravi.id,
    });
    let booking = desk.post("/api/bookings", walk_in).await.created()["booking"].clone();
    assert_eq!(booking["customerId"], asha["id"]);
}

#[tokio::test]
async fn every_field_is_changed_and_cleared_and_what_changes_nothing_writes_nothing() {
    let salon = TestSalon::open().await;
    let (shop, desk) = (salon.shop().await, salon.reception().await);
    let asha = created(&desk, json!({ "name": "Asha", "phone": PHONE })).await;
    let profile = format!("{}/profile", path(&asha));
    let all = json!({
        "name": "Asha Rao", "phone": "9811111111", "email": "asha@example.test", "dateOfBirth": "1990-03-14",
        "gender": "other", "marketingConsent": true, "alerts": " Nuts\nLatex ", "preferredStaffId": shop.meera.id,
        "gstin": GSTIN, "legalName": "Rao Traders",
    });
    let changed = desk.patch(&profile, all.clone()).await.ok()["customer"].clone();
    for (field, value) in all.as_object().unwrap() {
        let expected = match field.as_str() {
            "phone" => json!("+919811111111"),
            "alerts" => json!("Nuts\nLatex"),
            _ => value.clone(),
        };
        assert_eq!(changed[field], expected, "{field}");
    }
    assert_eq!(changed["preferredStaffName"], json!(shop.meera.display_name));
    assert_eq!(desk.get(&path(&asha)).await.ok()["customer"], changed);
    let row = desk.get("/api/customers?q=9811111111").await.ok()["customers"][0].clone();
    assert_eq!((&row["id"], &row["name"]), (&asha["id"], &json!("Asha Rao")));
    assert_eq!(written_down(&salon, "+919876543210").await, None);
    assert_eq!(written_down(&salon, "+919811111111").await.as_deref(), asha["id"].as_str());
    let said = salon.events().await.pop().unwrap();
    assert_eq!(said.what.as_str(), "customer.profile_changed");
    assert_eq!(said.data["fields"].as_array().unwrap().len(), 10);
    assert!(!said.data.to_string().contains("Nuts"));

    for same in [all, json!({})] {
        let before = salon.events().await.len();
        assert_eq!(desk.patch(&profile, same).await.ok()["customer"], changed);
        assert_eq!(salon.events().await.len(), before);
    }
    let cleared = json!({
        "email": null, "dateOfBirth": null, "gender": null, "marketingConsent": false, "alerts": null,
        "preferredStaffId": null, "gstin": null, "legalName": null,
    });
    let after = desk.patch(&profile, cleared).await.ok()["customer"].clone();
    for field in ["dateOfBirth", "gender", "alerts", "preferredStaffId", "preferredStaffName", "gstin", "legalName"] {
        assert_eq!(after[field], Value::Null, "{field}");
    }
    assert_eq!((&after["email"], &after["marketingConsent"]), (&json!(""), &json!(false)));
    // Name and phone stay: nobody is without.
    let kept = desk.patch(&profile, json!({ "name": null, "phone": null })).await.ok()["customer"].clone();
    assert_eq!(kept, after);
    desk.patch(&profile, json!({ "alerts": "Nuts" })).await.ok();
    assert_eq!(desk.patch(&profile, json!({ "alerts": " " })).await.ok()["customer"]["alerts"], Value::Null);
}

#[tokio::test]
async fn the_email_of_somebody_who_signs_in_is_theirs() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let ravi = salon.customer("Ravi Kumar").await;
    salon.listed(ravi.user.as_ref().unwrap(), |_| {}).await;
    let profile = format!("/api/customers/{}/profile", ravi.id());
    for email in [json!("other@example.test"), Value::Null] {
        desk.patch(&profile, json!({ "email": email })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    }
    let own = ravi.user.as_ref().unwrap().email.to_uppercase();
    let changed = desk.patch(&profile, json!({ "email": own, "name": "Ravi K", "phone": PHONE })).await.ok();
    assert_eq!(changed["customer"]["email"], json!(ravi.user.as_ref().unwrap().email));
    assert_eq!(
        (&changed["customer"]["name"], &changed["customer"]["phone"]),
        (&json!("Ravi K"), &json!("+919876543210"))
    );
    // The phone is theirs as if they had given it themselves.
    let held = keys::unique_value(Unique::Phone, "+919876543210");
    assert_eq!(salon.stored::<UniqueValue>(&held).await.unwrap().holder, ravi.id().as_str());
    let other = salon.customer("Meena").await;
    let signed_up =
        json!({ "phone": PHONE, "dateOfBirth": "1990-01-01", "gender": "female", "marketingConsent": false });
    other.post("/api/onboarding/complete", signed_up).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn two_desks_that_give_one_phone_to_two_customers_give_it_to_one() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    for round in 0..rounds() {
        let mut paths = Vec::new();
        for at in 0..2 {
            let body = json!({ "name": "Asha", "phone": format!("98{at}00{round:05}") });
            paths.push(format!("{}/profile", path(&created(&desk, body).await)));
        }
        let body = json!({ "phone": format!("98990{round:05}") });
        salon.wire.shuffle(round);
        let replies = join_all(paths.iter().map(|path| desk.patch(path, body.clone()))).await;
        salon.wire.reset();
        let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "round {round}");
    }
}

#[tokio::test]
async fn notes_are_of_a_kind_and_may_be_pinned() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let asha = created(&desk, json!({ "name": "Asha", "phone": PHONE })).await;
    let notes = format!("{}/notes", path(&asha));
    let plain = desk.post(&notes, json!({ "content": "Tea" })).await.created()["note"].clone();
    assert_eq!((&plain["kind"], &plain["pinned"]), (&json!("note"), &json!(false)));
    let formula = json!({ "content": "6.3 40 g", "kind": "formula" });
    let formula = desk.post(&notes, formula).await.created()["note"].clone();
    assert_eq!((&formula["kind"], &formula["pinned"]), (&json!("formula"), &json!(false)));
    let test = json!({ "content": "PPD: fine", "kind": "patch_test", "pinned": true });
    desk.post(&notes, test).await.created();
    desk.post(&notes, json!({ "content": "x", "kind": "poem", "pinned": "yes" })).await.invalid(&["kind", "pinned"]);
    let card = salon.stored::<CustomerCard>(&keys::customer_card(&user_id(&asha))).await.unwrap();
    let on_it: Vec<&str> = card.notes.iter().map(|note| note.content.as_str()).collect();
    assert_eq!(on_it, ["PPD: fine", "6.3 40 g"]);

    // Written before notes had kinds.
    let row = json!({
        "PK": { "S": "USER#u" }, "SK": { "S": "NOTE#n" }, "v": { "N": "1" }, "id": { "S": "n" }, "customer_id": { "S": "u" },
        "author_id": { "S": "d" }, "content": { "S": "Tea" }, "created_at": { "S": "2026-11-16T04:30:00.000Z" },
    });
    let old: CustomerNote = parlour_storage::table::record_of(serde_json::from_value(row).unwrap()).unwrap();
    assert_eq!((old.kind.as_str(), old.pinned), ("note", false));
}

#[tokio::test]
async fn notes_written_at_the_same_moment_are_all_on_the_card() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let asha = created(&desk, json!({ "name": "Asha", "phone": PHONE })).await;
    let notes = format!("{}/notes", path(&asha));
    let written = (0..5).map(|at| desk.post(&notes, json!({ "content": format!("{at}"), "pinned": true })));
    let profile = format!("{}/profile", path(&asha));
    let alerts = desk.patch(&profile, json!({ "alerts": "Nuts" }));
    let (written, alerts) = tokio::join!(join_all(written), alerts);
    written.iter().for_each(|reply| drop(reply.created()));
    alerts.ok();
    let card = salon.stored::<CustomerCard>(&keys::customer_card(&user_id(&asha))).await.unwrap();
    assert_eq!((card.notes.len(), card.alerts.as_deref()), (5, Some("Nuts")));
}

#[tokio::test]
async fn whoever_serves_a_customer_sees_alerts_pinned_notes_and_formulas_on_their_day() {
    let salon = TestSalon::open().await;
    let (shop, desk) = (salon.shop().await, salon.reception().await);
    let meera = salon.signed_in_as(&shop.meera).await;
    let (asha, ravi) = (salon.customer("Asha Rao").await, salon.customer("Ravi").await);
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let customer = format!("/api/customers/{}", asha.id());
    desk.patch(&format!("{customer}/profile"), json!({ "alerts": "Nuts" })).await.ok();
    for note in [
        json!({ "content": "Tea" }),
        json!({ "content": "6.3 40 g", "kind": "formula" }),
        json!({ "content": "Knocks", "pinned": true }),
        json!({ "content": "PPD: fine", "kind": "patch_test" }),
    ] {
        desk.post(&format!("{customer}/notes"), note).await.created();
    }
    for (who, date, start) in
        [(&asha, "2026-11-16", "15:00"), (&ravi, "2026-11-17", "12:00"), (&ravi, "2026-11-17", "14:00")]
    {
        let path = who.book(shop.request(&shop.open, &[&shop.cut], date, start)).await;
        desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    }
    salon.wire.reset();
    let days = meera.get("/api/me/schedule?from=2026-11-16&to=2026-11-17").await.ok()["days"].clone();
    let cost = salon.wire.cost();
    let first = days[0]["bookings"][0].clone();
    assert_eq!((&first["customerName"], &first["customer"]["alerts"]), (&json!("Asha"), &json!("Nuts")));
    let notes: Vec<(&str, &str, bool)> = first["customer"]["notes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| {
            let text = |name: &str| note[name].as_str().unwrap();
            (text("kind"), text("content"), note["pinned"].as_bool().unwrap())
        })
        .collect();
    assert_eq!(notes, [("note", "Knocks", true), ("formula", "6.3 40 g", false)]);
    for booking in days[1]["bookings"].as_array().unwrap() {
        assert_eq!(booking["customer"], json!({ "alerts": null, "notes": [] }));
    }
    assert_eq!(days[1]["bookings"].as_array().unwrap().len(), 2);
    // One batch of cards for all customers of the days.
    assert!(cost.round_trips <= 5, "{cost:?}");
}

#[tokio::test]
async fn what_the_desk_knew_of_a_walk_in_is_known_of_the_customer_they_become() {
    let salon = TestSalon::open().await;
    let (shop, desk, manager) = (salon.shop().await, salon.reception().await, salon.manager().await);
    let body = json!({
        "name": "Asha", "phone": PHONE, "email": "desk@example.test", "alerts": "Nuts", "gstin": GSTIN,
        "legalName": "Rao Traders", "preferredStaffId": shop.ravi.id, "gender": "female",
    });
    let guest = created(&desk, body).await;
    let note = json!({ "content": "6.3 40 g", "kind": "formula" });
    desk.post(&format!("{}/notes", path(&guest)), note).await.created();
    let asha = salon.customer("Asha Rao").await;
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.legal_name = Some("Own Limited".to_owned())).await;
    let own = format!("/api/customers/{}", asha.id());
    desk.patch(&format!("{own}/profile"), json!({ "alerts": "Latex" })).await.ok();

    let merged = manager.post(&format!("{own}/merge"), json!({ "fromId": guest["id"] })).await.ok()["customer"].clone();
    assert_eq!(merged["alerts"], "Latex\nNuts");
    assert_eq!((&merged["gstin"], &merged["legalName"]), (&json!(GSTIN), &json!("Own Limited")));
    assert_eq!((&merged["preferredStaffId"], &merged["gender"]), (&json!(shop.ravi.id), &json!("female")));
    assert_eq!(merged["email"], json!(asha.user.as_ref().unwrap().email));
    assert_eq!(merged["phone"], "+919876543210");
    let card = salon.stored::<CustomerCard>(&keys::customer_card(&asha.id())).await.unwrap();
    assert_eq!((card.notes[0].content.as_str(), &card.notes[0].customer_id), ("6.3 40 g", &asha.id()));
    assert!(salon.stored::<CustomerCard>(&keys::customer_card(&user_id(&guest))).await.is_none());
    assert_eq!(written_down(&salon, "+919876543210").await.as_deref(), Some(asha.id().as_str()));
    desk.get(&path(&guest)).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn nobody_changes_what_is_known_of_somebody_above_them() {
    let salon = TestSalon::open().await;
    let (desk, manager, owner) = (salon.reception().await, salon.manager().await, salon.owner().await);
    for above in [&owner, &manager] {
        salon.listed(above.user.as_ref().unwrap(), |_| {}).await;
    }
    let guest = created(&desk, json!({ "name": "Asha", "phone": PHONE })).await;
    let of = |client: &Client<'_>| format!("/api/customers/{}", client.id());
    let name = json!({ "name": "Somebody Else" });
    for above in [&owner, &manager] {
        desk.patch(&format!("{}/profile", of(above)), name.clone()).await.refused(403, "FORBIDDEN");
    }
    manager.patch(&format!("{}/profile", of(&owner)), name.clone()).await.refused(403, "FORBIDDEN");
    manager.patch(&of(&owner), json!({ "noshowCount": 1 })).await.refused(403, "FORBIDDEN");
    let merge = json!({ "fromId": guest["id"] });
    manager.post(&format!("{}/merge", of(&owner)), merge).await.refused(403, "FORBIDDEN");
    assert_eq!(desk.get(&path(&guest)).await.ok()["customer"]["name"], "Asha", "nobody has claimed them");
    // At one's own level and below, and by whoever is above.
    manager.patch(&format!("{}/profile", of(&manager)), name.clone()).await.ok();
    owner.patch(&format!("{}/profile", of(&manager)), name).await.ok();
}

#[tokio::test]
async fn an_invoice_has_the_name_that_was_corrected_since_the_booking() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let mut visit = shop.request(&shop.open, &[&shop.cut], "2026-11-17", "12:00");
    visit["staffId"] = json!(shop.meera.id);
    visit["customer"] = json!({ "name": "Asho Typo", "phone": PHONE });
    let booking = desk.post("/api/bookings", visit).await.created()["booking"].clone();
    let profile = format!("/api/customers/{}/profile", booking["customerId"].as_str().unwrap());
    desk.patch(&profile, json!({ "name": "Asha Right" })).await.ok();
    let complete = format!("/api/bookings/{}/complete", booking["id"].as_str().unwrap());
    let invoice = desk.post(&complete, json!({ "paymentMethod": "cash" })).await.ok()["invoice"]["id"].clone();
    let path = format!("/api/billing/invoices/{}", invoice.as_str().unwrap());
    let invoice = desk.get(&path).await.ok()["invoice"].clone();
    assert_eq!(invoice["customer"]["name"], "Asha Right", "{invoice}");
}
