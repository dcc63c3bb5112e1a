//! Products on bills and in reports.

use super::*;

/// A bill that works on the stock of a branch: takes these pieces, or gives them back.
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
        let taken = stock.take(&mut transaction, &act, &salon.random, sold, invoice);
        taken.map_err(|out| out.short.into_iter().map(|short| short.id).collect::<Vec<_>>())?;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
