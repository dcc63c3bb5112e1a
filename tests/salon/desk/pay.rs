//! Pay at the desk: the month, a person's lines, the rules of a staff member, one's own earnings.

use parlour_tests::TestSalon;
use serde_json::json;

use super::seen::see;
use crate::site::table::as_browser;

#[tokio::test]
async fn a_month_is_shown_by_person_and_only_an_owner_closes_it_when_it_is_over() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, owner) = (as_browser(salon.manager().await), as_browser(salon.owner().await));
    let advance = json!({ "staffId": shop.meera.id, "amountPaise": -50_000, "reason": "Advance" });
    manager.post("/api/pay/2026-10/adjustments", advance).await.created();

    let now = see(&owner, "/pay").await;
    assert!(now.says("Nov 2026") && now.says("Open"));
    assert_eq!(now.texts("tbody th a"), ["Meera", "Ravi"]);
    assert!(now.calls().contains("POST /api/pay/2026-11/adjustments"));
    assert!(!now.calls().contains("POST /api/pay/2026-11/close"), "it is not over");
    let before = see(&owner, "/pay?month=2026-10").await;
    assert!(before.says("-₹500") && before.says("never changes again"));
    assert!(before.calls().contains("POST /api/pay/2026-10/close"));
    assert!(before.has("a[download][href='/api/pay?format=csv&month=2026-10']"));
    assert!(
        before.has("a[rel=prev][href='/pay?month=2026-09']") && before.has("a[rel=next][href='/pay?month=2026-11']")
    );
    assert!(!see(&manager, "/pay?month=2026-10").await.calls().contains("POST /api/pay/2026-10/close"));

    let lines = see(&manager, &format!("/pay/{}?month=2026-10", shop.meera.id)).await;
    assert!(lines.says("Advance") && lines.has(&format!("a[href='/staff/{}']", shop.meera.id)));
    owner.post("/api/pay/2026-10/close", json!({})).await.ok();
    let closed = see(&owner, "/pay?month=2026-10").await;
    assert!(closed.says("Closed 16 Nov 2026") && !closed.calls().contains("POST /api/pay/2026-10/adjustments"));
}

#[tokio::test]
async fn the_rules_of_a_staff_member_are_on_their_page() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = as_browser(salon.manager().await);
    let address = format!("/staff/{}", shop.meera.id);
    assert!(see(&manager, &address).await.says("No rule is set: nothing is earned."));
    let rule = json!({
        "from": "2026-11-16", "serviceBps": 1250, "productBps": 500, "byService": [{ "serviceId": shop.cut.id, "bps": 1500 }],
        "tiers": [{ "abovePaise": 5_000_000, "serviceBps": 1400 }],
    });
    manager.put(&format!("/api/staff/{}/commission", shop.meera.id), rule).await.ok();
    let page = see(&manager, &address).await;
    assert!(page.says("services 12.5 %, products 5 %, own rates 1, tiers 1"));
    assert!(page.has("input[name='serviceBps'][value='12.50']"));
    assert!(page.has("input[name='tiers.0.abovePaise'][value='50000']"));
    assert!(page.has("input[name='byService.0.bps'][value='15']"));
    assert!(page.has("[data-spare] select[name='byService.spare.serviceId'][disabled]"), "the spare row is not sent");
}

#[tokio::test]
async fn people_see_what_they_earned_with_their_own_days() {
    let (salon, shop) = TestSalon::with_shop().await;
    let meera = as_browser(salon.signed_in_as(&shop.meera).await);
    let bonus = json!({ "staffId": shop.meera.id, "amountPaise": 70_000, "reason": "Festival bonus" });
    salon.manager().await.post("/api/pay/2026-11/adjustments", bonus).await.created();
    let page = see(&meera, "/me").await;
    assert!(page.says("My earnings, Nov 2026") && page.says("₹700") && page.says("Festival bonus"));
    assert!(see(&meera, "/me?month=2026-10").await.says("Nothing was earned in this month."));
    assert!(!see(&as_browser(salon.reception().await), "/me").await.says("My earnings"), "she is not on the list");
}
