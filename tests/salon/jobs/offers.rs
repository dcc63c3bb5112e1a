//! Offers past their last day.

use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_storage::table::keys;
use parlour_tests::TestSalon;
use serde_json::json;

const JOB: &str = "offer-auto-expire";

#[tokio::test]
async fn an_offer_is_switched_off_once_its_last_day_is_over_in_india() {
    let (salon, shop) = TestSalon::with_shop().await;
    let offer = salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    let ends = |day: &str| Offer { end_date: day.parse().unwrap(), ..offer.clone() };
    salon.put(&ends("2026-11-30")).await;
    let longer = salon.offer(OfferType::Flat, 10_000, &[&shop.cut]).await;
    salon.put(&Offer { end_date: "2026-12-31".parse().unwrap(), ..longer.clone() }).await;
    salon.runs(JOB, &[("2026-11-30T23:59:59+05:30", 0), ("2026-12-01T00:00:00+05:30", 1)]).await;
    let active = async |id| salon.stored::<Offer>(&keys::offer(id)).await.unwrap().is_active;
    assert_eq!((active(&offer.id).await, active(&longer.id).await), (false, true));

    // Switched on again without a new end, it goes off again, however long ago that end was.
    salon.set_clock("2026-12-31T22:00:00+05:30");
    let manager = salon.manager().await;
    manager.patch(&format!("/api/offers/{}", offer.id), json!({ "isActive": true })).await.ok();
    assert!(active(&offer.id).await);
    salon.runs(JOB, &[("2026-12-31T23:59:59+05:30", 1), ("2027-01-01T00:00:00+05:30", 1)]).await;
    assert_eq!((active(&offer.id).await, active(&longer.id).await), (false, false));
    salon.set_clock("2028-01-01T09:00:00+05:30");
    let manager = salon.manager().await;
    manager.patch(&format!("/api/offers/{}", offer.id), json!({ "isActive": true })).await.ok();
    salon.runs(JOB, &[("2028-01-01T09:00:00+05:30", 1)]).await;
}
