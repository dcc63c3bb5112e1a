//! The same rows again, after the people they name have signed up, were merged or suspended.

use super::{customers, fields, import, statuses};
use parlour_people::customers::Customers;
use parlour_tests::{Client, TestSalon};
use parlour_values::id::UserId;
use serde_json::{Value, json};

async fn onboarded(client: &Client<'_>, phone: &str) {
    let profile = json!({ "phone": phone, "dateOfBirth": "1990-02-28", "gender": "female", "marketingConsent": false });
    client.post("/api/onboarding/complete", profile).await.created();
}

fn id(value: &Value) -> UserId {
    value.as_str().unwrap().into()
}

/// The gems and the due that somebody has.
async fn balances(salon: &TestSalon, of: &UserId) -> (i64, i64) {
    (salon.gems_of(of).await.account.balance().0, salon.profile_of(of).await.due.0)
}

#[tokio::test]
async fn who_signs_up_as_somebody_imported_brings_nothing_along_a_second_time() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let asha = salon.customer("Asha Rao").await;
    let own = asha.user.clone().unwrap();
    let row =
        json!([{ "name": "Asha", "phone": "9876543210", "email": own.email, "gemsBalance": 100, "duePaise": 5000 }]);
    // Their account has no profile yet.
    let first = import(&manager, "customers", row.clone()).await;
    assert_eq!(statuses(&first), ["created"]);
    let walk_in = id(&first[0]["id"]);
    onboarded(&asha, "9876543210").await;
    let again = import(&manager, "customers", row.clone()).await;
    assert_eq!((again[0]["status"].as_str(), &again[0]["id"]), (Some("unchanged"), &first[0]["id"]));
    assert_eq!(salon.profile_of(&own.id).await.due.0, 0);

    manager.post(&format!("/api/customers/{}/merge", own.id), json!({ "fromId": walk_in })).await.ok();
    assert_eq!(balances(&salon, &own.id).await, (100, 5000));
    let merged = import(&manager, "customers", row).await;
    assert_eq!((merged[0]["status"].as_str(), &merged[0]["id"]), (Some("unchanged"), &json!(own.id)));
    assert_eq!(balances(&salon, &own.id).await, (100, 5000));
}

#[tokio::test]
async fn a_family_that_shares_an_email_brings_each_their_own() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let row = |name: &str, phone: &str, gems: i64| json!({ "name": name, "phone": phone, "email": "rao@example.test", "gemsBalance": gems });
    let rows = json!([row("Asha Rao", "9876543210", 5), row("Diya Rao", "9876543211", 0)]);
    let first = import(&manager, "customers", rows).await;
    assert_eq!(statuses(&first), ["created", "created"]);
    let phone = json!([{ "phone": "9876543211", "email": "rao@example.test", "gemsBalance": 7 }]);
    let diya = import(&manager, "customers", phone).await;
    assert_eq!((diya[0]["status"].as_str(), &diya[0]["id"]), (Some("updated"), &first[1]["id"]));
}

#[tokio::test]
async fn the_rows_of_people_who_became_one_find_them_and_change_nothing() {
    let salon = TestSalon::open().await;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let rows = json!([
        { "name": "Asha", "phone": "9876543210", "gemsBalance": 100, "duePaise": 5000 },
        { "name": "Asha Rao", "phone": "9876543211", "email": "rao@example.test", "gemsBalance": 50, "duePaise": 7000,
          "tags": ["VIP"] },
        { "name": "A. Rao", "phone": "9876543212" },
    ]);
    let first = import(&manager, "customers", rows.clone()).await;
    let merge = async |into: &Value, from: &Value| {
        let path = format!("/api/customers/{}/merge", into.as_str().unwrap());
        owner.post(&path, json!({ "fromId": from })).await.ok();
    };
    merge(&first[1]["id"], &first[2]["id"]).await;
    merge(&first[0]["id"], &first[1]["id"]).await;
    let asha = id(&first[0]["id"]);
    assert_eq!(balances(&salon, &asha).await, (150, 12_000));
    let again = import(&manager, "customers", rows).await;
    assert_eq!(statuses(&again), ["unchanged"; 3], "{again:?}");
    assert!(again.iter().all(|result| result["id"] == first[0]["id"]), "{again:?}");
    assert_eq!((balances(&salon, &asha).await, customers(&manager).await.len()), ((150, 12_000), 1));

    // A part is still corrected, and a membership of theirs is found.
    let less = json!([{ "phone": "9876543211", "gemsBalance": 40, "duePaise": 0 }]);
    assert_eq!(statuses(&import(&manager, "customers", less.clone()).await), ["updated"]);
    assert_eq!(balances(&salon, &asha).await, (140, 5000));
    assert_eq!(statuses(&import(&manager, "customers", less).await), ["unchanged"]);
    let export = json!([{ "phone": "9876543210", "gemsBalance": 140, "duePaise": 5000 }]);
    assert_eq!(statuses(&import(&manager, "customers", export).await), ["unchanged"]);
    // The desk takes whoever comes with another phone for somebody new, as before.
    let new = json!({ "name": "Usha", "phone": "9876543212" });
    assert_ne!(manager.post("/api/customers", new).await.created()["customer"]["id"], json!(asha));
}

/// Asha, whom the desk wrote down, is merged into Usha, who has another phone and another email: the id of Usha.
async fn asha_became_usha(manager: &Client<'_>) -> Value {
    let write = async |name: &str, phone: &str, email: &str| {
        let new = json!({ "name": name, "phone": phone, "email": email });
        manager.post("/api/customers", new).await.created()["customer"]["id"].clone()
    };
    let asha = write("Asha", "9876543210", "asha@example.test").await;
    let usha = write("Usha", "9876543211", "usha@example.test").await;
    let path = format!("/api/customers/{}/merge", usha.as_str().unwrap());
    manager.post(&path, json!({ "fromId": asha })).await.ok();
    usha
}

async fn detail(client: &Client<'_>, of: &Value) -> Value {
    client.get(&format!("/api/customers/{}", of.as_str().unwrap())).await.ok()["customer"].clone()
}

#[tokio::test]
async fn what_a_walk_in_held_leads_to_whom_they_became_until_somebody_else_has_it() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let usha = asha_became_usha(&manager).await;
    let sent = async |row: Value| {
        let result = import(&manager, "customers", json!([row])).await.remove(0);
        (result["status"].as_str().unwrap().to_owned(), result["id"].clone())
    };
    for name in ["Asha", "usha "] {
        let row = json!({ "name": name, "phone": "9876543210" });
        assert_eq!(sent(row).await, ("unchanged".to_owned(), usha.clone()), "{name}");
    }

    // Somebody else signs up with the phone.
    let lata = salon.customer("Lata").await;
    onboarded(&lata, "9876543210").await;
    let row = json!({ "name": "Lata Rao", "phone": "9876543210", "gemsBalance": 77 });
    assert_eq!(sent(row).await, ("updated".to_owned(), json!(lata.id())));
    assert_eq!(balances(&salon, &lata.user.as_ref().unwrap().id).await.0, 77);
    let row = json!({ "phone": "9876543210", "alerts": "Nuts" });
    assert_eq!(sent(row).await, ("updated".to_owned(), json!(lata.id())));
    assert_eq!(detail(&manager, &json!(lata.id())).await["alerts"], "Nuts");

    // The desk, or another row, writes somebody else down with the email.
    let new = json!({ "name": "Chitra", "phone": "9876543215", "email": "asha@example.test" });
    let chitra = manager.post("/api/customers", new).await.created()["customer"]["id"].clone();
    let row = json!({ "name": "Chitra Else", "email": "asha@example.test", "gemsBalance": 30, "alerts": "Nuts" });
    assert_eq!(sent(row).await, ("updated".to_owned(), chitra.clone()));
    assert_eq!(detail(&manager, &chitra).await["alerts"], "Nuts");
    let untouched = detail(&manager, &usha).await;
    assert_eq!((&untouched["name"], &untouched["alerts"]), (&json!("Usha"), &json!(null)));
    assert_eq!(salon.profile_of(&id(&usha)).await.opening.unwrap().gems.0, 0);
}

#[tokio::test]
async fn a_row_of_another_name_than_the_walk_ins_and_whom_they_became_is_somebody_new() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let usha = asha_became_usha(&manager).await;
    let rows = json!([
        { "name": "Zoya Khan", "phone": "9876543210", "gemsBalance": 5, "alerts": "Dust" },
        { "name": "Chitra", "email": "asha@example.test", "gemsBalance": 6 },
    ]);
    let new = import(&manager, "customers", rows.clone()).await;
    assert_eq!(statuses(&new), ["created"; 2], "{new:?}");
    assert_eq!(detail(&manager, &new[0]["id"]).await["alerts"], "Dust");
    assert_eq!(balances(&salon, &id(&new[0]["id"])).await.0, 5);
    let again = import(&manager, "customers", rows).await;
    assert_eq!(statuses(&again), ["unchanged"; 2], "{again:?}");
    assert!(again.iter().all(|row| row["id"] != usha));
}

#[tokio::test]
async fn somebody_found_by_phone_and_name_is_not_a_relative_who_left_the_email() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let usha = json!([{ "name": "Usha Rao", "email": "rao@example.test", "gemsBalance": 10 }]);
    let usha = import(&manager, "customers", usha).await[0]["id"].clone();
    let asha = json!({ "name": "Asha Rao", "phone": "9876543210" });
    let asha = manager.post("/api/customers", asha).await.created()["customer"]["id"].clone();
    let row = json!([
        { "name": "Asha Rao", "phone": "9876543210", "email": "rao@example.test", "alerts": "Nuts", "gemsBalance": 4 },
    ]);
    let result = import(&manager, "customers", row.clone()).await;
    assert_eq!((result[0]["status"].as_str(), &result[0]["id"]), (Some("updated"), &asha), "{result:?}");
    assert_eq!(detail(&manager, &asha).await["alerts"], "Nuts");
    assert_eq!((balances(&salon, &id(&asha)).await.0, balances(&salon, &id(&usha)).await.0), (4, 10));
    assert_eq!(statuses(&import(&manager, "customers", row).await), ["unchanged"]);
}

#[tokio::test]
async fn what_a_row_says_of_somebody_with_their_own_phone_is_written_whoever_became_them() {
    let salon = TestSalon::open().await;
    let (manager, client) = (salon.manager().await, salon.customer("Asha").await);
    let walk_in = json!([{ "name": "Priya Walkin", "phone": "9876543210", "gemsBalance": 3, "gender": "other" }]);
    let first = import(&manager, "customers", walk_in.clone()).await;
    assert_eq!(statuses(&first), ["created"]);
    onboarded(&client, "9876543210").await;
    let path = format!("/api/customers/{}/merge", client.id());
    manager.post(&path, json!({ "fromId": first[0]["id"] })).await.ok();

    let row = json!([{ "name": "Asha Sharma", "phone": "9876543210", "alerts": "Nuts", "dateOfBirth": "1991-01-01" }]);
    let told = import(&manager, "customers", row.clone()).await;
    assert_eq!((told[0]["status"].as_str(), &told[0]["id"]), (Some("updated"), &json!(client.id())), "{told:?}");
    let asha = detail(&manager, &json!(client.id())).await;
    for (field, value) in [("name", "Asha Sharma"), ("alerts", "Nuts"), ("dateOfBirth", "1991-01-01")] {
        assert_eq!(asha[field], value, "{field}");
    }
    assert_eq!(statuses(&import(&manager, "customers", row).await), ["unchanged"]);
    // The name of the walk-in is not theirs, and what the walk-in brought is given once.
    let bare = json!([{ "name": "Priya Walkin", "phone": "9876543210", "gemsBalance": 3 }]);
    assert_eq!(statuses(&import(&manager, "customers", bare).await), ["unchanged"]);
    assert_eq!(statuses(&import(&manager, "customers", walk_in).await), ["updated"]);
    let asha = detail(&manager, &json!(client.id())).await;
    assert_eq!((&asha["name"], &asha["gender"]), (&json!("Asha Sharma"), &json!("other")));
    assert_eq!(balances(&salon, &client.user.as_ref().unwrap().id).await.0, 3);
}

#[tokio::test]
async fn what_a_row_says_anew_of_a_walk_in_who_became_somebody_else_is_refused_and_never_dropped() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let usha = asha_became_usha(&manager).await;
    let row = |alerts: &str| json!([{ "name": "Asha", "phone": "9876543210", "alerts": alerts, "gemsBalance": 5 }]);
    let refused = import(&manager, "customers", row("Nuts")).await;
    assert_eq!((statuses(&refused), fields(&refused[0])), (vec!["invalid"], vec!["alerts"]));
    let alerts = json!({ "alerts": "Latex\nNuts" });
    manager.patch(&format!("/api/customers/{}/profile", usha.as_str().unwrap()), alerts).await.ok();
    assert_eq!(statuses(&import(&manager, "customers", row("Nuts")).await), ["updated"]);
    assert_eq!(balances(&salon, &id(&usha)).await.0, 5);
    assert_eq!(detail(&manager, &usha).await["alerts"], "Latex\nNuts");
}

#[tokio::test]
async fn somebody_suspended_is_found_and_nobody_is_written_down_in_their_place() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, owner, desk) = (salon.manager().await, salon.owner().await, salon.reception().await);
    let row = json!([{ "name": "Asha", "phone": "9876543210", "gemsBalance": 5 }]);
    let asha = import(&manager, "customers", row.clone()).await[0]["id"].clone();
    owner.patch(&format!("/api/users/{}", asha.as_str().unwrap()), json!({ "isActive": false })).await.ok();
    let again = import(&manager, "customers", row).await;
    assert_eq!((again[0]["status"].as_str(), &again[0]["id"]), (Some("unchanged"), &asha));

    let refused = |reply: parlour_tests::Reply| {
        let error = reply.refused(409, "CONFLICT");
        assert!(error["message"].as_str().unwrap().contains("suspended"), "{error}");
        assert_eq!((&error["details"]["customer"]["id"], &error["details"]["reason"]), (&asha, &json!("suspended")));
    };
    refused(desk.post("/api/customers", json!({ "name": "Asha", "phone": "9876543210" })).await);
    let mut visit = shop.request(&shop.open, &[&shop.cut], "2026-11-17", "12:00");
    visit["staffId"] = json!(shop.meera.id);
    visit["customer"] = json!({ "name": "Asha", "phone": "9876543210" });
    refused(desk.post("/api/bookings", visit.clone()).await);
    visit["confirmNewCustomer"] = json!(true);
    let other = desk.post("/api/bookings", visit.clone()).await.created()["booking"]["customerId"].clone();
    assert_ne!(other, asha);
    let visit = visit.as_object_mut().unwrap();
    visit.retain(|field, _| field != "customer" && field != "confirmNewCustomer");
    visit.insert("customerId".to_owned(), asha.clone());
    visit.insert("startTime".to_owned(), json!("15:00"));
    let error = desk.post("/api/bookings", json!(visit)).await.invalid(&["customerId"]);
    assert!(error["details"]["customerId"][0].as_str().unwrap().contains("suspended"), "{error}");
}

#[tokio::test]
async fn visits_are_in_the_past_and_in_their_order_and_are_corrected_until_somebody_comes() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let row = |first: &str, last: &str| json!([{ "name": "Asha", "phone": "9876543210", "totalVisits": 4, "firstVisitAt": first, "lastVisitAt": last }]);
    for (first, last, wrong) in [
        ("0001-01-01T00:00:00Z", "2026-10-01T05:00:00Z", vec!["firstVisitAt"]),
        ("2026-10-01T05:00:00Z", "2062-01-01T00:00:00Z", vec!["lastVisitAt"]),
        ("2026-10-01T05:00:00Z", "9999-12-31T00:00:00Z", vec!["lastVisitAt"]),
        ("2026-10-02T05:00:00Z", "2026-10-01T05:00:00Z", vec!["firstVisitAt"]),
    ] {
        assert_eq!(fields(&import(&manager, "customers", row(first, last)).await[0]), wrong, "{first} {last}");
    }
    let asha =
        import(&manager, "customers", row("2020-01-01T05:00:00Z", "2026-11-16T03:00:00Z")).await[0]["id"].clone();
    let corrected = row("2021-01-01T05:00:00Z", "2026-10-01T05:00:00Z");
    for status in ["updated", "unchanged"] {
        assert_eq!(statuses(&import(&manager, "customers", corrected.clone()).await), [status]);
    }
    let seen = async || {
        let profile = salon.profile_of(&id(&asha)).await;
        [profile.first_visit_at, profile.last_visit_at].map(|at| at.unwrap().ist_date().to_string())
    };
    assert_eq!(seen().await, ["2021-01-01", "2026-10-01"]);
    let user = salon.stored(&parlour_storage::table::keys::user(&id(&asha))).await.unwrap().record;
    salon.listed(&user, |profile| profile.count_visit(salon.salon.clock.now())).await;
    let late = row("2022-01-01T05:00:00Z", "2026-10-05T05:00:00Z");
    assert_eq!(statuses(&import(&manager, "customers", late).await), ["unchanged"]);
    assert_eq!(seen().await, ["2021-01-01", "2026-11-16"]);
}

#[tokio::test]
async fn no_shows_elsewhere_ask_for_approval_as_those_here_do() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let rows = json!([{ "name": "Asha", "phone": "9876543210", "noshowCount": 2 },
        { "name": "Usha", "phone": "9876543211", "noshowCount": 5 }]);
    let ids = import(&manager, "customers", rows).await;
    for (result, asks) in ids.iter().zip([false, true]) {
        let path = format!("/api/customers/{}", result["id"].as_str().unwrap());
        assert_eq!(manager.get(&path).await.ok()["customer"]["bookingRequiresApproval"], asks);
    }
}

#[tokio::test]
async fn a_row_that_is_refused_makes_no_tag_and_no_tier() {
    let (salon, _) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let rows = json!([{ "phone": "9876543210", "tags": ["Nobody's"] },
        { "name": "Diya", "phone": "9876543211", "dateOfBirth": "2010-03-01", "tags": ["Child"] }]);
    assert_eq!(statuses(&import(&manager, "customers", rows).await), ["invalid", "invalid"]);
    assert_eq!(Customers::of(&salon.salon.for_request()).tags().await.unwrap().len(), 0);
    let tiers = async || manager.get("/api/membership-tiers?all=true").await.ok().as_array().unwrap().len();
    let before = tiers().await;
    let mut row = json!({ "externalId": "M-1", "customerPhone": "9876543210", "tierName": "Ghost", "hoursMinutes": 600,
        "pricePaise": 100_000, "startDate": "2026-11-01", "validityDays": 365 });
    assert_eq!(fields(&import(&manager, "memberships", json!([row])).await[0]), ["customerPhone"]);
    assert_eq!(tiers().await, before);
    import(&manager, "customers", json!([{ "name": "Asha", "phone": "9876543210" }])).await;
    for (status, tier) in [("created", "Ghost"), ("updated", "Spirit")] {
        row["tierName"] = json!(tier);
        assert_eq!(statuses(&import(&manager, "memberships", json!([row])).await), [status]);
    }
    assert_eq!(tiers().await, before + 2);
}
