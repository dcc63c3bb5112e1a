//! `/bookings/{id}/checkout`: the bill before it is paid, and the invoice after.

use parlour_booking::bookings::status::BookingStatus;
use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_tests::{Client, TestSalon};
use serde_json::json;

use super::seen::{Seen, see};
use crate::site::table::as_browser;

fn sums(page: &Seen) -> Vec<String> {
    page.texts("#bill [data-sum]:not([hidden])")
}

async fn desk(salon: &TestSalon) -> Client<'_> {
    as_browser(salon.reception().await)
}

#[tokio::test]
async fn the_bill_shows_lines_tax_and_gems_before_anything_is_paid() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let page = see(&desk, &format!("/bookings/{}/checkout", booking.id)).await;
    assert_eq!(page.texts("#bill .bill li"), ["Cut ₹500", "Colour ₹2,500"]);
    assert_eq!(
        sums(&page),
        ["Subtotal ₹3,000", "Taxable value ₹2,857.14", "CGST ₹71.43", "SGST ₹71.43", "Total ₹3,000"]
    );
    assert!(page.says("Earns 30 gems") && page.says("Meera"));
    assert_eq!(page.choices("Offer"), ["No offer"]);
    assert_eq!(page.choices("Payment method"), ["Choose", "Cash", "UPI", "Card"]);
    assert!(page.field("Use gems").value().attr("disabled").is_some(), "there are none");
    assert!(page.offers("Take payment"));
    assert_eq!(page.calls().into_iter().collect::<Vec<_>>(), [format!("POST /api/bookings/{}/complete", booking.id)]);
}

#[tokio::test]
async fn only_offers_that_apply_are_offered_the_most_saving_first() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let named = async |offer: Offer, name: &str| {
        let offer = Offer { name: name.to_owned(), ..offer };
        salon.put(&offer).await;
        offer
    };
    named(salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await, "A fifth").await;
    let flat = named(salon.offer(OfferType::Flat, 30_000, &[&shop.cut]).await, "Three hundred").await;
    named(salon.offer(OfferType::Percentage, 50, &[&shop.massage]).await, "Spa only").await;
    named(salon.offer(OfferType::ComboPrice, 10_000, &[&shop.cut, &shop.facial]).await, "Together").await;
    let ended = named(salon.offer(OfferType::Flat, 40_000, &[&shop.cut]).await, "Ended").await;
    salon.put(&Offer { is_active: false, ..ended }).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let path = format!("/bookings/{}/checkout", booking.id);
    let page = see(&desk, &path).await;
    assert_eq!(page.choices("Offer"), ["No offer", "Three hundred: saves ₹300", "A fifth: saves ₹100"]);

    let chosen = see(&desk, &format!("{path}?offerId={}", flat.id)).await;
    assert_eq!(
        sums(&chosen),
        ["Subtotal ₹3,000", "Offer -₹300", "Taxable value ₹2,571.42", "CGST ₹64.29", "SGST ₹64.29", "Total ₹2,700"]
    );
    assert!(chosen.has(&format!("#offerId option[selected][value=\"{}\"]", flat.id)));
    // The address may ask for what cannot be had: the bill says so and shows the plain price.
    let refused = see(&desk, &format!("{path}?offerId=nothing")).await;
    assert!(refused.says("does not exist, is inactive or is out of its dates.") && refused.says("Total ₹3,000"));
    let both = see(&desk, &format!("{path}?offerId={}&redeemGems=true", flat.id)).await;
    assert!(both.says("An offer cannot be combined with gems."));
}

#[tokio::test]
async fn gems_pay_for_the_dearest_line_or_the_one_that_is_named() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let cut = salon.redeemable(&shop.cut, 20).await;
    let colour = salon.redeemable(&shop.colour, 90).await;
    salon.give_gems(&asha.id(), 100).await;
    let booking = salon.confirmed(&shop, &asha, &[&cut, &colour]).await;
    let path = format!("/bookings/{}/checkout", booking.id);
    let page = see(&desk, &path).await;
    assert!(page.says("Asha has 100 gems."));
    assert_eq!(page.choices("Service for gems"), ["The dearest", "Colour, 90 gems", "Cut, 20 gems"]);
    let dearest = see(&desk, &format!("{path}?redeemGems=true")).await;
    assert!(dearest.says("Total ₹500") && dearest.says("Uses 90 gems") && dearest.says("Earns 5 gems"));
    let named = see(&desk, &format!("{path}?gemsRedeemedServiceId={}", cut.id)).await;
    assert!(named.says("Total ₹2,500") && named.says("Uses 20 gems"));
}

#[tokio::test]
async fn the_bill_is_what_completing_answers() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let offer = salon.offer(OfferType::Percentage, 33, &[&shop.cut]).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let path = format!("/bookings/{}/checkout", booking.id);
    let before = see(&desk, &format!("{path}?offerId={}", offer.id)).await;
    let body = json!({ "paymentMethod": "upi", "offerId": offer.id });
    let data = desk.post(&format!("/api/bookings/{}/complete", booking.id), body).await.ok();
    assert_eq!(data["invoice"]["totalPaise"], json!(283_500));
    assert!(before.says("Total ₹2,835") && before.says("Offer -₹165"));
    let after = see(&desk, &path).await;
    assert!(after.says("BLR/26-27/00001") && after.says("Total ₹2,835") && after.says("Paid by UPI."));
    assert!(after.offers("Print") && after.offers("Send again") && !after.offers("Take payment"));
    assert!(after.calls().iter().all(|call| call.ends_with("/send")));
    // One offer a day: on the next visit none applies.
    let next = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    assert_eq!(see(&desk, &format!("/bookings/{}/checkout", next.id)).await.choices("Offer"), ["No offer"]);
}

#[tokio::test]
async fn what_cannot_be_paid_says_why() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let user = asha.user.clone().unwrap();
    for (status, why) in [
        (BookingStatus::Pending, "This booking is pending. It has to be approved"),
        (BookingStatus::Cancelled, "This booking is cancelled. There is nothing to pay."),
        (BookingStatus::NoShow, "This booking is no-show. There is nothing to pay."),
    ] {
        let booking = salon.booked(&shop, &user, "2026-11-16", "12:00", status).await;
        let page = see(&desk, &format!("/bookings/{}/checkout", booking.id)).await;
        assert!(page.says(why) && !page.offers("Take payment") && page.calls().is_empty(), "{status}");
    }
    assert_eq!(desk.get("/bookings/nothing/checkout").await.status.as_u16(), 404);
}

#[tokio::test]
async fn looking_at_the_bill_changes_nothing() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    salon.wire.reset();
    see(&desk, &format!("/bookings/{}/checkout?redeemGems=true", booking.id)).await;
    let actions = salon.wire.cost().actions;
    let writes = ["Put", "Update", "Delete", "Transact"];
    assert!(!actions.iter().any(|action| writes.iter().any(|write| action.contains(write))), "{actions:?}");
}
