//! A branch's stock of a product: movements, races for the last pieces, what is to be ordered.

use super::*;

#[tokio::test]
async fn stock_is_received_used_adjusted_and_transferred_and_every_movement_is_kept() {
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    // A delivery is taken, however little there is.
    assert_eq!(receive(&manager, &path, &shop.open, 3).await["onHand"], 1);
    manager.post(&movements, moved(&shop.open, "used", 1)).await.created();
    manager.post(&movements, moved(&shop.open, "used", 1)).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn movements_at_the_same_time_lose_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
