//! Products: created, changed and deactivated by managers; their stock at each branch, received, used up, adjusted and
//! transferred, sold and given back; what has run low, and the report.

mod sold;
mod stock;

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

/// The events of this type, oldest first: the record and what is told of it.
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    // A product that says nothing about ordering is never low.
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

#[tokio::test]
async fn a_dry_run_moves_nothing_and_a_repeat_under_one_key_moves_once() {
    let (salon, shop) = TestSalon::with_shop().await;
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
