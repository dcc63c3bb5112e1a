//! The dry run of completing a visit is its bill.

use parlour_booking::bookings::Booking;
use parlour_money::offers::rules::OfferType;
use parlour_tests::{Client, TestSalon};
use serde_json::{Value, json};

use super::call::before_the_call;
use super::{DryRunCall, post};

/// The bill, held against the invoice that follows.
async fn bill(salon: &TestSalon, desk: &Client<'_>, booking: &Booking, body: Value) -> Value {
    let path = format!("/api/bookings/{}/complete", booking.id);
    let call: DryRunCall<'_, '_> = post(desk, &path, &body);
    let data = call.dry().await.ok();
    before_the_call(salon, &call).await;
    let invoices = desk.get("/api/billing/invoices").await.ok()["invoices"].clone();
    let booked = json!(booking.id);
    let row = invoices.as_array().unwrap().iter().find(|row| row["bookingId"] == booked).unwrap().clone();
    let invoice = desk.get(&format!("/api/billing/invoices/{}", row["id"].as_str().unwrap())).await.ok();
    let (bill, invoice) = (&data["invoice"], &invoice["invoice"]);
    let fields = [
        "subtotalPaise",
        "discountPaise",
        "taxableValuePaise",
        "cgstPaise",
        "sgstPaise",
        "gstAmountPaise",
        "roundOffPaise",
        "totalAmountPaise",
        "gemsEarned",
        "lines",
    ];
    for field in fields {
        assert_eq!(bill[field], invoice[field], "{field}");
        assert!(!bill[field].is_null(), "{field}");
    }
    assert_eq!(bill["gemsRedeemed"], invoice["gemsSpent"]);
    assert_eq!((&bill["totalPaise"], &bill["gstPaise"]), (&bill["totalAmountPaise"], &bill["gstAmountPaise"]));
    assert_eq!((&data["gemsEarned"], &data["gemsRedeemed"]), (&bill["gemsEarned"], &bill["gemsRedeemed"]));
    assert_eq!(bill["invoiceNumber"], Value::Null);
    assert_eq!(data["booking"]["status"], "completed");
    bill.clone()
}

#[tokio::test]
async fn it_is_the_invoice_that_follows_plain_with_an_offer_and_with_gems() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let plain = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let bill_of_two = bill(&salon, &desk, &plain, json!({ "paymentMethod": "upi" })).await;
    assert_eq!((bill_of_two["lines"].as_array().unwrap().len(), &bill_of_two["gemsEarned"]), (2, &json!(30)));

    let offer = salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    let offered = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let body = json!({ "paymentMethod": "cash", "offerId": offer.id });
    assert_eq!(bill(&salon, &desk, &offered, body).await["discountPaise"], 10_000);

    let cut = salon.redeemable(&shop.cut, 10).await;
    let treat = salon.confirmed(&shop, &asha, &[&cut, &shop.colour]).await;
    let body = json!({ "paymentMethod": "card", "gemsRedeemedServiceId": cut.id });
    let redeemed = bill(&salon, &desk, &treat, body).await;
    assert_eq!((&redeemed["gemsRedeemed"], &redeemed["totalAmountPaise"]), (&json!(10), &json!(250_000)));
}
