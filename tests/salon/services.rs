//! The catalogue at the manager's desk, and at once in public.

use futures::future::join_all;
use parlour_booking::resources::Resource;
use parlour_setup::catalogue::CatalogueStore;
use parlour_tests::{Client, TestSalon};
use serde_json::{Value, json};

fn scalp(category: &str) -> Value {
    json!({ "categoryId": category, "name": "Scalp Massage (30 min.)", "durationMinutes": 30, "pricePaise": 90_000 })
}

async fn hair(manager: &Client<'_>) -> String {
    let category = manager
        .post("/api/services/categories", json!({ "name": "Hair & Scalp", "serviceType": "salon" }))
        .await
        .created()["category"]
        .clone();
    category["id"].as_str().unwrap().to_owned()
}

async fn service(manager: &Client<'_>, category: &str, name: &str) -> Value {
    let mut body = scalp(category);
    body["name"] = json!(name);
    manager.post("/api/services", body).await.created()["service"].clone()
}

fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap()
}

async fn public_names(salon: &TestSalon) -> Vec<String> {
    let catalogue = salon.visitor().get("/api/services").await.ok();
    let services = catalogue["categories"].as_array().unwrap().iter().flat_map(|category| {
        category["services"].as_array().unwrap().iter().map(|service| service["name"].as_str().unwrap().to_owned())
    });
    services.collect()
}

#[tokio::test]
async fn a_new_service_is_in_the_public_catalogue_at_once() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    let service = manager.post("/api/services", scalp(&category)).await.created()["service"].clone();
    assert_eq!((&service["slug"], &service["sacCode"]), (&json!("scalp-massage-30-min"), &json!("999721")));
    assert_eq!((&service["gstRateBps"], &service["isActive"]), (&json!(500), &json!(true)));
    assert_eq!((&service["bufferMinutes"], &service["gemsRedeemable"]), (&json!(0), &json!(false)));
    assert_eq!((&service["gemsRequired"], &service["description"]), (&Value::Null, &json!("")));

    let public = salon.visitor().get("/api/services/scalp-massage-30-min").await.ok()["service"].clone();
    assert_eq!((&public["id"], public.get("sacCode")), (&service["id"], None));
    let catalogue = salon.visitor().get("/api/services").await.ok()["categories"].clone();
    assert_eq!((&catalogue[0]["slug"], &catalogue[0]["services"][0]["id"]), (&json!("hair-scalp"), &service["id"]));
    let read = manager.get(&format!("/api/services/{}", id(&service))).await.ok();
    assert_eq!(read["service"], service);
}

#[tokio::test]
async fn everything_wrong_with_a_service_is_told_at_once() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    manager.post("/api/services", json!({})).await.invalid(&["categoryId", "name", "durationMinutes", "pricePaise"]);
    manager
        .post(
            "/api/services",
            json!({ "categoryId": "", "name": " ", "durationMinutes": 0, "pricePaise": -1, "slug": "Not A Slug",
                "bufferMinutes": -1, "isActive": "yes", "imageUrl": "nowhere", "displayOrder": "first",
                "gemsRequired": 0, "sacCode": "12", "gstRateBps": 10_001 }),
        )
        .await
        .invalid(&[
            "categoryId",
            "name",
            "durationMinutes",
            "pricePaise",
            "slug",
            "bufferMinutes",
            "isActive",
            "imageUrl",
            "displayOrder",
            "gemsRequired",
            "sacCode",
            "gstRateBps",
        ]);
    manager.post("/api/services", scalp("nothing-like-it")).await.invalid(&["categoryId"]);
    let mut body = scalp(&category);
    body["gemsRedeemable"] = json!(true);
    manager.post("/api/services", body).await.invalid(&["gemsRequired"]);
    let mut body = scalp(&category);
    body["name"] = json!("!!!");
    manager.post("/api/services", body).await.invalid(&["slug"]);
    manager.post("/api/services/categories", json!({})).await.invalid(&["name", "serviceType"]);
}

#[tokio::test]
async fn a_service_says_how_it_is_booked() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    salon.room(&shop.staffed, "Rose", "massage room").await;
    let plain = manager.post("/api/services", scalp(shop.hair.id.as_str())).await.created()["service"].clone();
    let fields = ["processingMinutes", "finishMinutes", "needs", "needsApproval"];
    let booked = |service: &Value| json!(fields.map(|field| service[field].clone()));
    assert_eq!(booked(&plain), json!([0, 0, [], false]));
    let path = format!("/api/services/{}", id(&plain));
    let set = json!({ "processingMinutes": 10, "finishMinutes": 5, "needs": [{ "group": "massage room" }],
        "needsApproval": true });
    let patched = manager.patch(&path, set).await.ok()["service"].clone();
    assert_eq!(booked(&patched), json!([10, 5, [{ "group": "massage room" }], true]));
    assert_eq!(booked(&manager.get(&path).await.ok()["service"]), booked(&patched));
    let public = salon.visitor().get("/api/services/scalp-massage-30-min").await.ok()["service"].clone();
    assert_eq!(booked(&public), booked(&patched));
    // A field that a change leaves out stays; an empty list needs nothing.
    assert_eq!(manager.patch(&path, json!({ "pricePaise": 1 })).await.ok()["service"]["finishMinutes"], 5);
    let cleared = manager.patch(&path, json!({ "needs": [], "needsApproval": false })).await.ok()["service"].clone();
    assert_eq!(booked(&cleared), json!([10, 5, [], false]));
}

#[tokio::test]
async fn processing_and_finish_leave_time_for_the_work() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    let with = |processing: i64, finish: i64| {
        let mut body = scalp(&category);
        body["processingMinutes"] = json!(processing);
        body["finishMinutes"] = json!(finish);
        body
    };
    manager.post("/api/services", with(20, 10)).await.invalid(&["processingMinutes"]);
    manager.post("/api/services", with(0, 30)).await.invalid(&["finishMinutes"]);
    manager.post("/api/services", with(-1, 1441)).await.invalid(&["processingMinutes", "finishMinutes"]);
    let made = manager.post("/api/services", with(20, 9)).await.created()["service"].clone();
    let path = format!("/api/services/{}", id(&made));
    manager.patch(&path, json!({ "processingMinutes": 21 })).await.invalid(&["processingMinutes"]);
    manager.patch(&path, json!({ "finishMinutes": 10 })).await.invalid(&["finishMinutes"]);
    manager.patch(&path, json!({ "durationMinutes": 29 })).await.invalid(&["durationMinutes"]);
    manager.patch(&path, json!({ "durationMinutes": 60, "processingMinutes": 50 })).await.ok();
}

#[tokio::test]
async fn a_service_needs_rooms_that_are_in_use_somewhere() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let needing = |groups: &[&str]| {
        let mut body = scalp(shop.hair.id.as_str());
        body["needs"] = groups.iter().map(|group| json!({ "group": group })).collect();
        body
    };
    manager.post("/api/services", needing(&["massage room"])).await.invalid(&["needs.0.group"]);
    let room = salon.room(&shop.staffed, "Rose", "massage room").await;
    let shut = Resource { is_active: false, ..room.clone() };
    salon.put(&shut).await;
    manager.post("/api/services", needing(&["massage room"])).await.invalid(&["needs.0.group"]);
    salon.room(&shop.open, "Jasmine", "massage room").await;
    let made = manager.post("/api/services", needing(&["massage room"])).await.created()["service"].clone();
    let path = format!("/api/services/{}", id(&made));
    let two = json!({ "needs": [{ "group": "massage room" }, { "group": "steam bath" }] });
    manager.patch(&path, two).await.invalid(&["needs.1.group"]);
    manager.patch(&path, json!({ "needs": [{ "group": " " }, {}] })).await.invalid(&["needs.0.group", "needs.1.group"]);
    let twice = json!({ "needs": [{ "group": "massage room" }, { "group": "massage room" }] });
    manager.patch(&path, twice).await.invalid(&["needs"]);
    salon.reception().await.patch(&path, json!({ "needs": [] })).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn what_a_service_needs_already_stays_when_the_last_room_is_given_up() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let room = salon.room(&shop.staffed, "Rose", "Steamy").await;
    let mut body = scalp(shop.hair.id.as_str());
    body["needs"] = json!([{ "group": "Steamy" }]);
    let path = format!("/api/services/{}", id(&manager.post("/api/services", body).await.created()["service"]));
    manager.patch(&format!("/api/resources/{}", room.id), json!({ "group": "steamy" })).await.ok();
    let change = |groups: &[&str]| {
        let needs: Value = groups.iter().map(|group| json!({ "group": group })).collect();
        json!({ "pricePaise": 90_000, "needs": needs })
    };
    assert_eq!(manager.patch(&path, change(&["Steamy"])).await.ok()["service"]["pricePaise"], 90_000);
    manager.patch(&path, change(&["Steamy", "Tub"])).await.invalid(&["needs.1.group"]);
    manager.patch(&path, change(&["steamy"])).await.ok();
    manager.patch(&path, change(&["Steamy"])).await.invalid(&["needs.0.group"]);
}

#[tokio::test]
async fn of_twenty_who_want_one_slug_at_once_one_gets_it() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    let replies = join_all((0..20).map(|_| manager.post("/api/services", scalp(&category)))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        assert_eq!(refused.refused(409, "CONFLICT")["retryable"], false);
    }
    assert_eq!(public_names(&salon).await.len(), 1);

    let body = json!({ "name": "Hands", "serviceType": "spa" });
    let replies = join_all((0..20).map(|_| manager.post("/api/services/categories", body.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
}

#[tokio::test]
async fn a_slug_moves_with_its_service_and_the_old_one_is_free_again() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    let first = manager.post("/api/services", scalp(&category)).await.created()["service"].clone();
    let other = service(&manager, &category, "Other").await;
    let path = format!("/api/services/{}", id(&first));
    manager.patch(&path, json!({ "slug": "other" })).await.refused(409, "CONFLICT");
    let moved = manager.patch(&path, json!({ "slug": "scalp" })).await.ok()["service"].clone();
    assert_eq!((&moved["slug"], &moved["name"]), (&json!("scalp"), &first["name"]));
    salon.visitor().get("/api/services/scalp-massage-30-min").await.refused(404, "NOT_FOUND");
    salon.visitor().get("/api/services/scalp").await.ok();
    manager.post("/api/services", scalp(&category)).await.created();
    // Keeping one's own slug is no conflict.
    manager.patch(&format!("/api/services/{}", id(&other)), json!({ "slug": "other" })).await.ok();
}

#[tokio::test]
async fn a_patch_changes_what_it_names() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    let first = manager.post("/api/services", scalp(&category)).await.created()["service"].clone();
    let path = format!("/api/services/{}", id(&first));
    salon.set_clock("2026-11-17T10:00:00+05:30");
    let patched = manager
        .patch(
            &path,
            json!({ "pricePaise": 100_000, "gstRateBps": 1800, "gemsRedeemable": true, "gemsRequired": 12,
                "description": "Warm oil", "imageUrl": "https://images.example.test/scalp.jpg" }),
        )
        .await
        .ok()["service"]
        .clone();
    assert_eq!((&patched["pricePaise"], &patched["gstRateBps"]), (&json!(100_000), &json!(1800)));
    assert_eq!((&patched["gemsRequired"], &patched["durationMinutes"]), (&json!(12), &json!(30)));
    assert_eq!(patched["updatedAt"], "2026-11-17T04:30:00.000Z");
    assert_eq!(salon.visitor().get("/api/services/scalp-massage-30-min").await.ok()["service"]["pricePaise"], 100_000);
    // The new rate holds from today; yesterday's invoices keep theirs.
    let kept = CatalogueStore::of(&salon.salon).services(&[id(&first).into()]).await.unwrap();
    assert_eq!(kept[0].gst.on("2026-11-16".parse().unwrap()).bps(), 500);
    assert_eq!(kept[0].gst.on("2026-11-17".parse().unwrap()).bps(), 1800);

    manager.patch(&path, json!({ "categoryId": "nothing-like-it" })).await.invalid(&["categoryId"]);
    manager.patch(&path, json!({ "pricePaise": 1.5 })).await.invalid(&["pricePaise"]);
    manager.patch("/api/services/nobody", json!({ "pricePaise": 1 })).await.refused(404, "NOT_FOUND");
    manager.get("/api/services/nobody").await.refused(404, "NOT_FOUND");
    let other = service(&manager, &category, "Other").await;
    manager
        .patch(&format!("/api/services/{}", id(&other)), json!({ "gemsRedeemable": true }))
        .await
        .invalid(&["gemsRequired"]);
}

#[tokio::test]
async fn deleting_deactivates_unless_an_active_offer_names_it() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    let first = manager.post("/api/services", scalp(&category)).await.created()["service"].clone();
    let path = format!("/api/services/{}", id(&first));
    let offer = manager
        .post(
            "/api/offers",
            json!({ "name": "Ten off", "offerType": "percentage", "discountPercentage": 10,
                "startDate": "2026-11-01", "endDate": "2026-11-30", "serviceIds": [first["id"]] }),
        )
        .await
        .created()["offer"]
        .clone();
    let refused = manager.delete(&path).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["offerIds"], json!([offer["id"]]));
    manager.patch(&format!("/api/offers/{}", id(&offer)), json!({ "isActive": false })).await.ok();
    assert_eq!(manager.delete(&path).await.ok(), json!({ "ok": true }));
    assert_eq!(manager.delete(&path).await.ok(), json!({ "ok": true }));
    assert_eq!(manager.get(&path).await.ok()["service"]["isActive"], false);
    assert!(public_names(&salon).await.is_empty());
    manager.delete("/api/services/nobody").await.refused(404, "NOT_FOUND");
    manager.patch(&path, json!({ "isActive": true })).await.ok();
    assert_eq!(public_names(&salon).await.len(), 1);
}

#[tokio::test]
async fn the_order_given_is_the_order_shown() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    let mut services = Vec::new();
    for name in ["A", "B", "C", "D"] {
        services.push(service(&manager, &category, name).await);
    }
    assert_eq!(public_names(&salon).await, ["A", "B", "C", "D"]);
    let ids = |order: &[usize]| json!({ "ids": order.iter().map(|at| &services[*at]["id"]).collect::<Vec<_>>() });
    let ordered = manager.put("/api/services/order", ids(&[3, 1, 0, 2])).await.ok()["services"].clone();
    assert_eq!((&ordered[0]["name"], &ordered[3]["name"]), (&json!("D"), &json!("C")));
    assert_eq!(public_names(&salon).await, ["D", "B", "A", "C"]);
    let listed = manager.get("/api/services").await.ok()["services"].clone();
    assert_eq!((&listed[0]["name"], &listed[0]["displayOrder"]), (&json!("D"), &json!(0)));

    // The ones named come first, the others follow as they were.
    manager.put("/api/services/order", ids(&[2])).await.ok();
    assert_eq!(public_names(&salon).await, ["C", "D", "B", "A"]);
    manager.put("/api/services/order", ids(&[3, 1, 0, 2])).await.ok();

    // A number of its own takes a service out of the order that was given.
    manager.patch(&format!("/api/services/{}", id(&services[3])), json!({ "displayOrder": 99 })).await.ok();
    assert_eq!(public_names(&salon).await, ["B", "A", "C", "D"]);

    manager.put("/api/services/order", json!({ "ids": [] })).await.invalid(&["ids"]);
    manager.put("/api/services/order", ids(&[0, 0])).await.invalid(&["ids"]);
    manager.put("/api/services/order", json!({ "ids": ["nobody"] })).await.invalid(&["ids"]);
}

#[tokio::test]
async fn more_services_than_fit_one_transaction_are_ordered_in_one() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = salon.category("Hair", parlour_setup::catalogue::ServiceType::Salon).await;
    let mut ids = Vec::new();
    for number in 0..120 {
        ids.push(salon.service(&category, &format!("S {number:03}"), 1, 1, 0).await.id);
    }
    ids.reverse();
    manager.put("/api/services/order", json!({ "ids": ids })).await.ok();
    let names = public_names(&salon).await;
    assert_eq!((names.len(), names[0].as_str(), names[119].as_str()), (120, "S 119", "S 000"));
}

#[tokio::test]
async fn the_list_is_filtered_and_paged() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let names = |query: &'static str| {
        let manager = manager.clone();
        async move {
            let reply = manager.get(&format!("/api/services{query}")).await;
            let names: Vec<String> = reply.ok()["services"]
                .as_array()
                .unwrap()
                .iter()
                .map(|service| service["name"].as_str().unwrap().to_owned())
                .collect();
            (names, reply.meta())
        }
    };
    manager.delete(&format!("/api/services/{}", shop.facial.id)).await.ok();
    assert_eq!(names("").await.0, ["Cut", "Colour", "Massage", "Facial"]);
    assert_eq!(names("?serviceType=spa").await.0, ["Massage", "Facial"]);
    assert_eq!(names("?serviceType=spa&isActive=true").await.0, ["Massage"]);
    assert_eq!(names("?isActive=false").await.0, ["Facial"]);
    assert_eq!(names("?q=%20CO").await.0, ["Colour"]);
    assert_eq!(names("?categoryId=nothing-like-it").await.0, Vec::<String>::new());
    let (page, meta) = names("?page=2&pageSize=3").await;
    assert_eq!(page, ["Facial"]);
    assert_eq!(meta, json!({ "page": 2, "totalPages": 2, "totalCount": 4 }));
    manager.get("/api/services?serviceType=bar&isActive=maybe&page=0&pageSize=101").await.invalid(&[
        "serviceType",
        "isActive",
        "page",
        "pageSize",
    ]);
}

#[tokio::test]
async fn an_inactive_category_hides_its_services() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let category = hair(&manager).await;
    service(&manager, &category, "Cut").await;
    let path = format!("/api/services/categories/{category}");
    manager
        .post("/api/services/categories", json!({ "name": "Hair, Scalp", "serviceType": "spa" }))
        .await
        .refused(409, "CONFLICT");
    assert_eq!(manager.delete(&path).await.ok(), json!({ "ok": true }));
    assert!(public_names(&salon).await.is_empty());
    salon.visitor().get("/api/services/cut").await.refused(404, "NOT_FOUND");
    let listed = manager.get("/api/services/categories").await;
    assert_eq!((&listed.ok()["categories"][0]["isActive"], &listed.meta()["totalCount"]), (&json!(false), &json!(1)));
    let back = manager.patch(&path, json!({ "isActive": true, "name": "Hair", "slug": "hair" })).await.ok();
    assert_eq!((&back["category"]["slug"], back["category"].get("services")), (&json!("hair"), None));
    assert_eq!(public_names(&salon).await, ["Cut"]);
    manager.patch("/api/services/categories/nobody", json!({})).await.refused(404, "NOT_FOUND");
    manager.delete("/api/services/categories/nobody").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn services_are_the_managers() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    for path in ["/api/services", "/api/services/x", "/api/services/categories"] {
        desk.get(path).await.refused(403, "FORBIDDEN");
        salon.anyone(parlour_settings::App::Admin).get(path).await.refused(401, "UNAUTHENTICATED");
    }
    desk.post("/api/services", json!({})).await.refused(403, "FORBIDDEN");
    desk.put("/api/services/order", json!({})).await.refused(403, "FORBIDDEN");
    desk.delete("/api/services/categories/x").await.refused(403, "FORBIDDEN");
}
