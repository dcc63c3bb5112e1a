//! Products: created, changed and deactivated by managers; their stock at each branch, received, used up, adjusted and
//! transferred, sold and given back; what has run low, and the report.

use futures::future::join_all;
use parlour_booking::bookings::Booking;
use parlour_money::invoices::{Invoice, InvoiceLine};
use parlour_money::products::{BranchStock, OnInvoice, Product, Stock};
use parlour_senders::Channel;
use parlour_setup::branches::{Branch, BranchSettings};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{InvoiceId, ProductId};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use serde_json::{Value, json};

const PRODUCTS: &str = "/api/products";

fn shampoo() -> Value {
    json!({
        "name": " Neem shampoo ", "brand": "Vana", "barcode": "8901030865278", "hsnCode": "3305", "gstRateBps": 500,
        "pricePaise": 39_900, "costPaise": 24_000, "reorderAt": 4,
    })
}

/// The least that makes a product.
fn named(name: &str) -> Value {
    json!({ "name": name, "hsnCode": "3305", "gstRateBps": 1800, "pricePaise": 49_900 })
}

async fn create(manager: &Client<'_>, body: Value) -> (String, Value) {
    let product = manager.post(PRODUCTS, body).await.created()["product"].clone();
    (format!("{PRODUCTS}/{}", product["id"].as_str().unwrap()), product)
}

fn moved(branch: &Branch, kind: &str, quantity: i64) -> Value {
    json!({ "branchId": branch.id, "kind": kind, "quantity": quantity })
}

async fn receive(manager: &Client<'_>, path: &str, branch: &Branch, quantity: i64) -> Value {
    manager.post(&format!("{path}/movements"), moved(branch, "received", quantity)).await.created()["movement"].clone()
}

async fn on_hand(client: &Client<'_>, path: &str, branch: &Branch) -> i64 {
    let product = client.get(&format!("{path}?branchId={}", branch.id)).await.ok()["product"].clone();
    product["onHand"].as_i64().unwrap()
}

async fn names(client: &Client<'_>, query: &str) -> Vec<String> {
    let list = client.get(&format!("{PRODUCTS}?{query}")).await.ok();
    let names = list["products"].as_array().unwrap().iter().map(|product| product["name"].as_str().unwrap().to_owned());
    names.collect()
}

async fn be_strict(salon: &TestSalon, branch: &Branch) -> Branch {
    let path = format!("/api/branches/{}/settings", branch.id);
    salon.owner().await.patch(&path, json!({ "strictStock": true })).await.ok();
    let settings = BranchSettings { strict_stock: true, ..branch.settings.clone() };
    Branch { settings, ..branch.clone() }
}

/// What happened of this type, oldest first: the record and what is told of it.
async fn events(salon: &TestSalon, what: EventType) -> Vec<(String, Value)> {
    let mut events = salon.events().await;
    events.sort_by_key(|event| event.id.clone());
    events.into_iter().filter(|event| event.what == what).map(|event| (event.entity_id, event.data)).collect()
}

#[tokio::test]
async fn a_manager_creates_a_product_and_the_desk_sees_all_but_its_cost() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (path, product) = create(&manager, shampoo()).await;
    let now = salon.salon.clock.now();
    let mut expected = json!({
        "id": product["id"], "name": "Neem shampoo", "brand": "Vana", "barcode": "8901030865278", "hsnCode": "3305",
        "gstRateBps": 500, "pricePaise": 39_900, "costPaise": 24_000, "reorderAt": 4, "isActive": true,
        "createdAt": now, "updatedAt": now,
    });
    assert_eq!(product, expected);
    assert_eq!(manager.get(PRODUCTS).await.ok()["products"], json!([expected]));
    expected["stock"] = json!([]);
    assert_eq!(manager.get(&path).await.ok()["product"], expected);
    expected.as_object_mut().unwrap().remove("costPaise");
    assert_eq!(desk.get(&path).await.ok()["product"], expected);
    expected.as_object_mut().unwrap().remove("stock");
    assert_eq!(desk.get(PRODUCTS).await.ok()["products"], json!([expected]));

    let (_, plain) = create(&manager, named("Hair colour")).await;
    let absent = (&plain["brand"], &plain["barcode"], &plain["reorderAt"], plain.get("costPaise"));
    assert_eq!(absent, (&Value::Null, &Value::Null, &Value::Null, None));
}

#[tokio::test]
async fn what_is_wrong_with_a_product_is_told_field_by_field() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let required = ["name", "hsnCode", "gstRateBps", "pricePaise"];
    manager.post(PRODUCTS, json!({})).await.invalid(&required);
    let wrong = json!({
        "name": "x".repeat(121), "brand": "x".repeat(81), "barcode": "12 34", "hsnCode": "33051", "gstRateBps": 501,
        "pricePaise": -1, "costPaise": 10_000_001, "reorderAt": -1, "isActive": "yes",
    });
    let every = [&required[..], &["brand", "barcode", "costPaise", "reorderAt", "isActive"]].concat();
    manager.post(PRODUCTS, wrong.clone()).await.invalid(&every);
    for bps in [0, 10, 25, 100, 150, 300, 500, 600, 750, 1200, 1800, 2800, 4000] {
        let mut product = named(&format!("At {bps}"));
        product["gstRateBps"] = json!(bps);
        manager.post(PRODUCTS, product).await.created();
    }
    let (path, _) = create(&manager, shampoo()).await;
    manager.patch(&path, wrong).await.invalid(&every);
    manager.get(&format!("{PRODUCTS}?low=perhaps&isActive=maybe&page=0")).await.invalid(&["low", "isActive", "page"]);
    manager.get(&format!("{PRODUCTS}?branchId=nowhere")).await.invalid(&["branchId"]);
    manager.get(&format!("{path}?branchId=nowhere")).await.invalid(&["branchId"]);
}

#[tokio::test]
async fn a_patch_changes_what_it_names_and_null_clears_what_may_be_absent() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let (path, mut expected) = create(&manager, shampoo()).await;
    salon.set_clock("2026-11-16T11:00:00+05:30");
    let now = json!(salon.salon.clock.now());
    let change = json!({ "name": "Tulsi shampoo", "pricePaise": 42_000, "hsnCode": "330510", "gstRateBps": 1800 });
    for (field, value) in change.as_object().unwrap() {
        expected[field] = value.clone();
    }
    expected["updatedAt"] = now;
    assert_eq!(manager.patch(&path, change).await.ok()["product"], expected);
    assert_eq!(manager.patch(&path, json!({})).await.ok()["product"], expected);
    for field in ["brand", "barcode", "reorderAt"] {
        expected[field] = Value::Null;
    }
    expected.as_object_mut().unwrap().remove("costPaise");
    let cleared = json!({ "brand": null, "barcode": null, "reorderAt": null, "costPaise": null, "name": null });
    assert_eq!(manager.patch(&path, cleared).await.ok()["product"], expected);
}

#[tokio::test]
async fn a_deactivated_product_stays_and_can_be_sold_again() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (path, _) = create(&manager, shampoo()).await;
    for _ in 0..2 {
        manager.delete(&path).await.ok();
        assert_eq!(desk.get(&path).await.ok()["product"]["isActive"], false);
    }
    assert_eq!(names(&desk, "isActive=true").await, [""; 0]);
    assert_eq!(names(&desk, "isActive=false").await, ["Neem shampoo"]);
    manager.patch(&path, json!({ "isActive": true })).await.ok();
    assert_eq!(names(&desk, "isActive=true").await, ["Neem shampoo"]);
}

#[tokio::test]
async fn writes_are_a_managers_and_what_is_not_there_is_not_found() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (path, _) = create(&manager, shampoo()).await;
    let movements = format!("{path}/movements");
    desk.post(PRODUCTS, named("Oil")).await.refused(403, "FORBIDDEN");
    desk.patch(&path, json!({ "pricePaise": 1 })).await.refused(403, "FORBIDDEN");
    desk.delete(&path).await.refused(403, "FORBIDDEN");
    desk.get(&movements).await.refused(403, "FORBIDDEN");
    desk.post(&movements, moved(&shop.open, "received", 1)).await.refused(403, "FORBIDDEN");
    let nothing = format!("{PRODUCTS}/nothing");
    manager.get(&nothing).await.refused(404, "NOT_FOUND");
    manager.patch(&nothing, json!({ "pricePaise": 1 })).await.refused(404, "NOT_FOUND");
    manager.delete(&nothing).await.refused(404, "NOT_FOUND");
    manager.get(&format!("{nothing}/movements")).await.refused(404, "NOT_FOUND");
    manager.post(&format!("{nothing}/movements"), moved(&shop.open, "received", 1)).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_name_or_a_barcode_that_another_has_is_refused_and_one_given_up_is_free() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let (path, _) = create(&manager, shampoo()).await;
    let (oil, _) = create(&manager, named("Hair oil")).await;
    let said = |error: &Value| error["message"].as_str().unwrap().to_owned();
    let name = manager.post(PRODUCTS, named("NEEM  Shampoo")).await.refused(409, "CONFLICT");
    assert_eq!(said(&name), "Another product already has this name.");
    let mut same = named("Serum");
    same["barcode"] = json!(" 8901030865278 ");
    let code = manager.post(PRODUCTS, same.clone()).await.refused(409, "CONFLICT");
    assert_eq!(said(&code), "Another product already has this barcode.");
    manager.patch(&oil, json!({ "name": "neem shampoo" })).await.refused(409, "CONFLICT");
    manager.patch(&oil, json!({ "barcode": "8901030865278" })).await.refused(409, "CONFLICT");
    // Its own are no obstacle, and a deactivated product keeps its own.
    manager.patch(&path, json!({ "name": "NEEM SHAMPOO", "barcode": "8901030865278" })).await.ok();
    manager.delete(&path).await.ok();
    manager.post(PRODUCTS, named("Neem shampoo")).await.refused(409, "CONFLICT");
    manager.patch(&path, json!({ "name": "Tulsi shampoo", "barcode": null })).await.ok();
    manager.post(PRODUCTS, named("Neem shampoo")).await.created();
    manager.post(PRODUCTS, same).await.created();
}

#[tokio::test]
async fn of_many_who_take_one_name_or_barcode_at_once_one_gets_it() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    for round in 0..rounds() {
        let bodies = (0..10).map(|number| {
            let mut body = named(&format!("Oil {round} {}", if round % 2 == 0 { 0 } else { number }));
            body["barcode"] = json!(format!("{round}-{}", if round % 2 == 0 { number } else { 0 }));
            body
        });
        let replies = join_all(bodies.map(|body| manager.post(PRODUCTS, body))).await;
        let (made, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 201);
        assert_eq!((made.len(), refused.len()), (1, 9));
        refused.iter().for_each(|reply| _ = reply.refused(409, "CONFLICT"));
    }
    assert_eq!(names(&manager, "pageSize=100").await.len(), rounds());
}

#[tokio::test]
async fn products_are_found_by_words_barcode_and_what_there_is_of_them() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (shampoo, _) = create(&manager, shampoo()).await;
    let (colour, _) = create(&manager, named("hair Colour")).await;
    create(&manager, named("Argan oil")).await;
    receive(&manager, &shampoo, &shop.open, 4).await;
    receive(&manager, &shampoo, &shop.staffed, 9).await;
    receive(&manager, &colour, &shop.open, 2).await;
    assert_eq!(names(&desk, "").await, ["Argan oil", "hair Colour", "Neem shampoo"]);
    assert_eq!(names(&desk, "q=VANA").await, ["Neem shampoo"]);
    assert_eq!(names(&desk, "q=89010").await, ["Neem shampoo"]);
    assert_eq!(names(&desk, "q=colour&pageSize=1").await, ["hair Colour"]);
    assert_eq!(names(&desk, "barcode=8901030865278").await, ["Neem shampoo"]);
    assert_eq!(names(&desk, "barcode=8901").await, [""; 0]);
    assert_eq!(names(&desk, "page=2&pageSize=2").await, ["Neem shampoo"]);
    // What says nothing about ordering is never low.
    assert_eq!(names(&desk, "low=true").await, ["Neem shampoo"]);
    assert_eq!(names(&desk, &format!("low=true&branchId={}", shop.open.id)).await, ["Neem shampoo"]);
    assert_eq!(names(&desk, &format!("low=true&branchId={}", shop.staffed.id)).await, [""; 0]);
    assert_eq!(names(&desk, &format!("low=false&q=shampoo&branchId={}", shop.staffed.id)).await, ["Neem shampoo"]);
    let list = desk.get(&format!("{PRODUCTS}?branchId={}", shop.open.id)).await.ok();
    let stock: Vec<&Value> = list["products"].as_array().unwrap().iter().map(|product| &product["onHand"]).collect();
    assert_eq!(stock, [&json!(0), &json!(2), &json!(4)]);
    let both = json!([{ "branchId": shop.open.id, "onHand": 4 }, { "branchId": shop.staffed.id, "onHand": 9 }]);
    assert_eq!(desk.get(&shampoo).await.ok()["product"]["stock"], both);
}

#[tokio::test]
async fn stock_is_received_used_adjusted_and_transferred_and_every_movement_is_kept() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let (path, product) = create(&manager, shampoo()).await;
    let movements = format!("{path}/movements");
    let mut body = moved(&shop.open, "received", 12);
    body["costPaise"] = json!(23_500);
    body["note"] = json!(" From the wholesaler ");
    let received = manager.post(&movements, body).await.created()["movement"].clone();
    let expected = json!({
        "id": received["id"], "productId": product["id"], "branchId": shop.open.id, "kind": "received", "quantity": 12,
        "onHand": 12, "costPaise": 23_500, "note": "From the wholesaler", "toBranchId": null, "fromBranchId": null,
        "invoiceId": null, "invoiceNumber": null, "by": manager.id(), "createdAt": salon.salon.clock.now(),
    });
    assert_eq!(received, expected);
    for (kind, quantity, change, left) in [("used", 2, -2, 10), ("adjusted", -3, -3, 7), ("adjusted", 1, 1, 8)] {
        let movement = manager.post(&movements, moved(&shop.open, kind, quantity)).await.created()["movement"].clone();
        assert_eq!((&movement["quantity"], &movement["onHand"]), (&json!(change), &json!(left)), "{kind}");
    }
    let mut sent = moved(&shop.open, "transferred", 5);
    sent["toBranchId"] = json!(shop.staffed.id);
    let sent = manager.post(&movements, sent).await.created()["movement"].clone();
    assert_eq!((&sent["quantity"], &sent["onHand"]), (&json!(-5), &json!(3)));
    assert_eq!((&sent["toBranchId"], &sent["fromBranchId"]), (&json!(shop.staffed.id), &Value::Null));
    assert_eq!(on_hand(&manager, &path, &shop.open).await, 3);
    assert_eq!(on_hand(&manager, &path, &shop.staffed).await, 5);

    let listed = manager.get(&movements).await.ok()["movements"].clone();
    let told: Vec<(&str, i64)> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|movement| (movement["kind"].as_str().unwrap(), movement["quantity"].as_i64().unwrap()))
        .collect();
    let newest_first =
        [("transferred", 5), ("transferred", -5), ("adjusted", 1), ("adjusted", -3), ("used", -2), ("received", 12)];
    assert_eq!(told, newest_first);
    assert_eq!((&listed[0]["fromBranchId"], &listed[0]["branchId"]), (&json!(shop.open.id), &json!(shop.staffed.id)));
    let page = manager.get(&format!("{movements}?page=2&pageSize=4")).await.ok()["movements"].clone();
    assert_eq!(page, json!([listed[4], listed[5]]));
}

#[tokio::test]
async fn what_is_wrong_with_a_movement_is_told_field_by_field() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let (path, _) = create(&manager, shampoo()).await;
    let movements = format!("{path}/movements");
    manager.post(&movements, json!({})).await.invalid(&["branchId", "kind", "quantity"]);
    for (kind, quantity) in [("received", 0), ("received", -1), ("used", -1), ("adjusted", 0), ("adjusted", 1_000_001)]
    {
        manager.post(&movements, moved(&shop.open, kind, quantity)).await.invalid(&["quantity"]);
    }
    manager.post(&movements, moved(&shop.open, "sold", 1)).await.invalid(&["kind"]);
    manager.post(&movements, moved(&shop.open, "transferred", 1)).await.invalid(&["toBranchId"]);
    let to = |kind: &str, branch: &str| json!({ "branchId": shop.open.id, "kind": kind, "quantity": 1, "toBranchId": branch });
    manager.post(&movements, to("transferred", shop.open.id.as_str())).await.invalid(&["toBranchId"]);
    manager.post(&movements, to("transferred", "nowhere")).await.invalid(&["toBranchId"]);
    manager.post(&movements, to("received", shop.staffed.id.as_str())).await.invalid(&["toBranchId"]);
    let nowhere = json!({ "branchId": "nowhere", "kind": "received", "quantity": 1, "note": "x".repeat(201) });
    manager.post(&movements, nowhere).await.invalid(&["note"]);
    let nowhere = json!({ "branchId": "nowhere", "kind": "received", "quantity": 1 });
    manager.post(&movements, nowhere).await.invalid(&["branchId"]);
    assert_eq!(manager.get(&movements).await.ok()["movements"], json!([]));
}

#[tokio::test]
async fn stock_falls_below_nothing_unless_the_branch_is_strict() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let (path, product) = create(&manager, shampoo()).await;
    let movements = format!("{path}/movements");
    receive(&manager, &path, &shop.open, 1).await;
    let used = manager.post(&movements, moved(&shop.open, "used", 3)).await.created()["movement"].clone();
    assert_eq!(used["onHand"], -2);
    be_strict(&salon, &shop.open).await;
    for (kind, quantity) in [("used", 1), ("adjusted", -1)] {
        let error = manager.post(&movements, moved(&shop.open, kind, quantity)).await.refused(409, "CONFLICT");
        assert_eq!(error["details"]["productIds"], json!([product["id"]]));
    }
    let mut away = moved(&shop.open, "transferred", 1);
    away["toBranchId"] = json!(shop.staffed.id);
    manager.post(&movements, away).await.refused(409, "CONFLICT");
    assert_eq!(on_hand(&manager, &path, &shop.staffed).await, 0);
    // What comes in is taken, however little there is.
    assert_eq!(receive(&manager, &path, &shop.open, 3).await["onHand"], 1);
    manager.post(&movements, moved(&shop.open, "used", 1)).await.created();
    manager.post(&movements, moved(&shop.open, "used", 1)).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn movements_at_the_same_time_lose_nothing() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let (path, _) = create(&manager, shampoo()).await;
    let movements = format!("{path}/movements");
    receive(&manager, &path, &shop.open, 100).await;
    let mut away = moved(&shop.open, "transferred", 3);
    away["toBranchId"] = json!(shop.staffed.id);
    let bodies = [moved(&shop.open, "received", 7), moved(&shop.open, "used", 2), away];
    salon.wire.late_writes();
    let all = (0..rounds()).flat_map(|_| bodies.iter());
    join_all(all.map(|body| manager.post(&movements, body.clone()))).await.iter().for_each(|reply| _ = reply.created());
    salon.wire.reset();
    let each = i64::try_from(rounds()).unwrap();
    assert_eq!(on_hand(&manager, &path, &shop.open).await, 100 + 2 * each);
    assert_eq!(on_hand(&manager, &path, &shop.staffed).await, 3 * each);
    let kept = manager.get(&format!("{movements}?pageSize=100")).await.ok()["movements"].clone();
    assert_eq!(kept.as_array().unwrap().len(), 1 + 4 * rounds());
}

#[tokio::test]
async fn of_the_last_pieces_of_a_strict_branch_none_goes_twice() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    be_strict(&salon, &shop.open).await;
    let manager = salon.manager().await;
    let (path, _) = create(&manager, shampoo()).await;
    let movements = format!("{path}/movements");
    receive(&manager, &path, &shop.open, 5).await;
    let replies = join_all((0..12).map(|_| manager.post(&movements, moved(&shop.open, "used", 1)))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 5);
    assert_eq!(on_hand(&manager, &path, &shop.open).await, 0);
}

#[tokio::test]
async fn falling_to_where_it_is_to_be_ordered_is_told_once_as_a_second_event() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (manager, developer) = (salon.manager().await, salon.person("Dev", Role::Developer).await);
    let (path, product) = create(&manager, shampoo()).await;
    let movements = format!("{path}/movements");
    receive(&manager, &path, &shop.open, 6).await;
    assert!(events(&salon, EventType::ProductLow).await.is_empty(), "coming in is no fall");
    for quantity in [1, 1, 1] {
        manager.post(&movements, moved(&shop.open, "used", quantity)).await.created();
    }
    let low = json!({ "branchId": shop.open.id, "onHand": 4, "reorderAt": 4 });
    let id = product["id"].as_str().unwrap().to_owned();
    assert_eq!(events(&salon, EventType::ProductLow).await, [(id.clone(), low)]);
    let moves = salon.events().await;
    let low = moves.iter().find(|event| event.what == EventType::ProductLow).unwrap();
    let same = moves.iter().find(|event| event.what == EventType::StockMoved && event.request_id == low.request_id);
    assert!(same.is_some_and(|same| same.id < low.id), "the second event of the same request");
    // Ordered and sold out again, it is told again.
    receive(&manager, &path, &shop.open, 2).await;
    manager.post(&movements, moved(&shop.open, "adjusted", -5)).await.created();
    assert_eq!(events(&salon, EventType::ProductLow).await.len(), 2);

    let log = developer.get(&format!("/api/logs/audit?entityType=product&entityId={id}")).await.ok();
    let first =
        &log["entries"].as_array().unwrap().iter().find(|entry| entry["action"] == "stock.move").unwrap()["changes"];
    assert_eq!((&first["kind"], &first["quantity"], &first["onHand"]), (&json!("adjusted"), &json!(-5), &json!(0)));
}

#[tokio::test]
async fn every_change_of_a_product_is_in_the_audit_log() {
    let salon = TestSalon::open().await;
    let (manager, developer) = (salon.manager().await, salon.person("Dev", Role::Developer).await);
    let (path, product) = create(&manager, shampoo()).await;
    manager.patch(&path, json!({ "pricePaise": 42_000, "brand": null })).await.ok();
    manager.patch(&path, json!({ "pricePaise": 42_000 })).await.ok();
    manager.delete(&path).await.ok();
    manager.delete(&path).await.ok();
    let log = format!("/api/logs/audit?entityType=product&entityId={}", product["id"].as_str().unwrap());
    let log = developer.get(&log).await.ok();
    let mut entries: Vec<(&str, &Value)> = log["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["action"].as_str().unwrap(), &entry["changes"]))
        .collect();
    entries.sort_by_key(|(action, _)| *action);
    let amounts = json!({ "pricePaise": { "from": 39_900, "to": 42_000 } });
    assert_eq!(
        entries,
        [
            ("product.create", &json!({ "hsnCode": "3305", "gstRateBps": 500, "pricePaise": 39_900 })),
            ("product.delete", &json!({ "isActive": false })),
            ("product.patch", &json!({ "fields": ["brand", "price"], "amounts": amounts })),
        ]
    );
}

/// What a bill does with the stock of a branch: takes these pieces, or gives them back.
struct Bill<'a> {
    salon: &'a TestSalon,
    branch: Branch,
    invoice: InvoiceId,
    number: DocumentNumber,
}

impl<'a> Bill<'a> {
    fn of(salon: &'a TestSalon, branch: &Branch) -> Self {
        let (invoice, number) = ("i1".into(), DocumentNumber::stored("BLR/26-27/00001"));
        Self { salon, branch: branch.clone(), invoice, number }
    }

    async fn stock(&self, ids: &[ProductId]) -> BranchStock {
        let found = self.salon.salon.table.get_many(BranchStock::keys(&self.branch.id, ids)).await.unwrap();
        BranchStock::among(&found, &self.branch, ids).unwrap()
    }

    /// The products that are missing, if any.
    async fn take(&self, sold: &[(&Product, u32)]) -> Result<(), Vec<ProductId>> {
        let salon = &self.salon.salon;
        let ids: Vec<ProductId> = sold.iter().map(|(product, _)| product.id.clone()).collect();
        let act = Act::of_operator("bill", salon.clock.now());
        let mut transaction = salon.transaction(&act);
        let invoice = OnInvoice { id: &self.invoice, number: &self.number };
        let stock = self.stock(&ids).await;
        stock.take(&mut transaction, &act, &salon.random, sold, invoice).map_err(|short| short.product_ids)?;
        transaction.audit(EventType::BookingCompleted, "booking", "b1", json!({}));
        transaction.commit().await.unwrap();
        Ok(())
    }

    async fn give_back(&self, returned: &[(&ProductId, u32)]) {
        let salon = &self.salon.salon;
        let ids: Vec<ProductId> = returned.iter().map(|(id, _)| (*id).clone()).collect();
        let act = Act::of_operator("void", salon.clock.now());
        let mut transaction = salon.transaction(&act);
        let invoice = OnInvoice { id: &self.invoice, number: &self.number };
        let stock = self.stock(&ids).await;
        stock.give_back(&mut transaction, &act, &salon.random, returned.iter().copied(), invoice);
        transaction.commit().await.unwrap();
    }
}

async fn kept(salon: &TestSalon, product: &Value) -> Product {
    let id = ProductId::from(product["id"].as_str().unwrap());
    salon.stored::<Product>(&keys::product(&id)).await.unwrap().record
}

#[tokio::test]
async fn a_bill_takes_its_products_once_and_a_void_gives_them_back() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let ((path, shampoo), (oil_path, oil)) =
        (create(&manager, shampoo()).await, create(&manager, named("Hair oil")).await);
    receive(&manager, &path, &shop.open, 6).await;
    let (shampoo, oil) = (kept(&salon, &shampoo).await, kept(&salon, &oil).await);
    let bill = Bill::of(&salon, &shop.open);
    // A product of two lines is taken in one change; one that was never received falls below nothing.
    bill.take(&[(&shampoo, 1), (&oil, 2), (&shampoo, 2)]).await.unwrap();
    assert_eq!(on_hand(&manager, &path, &shop.open).await, 3);
    assert_eq!(on_hand(&manager, &oil_path, &shop.open).await, -2);
    let low = events(&salon, EventType::ProductLow).await;
    assert_eq!(low, [(shampoo.id.to_string(), json!({ "branchId": shop.open.id, "onHand": 3, "reorderAt": 4 }))]);
    let sold = manager.get(&format!("{path}/movements")).await.ok()["movements"][0].clone();
    let told = ["kind", "quantity", "onHand", "invoiceId", "invoiceNumber"].map(|field| sold[field].clone());
    assert_eq!(told, [json!("sold"), json!(-3), json!(3), json!("i1"), json!("BLR/26-27/00001")]);

    bill.give_back(&[(&shampoo.id, 2), (&oil.id, 2), (&shampoo.id, 1)]).await;
    assert_eq!(on_hand(&manager, &path, &shop.open).await, 6);
    assert_eq!(on_hand(&manager, &oil_path, &shop.open).await, 0);
    let returned = manager.get(&format!("{path}/movements")).await.ok()["movements"][0].clone();
    assert_eq!((&returned["kind"], &returned["quantity"]), (&json!("returned"), &json!(3)));
}

#[tokio::test]
async fn a_strict_branch_sells_only_what_it_has_and_says_what_is_missing() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let ((path, shampoo), (_, oil)) = (create(&manager, shampoo()).await, create(&manager, named("Hair oil")).await);
    receive(&manager, &path, &shop.open, 3).await;
    let (shampoo, oil) = (kept(&salon, &shampoo).await, kept(&salon, &oil).await);
    let bill = Bill::of(&salon, &be_strict(&salon, &shop.open).await);
    let mut both = vec![shampoo.id.clone(), oil.id.clone()];
    both.sort();
    assert_eq!(bill.take(&[(&shampoo, 2), (&oil, 1), (&shampoo, 2)]).await, Err(both));
    assert_eq!(bill.take(&[(&shampoo, 3), (&oil, 1)]).await, Err(vec![oil.id.clone()]));
    assert_eq!(on_hand(&manager, &path, &shop.open).await, 3, "nothing is taken of a bill that is refused");
    bill.take(&[(&shampoo, 3)]).await.unwrap();
    assert_eq!(on_hand(&manager, &path, &shop.open).await, 0);
}

/// A visit of today whose invoice has a line of this product too.
async fn invoiced(salon: &TestSalon, shop: &Shop, product: &Value, quantity: u32, price: i64) {
    let asha = salon.customer("Asha").await;
    let booking = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    let path = format!("/api/bookings/{}/complete", booking.id);
    salon.manager().await.post(&path, json!({ "paymentMethod": "cash" })).await.ok();
    let booking = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap();
    let mut invoice =
        salon.stored::<Invoice>(&keys::invoice(booking.invoice_id.as_ref().unwrap())).await.unwrap().record;
    let net = Paise(price).times(quantity);
    let half = net.portion(500, 2 * 10_500);
    invoice.lines.push(InvoiceLine {
        id: "2".into(),
        service_id: None,
        product_id: Some(product["id"].as_str().unwrap().into()),
        description: product["name"].as_str().unwrap().to_owned(),
        quantity,
        list: Paise(price),
        price: Paise(price),
        discount: Paise::ZERO,
        taxable: net.minus(half).minus(half),
        cgst: half,
        sgst: half,
        ..invoice.lines[0].clone()
    });
    salon.put(&invoice).await;
}

#[tokio::test]
async fn the_report_has_what_was_sold_what_is_there_and_what_it_cost() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let ((path, shampoo), (oil_path, oil)) =
        (create(&manager, shampoo()).await, create(&manager, named("Hair oil")).await);
    receive(&manager, &path, &shop.open, 12).await;
    receive(&manager, &path, &shop.staffed, 5).await;
    receive(&manager, &oil_path, &shop.staffed, 1).await;
    invoiced(&salon, &shop, &shampoo, 2, 39_900).await;
    salon.set_clock("2026-11-17T12:00:00+05:30");
    invoiced(&salon, &shop, &shampoo, 1, 39_900).await;
    let row = |product: &Value, branch: &Branch, sold: [i64; 3], on_hand: i64, value: Value| {
        json!({
            "productId": product["id"], "name": product["name"], "branchId": branch.id, "branchName": branch.name,
            "soldQuantity": sold[0], "netPaise": sold[1], "taxablePaise": sold[2], "onHand": on_hand, "valuePaise": value,
        })
    };
    let report = manager.get("/api/reports/products").await.ok();
    assert_eq!((&report["from"], &report["to"]), (&json!("2026-11-01"), &json!("2026-11-30")));
    let mut shampoos = [
        row(&shampoo, &shop.open, [3, 119_700, 114_000], 12, json!(288_000)),
        row(&shampoo, &shop.staffed, [0, 0, 0], 5, json!(120_000)),
    ];
    shampoos.sort_by_key(|row| row["branchId"].as_str().unwrap().to_owned());
    let oils = row(&oil, &shop.staffed, [0, 0, 0], 1, Value::Null);
    assert_eq!(report["products"], json!([oils, shampoos[0], shampoos[1]]));
    let totals = json!({ "soldQuantity": 3, "netPaise": 119_700, "taxablePaise": 114_000, "valuePaise": 408_000 });
    assert_eq!(report["totals"], totals);

    // Of one day, and of one branch; a day that is over is counted the same once it is stored.
    let day = format!("/api/reports/products?from=2026-11-16&to=2026-11-16&branchId={}", shop.open.id);
    let one = json!([row(&shampoo, &shop.open, [2, 79_800, 76_000], 12, json!(288_000))]);
    assert_eq!(manager.get(&day).await.ok()["products"], one);
    salon.job("nightly-sales-summary", json!({})).await;
    assert_eq!(manager.get(&day).await.ok()["products"], one);
    manager.get("/api/reports/products?from=2026-11-20&to=2026-11-10").await.invalid(&["to"]);
    salon.reception().await.get("/api/reports/products").await.refused(403, "FORBIDDEN");

    let file = manager.get(&format!("{day}&format=csv")).await;
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let columns = "productId,name,branchId,branchName,soldQuantity,netPaise,taxablePaise,onHand,valuePaise";
    let line = format!(
        "{},Neem shampoo,{},{},2,79800,76000,12,288000",
        shampoo["id"].as_str().unwrap(),
        shop.open.id,
        shop.open.name
    );
    assert_eq!(text, format!("\u{feff}{columns}\r\n{line}\r\n"));
}

#[tokio::test]
async fn the_days_report_says_what_is_to_be_ordered() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let (path, _) = create(&manager, shampoo()).await;
    let (oil, _) = create(&manager, named("Hair oil")).await;
    receive(&manager, &path, &shop.open, 4).await;
    receive(&manager, &path, &shop.staffed, 5).await;
    receive(&manager, &oil, &shop.open, 1).await;
    salon.set_clock("2026-11-16T22:30:00+05:30");
    salon.post.clear();
    salon.job("daily-sales-report", json!({})).await;
    let told = salon.sent(Channel::Chat).pop().unwrap().body;
    let expected = format!("*To be ordered*\n• Neem shampoo: {} · 4 left\n", shop.open.name);
    assert!(told.contains(&expected), "{told}");
    assert!(!told.contains(&format!("Neem shampoo: {}", shop.staffed.name)) && !told.contains("Hair oil"), "{told}");
    manager.delete(&path).await.ok();
    salon.set_clock("2026-11-17T22:30:00+05:30");
    salon.job("daily-sales-report", json!({})).await;
    assert!(!salon.sent(Channel::Chat).pop().unwrap().body.contains("To be ordered"));
}

#[tokio::test]
async fn a_dry_run_moves_nothing_and_a_repeat_under_one_key_moves_once() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let manager = salon.manager().await;
    let (path, product) = create(&manager, shampoo()).await;
    let movements = format!("{path}/movements");
    let tried = manager.post(&format!("{movements}?dryRun=true"), moved(&shop.open, "received", 5)).await;
    assert_eq!((tried.status.as_u16(), &tried.json()["data"]["movement"]["onHand"]), (201, &json!(5)));
    let stock = keys::stock(&shop.open.id, &product["id"].as_str().unwrap().into());
    assert!(salon.stored::<Stock>(&stock).await.is_none());
    let once = manager.clone().once("goods-1");
    let first = once.post(&movements, moved(&shop.open, "received", 5)).await;
    let again = once.post(&movements, moved(&shop.open, "received", 5)).await;
    assert_eq!(first.created(), again.json()["data"]);
    assert_eq!(on_hand(&manager, &path, &shop.open).await, 5);
}
