//! `/bookings/{id}/checkout`: the bill as the desk shapes it, and the invoice after. `/sales/new`: a sale without a visit.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::memberships::ActiveMembership;
use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_money::products::Product;
use parlour_tests::{Client, TestSalon};
use serde_json::{Value, json};

use super::board::board_of;
use super::seen::{Seen, desk, see};
use crate::site::table::as_browser;

fn sums(page: &Seen) -> Vec<String> {
    page.texts("#bill [data-sum]")
}

fn lines(page: &Seen) -> Vec<String> {
    page.texts("#lines .till-line")
}

fn page_of(booking: &Booking) -> String {
    format!("/bookings/{}/checkout", booking.id)
}

fn bill_of(booking: &Booking) -> String {
    format!("/api/bookings/{}/bill", booking.id)
}

/// The lines that a bill has, as an edit keeps them.
async fn kept(desk: &Client<'_>, booking: &Booking) -> Vec<Value> {
    let bill = desk.get(&bill_of(booking)).await.ok()["bill"].clone();
    bill["lines"].as_array().unwrap().iter().map(|line| json!({ "id": line["id"] })).collect()
}

#[tokio::test]
async fn the_bill_shows_lines_tax_and_gems_before_anything_is_paid() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let page = see(&desk, &page_of(&booking)).await;
    assert_eq!(lines(&page), ["Cut Meera · 45 min ₹500", "Colour Meera · 1 h 30 min ₹2,500"]);
    assert_eq!(
        sums(&page),
        ["Subtotal ₹3,000", "Taxable value ₹2,857.14", "CGST ₹71.43", "SGST ₹71.43", "Total ₹3,000"]
    );
    assert!(page.says("Earns 30 gems"));
    assert_eq!(page.choices("Offer"), ["No offer"]);
    assert!(page.field("Use gems").value().attr("disabled").is_some(), "there are none");
    for control in ["Add", "Discount", "Tip", "Split", "Cash ₹3,000", "UPI ₹3,000", "Card ₹3,000"] {
        assert!(page.offers(control), "{control}");
    }
    // A receptionist leaves nothing due, nobody has to be asked, and there are no edits to drop.
    assert!(!page.offers("Leave due") && !page.offers("Ask a manager"));
    assert!(!page.has("#tools [commandfor=again]"));
    let api = format!("/api/bookings/{}", booking.id);
    let calls = ["DELETE", "POST", "PUT"].map(|method| {
        let end = if method == "POST" { "complete" } else { "bill" };
        format!("{method} {api}/{end}")
    });
    assert_eq!(page.calls().into_iter().collect::<Vec<_>>(), calls);
}

#[tokio::test]
async fn the_page_shows_the_bill_as_it_was_edited() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    salon.put(&Product::sample("shampoo")).await;
    let mut wanted = kept(&desk, &booking).await;
    wanted[0]["discountPaise"] = json!(5_000);
    wanted[0]["reason"] = json!("Regular customer");
    wanted.push(json!({ "productId": "shampoo", "quantity": 2 }));
    let tips = json!([{ "staffId": shop.ravi.id, "amountPaise": 4_000 }]);
    let edit = json!({ "version": 0, "lines": wanted, "tips": tips });
    desk.put(&bill_of(&booking), edit).await.ok();
    let page = see(&desk, &page_of(&booking)).await;
    assert_eq!(lines(&page), ["Cut Meera · 45 min Regular customer instead of ₹500 ₹450", "Shampoo shampoo × 2 ₹798"]);
    assert!(page.says("Tip for Ravi ₹40") && page.offers("Remove the tip for Ravi"));
    let sums = sums(&page);
    assert_eq!(sums[..2], ["Subtotal ₹1,298", "Taken off -₹50"]);
    let last: Vec<&str> = sums.iter().rev().take(3).map(String::as_str).collect();
    assert_eq!(last, ["To pay ₹1,288", "Tip ₹40", "Total ₹1,248"]);
    assert!(page.offers("Cash ₹1,288") && page.has("#tools [commandfor=again]"));
    // The script edits what the page carries: the API's own view of the bill.
    let carried: Value = serde_json::from_str(page.all("#bill")[0].value().attr("data-bill").unwrap()).unwrap();
    assert_eq!(carried, desk.get(&bill_of(&booking)).await.ok()["bill"]);
}

#[tokio::test]
async fn only_offers_that_apply_are_offered_the_most_saving_first() {
    let (salon, shop) = TestSalon::with_shop().await;
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
    let page = see(&desk, &page_of(&booking)).await;
    assert_eq!(page.choices("Offer"), ["No offer", "Three hundred: saves ₹300", "A fifth: saves ₹100"]);

    let edit = json!({ "version": 0, "lines": kept(&desk, &booking).await, "offerId": flat.id });
    desk.put(&bill_of(&booking), edit).await.ok();
    let chosen = see(&desk, &page_of(&booking)).await;
    assert_eq!(
        sums(&chosen),
        ["Subtotal ₹3,000", "Taken off -₹300", "Taxable value ₹2,571.42", "CGST ₹64.29", "SGST ₹64.29", "Total ₹2,700"]
    );
    assert!(chosen.has(&format!("#offerId option[selected][value=\"{}\"]", flat.id)));
    // An offer that ends meanwhile: the bill says so, shows the plain price, and lets it be taken off.
    let manager = salon.manager().await;
    manager.patch(&format!("/api/offers/{}", flat.id), json!({ "isActive": false })).await.ok();
    let ended = see(&desk, &page_of(&booking)).await;
    assert!(ended.says("does not exist, is inactive or is out of its dates.") && ended.says("Total ₹3,000"));
    assert_eq!(ended.choices("Offer")[..2], ["No offer", "The chosen offer"]);
}

#[tokio::test]
async fn gems_pay_for_the_dearest_line_or_the_one_that_is_named() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let cut = salon.redeemable(&shop.cut, 20).await;
    let colour = salon.redeemable(&shop.colour, 90).await;
    salon.give_gems(&asha.id(), 100).await;
    let booking = salon.confirmed(&shop, &asha, &[&cut, &colour]).await;
    let page = see(&desk, &page_of(&booking)).await;
    assert!(page.says("Asha has 100 gems."));
    assert_eq!(page.choices("Service for gems"), ["Colour, 90 gems", "Cut, 20 gems"]);
    let lines = kept(&desk, &booking).await;
    desk.put(&bill_of(&booking), json!({ "version": 0, "lines": lines, "redeemGems": true })).await.ok();
    let dearest = see(&desk, &page_of(&booking)).await;
    assert!(sums(&dearest).contains(&"For gems -₹2,500".to_owned()));
    assert!(dearest.says("Total ₹500") && dearest.says("Uses 90 gems") && dearest.says("Earns 5 gems"));
    assert!(dearest.field("Use gems").value().attr("checked").is_some());
    let named = json!({ "version": 1, "lines": lines, "gemsRedeemedServiceId": cut.id });
    desk.put(&bill_of(&booking), named).await.ok();
    let named = see(&desk, &page_of(&booking)).await;
    assert!(named.says("Total ₹2,500") && named.says("Uses 20 gems"));
    assert!(named.has(&format!("#gemsRedeemedServiceId option[selected][value=\"{}\"]", cut.id)));
}

#[tokio::test]
async fn a_members_minutes_are_chosen_until_somebody_edits_the_bill() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let membership = salon.membership(asha.user.as_ref().unwrap(), "2027-03-01");
    salon.put(&membership).await;
    salon.put(&ActiveMembership::of(&membership)).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.massage]).await;
    let page = see(&desk, &page_of(&booking)).await;
    assert!(page.says("Gold, 10 h left: use 60 min"));
    assert!(page.field("Use membership").value().attr("checked").is_some());
    assert!(page.says("Total ₹0") && page.says("with the membership"));
    let adds_up = ["Subtotal ₹3,000", "By the membership -₹3,000", "Total ₹0"];
    assert_eq!(sums(&page), adds_up);
    assert!(page.offers("Complete ₹0") && !page.offers("Cash ₹0") && !page.offers("Split"));
    let edit = json!({ "version": 0, "lines": kept(&desk, &booking).await, "useMembership": false });
    desk.put(&bill_of(&booking), edit).await.ok();
    let edited = see(&desk, &page_of(&booking)).await;
    assert!(edited.field("Use membership").value().attr("checked").is_none());
    assert!(edited.offers("Cash ₹3,000"));
    // It covers nothing of a visit to the salon.
    let plain = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let plain = see(&desk, &page_of(&plain)).await;
    assert!(plain.says("It covers nothing of this visit.") && plain.offers("Cash ₹500"));
}

#[tokio::test]
async fn a_membership_that_has_ended_can_be_taken_off_its_bill() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let membership = salon.membership(asha.user.as_ref().unwrap(), "2027-03-01");
    salon.put(&membership).await;
    salon.put(&ActiveMembership::of(&membership)).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.massage]).await;
    let edit = json!({ "version": 0, "lines": kept(&desk, &booking).await, "useMembership": true });
    desk.put(&bill_of(&booking), edit).await.ok();
    let end = format!("/api/memberships/{}/cancel", membership.id);
    salon.manager().await.post(&end, json!({ "reason": "moved away" })).await.ok();
    let page = see(&desk, &page_of(&booking)).await;
    assert!(page.says("The membership of this bill cannot be used any more."));
    assert!(page.field("Use membership").value().attr("checked").is_some());
    assert!(page.field("Use membership").value().attr("disabled").is_none());
    assert!(page.offers("Cash ₹3,000"));

    // The one that comes after it is what the customer can use; the bill keeps its own until somebody edits it.
    let next = salon.membership(asha.user.as_ref().unwrap(), "2027-03-01");
    salon.put(&next).await;
    salon.put(&ActiveMembership::of(&next)).await;
    let bill = desk.get(&bill_of(&booking)).await.ok()["bill"].clone();
    assert_eq!(
        (&bill["can"]["membership"]["id"], &bill["can"]["membership"]["minutes"]),
        (&json!(next.id), &json!(60))
    );
    assert_eq!(
        (&bill["totals"]["totalPaise"], &bill["problem"]),
        (&json!(300_000), &json!("the membership is not active any more"))
    );
    let page = see(&desk, &page_of(&booking)).await;
    assert!(
        page.says("The membership of this bill cannot be used any more. Switch it off and on to use the one of today")
    );
    assert!(page.says("Gold, 10 h left: use 60 min") && page.offers("Cash ₹3,000"));
    let edit = json!({ "version": 1, "lines": kept(&desk, &booking).await, "useMembership": true });
    let bill = desk.put(&bill_of(&booking), edit).await.ok()["bill"].clone();
    assert_eq!((&bill["totals"]["totalPaise"], &bill["can"]["membership"]["id"]), (&json!(0), &json!(next.id)));
    assert!(!see(&desk, &page_of(&booking)).await.says("cannot be used any more"));
}

#[tokio::test]
async fn a_manager_is_asked_for_what_the_desk_may_not_take_off() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let manager = as_browser(salon.manager().await);
    salon.owner().await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let discount = json!({ "percentBps": 2_500, "reason": "Friends and family" });
    let edit = json!({ "version": 0, "lines": kept(&desk, &booking).await, "discount": discount });
    desk.put(&bill_of(&booking), edit).await.ok();
    let page = see(&desk, &page_of(&booking)).await;
    assert!(page.says("25 % is taken off by hand; the desk may take off 10 %."));
    assert!(page.says("Discount: Friends and family") && page.offers("Ask a manager"));
    assert_eq!(page.choices("Manager"), ["Maya Manager", "Omi Owner"]);
    assert_eq!(page.texts("#ask .ask-about"), ["Asha , today, 11:00 am, Cut"]);
    assert_eq!(page.field("PIN").value().attr("type"), Some("password"));
    assert!(page.calls().contains(&format!("POST /api/bookings/{}/bill/approve", booking.id)));
    // A manager approves by taking the payment, and may leave it due.
    let own = see(&manager, &page_of(&booking)).await;
    assert!(own.says("By taking the payment you approve it.") && !own.offers("Ask a manager"));
    assert!(own.offers("Leave due"));
    manager.post(&format!("{}/approve", bill_of(&booking)), json!({ "version": 1 })).await.ok();
    let approved = see(&desk, &page_of(&booking)).await;
    assert!(approved.says("A manager has approved what is taken off.") && !approved.offers("Ask a manager"));
}

#[tokio::test]
async fn a_code_for_upi_is_offered_where_the_branch_has_an_address() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    assert!(!see(&desk, &page_of(&booking)).await.has("[data-upi]"));
    let settings = format!("/api/branches/{}/settings", shop.open.id);
    salon.owner().await.patch(&settings, json!({ "upiId": "salon@bank" })).await.ok();
    let page = see(&desk, &page_of(&booking)).await;
    assert!(page.has("#pay-upi[data-upi]") && page.has("#split-upi[data-upi]") && page.offers("Copy address"));
    assert!(page.says("salon@bank"));
}

#[tokio::test]
async fn the_bill_is_what_completing_answers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let offer = salon.offer(OfferType::Percentage, 33, &[&shop.cut]).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let edit = json!({ "version": 0, "lines": kept(&desk, &booking).await, "offerId": offer.id });
    desk.put(&bill_of(&booking), edit).await.ok();
    let before = see(&desk, &page_of(&booking)).await;
    let body = json!({ "paymentMethod": "upi", "billVersion": 1 });
    let data = desk.post(&format!("/api/bookings/{}/complete", booking.id), body).await.ok();
    assert_eq!(data["invoice"]["totalPaise"], json!(283_500));
    assert!(before.offers("UPI ₹2,835") && before.says("Taken off -₹165"));
    let after = see(&desk, &page_of(&booking)).await;
    assert!(after.says("BLR/26-27/00001") && after.says("Total ₹2,835") && after.says("Paid by UPI."));
    assert!(after.offers("Print") && after.offers("Send again") && !after.offers("UPI ₹2,835"));
    assert!(after.calls().iter().all(|call| call.ends_with("/send")));
    // One offer a day: on the next visit none applies.
    let next = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    assert_eq!(see(&desk, &page_of(&next)).await.choices("Offer"), ["No offer"]);
}

#[tokio::test]
async fn what_is_sold_besides_is_billed_and_stands_in_nobodys_column() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let mut lines = kept(&desk, &booking).await;
    lines.push(json!({ "serviceId": shop.colour.id, "staffId": shop.ravi.id }));
    desk.put(&bill_of(&booking), json!({ "version": 0, "lines": lines })).await.ok();
    let body = json!({ "paymentMethod": "upi", "billVersion": 1 });
    let data = desk.post(&format!("/api/bookings/{}/complete", booking.id), body).await.ok();

    let page = see(&desk, &format!("/bookings/{}", booking.id)).await;
    assert!(page.says("11:00 am with Meera") && page.says("besides with Ravi"));
    assert!(page.says("As booked 45 min ₹500") && page.says("Billed ₹3,000"));
    assert!(page.has(&format!("a[href='/billing/{}']", data["invoice"]["id"].as_str().unwrap())));
    let board = see(&desk, &board_of(&shop)).await;
    assert_eq!(board.texts(".appt").len(), 1, "{:?}", board.texts(".appt"));
}

#[tokio::test]
async fn what_is_left_due_is_billed_and_not_paid() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (as_browser(salon.customer("Asha").await), as_browser(salon.manager().await));
    for (body, told) in [
        (json!({ "leaveDue": true }), "Unpaid"),
        (json!({ "leaveDue": true, "payments": [{ "method": "cash", "amountPaise": 20_000 }] }), "Partly paid"),
        (json!({ "paymentMethod": "cash" }), "Paid"),
    ] {
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
        manager.post(&format!("/api/bookings/{}/complete", booking.id), body).await.ok();
        let address = format!("/bookings/{}", booking.id);
        for who in [&manager, &asha] {
            let sums = see(who, &address).await.texts(".bill-total");
            assert_eq!(sums.last().map(String::as_str), Some("Billed ₹500"), "{told}");
        }
        assert_eq!(see(&manager, &page_of(&booking)).await.texts("main h1"), [told]);
    }
}

#[tokio::test]
async fn what_cannot_be_paid_says_why() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let user = asha.user.clone().unwrap();
    for (status, why) in [
        (BookingStatus::Pending, "This booking is pending. It has to be approved"),
        (BookingStatus::Cancelled, "This booking is cancelled. There is nothing to pay."),
        (BookingStatus::NoShow, "This booking is no-show. There is nothing to pay."),
    ] {
        let booking = salon.booked(&shop, &user, "2026-11-16", "12:00", status).await;
        let page = see(&desk, &page_of(&booking)).await;
        assert!(page.says(why) && !page.has("#pay") && page.calls().is_empty(), "{status}");
    }
    assert_eq!(desk.get("/bookings/nothing/checkout").await.status.as_u16(), 404);
}

#[tokio::test]
async fn looking_at_the_bill_changes_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    salon.wire.reset();
    see(&desk, &page_of(&booking)).await;
    let actions = salon.wire.cost().actions;
    let writes = ["Put", "Update", "Delete", "Transact"];
    assert!(!actions.iter().any(|action| writes.iter().any(|write| action.contains(write))), "{actions:?}");
}

#[tokio::test]
async fn products_are_sold_without_a_visit() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = (desk(&salon).await, as_browser(salon.manager().await));
    let page = see(&desk, "/sales/new").await;
    assert!(page.says("There are no products yet."));
    let shampoo = json!({ "name": "Shampoo", "hsnCode": "3305", "gstRateBps": 1_800, "pricePaise": 39_900 });
    manager.post("/api/products", shampoo).await.created();
    let page = see(&desk, "/sales/new").await;
    assert!(page.says("Nothing yet. Add what is sold."));
    for control in ["Add", "Discount", "Split", "New customer", "Ask a manager"] {
        assert!(page.offers(control), "{control}");
    }
    assert!(!page.offers("Leave due") && !page.has("#tip"));
    assert_eq!(page.calls().into_iter().collect::<Vec<_>>(), ["POST /api/sales"]);
    assert_eq!(page.choices("Branch").len(), 2);
    let other = see(&manager, &format!("/sales/new?branch={}", shop.staffed.id)).await;
    let branch = other.all("#sale")[0].value().attr("data-branch").unwrap();
    assert_eq!(branch, shop.staffed.id.as_str());
    assert!(other.offers("Leave due") && !other.offers("Ask a manager"));
}
