//! `/products`: the list with a branch's stock, the scanner's field, the forms, and what moved a product.

use parlour_tests::{Client, Shop, TestSalon};
use serde_json::json;

use super::seen::see;
use crate::site::table::as_browser;

async fn shampoo(manager: &Client<'_>, shop: &Shop) -> String {
    let body = json!({
        "name": "Neem shampoo", "brand": "Vana", "barcode": "8901030865278", "hsnCode": "3305", "gstRateBps": 500,
        "pricePaise": 39_900, "costPaise": 24_000, "reorderAt": 4,
    });
    let product = manager.post("/api/products", body).await.created()["product"]["id"].as_str().unwrap().to_owned();
    let movements = format!("/api/products/{product}/movements");
    for (branch, quantity) in [(&shop.open, 12), (&shop.staffed, 3)] {
        let received =
            json!({ "branchId": branch.id, "kind": "received", "quantity": quantity, "note": "First delivery" });
        manager.post(&movements, received).await.created();
    }
    product
}

async fn desk_and_manager(salon: &TestSalon) -> (Client<'_>, Client<'_>) {
    (as_browser(salon.reception().await), as_browser(salon.manager().await))
}

#[tokio::test]
async fn the_list_has_the_stock_of_one_branch_and_is_found_while_typing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = desk_and_manager(&salon).await;
    let empty = see(&desk, "/products").await;
    assert!(empty.says("No products yet.") && !empty.offers("New product"));
    assert!(see(&manager, "/products").await.offers("New product"));
    let product = shampoo(&manager, &shop).await;
    let page = see(&desk, "/products").await;
    let row = page.texts("tbody tr");
    assert_eq!(row, ["Neem shampoo Vana · 8901030865278 12 ₹399 On sale"]);
    assert!(page.has(&format!("tbody a[href='/products/{product}']")) && page.has("form[data-typing] #q[data-state]"));
    assert_eq!(page.choices("Stock of"), [shop.open.name.clone(), shop.staffed.name.clone()]);
    let other = see(&desk, &format!("/products?branchId={}", shop.staffed.id)).await;
    assert_eq!(other.texts("tbody tr"), ["Neem shampoo Vana · 8901030865278 3 Low ₹399 On sale"]);
    let low = see(&desk, "/products?low=true&q=").await;
    assert!(low.says("No product matches.") && low.offers("Show all"));
    assert_eq!(see(&desk, "/products?branchId=nowhere").await.texts("tbody tr"), row, "the primary branch stands in");
}

#[tokio::test]
async fn what_a_scanner_types_opens_the_product_and_an_unknown_code_begins_a_new_one() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = desk_and_manager(&salon).await;
    let product = shampoo(&manager, &shop).await;
    let scanned = desk.get("/products?barcode=8901030865278").await;
    assert_eq!(
        (scanned.status.as_u16(), scanned.header("location")),
        (303, Some(format!("/products/{product}").as_str()))
    );
    let page = see(&desk, "/products").await;
    assert_eq!(page.field("Barcode").value().attr("name"), Some("barcode"));
    let unknown = see(&manager, "/products?barcode=4006381333931").await;
    assert!(
        unknown.says("No product has this barcode.") && unknown.has("a[href='/products/new?barcode=4006381333931']")
    );
    let new = see(&manager, "/products/new?barcode=4006381333931").await;
    assert_eq!(new.field("Barcode").value().attr("value"), Some("4006381333931"));
}

#[tokio::test]
async fn a_products_forms_take_everything_the_api_takes_and_only_managers_have_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = desk_and_manager(&salon).await;
    let product = shampoo(&manager, &shop).await;
    let api = format!("/api/products/{product}");
    let new = see(&manager, "/products/new").await;
    let mut names: Vec<&str> =
        new.all("#product [name]").iter().map(|field| field.value().attr("name").unwrap()).collect();
    names.sort_unstable();
    let taken = ["barcode", "brand", "costPaise", "gstRateBps", "hsnCode", "name", "pricePaise", "reorderAt"];
    assert_eq!(names, taken);
    assert_eq!(new.choices("GST").len(), 13);
    assert_eq!(new.all("#product")[0].value().attr("data-then"), Some("/products/{product.id}"));

    let page = see(&manager, &format!("/products/{product}")).await;
    let movements = format!("POST {api}/movements");
    assert!(
        [format!("PATCH {api}"), format!("DELETE {api}"), movements].iter().all(|call| page.calls().contains(call))
    );
    for button in ["Receive stock", "Adjust", "Use in the salon", "Transfer", "Deactivate"] {
        assert!(page.offers(button), "{button}");
    }
    assert_eq!(page.field("Price in rupees").value().attr("value"), Some("399"));
    assert_eq!(page.field("Cost in rupees").value().attr("value"), Some("240"));
    let kinds: Vec<&str> =
        page.all("form input[name=kind]").iter().map(|field| field.value().attr("value").unwrap()).collect();
    assert_eq!(kinds, ["received", "adjusted", "used", "transferred"]);

    let page = see(&desk, &format!("/products/{product}")).await;
    assert!(page.calls().is_empty() && !page.offers("Receive stock") && !page.says("240") && !page.says("Movements"));
    assert!(page.says("₹399") && page.says("8901030865278") && page.says(&shop.staffed.name));
    assert_eq!(desk.get("/products/new").await.status, 403);
}

#[tokio::test]
async fn what_moved_a_product_is_listed_with_who_did_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, manager) = desk_and_manager(&salon).await;
    let product = shampoo(&manager, &shop).await;
    let sent = json!({ "branchId": shop.open.id, "kind": "transferred", "quantity": 2, "toBranchId": shop.staffed.id });
    manager.post(&format!("/api/products/{product}/movements"), sent).await.created();
    let page = see(&manager, &format!("/products/{product}")).await;
    let (here, there) = (&shop.open.name, &shop.staffed.name);
    let who = manager.user.as_ref().unwrap().name.clone();
    let rows: Vec<String> = page.texts("section[aria-labelledby=movements] tbody tr");
    let told: Vec<&str> = rows.iter().map(|row| row.split_once("am ").map_or(row.as_str(), |(_, told)| told)).collect();
    assert_eq!(
        told,
        [
            format!("From {here} {there} +2 5 {who}"),
            format!("To {there} {here} -2 10 {who}"),
            format!("Received {there} +3 3 First delivery {who}"),
            format!("Received {here} +12 12 First delivery {who}"),
        ]
    );
    // A deactivated product can be put back on sale.
    manager.delete(&format!("/api/products/{product}")).await.ok();
    let page = see(&manager, &format!("/products/{product}")).await;
    assert!(page.says("Not on sale") && !page.offers("Deactivate") && page.has("#product [name=isActive]"));
}
