//! Imports: each row on its own, the same rows again unchanged, nobody told.

mod again;
mod lists;
mod round_trip;

use parlour_money::gems::GemTransaction;
use parlour_people::customers::Customers;
use parlour_senders::Channel;
use parlour_settings::App;
use parlour_storage::table::{Partition, keys};
use parlour_tests::{Client, TestSalon, counts};
use parlour_values::id::UserId;
use parlour_values::role::Role;
use serde_json::{Value, json};

/// The result of each row of an import that is answered.
async fn import(client: &Client<'_>, list: &str, rows: Value) -> Vec<Value> {
    let answer = client.post(&format!("/api/imports/{list}"), json!({ "rows": rows })).await.ok();
    answer["results"].as_array().unwrap().clone()
}

fn statuses(results: &[Value]) -> Vec<&str> {
    results.iter().map(|result| result["status"].as_str().unwrap()).collect()
}

/// The fields that a row is refused for.
fn fields(result: &Value) -> Vec<&str> {
    assert_eq!(result["status"], "invalid", "{result}");
    result["details"].as_object().unwrap().keys().map(String::as_str).collect()
}

async fn customers(manager: &Client<'_>) -> Vec<Value> {
    manager.get("/api/customers?sort=name").await.ok()["customers"].as_array().unwrap().clone()
}

#[tokio::test]
async fn customers_are_created_then_unchanged_then_updated() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let asha = json!({ "name": "Asha Rao", "phone": "98765 43210", "email": "asha@example.test",
        "dateOfBirth": "1990-02-28", "gender": "female", "marketingConsent": true, "alerts": "Nuts",
        "tags": ["VIP", "Regular guest"], "gstin": null, "totalVisits": 7, "unknown": 1 });
    let first = import(&manager, "customers", json!([asha, { "name": "Meena", "phone": "9876543211" }])).await;
    assert_eq!(statuses(&first), ["created", "created"]);
    assert_eq!((&first[0]["row"], &first[1]["row"]), (&json!(1), &json!(2)));
    let path = format!("/api/customers/{}", first[0]["id"].as_str().unwrap());
    let told = manager.get(&path).await.ok();
    let told = &told["customer"];
    let expected = json!({ "name": "Asha Rao", "phone": "+919876543210", "email": "asha@example.test",
        "alerts": "Nuts", "totalVisits": 7, "marketingConsent": true });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(told[field], *value, "{field}: {told}");
    }
    let listed = customers(&manager).await;
    let tags: Vec<&str> =
        listed[0]["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    assert_eq!(tags, ["Regular guest", "VIP"]);

    let again = import(&manager, "customers", json!([asha])).await;
    assert_eq!((again[0]["status"].as_str(), &again[0]["id"]), (Some("unchanged"), &first[0]["id"]));
    let moved = json!([{ "phone": "+919876543210", "alerts": "Nuts, latex" }, { "email": "ASHA@example.test", "gender": "other" }]);
    let moved = import(&manager, "customers", moved).await;
    assert_eq!(statuses(&moved), ["updated", "updated"]);
    assert!(moved.iter().all(|result| result["id"] == first[0]["id"]));
    let told = manager.get(&path).await.ok();
    assert_eq!((&told["customer"]["alerts"], &told["customer"]["gender"]), (&json!("Nuts, latex"), &json!("other")));
    assert_eq!(customers(&manager).await.len(), 2);
}

#[tokio::test]
async fn an_invalid_row_says_why_and_the_others_are_written() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let rows = json!([
        { "name": "", "phone": "12", "email": "nobody", "gemsBalance": -1, "tags": [""] },
        { "name": "Asha", "phone": "9876543210" },
        { "phone": "9876543211" },
        { "name": "Nobody" },
        { "name": "Meena", "phone": "9876543212", "preferredStaffId": "nobody", "dateOfBirth": "2030-01-01" },
        { "name": "Kavya", "phone": "9876543213", "preferredStaffEmail": "nobody@example.test" },
        { "name": "Diya", "phone": "9876543214", "dateOfBirth": "2010-03-01" },
        { "name": "Dev", "phone": "9876543215", "dateOfBirth": "2010-03-01", "guardian": { "name": "Meena", "phone": "1" } },
    ]);
    let results = import(&manager, "customers", rows).await;
    assert_eq!(
        statuses(&results),
        ["invalid", "created", "invalid", "invalid", "invalid", "created", "invalid", "invalid"]
    );
    assert_eq!(fields(&results[0]), ["email", "gemsBalance", "name", "phone", "tags.0"]);
    assert_eq!(results[0]["details"]["phone"], json!(["must be an Indian mobile number"]));
    assert_eq!(fields(&results[2]), ["name"]);
    assert_eq!(fields(&results[3]), ["phone"]);
    assert_eq!(fields(&results[4]), ["dateOfBirth"]);
    assert_eq!(results[6]["details"], json!({ "guardian": ["is required for somebody under 18"] }));
    assert_eq!(fields(&results[7]), ["guardian.phone"]);
    assert!(results[0].get("id").is_none() && results[1].get("details").is_none());
    assert_eq!(customers(&manager).await.len(), 2);
}

#[tokio::test]
async fn whom_somebody_prefers_is_passed_over_until_they_are_there() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let kavya = json!([{ "name": "Kavya", "phone": "9876543213", "preferredStaffEmail": "nila@example.test",
        "preferredStaffId": "of-another-salon" }]);
    let created = import(&manager, "customers", kavya.clone()).await;
    assert_eq!(statuses(&created), ["created"]);
    let path = format!("/api/customers/{}", created[0]["id"].as_str().unwrap());
    let preferred = async || manager.get(&path).await.ok()["customer"]["preferredStaffId"].clone();
    assert_eq!(preferred().await, Value::Null);
    assert_eq!(statuses(&import(&manager, "customers", kavya.clone()).await), ["unchanged"]);
    let nila = json!([{ "email": "nila@example.test", "name": "Nila", "branchIds": [], "serviceIds": [] }]);
    let nila = import(&manager, "staff", nila).await[0]["id"].clone();
    assert_eq!(statuses(&import(&manager, "customers", kavya).await), ["updated"]);
    assert_eq!(preferred().await, nila);
    let other = json!([{ "phone": "9876543213", "preferredStaffEmail": "gone@example.test" }]);
    assert_eq!(statuses(&import(&manager, "customers", other).await), ["unchanged"]);
    assert_eq!(preferred().await, nila, "somebody unknown takes nobody's place");
}

#[tokio::test]
async fn the_phone_decides_then_the_email_and_a_family_may_share_one() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let written = json!({ "name": "Asha Rao", "phone": "9876543210", "email": "rao@example.test" });
    let asha = manager.post("/api/customers", written).await.created()["customer"]["id"].clone();
    let rows = json!([
        { "name": "Asha Rao", "phone": "9876543299", "email": "rao@example.test" },
        { "name": "Diya Rao", "phone": "9876543211", "email": "rao@example.test" },
        { "name": "Kiran Rao", "email": "kiran@example.test" },
    ]);
    let results = import(&manager, "customers", rows.clone()).await;
    assert_eq!(statuses(&results), ["updated", "created", "created"]);
    assert_eq!(results[0]["id"], asha, "the same name and the same email: another phone");
    assert_eq!(statuses(&import(&manager, "customers", rows).await), ["unchanged"; 3]);
    // Somebody without a phone gets one by the email.
    let phone = json!([{ "name": "Kiran", "phone": "9876543212", "email": "kiran@example.test" }]);
    let kiran = import(&manager, "customers", phone.clone()).await;
    assert_eq!((kiran[0]["status"].as_str(), &kiran[0]["id"]), (Some("updated"), &results[2]["id"]));
    assert_eq!(statuses(&import(&manager, "customers", phone).await), ["unchanged"]);
    // The phone that was given up is free.
    let free = import(&manager, "customers", json!([{ "name": "Neha", "phone": "9876543210" }])).await;
    assert_eq!(statuses(&free), ["created"]);

    // A person who signs in keeps the email they sign in with.
    let lata = salon.customer("Lata").await;
    let profile =
        json!({ "phone": "9876543215", "dateOfBirth": "1990-02-28", "gender": "female", "marketingConsent": false });
    lata.post("/api/onboarding/complete", profile).await.created();
    let row = json!([{ "name": "Lata", "phone": "9876543215", "email": "old@example.test", "alerts": "Latex" }]);
    let known = import(&manager, "customers", row.clone()).await;
    assert_eq!((known[0]["status"].as_str(), &known[0]["id"]), (Some("updated"), &json!(lata.id())));
    assert_eq!(statuses(&import(&manager, "customers", row).await), ["unchanged"]);
    assert_ne!(lata.get("/api/profile").await.ok()["profile"]["email"], "old@example.test");
}

#[tokio::test]
async fn opening_balances_stand_in_the_history_and_are_given_once() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let row = json!([{ "name": "Asha", "phone": "9876543210", "gemsBalance": 120, "duePaise": 50_000 }]);
    let first = import(&manager, "customers", row.clone()).await;
    let asha: UserId = first[0]["id"].as_str().unwrap().into();
    let history = async || {
        let own = Partition::of(keys::user_partition(&asha)).starting(keys::GEM_PREFIX);
        salon.salon.table.query::<GemTransaction>(own).await.unwrap()
    };
    let line = &history().await[0];
    assert_eq!((line.gems.0, line.kind.as_str(), line.description.as_str()), (120, "adjusted", "Opening balance"));
    assert_eq!((salon.gems_of(&asha).await.account.balance().0, salon.profile_of(&asha).await.due.0), (120, 50_000));
    assert_eq!(statuses(&import(&manager, "customers", row.clone()).await), ["unchanged"]);

    // A correction while nothing has happened, up and down.
    let with = |gems: i64, due: i64| json!([{ "phone": "9876543210", "gemsBalance": gems, "duePaise": due }]);
    for (gems, due) in [(150, 50_000), (90, 60_000), (120, 50_000)] {
        assert_eq!(statuses(&import(&manager, "customers", with(gems, due)).await), ["updated"], "{gems}");
        assert_eq!(salon.gems_of(&asha).await.account.balance().0, gems);
        assert_eq!(salon.profile_of(&asha).await.due.0, due);
    }
    let sum: i64 = history().await.iter().map(|line| line.gems.0).sum();
    assert_eq!(sum, 120, "an account is the sum of its history");

    // They spend some of it: what was brought along stays what it was.
    let mut account = salon.gems_of(&asha).await;
    account.account.spend(parlour_values::gems::Gems(20), salon.salon.clock.now()).unwrap();
    salon.put(&account).await;
    assert_eq!(statuses(&import(&manager, "customers", row).await), ["unchanged"]);
    assert_eq!(statuses(&import(&manager, "customers", with(100, 50_000)).await), ["unchanged"], "an export of today");
    assert_eq!(fields(&import(&manager, "customers", with(300, 50_000)).await[0]), ["gemsBalance"]);
    assert_eq!(salon.gems_of(&asha).await.account.balance().0, 100);

    // An amount due is settled by saying so.
    assert_eq!(statuses(&import(&manager, "customers", with(120, 0)).await), ["updated"]);
    assert_eq!(salon.profile_of(&asha).await.due.0, 0);
    let events = salon.events().await;
    assert!(events.iter().any(|event| json!(event.data)["openingGems"] == 120), "the feed says so too");
}

#[tokio::test]
async fn two_rows_of_one_person_and_two_imports_at_once_make_one_customer() {
    for round in 0..counts::rounds() {
        let salon = TestSalon::open().await;
        let manager = salon.manager().await;
        salon.wire.shuffle(round);
        let rows = json!([
            { "name": "Asha", "phone": "9876543210", "gemsBalance": 5, "tags": ["VIP"] },
            { "name": "Asha", "phone": "+91 98765 43210", "email": "asha@example.test" },
            { "name": "Kiran", "email": "kiran@example.test", "duePaise": 500 },
            { "name": "Kiran", "email": "Kiran@example.test" },
        ]);
        let (one, other) =
            tokio::join!(import(&manager, "customers", rows.clone()), import(&manager, "customers", rows.clone()));
        let created = [&one, &other].iter().flat_map(|results| statuses(results)).filter(|it| *it == "created").count();
        assert_eq!(created, 2, "{one:?} {other:?}");
        assert!(one.iter().zip(&other).all(|(one, other)| one["id"] == other["id"]), "{one:?} {other:?}");
        assert_eq!(one[0]["id"], one[1]["id"]);
        assert_eq!(customers(&manager).await.len(), 2);
        let asha: UserId = one[0]["id"].as_str().unwrap().into();
        assert_eq!(salon.gems_of(&asha).await.account.balance().0, 5);
        assert_eq!(Customers::of(&salon.salon.for_request()).tags().await.unwrap().len(), 1);
        assert_eq!(statuses(&import(&manager, "customers", rows).await), ["unchanged"; 4]);
    }
}

#[tokio::test]
async fn a_dry_run_says_the_same_and_writes_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let known = json!({ "name": "Known", "phone": "9876543219" });
    manager.post("/api/customers", known.clone()).await.created();
    let customers_rows = json!([{ "name": "Asha", "phone": "9876543210", "gemsBalance": 5, "tags": ["VIP"] },
        { "name": "Asha", "phone": "9876543210" }, { "name": "", "phone": "1" }, known]);
    let service = json!([{ "categorySlug": "nails", "categoryName": "Nails", "serviceType": "salon", "name": "Manicure",
        "durationMinutes": 30, "pricePaise": 40_000 }]);
    let product = json!([{ "name": "Serum", "hsnCode": "3305", "gstRateBps": 1800, "pricePaise": 100 }]);
    let membership = json!([{ "externalId": "M-1", "customerPhone": "9876543219", "tierName": "Silver",
        "hoursMinutes": 600, "pricePaise": 100_000, "startDate": "2026-11-01", "validityDays": 365 }]);
    let member =
        json!([{ "email": "new@example.test", "name": "New", "branchCodes": [shop.open.code], "serviceIds": [] }]);
    for (list, rows) in [
        ("customers", customers_rows),
        ("services", service),
        ("products", product),
        ("memberships", membership),
        ("staff", member),
    ] {
        let before = salon.events().await.len();
        let reply = manager.post(&format!("/api/imports/{list}?dryRun=true"), json!({ "rows": rows.clone() })).await;
        assert_eq!(reply.header("dry-run"), Some("true"));
        let rehearsed = reply.ok()["results"].as_array().unwrap().clone();
        assert_eq!(salon.events().await.len(), before, "{list}");
        assert_eq!(rehearsed[0]["id"], Value::Null, "{list}: {rehearsed:?}");
        let done = import(&manager, list, rows).await;
        assert_eq!(done[0]["status"], "created", "{list}: {done:?}");
        let told = |results: &[Value]| -> Vec<Value> {
            results.iter().map(|result| json!([result["row"], result["status"], result["details"]])).collect()
        };
        assert_eq!(told(&rehearsed), told(&done), "{list}");
        if list == "customers" {
            assert_eq!(statuses(&done), ["created", "unchanged", "invalid", "unchanged"]);
        }
        salon.deliver().await;
        for channel in Channel::ALL {
            assert!(salon.sent(*channel).is_empty(), "{list}: nobody is told by {channel}");
        }
    }
}

#[tokio::test]
async fn managers_import_and_their_programs_and_nobody_below() {
    let salon = TestSalon::open().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let developer = salon.person("Dev", Role::Developer).await;
    let rows = json!({ "rows": [{ "name": "Asha", "phone": "9876543210" }] });
    let program = async |role: &str, scopes: Value| {
        let token = json!({ "name": "Mover", "role": role, "scopes": scopes });
        let token = developer.post("/api/tokens", token).await.created()["token"].as_str().unwrap().to_owned();
        salon.anyone(App::Admin).with_header("authorization", &format!("Bearer {token}"))
    };
    for list in ["customers", "services", "products", "memberships", "staff"] {
        let path = format!("/api/imports/{list}");
        desk.post(&path, rows.clone()).await.refused(403, "FORBIDDEN");
        salon.anyone(App::Admin).post(&path, rows.clone()).await.refused(401, "UNAUTHENTICATED");
        let all_wrong = program("manager", json!(["write"])).await.post(&path, rows.clone()).await;
        if list == "staff" {
            all_wrong.refused(403, "FORBIDDEN");
        } else {
            all_wrong.ok();
        }
        program("manager", json!(["read"])).await.post(&path, rows.clone()).await.refused(403, "FORBIDDEN");
        manager.post(&path, json!({ "rows": [] })).await.invalid(&["rows"]);
        manager.post(&path, json!({})).await.invalid(&["rows"]);
        manager.post(&path, json!({ "rows": vec![json!({}); 201] })).await.invalid(&["rows"]);
        manager.post(&path, json!({ "rows": [{}, "x", []] })).await.invalid(&["rows.1", "rows.2"]);
        let nothing = import(&manager, list, json!(vec![json!({}); 200])).await;
        assert!(nothing.iter().all(|result| result["status"] == "invalid"), "{list}: {nothing:?}");
    }
    manager.post("/api/imports/leads", rows).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_body_may_have_a_mebibyte_and_no_more() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let rows =
        |bytes: usize| json!({ "rows": [{ "name": "Asha", "phone": "9876543210", "padding": "x".repeat(bytes) }] });
    manager.post("/api/imports/customers", rows(1_000_000)).await.ok();
    manager.post("/api/imports/customers", rows(1_048_576)).await.refused(400, "VALIDATION_ERROR");
}

#[tokio::test]
async fn who_became_somebody_else_is_found_as_them() {
    let salon = TestSalon::open().await;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let rows = json!([
        { "name": "Asha", "phone": "9876543210", "email": "asha@example.test", "gemsBalance": 40, "duePaise": 700 },
        { "name": "Asha Rao", "phone": "9876543211", "gemsBalance": 2, "duePaise": 30 },
    ]);
    let results = import(&manager, "customers", rows.clone()).await;
    let path = format!("/api/customers/{}/merge", results[1]["id"].as_str().unwrap());
    owner.post(&path, json!({ "fromId": results[0]["id"] })).await.ok();
    let survivor: UserId = results[1]["id"].as_str().unwrap().into();
    let opening = salon.profile_of(&survivor).await.opening.unwrap();
    assert_eq!((opening.gems.0, opening.due.0), (42, 730));
    let found = import(&manager, "customers", json!([{ "email": "asha@example.test" }])).await;
    assert_eq!((found[0]["status"].as_str(), &found[0]["id"]), (Some("unchanged"), &results[1]["id"]));
}

#[tokio::test]
async fn an_import_that_was_killed_anywhere_is_simply_sent_again() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let rows: Vec<Value> = (0..6)
        .map(|n| json!({ "name": format!("Guest {n}"), "phone": format!("987654321{n}"), "gemsBalance": 3, "tags": ["Moved"] }))
        .collect();
    let mut kills = 0;
    for after in [3, 6, 9, 12] {
        salon.wire.fail(move |call, _| (call == after).then_some(parlour_tests::wire::Fault::KillAfter));
        let sent = import(&manager, "customers", json!(rows));
        kills += usize::from(salon.wire.unless_killed(sent).await.is_none());
    }
    salon.wire.fail(|_, _| None);
    assert!(kills > 0);
    import(&manager, "customers", json!(rows)).await;
    let listed = customers(&manager).await;
    assert_eq!(listed.len(), rows.len());
    for customer in &listed {
        let id: UserId = customer["id"].as_str().unwrap().into();
        assert_eq!(salon.gems_of(&id).await.account.balance().0, 3);
    }
    assert!(import(&manager, "customers", json!(rows)).await.iter().all(|result| result["status"] == "unchanged"));
}

/// `PARLOUR_BULK` says how many customers.
#[tokio::test]
async fn an_import_of_many_customers_costs_the_same_for_each_of_them() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let many = counts::bulk(400);
    let row = |number: usize| {
        json!({ "name": format!("Guest {number}"), "phone": format!("98{number:08}"),
            "email": format!("guest{number}@example.test"), "gemsBalance": number % 100, "tags": ["Moved"] })
    };
    let rows: Vec<Value> = (0..many).map(row).collect();
    let begun = std::time::Instant::now();
    let (mut calls, mut units, mut slowest) = (0, (0.0, 0.0), 0);
    for chunk in rows.chunks(200) {
        salon.wire.reset();
        let at = begun.elapsed().as_millis();
        let results = import(&manager, "customers", json!(chunk)).await;
        assert!(results.iter().all(|result| result["status"] == "created"), "{results:?}");
        let cost = salon.wire.cost();
        slowest = slowest.max(begun.elapsed().as_millis() - at);
        assert!(cost.calls.len() <= chunk.len() + 25, "{} calls for {}", cost.calls.len(), chunk.len());
        assert!(salon.wire.most_at_once() <= parlour_storage::at_once::CALLS, "{}", salon.wire.most_at_once());
        let each = count(chunk.len());
        assert!(cost.write_units <= 25.0 * each, "{}", cost.write_units);
        // The guards of a phone and an email, and what all rows share.
        assert!(cost.read_units <= 4.0 * each + 20.0, "{}", cost.read_units);
        calls += cost.calls.len();
        units = (units.0 + cost.read_units, units.1 + cost.write_units);
    }
    let created = begun.elapsed();
    salon.wire.reset();
    for chunk in rows.chunks(200).take(2) {
        let results = import(&manager, "customers", json!(chunk)).await;
        assert!(results.iter().all(|result| result["status"] == "unchanged"));
    }
    let again = salon.wire.cost();
    assert_eq!(again.write_units, 0.0, "what is there already is only read");
    assert!(again.calls.len() <= 60, "{:?}", again.calls.len());
    println!(
        "{many} customers in {created:.1?}, the slowest 200 in {slowest} ms: {calls} calls, {:.1} read units and {:.1} write \
         units each; again {:.1} read units each",
        units.0 / count(many),
        units.1 / count(many),
        again.read_units / count(many.min(400)),
    );
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap())
}

#[tokio::test]
async fn a_consent_that_was_withdrawn_is_not_given_back_by_an_old_list() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let row = json!([{ "name": "Asha", "phone": "9876543210", "marketingConsent": true, "whatsappConsent": true }]);
    let asha: UserId = import(&manager, "customers", row.clone()).await[0]["id"].as_str().unwrap().into();
    let profile = salon.profile_of(&asha).await;
    assert!(profile.marketing_consent && profile.whatsapp_consent, "somebody new has what the list says");
    let withdrawn = json!([{ "phone": "9876543210", "marketingConsent": false, "whatsappConsent": false }]);
    assert_eq!(statuses(&import(&manager, "customers", withdrawn).await), ["updated"]);
    assert_eq!(statuses(&import(&manager, "customers", row).await), ["unchanged"]);
    let profile = salon.profile_of(&asha).await;
    assert!(!profile.marketing_consent && !profile.whatsapp_consent);
}

#[tokio::test]
async fn of_two_who_hold_a_phone_the_row_means_whom_it_names_or_whom_the_desk_wrote_down() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let asha = import(&manager, "customers", json!([{ "name": "Asha Rao", "phone": "9876543215" }])).await;
    let lata = salon.customer("Lata").await;
    let profile =
        json!({ "phone": "9876543215", "dateOfBirth": "1990-02-28", "gender": "female", "marketingConsent": false });
    lata.post("/api/onboarding/complete", profile).await.created();
    let own = lata.user.clone().unwrap().email;
    for (row, id) in [
        (json!({ "phone": "9876543215", "gemsBalance": 5 }), &asha[0]["id"]),
        (json!({ "phone": "9876543215", "name": "asha rao", "gemsBalance": 6 }), &asha[0]["id"]),
        (json!({ "phone": "9876543215", "name": "Lata", "gemsBalance": 7 }), &json!(lata.id())),
        (json!({ "phone": "9876543215", "name": "Asha Rao", "email": own, "gemsBalance": 8 }), &json!(lata.id())),
    ] {
        let result = import(&manager, "customers", json!([row])).await;
        assert_eq!((&result[0]["status"], &result[0]["id"]), (&json!("updated"), id), "{row} {result:?}");
    }
}

#[tokio::test]
async fn a_column_of_anything_does_not_become_thousands_of_tags() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let row = |number: usize| json!({ "name": "Guest", "phone": format!("98{number:08}"), "tags": [format!("Tag {number}")] });
    let results = import(&manager, "customers", json!((0..60).map(row).collect::<Vec<_>>())).await;
    let created = results.iter().filter(|result| result["status"] == "created").count();
    assert_eq!(created, 50);
    assert_eq!(fields(&results[59]), ["tags"]);
    // The next request makes the rest.
    let rest = import(&manager, "customers", json!((50..60).map(row).collect::<Vec<_>>())).await;
    assert!(rest.iter().all(|result| result["status"] == "created"), "{rest:?}");
}
