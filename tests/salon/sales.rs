//! Products sold without a visit, and what a void or a credit note gives back over the counter.

use futures::future::join_all;
use parlour_money::products::{Product, Stock};
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::gst::GstRate;
use parlour_values::money::Paise;
use serde_json::{Value, json};

async fn product(salon: &TestSalon, id: &str, price: i64, rate: GstRate) -> Product {
    let product = Product { name: id.to_owned(), price: Paise(price), gst: rate, ..Product::sample(id) };
    salon.put(&product).await;
    product
}

async fn on_hand(salon: &TestSalon, shop: &Shop, product: &Product) -> i64 {
    let stock = salon.stored::<Stock>(&keys::stock(&shop.open.id, &product.id)).await;
    stock.map_or(0, |stock| stock.on_hand)
}

fn sale(shop: &Shop, product: &Product, more: Value) -> Value {
    let mut body = json!({ "branchId": shop.open.id, "lines": [{ "productId": product.id, "quantity": 2 }] });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

async fn sell(desk: &Client<'_>, body: Value) -> Value {
    desk.post("/api/sales", body).await.created()["invoice"].clone()
}

#[tokio::test]
async fn products_are_sold_to_anybody() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let oil = product(&salon, "oil", 39_900, GstRate::EIGHTEEN).await;
    let invoice = sell(&desk, sale(&shop, &oil, json!({ "paymentMethod": "cash" }))).await;
    assert_eq!((&invoice["invoiceType"], &invoice["customerId"]), (&json!("sale"), &Value::Null));
    assert_eq!((&invoice["totalAmountPaise"], &invoice["gemsEarned"]), (&json!(79_800), &json!(0)));
    assert_eq!(invoice["lines"][0]["gstRateBps"], 1800);
    assert_eq!(on_hand(&salon, &shop, &oil).await, -2);
    // To somebody known, and to somebody new whom the phone then leads to.
    let known = sell(&desk, sale(&shop, &oil, json!({ "paymentMethod": "upi", "customerId": asha.id() }))).await;
    assert_eq!(known["customerId"], json!(asha.id()));
    assert_eq!(salon.profile_of(&asha.id()).await.total_spent, Paise(79_800));
    let ravi = json!({ "paymentMethod": "upi", "customer": { "name": "Ravi Kumar", "phone": "9876500011" } });
    let first = sell(&desk, sale(&shop, &oil, ravi.clone())).await;
    let second = sell(&desk, sale(&shop, &oil, ravi)).await;
    assert_eq!(first["customerId"], second["customerId"]);
    let other = json!({ "paymentMethod": "upi", "customer": { "name": "Tara", "phone": "9876500011" } });
    let refused = desk.post("/api/sales", sale(&shop, &oil, other)).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["customer"]["firstName"], "Ravi");
    salon.deliver().await;
}

#[tokio::test]
async fn a_sale_that_cannot_be_is_refused_by_its_field() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager, owner) = (salon.reception().await, salon.manager().await, salon.owner().await);
    let oil = product(&salon, "oil", 39_900, GstRate::EIGHTEEN).await;
    for (more, field) in [
        (json!({ "branchId": "nobody", "paymentMethod": "upi" }), "branchId"),
        (json!({ "customerId": "nobody", "paymentMethod": "upi" }), "customerId"),
        (json!({ "lines": [], "paymentMethod": "upi" }), "lines"),
        (json!({ "lines": [{ "productId": "nobody" }], "paymentMethod": "upi" }), "lines.0.productId"),
        (json!({}), "paymentMethod"),
        (json!({ "payments": [{ "method": "upi", "amountPaise": 1 }] }), "payments"),
    ] {
        desk.post("/api/sales", sale(&shop, &oil, more)).await.invalid(&[field]);
    }
    let due = json!({ "leaveDue": true });
    desk.post("/api/sales", sale(&shop, &oil, due.clone())).await.refused(403, "FORBIDDEN");
    manager.post("/api/sales", sale(&shop, &oil, due)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let half = json!({ "paymentMethod": "upi", "discount": { "percentBps": 5000, "reason": "old stock" } });
    let refused =
        desk.post("/api/sales", sale(&shop, &oil, half.clone())).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(refused["details"], json!({ "limitBps": 1000, "effectiveBps": 5000 }));
    manager.put("/api/me/pin", json!({ "pin": "480217" })).await.ok();
    let mut by_pin = sale(&shop, &oil, half.clone());
    by_pin["approverId"] = json!(manager.id());
    by_pin["pin"] = json!("480217");
    assert_eq!(sell(&desk, by_pin).await["totalAmountPaise"], 39_900);
    assert_eq!(sell(&manager, sale(&shop, &oil, half)).await["totalAmountPaise"], 39_900);
    let settings = format!("/api/branches/{}/settings", shop.open.id);
    owner.patch(&settings, json!({ "strictStock": true })).await.ok();
    let refused =
        desk.post("/api/sales", sale(&shop, &oil, json!({ "paymentMethod": "upi" }))).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["productIds"], json!([oil.id]));
    owner.patch(&settings, json!({ "strictStock": false, "requireDrawer": true })).await.ok();
    desk.post("/api/sales", sale(&shop, &oil, json!({ "paymentMethod": "cash" }))).await.refused(409, "CONFLICT");
    sell(&desk, sale(&shop, &oil, json!({ "paymentMethod": "upi" }))).await;
}

#[tokio::test]
async fn what_was_sold_comes_back_to_shelf_drawer_and_pay() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let oil = product(&salon, "oil", 40_000, GstRate::EIGHTEEN).await;
    let rule = json!({ "from": "2026-11-16", "serviceBps": 1000, "productBps": 500 });
    manager.put(&format!("/api/staff/{}/commission", shop.meera.id), rule).await.ok();
    desk.post("/api/drawer/open", json!({ "branchId": shop.open.id, "openingPaise": 10_000 })).await.created();
    let lines = json!([{ "productId": oil.id, "quantity": 2, "staffId": shop.meera.id }]);
    let body = json!({ "branchId": shop.open.id, "lines": lines, "paymentMethod": "cash" });
    let pay = || async {
        let report = manager.get("/api/pay?month=2026-11").await.ok();
        let people = report["people"].as_array().unwrap().clone();
        let meera = people.into_iter().find(|person| person["staffId"] == json!(shop.meera.id)).unwrap();
        (meera["productsPaise"].as_i64().unwrap(), meera["commissionPaise"].as_i64().unwrap())
    };
    let voided = sell(&desk, body.clone()).await;
    assert_eq!(pay().await, (67_796, 3_390), "5 % of ₹800 without GST");
    let path = format!("/api/billing/invoices/{}", voided["id"].as_str().unwrap());
    manager.post(&format!("{path}/void"), json!({ "reason": "wrong" })).await.ok();
    assert_eq!((on_hand(&salon, &shop, &oil).await, pay().await), (0, (0, 0)));

    let refunded = sell(&desk, body).await;
    let path = format!("/api/billing/invoices/{}/credit-notes", refunded["id"].as_str().unwrap());
    for (amount, restock) in [(13_333, json!(null)), (66_667, json!([{ "lineId": "1", "quantity": 2 }]))] {
        let note = json!({ "amountPaise": amount, "reason": "broken", "refundMethod": "cash", "restock": restock });
        manager.post(&path, note).await.created();
    }
    assert_eq!((on_hand(&salon, &shop, &oil).await, pay().await), (0, (0, 0)));
    let report = manager.get("/api/reports/products").await.ok();
    let sold = &report["products"][0];
    assert_eq!((&sold["soldQuantity"], &sold["netPaise"]), (&json!(0), &json!(0)), "nothing stayed sold");
    let close = json!({ "branchId": shop.open.id, "countedPaise": 10_000 });
    let closed = desk.post("/api/drawer/close", close).await.ok()["drawer"].clone();
    assert_eq!((&closed["expectedPaise"], &closed["receivedByMethod"]["cash"]), (&json!(10_000), &json!(0)));
}

/// Cash completions while the drawer closes: every one is in exactly one place, and the sums fit.
#[tokio::test]
async fn cash_is_in_one_drawer_or_outside_of_all() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let oil = product(&salon, "oil", 1_000, GstRate::FIVE).await;
    let body = json!({ "branchId": shop.open.id, "lines": [{ "productId": oil.id }], "paymentMethod": "cash" });
    desk.post("/api/drawer/open", json!({ "branchId": shop.open.id, "openingPaise": 0 })).await.created();
    let sales = parlour_tests::counts::rounds().clamp(20, 200);
    let close = async {
        let body = json!({ "branchId": shop.open.id, "countedPaise": 0, "note": "counted before anybody paid" });
        desk.post("/api/drawer/close", body).await.ok()["drawer"]["expectedPaise"].as_i64().unwrap()
    };
    let selling = join_all((0..sales).map(|_| desk.post("/api/sales", body.clone())));
    let (sold, expected) = tokio::join!(selling, close);
    assert!(sold.iter().all(|reply| reply.status == 201));
    let day = desk.get("/api/billing/day").await.ok();
    let all = i64::try_from(sales).unwrap() * 1_000;
    assert_eq!(day["receivedByMethod"]["cash"], all);
    assert_eq!(day["outsideDrawerPaise"].as_i64().unwrap() + expected, all);
    assert_eq!(on_hand(&salon, &shop, &oil).await, -i64::try_from(sales).unwrap());
}
