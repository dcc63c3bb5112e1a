//! The cash drawer at the desk: opened with what was left, moved by hand, counted blind.

use parlour_tests::TestSalon;
use serde_json::json;

use super::seen::see;
use crate::site::table::as_browser;

#[tokio::test]
async fn the_drawer_is_opened_with_what_was_left_and_counted_blind() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = (as_browser(salon.reception().await), as_browser(salon.manager().await));
    let branch = &shop.open.id;
    let first = see(&desk, "/drawer").await;
    assert!(first.says("This will be the first drawer of this branch.") && first.offers("Open drawer"));
    assert_eq!(first.calls().into_iter().collect::<Vec<_>>(), ["POST /api/drawer/open"]);
    desk.post("/api/drawer/open", json!({ "branchId": branch, "openingPaise": 200_000 })).await.created();
    let movement = json!({ "branchId": branch, "kind": "tip_paid", "amountPaise": 5_050, "note": "For Meera" });
    desk.post("/api/drawer/movements", movement).await.created();

    let open = see(&desk, "/drawer").await;
    for told in ["opened it", "₹2,000", "Tip paid ₹50.50", "For Meera"] {
        assert!(open.says(told), "{told}");
    }
    assert!(open.offers("Money in") && open.offers("Money out") && open.offers("Close drawer"));
    assert!(open.has("#close-countedPaise") && open.has("[data-denomination='50000'] input[type=number]"));
    assert!(!open.says("₹1,949.50"), "whoever counts is not told what must be there");
    let calls: Vec<_> = open.calls().into_iter().collect();
    assert_eq!(calls, ["POST /api/drawer/close", "POST /api/drawer/movements"]);
    assert!(!open.says("Closed drawers"), "the history is for managers");

    let count = json!({ "branchId": branch, "countedPaise": 190_000, "bankedPaise": 90_000, "note": "In a hurry" });
    desk.post("/api/drawer/close", count).await.ok();
    let next = see(&desk, "/drawer").await;
    assert!(next.says("The last one left ₹1,000") && next.has("#open-openingPaise[value='1000']"));

    let history = see(&manager, &format!("/drawer?branchId={branch}&from=2026-11-01&to=2026-11-30")).await;
    let row = history.texts("tbody tr").join(" ");
    for told in ["₹2,000", "₹1,949.50", "₹1,900", "-₹49.50", "₹900", "₹1,000", "In a hurry"] {
        assert!(row.contains(told), "{told} in {row}");
    }
    let empty = see(&manager, "/drawer?from=2026-10-01&to=2026-10-31").await;
    assert!(empty.says("No drawer was closed on these days."));
    let backwards = see(&manager, "/drawer?from=2026-11-02&to=2026-11-01").await;
    assert!(backwards.says("The last day lies before the first: please change one."));
    assert!(backwards.has("#filter-from[value='2026-11-02']") && backwards.has("#filter-to[value='2026-11-01']"));
    let other = see(&desk, &format!("/drawer?branchId={}", shop.staffed.id)).await;
    assert!(other.says("This will be the first drawer of this branch."));
}
