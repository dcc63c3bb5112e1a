//! Services, products, memberships and staff: found again by what identifies each.

use super::{fields, import, statuses};
use parlour_money::memberships::{Membership, Tier};
use parlour_storage::table::{Partition, keys};
use parlour_tests::{TestSalon, counts};
use serde_json::{Value, json};

#[tokio::test]
async fn services_are_found_by_their_slug_and_a_category_is_made_where_it_is_described() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let manicure = json!({ "categorySlug": "nails", "categoryName": "Nails", "serviceType": "salon", "name": "Manicure",
        "durationMinutes": 30, "pricePaise": 40_000, "translations": { "hi": { "name": "मैनीक्योर" } } });
    let rows = json!([
        manicure,
        { "categorySlug": "nails", "name": "Pedicure", "slug": "foot-care", "durationMinutes": 45, "pricePaise": 60_000 },
        { "slug": shop.cut.slug, "pricePaise": 55_000 },
        { "categorySlug": "unheard-of", "name": "Brows", "durationMinutes": 10, "pricePaise": 1 },
        { "categorySlug": shop.hair.slug, "name": "Blow-dry", "durationMinutes": 0, "pricePaise": -1 },
        { "categorySlug": shop.hair.slug, "name": "Steam", "durationMinutes": 20, "pricePaise": 1,
          "needs": [{ "group": "Steam room" }, { "group": "Tub" }] },
        { "slug": shop.cut.slug, "gemsRedeemable": true },
        { "slug": "foot-care", "durationMinutes": 50 },
    ]);
    let results = import(&manager, "services", rows).await;
    assert_eq!(
        statuses(&results),
        ["created", "created", "updated", "invalid", "invalid", "created", "invalid", "updated"],
        "{results:?}"
    );
    assert_eq!(results[2]["id"], json!(shop.cut.id));
    assert_eq!(results[7]["id"], results[1]["id"]);
    assert_eq!(fields(&results[3]), ["categorySlug"]);
    assert_eq!(fields(&results[4]), ["durationMinutes", "pricePaise"]);
    assert_eq!(fields(&results[6]), ["gemsRequired"]);
    let again = json!([manicure, { "slug": shop.cut.slug, "pricePaise": 55_000, "categorySlug": shop.hair.slug }]);
    assert_eq!(statuses(&import(&manager, "services", again).await), ["unchanged", "unchanged"]);
    let listed = manager.get("/api/services/categories?pageSize=50").await.ok();
    assert_eq!(listed["categories"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn a_room_that_a_service_needs_is_passed_over_until_there_is_one() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let row = |groups: &[&str]| {
        let needs: Vec<Value> = groups.iter().map(|group| json!({ "group": group })).collect();
        json!([{ "categorySlug": shop.spa.slug, "name": "Steam", "durationMinutes": 20, "pricePaise": 1, "needs": needs }])
    };
    let both = row(&["Steam room", "Tub"]);
    let created = import(&manager, "services", both.clone()).await;
    assert_eq!(statuses(&created), ["created"]);
    let path = format!("/api/services/{}", created[0]["id"].as_str().unwrap());
    let needs = async || manager.get(&path).await.ok()["service"]["needs"].clone();
    assert_eq!(needs().await, json!([]));
    assert_eq!(statuses(&import(&manager, "services", both.clone()).await), ["unchanged"]);

    let room = json!({ "branchId": shop.open.id, "name": "Cedar", "group": "Steam room" });
    let room = manager.post("/api/resources", room).await.created()["resource"]["id"].as_str().unwrap().to_owned();
    assert_eq!(statuses(&import(&manager, "services", both.clone()).await), ["updated"]);
    assert_eq!(needs().await, json!([{ "group": "Steam room" }]));
    // A need that it has already stays, with and without a room in use.
    assert_eq!(statuses(&import(&manager, "services", row(&["Tub"])).await), ["unchanged"]);
    manager.delete(&format!("/api/resources/{room}")).await.ok();
    assert_eq!(statuses(&import(&manager, "services", both).await), ["unchanged"]);
    assert_eq!(statuses(&import(&manager, "services", row(&[])).await), ["updated"]);
    assert_eq!(needs().await, json!([]));
}

#[tokio::test]
async fn products_are_found_by_their_barcode_or_their_name() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let serum = json!({ "name": "Argan serum", "barcode": "8901030865285", "hsnCode": "33059090", "gstRateBps": 1800,
        "pricePaise": 64_900, "brand": "Vana" });
    let oil = json!({ "name": "Neem oil", "hsnCode": "3305", "gstRateBps": 500, "pricePaise": 9_900 });
    let first = import(&manager, "products", json!([serum, oil, { "name": "Comb", "hsnCode": "1" }])).await;
    assert_eq!(statuses(&first), ["created", "created", "invalid"]);
    assert_eq!(fields(&first[2]), ["gstRateBps", "hsnCode", "pricePaise"]);
    assert_eq!(statuses(&import(&manager, "products", json!([serum, oil])).await), ["unchanged", "unchanged"]);
    let rows = json!([
        { "barcode": "8901030865285", "name": "Argan serum 50 ml" },
        { "name": "NEEM  oil", "pricePaise": 10_900, "barcode": "8901030865292" },
        { "barcode": "8901030865292", "name": "Argan serum 50 ml" },
    ]);
    let rows = import(&manager, "products", rows).await;
    assert_eq!(statuses(&rows), ["updated", "updated", "invalid"]);
    assert_eq!((&rows[0]["id"], &rows[1]["id"]), (&first[0]["id"], &first[1]["id"]));
    assert_eq!(fields(&rows[2]), ["name"], "two products may not have one name");
}

fn gold() -> Value {
    json!({ "externalId": "OLD-7", "customerPhone": "9876543210", "tierName": "Gold", "hoursMinutes": 600,
        "usedMinutes": 90, "pricePaise": 2_000_000, "startDate": "2026-08-01", "validityDays": 365 })
}

fn with(mut row: Value, changes: Value) -> Value {
    for (field, value) in changes.as_object().unwrap() {
        row[field] = value.clone();
    }
    row
}

#[tokio::test]
async fn memberships_come_with_the_minutes_that_were_used_and_without_an_invoice() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let manager = salon.manager().await;
    let people = json!([{ "name": "Asha", "phone": "9876543210" }, { "name": "Kiran", "email": "kiran@example.test" }]);
    import(&manager, "customers", people).await;
    let rows = json!([
        gold(),
        with(gold(), json!({ "externalId": "OLD-8" })),
        with(gold(), json!({ "externalId": "OLD-9", "startDate": "2020-01-01" })),
        with(gold(), json!({ "externalId": "OLD-10", "status": "cancelled", "notes": "Moved away" })),
        with(
            gold(),
            json!({ "externalId": "OLD-11", "customerPhone": null, "customerEmail": "kiran@example.test",
            "tierName": "Silver", "paymentMethod": "upi", "membershipNumber": "OLD-MEM-1" })
        ),
        with(gold(), json!({ "externalId": "OLD-12", "customerPhone": "9876543219" })),
        with(gold(), json!({ "externalId": "", "usedMinutes": 601, "tierName": "!", "customerPhone": null })),
        with(gold(), json!({ "externalId": "OLD-13", "startDate": "2020-01-01", "membershipNumber": "OLD-MEM-1" })),
    ]);
    let results = import(&manager, "memberships", rows.clone()).await;
    assert_eq!(
        statuses(&results),
        ["created", "invalid", "created", "created", "created", "invalid", "invalid", "invalid"],
        "{results:?}"
    );
    assert_eq!(fields(&results[1]), ["customerPhone"], "one active membership at a time");
    assert_eq!(fields(&results[5]), ["customerPhone"]);
    assert_eq!(fields(&results[6]), ["customerPhone", "externalId", "tierName", "usedMinutes"]);
    assert_eq!(fields(&results[7]), ["membershipNumber"]);
    let detail =
        async |at: usize| manager.get(&format!("/api/memberships/{}", results[at]["id"].as_str().unwrap())).await.ok();
    let membership = detail(0).await;
    let membership = membership.get("membership").unwrap_or(&membership);
    assert_eq!((&membership["usedHoursMinutes"], &membership["invoiceId"]), (&json!(90), &Value::Null));
    let states: Vec<String> = {
        let stored = salon
            .salon
            .table
            .query::<Membership>(Partition::g1(keys::memberships_of_month(salon.salon.clock.today().calendar_month())));
        {
            let mut states: Vec<String> = stored.await.unwrap().iter().map(|one| one.status.to_string()).collect();
            states.sort();
            states
        }
    };
    assert_eq!(states, ["active", "active", "cancelled", "expired"]);
    let tiers = salon.salon.table.query::<Tier>(Partition::of(keys::TIERS)).await.unwrap();
    assert_eq!(tiers.len(), 2, "made by the rows that name them");
    let again = import(&manager, "memberships", rows).await;
    assert_eq!(again[0]["status"], "unchanged");
    assert_eq!([&again[2]["status"], &again[3]["status"], &again[4]["status"]], ["unchanged"; 3]);
    assert!(salon.events().await.iter().any(|event| event.what.as_str() == "membership.imported"));
}

#[tokio::test]
async fn a_membership_comes_to_the_tier_that_has_the_name_now() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let manager = salon.manager().await;
    let people = json!([{ "name": "Asha", "phone": "9876543210" }, { "name": "Kiran", "phone": "9876543211" }]);
    import(&manager, "customers", people).await;
    let gold = |phone: &str, name: &str| {
        let changes = json!({ "externalId": phone, "customerPhone": phone, "tierName": name });
        with(self::gold(), changes)
    };
    let row = gold("9876543210", "Ruby");
    import(&manager, "memberships", json!([row])).await;
    let renamed = manager.get("/api/membership-tiers").await.ok()[0]["id"].clone();
    let path = format!("/api/membership-tiers/{}", renamed.as_str().unwrap());
    manager.patch(&path, json!({ "name": "Emerald" })).await.ok();
    let tiers = async || manager.get("/api/membership-tiers?all=true").await.ok().as_array().unwrap().clone();

    // What was sold as Ruby stays where it is, and makes no tier when something else about it changes.
    assert_eq!(import(&manager, "memberships", json!([row])).await[0]["status"], "unchanged");
    let cheaper = with(row, json!({ "pricePaise": 1_000_000 }));
    assert_eq!(import(&manager, "memberships", json!([cheaper])).await[0]["status"], "updated");
    assert_eq!(tiers().await.len(), 1);
    let named = async |name: &str| {
        let result = import(&manager, "memberships", json!([gold("9876543211", name)])).await;
        manager.get(&format!("/api/memberships/{}", result[0]["id"].as_str().unwrap())).await.ok()
    };
    assert_eq!(named("emerald").await["tierId"], renamed);
    assert_eq!(tiers().await.len(), 1);
    assert_ne!(named("Ruby").await["tierId"], renamed);
    let names: Vec<_> = tiers().await.iter().map(|tier| (tier["name"].clone(), tier["slug"].clone())).collect();
    assert_eq!(names, [(json!("Emerald"), json!("ruby")), (json!("Ruby"), json!("ruby-2"))]);
}

#[tokio::test]
async fn an_imported_membership_is_corrected_until_it_is_used_and_a_sold_one_is_what_it_is() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let manager = salon.manager().await;
    let asha = import(&manager, "customers", json!([{ "name": "Asha", "phone": "9876543210" }])).await;
    import(&manager, "customers", json!([{ "name": "Diya", "phone": "9876543211" }])).await;
    let first = import(&manager, "memberships", json!([gold()])).await;
    let corrected = with(gold(), json!({ "usedMinutes": 120, "validityDays": 400, "hoursMinutes": 700 }));
    assert_eq!(statuses(&import(&manager, "memberships", json!([corrected])).await), ["updated"]);
    let key = keys::membership(&first[0]["id"].as_str().unwrap().into());
    let stored = salon.stored::<Membership>(&key).await.unwrap().record;
    assert_eq!((stored.used_hours.0, stored.total_hours.0, stored.validity_days()), (120, 700, 400));
    // A session is taken: what had been used before stays what it was.
    salon.put(&Membership { used_hours: parlour_values::time::Minutes(180), ..stored }).await;
    assert_eq!(statuses(&import(&manager, "memberships", json!([corrected])).await), ["unchanged"]);
    let late = with(corrected.clone(), json!({ "usedMinutes": 60 }));
    assert_eq!(fields(&import(&manager, "memberships", json!([late])).await[0]), ["usedMinutes"]);
    let other = with(corrected, json!({ "customerPhone": "9876543211" }));
    assert_eq!(fields(&import(&manager, "memberships", json!([other])).await[0]), ["customerPhone"]);

    let tier = salon.tier("Bronze").await;
    let sold = json!({ "customerId": asha[0]["id"], "tierId": tier.id, "hoursMinutes": 60, "pricePaise": 100_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    manager
        .post(&format!("/api/memberships/{}/cancel", first[0]["id"].as_str().unwrap()), json!({ "reason": "Moved" }))
        .await
        .ok();
    let sold = manager.post("/api/memberships", sold).await.created();
    let row = json!({ "externalId": sold["membership"]["id"], "customerPhone": "9876543210", "tierName": "Bronze",
        "hoursMinutes": 60, "usedMinutes": 0, "pricePaise": 100_000, "startDate": "2026-11-16", "validityDays": 30 });
    let again = import(&manager, "memberships", json!([row])).await;
    assert_eq!(statuses(&again), ["unchanged"], "{again:?}");
    let changed = with(row, json!({ "pricePaise": 1 }));
    assert_eq!(fields(&import(&manager, "memberships", json!([changed])).await[0]), ["externalId"]);
}

#[tokio::test]
async fn staff_are_found_by_their_email_and_those_who_left_stay_gone() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let rows = json!([
        { "email": "Nila@example.test", "name": "Nila", "branchCodes": [shop.open.code], "serviceSlugs": [shop.cut.slug],
          "joinedOn": "2024-05-01" },
        { "email": "gone@example.test", "name": "Gone", "branchIds": [shop.open.id], "serviceIds": [], "isActive": false },
        { "email": shop.ravi.email, "displayName": "Ravi K." },
        { "email": "x@example.test", "name": "X", "branchCodes": ["NOWHERE"], "serviceSlugs": ["nothing"] },
        { "email": "nobody", "name": "", "branchIds": [], "serviceIds": [] },
    ]);
    let results = import(&manager, "staff", rows.clone()).await;
    assert_eq!(statuses(&results), ["created", "created", "updated", "invalid", "invalid"], "{results:?}");
    assert_eq!(results[2]["id"], json!(shop.ravi.id));
    assert_eq!(fields(&results[3]), ["serviceSlugs"]);
    assert!(fields(&results[4]).starts_with(&["branchIds", "email"]) || fields(&results[4]) == ["email", "name"]);
    let gone = manager.get(&format!("/api/staff/{}", results[1]["id"].as_str().unwrap())).await.ok();
    assert_eq!(gone["staff"]["isActive"], false);
    let again = import(&manager, "staff", rows).await;
    assert_eq!(statuses(&again), ["unchanged", "unchanged", "unchanged", "invalid", "invalid"]);
}

#[tokio::test]
async fn branches_of_another_salon_are_passed_over() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let row = |codes: &[&str]| json!([{ "email": "nila@example.test", "name": "Nila", "branchCodes": codes, "serviceIds": [] }]);
    let elsewhere = row(&["NOWHERE"]);
    let created = import(&manager, "staff", elsewhere.clone()).await;
    assert_eq!(statuses(&created), ["created"]);
    let path = format!("/api/staff/{}", created[0]["id"].as_str().unwrap());
    let branches = async || manager.get(&path).await.ok()["staff"]["branchIds"].clone();
    assert_eq!(branches().await, json!([]));
    let both = row(&["NOWHERE", &shop.open.code]);
    assert_eq!(statuses(&import(&manager, "staff", both.clone()).await), ["updated"]);
    assert_eq!(branches().await, json!([shop.open.id]));
    // A row that names none of this salon's says nothing of where somebody works.
    for same in [both, elsewhere] {
        assert_eq!(statuses(&import(&manager, "staff", same).await), ["unchanged"]);
    }
    assert_eq!(
        fields(&import(&manager, "staff", json!([{ "email": "nila@example.test", "branchCodes": "BLR" }])).await[0]),
        ["branchCodes"]
    );
    assert_eq!(statuses(&import(&manager, "staff", row(&[])).await), ["updated"]);
    assert_eq!(branches().await, json!([]));
}

#[tokio::test]
async fn two_imports_at_once_make_one_of_each() {
    for round in 0..counts::rounds() {
        let (salon, shop) = TestSalon::with_shop().await;
        let manager = salon.manager().await;
        import(&manager, "customers", json!([{ "name": "Asha", "phone": "9876543210" }])).await;
        salon.wire.shuffle(round);
        let service = json!([{ "categorySlug": "nails", "categoryName": "Nails", "serviceType": "salon", "name": "Manicure",
            "durationMinutes": 30, "pricePaise": 40_000 }]);
        let product = json!([{ "name": "Serum", "hsnCode": "3305", "gstRateBps": 1800, "pricePaise": 100 }]);
        let member = json!([{ "email": "nila@example.test", "name": "Nila", "branchCodes": [shop.open.code], "serviceIds": [] }]);
        for (list, rows) in
            [("services", service), ("products", product), ("memberships", json!([gold()])), ("staff", member)]
        {
            let (one, other) = tokio::join!(import(&manager, list, rows.clone()), import(&manager, list, rows.clone()));
            assert_eq!(one[0]["id"], other[0]["id"], "{list}: {one:?} {other:?}");
            let both = [&one[0]["status"], &other[0]["status"]];
            assert!(both.contains(&&json!("created")) && both.contains(&&json!("unchanged")), "{list}: {both:?}");
        }
    }
}
