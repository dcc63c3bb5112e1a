//! The books at the desk: invoices, the day's takings, voiding and giving back.

use parlour_booking::bookings::Booking;
use parlour_money::invoices::{Invoice, Tip};
use parlour_senders::document::storage_key;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use serde_json::json;

use super::seen::see;
use crate::site::table::as_browser;

/// A visit paid this way, and its invoice's id.
async fn paid(salon: &TestSalon, shop: &Shop, who: &Client<'_>, desk: &Client<'_>, method: &str) -> String {
    let booking = salon.confirmed(shop, who, &[&shop.cut, &shop.colour]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": method })).await.ok();
    let kept = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().record;
    kept.invoice_id.unwrap().to_string()
}

#[tokio::test]
async fn invoices_are_listed_with_totals_and_the_days_takings() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    let desk = as_browser(salon.reception().await);
    paid(&salon, &shop, &asha, &desk, "cash").await;
    paid(&salon, &shop, &ravi, &desk, "upi").await;
    let page = see(&desk, "/billing").await;
    let takings = page.texts(".takings .figure");
    assert_eq!(takings, ["In all ₹6,000", "Cash ₹3,000", "UPI ₹3,000", "Card ₹0", "GST inside ₹285.72", "Refunded ₹0"]);
    assert!(page.says("Takings today, Parlour BLR"));
    assert_eq!(page.texts("tbody th a"), ["BLR/26-27/00002", "BLR/26-27/00001"]);
    assert_eq!(page.texts("section[aria-labelledby=invoices] .figure")[..2], ["Invoices 2", "Total ₹6,000"]);
    // A form without script sends what was left empty too.
    let query = "from=2026-11-01&to=2026-11-30&branchId=&invoiceType=&paymentMethod=cash&paymentStatus=&q=";
    assert_eq!(see(&desk, &format!("/billing?{query}")).await.texts("tbody th a"), ["BLR/26-27/00001"]);
    let hers = see(&desk, &format!("/billing?customerId={}", asha.id())).await;
    assert!(hers.says("Invoices of Asha") && hers.texts("tbody th a") == ["BLR/26-27/00001"]);
    let before = see(&desk, "/billing?date=2026-11-15&from=2026-10-01&to=2026-10-31").await;
    assert!(before.says("Takings yesterday") && before.says("In all ₹0") && before.says("No invoice matches."));
    assert!(before.has(".takings input[type=hidden][name=from]"), "the takings' form keeps the list's days");
    let backwards = see(&desk, "/billing?from=2026-11-20&to=2026-11-10").await;
    assert!(backwards.says("The last day lies before the first: please change one."));
    assert!(backwards.has("#filter-from[value='2026-11-20']") && backwards.has("#filter-to[value='2026-11-10']"));
    assert!(
        see(&desk, "/billing?paymentStatus=owed").await.says("This cannot be asked for: paymentStatus must be one of")
    );
}

#[tokio::test]
async fn an_invoice_is_printed_sent_and_undone_by_managers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, as_browser(salon.reception().await));
    let manager = as_browser(salon.manager().await);
    let id = paid(&salon, &shop, &asha, &desk, "card").await;
    let (path, api) = (format!("/billing/{id}"), format!("/api/billing/invoices/{id}"));
    let page = see(&desk, &path).await;
    for told in [
        "Tax invoice",
        "29AAAAA0000A1ZY",
        "Cut with Meera",
        "Total ₹3,000",
        "Rupees Three Thousand Only",
        "Paid by Card.",
    ] {
        assert!(page.says(told), "{told}");
    }
    assert!(page.offers("Print") && page.offers("Send again") && !page.offers("PDF"));
    assert!(!page.offers("Void") && !page.offers("Credit note"));
    assert_eq!(page.calls().into_iter().collect::<Vec<_>>(), [format!("POST {api}/send")]);
    let kept = salon.stored::<Invoice>(&keys::invoice(&id.as_str().into())).await.unwrap().record;
    salon.put(&Invoice { pdf_key: storage_key(&kept.id), ..kept }).await;
    let page = see(&manager, &path).await;
    assert!(page.offers("PDF") && page.offers("Void") && page.offers("Credit note"));
    for dialog in ["void", "credit"] {
        let about = page.texts(&format!("#{dialog} .ask-about")).join(" ");
        let presets = page.texts(&format!("#{dialog} [data-for='{dialog}-reason']"));
        assert!(presets.len() > 2 && presets.last().is_some_and(|last| last == "Other"), "{dialog}: {presets:?}");
        assert!(about.starts_with("Asha , BLR/26-27/00001, ") && about.ends_with("₹3,000"), "{dialog}: {about}");
    }
    for call in ["void", "credit-notes"] {
        assert!(page.calls().contains(&format!("POST {api}/{call}")), "{call}");
    }
    let back = json!({ "amountPaise": 100_000, "reason": "Not happy", "refundMethod": "cash" });
    manager.post(&format!("{api}/credit-notes"), back).await.created();
    let page = see(&manager, &path).await;
    assert!(page.says("Partly refunded") && page.says("Not happy") && page.says("At most ₹2,000 can be given back"));
    assert!(!page.offers("Void"), "what was given back in part cannot be void");
    let other = paid(&salon, &shop, &asha, &desk, "card").await;
    manager.post(&format!("/api/billing/invoices/{other}/void"), json!({ "reason": "Typed twice" })).await.ok();
    let page = see(&manager, &format!("/billing/{other}")).await;
    assert!(page.says("Typed twice") && !page.offers("Send again") && !page.offers("Credit note"));
    // A day later it is too late to void.
    let third = paid(&salon, &shop, &asha, &desk, "card").await;
    salon.set_clock("2026-11-17T10:00:00+05:30");
    let page = see(&manager, &format!("/billing/{third}")).await;
    assert!(!page.offers("Void") && page.offers("Credit note"));
    assert_eq!(desk.get("/billing/nothing").await.status.as_u16(), 404);
}

#[tokio::test]
async fn what_was_given_back_before_it_was_paid_never_was_paid() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, as_browser(salon.manager().await));
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    manager.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "leaveDue": true })).await.ok();
    let invoice = manager.get("/api/billing/invoices").await.ok()["invoices"][0].clone();
    let (id, all) = (invoice["id"].as_str().unwrap(), &invoice["totalAmountPaise"]);
    let note = json!({ "amountPaise": all, "reason": "Not happy", "refundMethod": "cash" });
    let credited = manager.post(&format!("/api/billing/invoices/{id}/credit-notes"), note).await.created();
    let told = &credited["invoice"];
    assert_eq!(
        (&told["paymentStatus"], &told["payments"], &told["paidAt"]),
        (&json!("refunded"), &json!([]), &json!(null))
    );
    let page = see(&manager, &format!("/billing/{id}")).await;
    assert!(!page.says("Paid today") && !page.says("Still to pay"));
}

#[tokio::test]
async fn what_is_due_is_listed_taken_and_given_back_by_payments_and_lines() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, as_browser(salon.reception().await));
    let manager = as_browser(salon.manager().await);
    let id = paid(&salon, &shop, &asha, &desk, "cash").await;
    let plain = salon.stored::<Invoice>(&keys::invoice(&id.as_str().into())).await.unwrap().record;
    assert!(!see(&desk, &format!("/billing/{id}")).await.offers("Take payment"));
    assert!(!see(&desk, "/billing").await.says("Dues"), "nobody owes anything");
    let bottles = |invoice: &mut Invoice| {
        let line = &mut invoice.lines[1];
        (line.service_id, line.product_id) = (None, Some("shampoo".into()));
        (line.quantity, line.price, line.sac) = (5, Paise(50_000), "33051090".to_owned());
        invoice.tips = vec![Tip { staff_id: "meera".into(), staff_name: "Meera".to_owned(), amount: Paise(5_000) }];
    };
    let parts = [(PaymentMethod::Cash, 100_000), (PaymentMethod::Upi, 105_000)];
    salon.left_due(&plain, &parts, bottles).await;
    let list = see(&desk, "/billing").await;
    assert!(list.says("Dues") && list.says("₹1,000 is still to be paid.") && list.says("BLR/26-27/00001"));
    let takings = list.texts(".takings .figure");
    assert_eq!(takings[..5], ["In all ₹2,050", "Cash ₹1,000", "UPI ₹1,050", "Card ₹0", "Tips in it ₹50"]);
    assert!(list.says("Sold that day: ₹3,000."));

    let (path, api) = (format!("/billing/{id}"), format!("/api/billing/invoices/{id}"));
    let page = see(&desk, &path).await;
    for told in
        ["Partly paid", "Still to pay ₹1,000", "Tip for Meera", "5 × ₹500", "HSN/SAC", "SAC 999721", "HSN 33051090"]
    {
        assert!(page.says(told), "{told}");
    }
    for button in ["Take payment", "Cash ₹1,000", "UPI ₹1,000", "Card ₹1,000"] {
        assert!(page.offers(button), "{button}");
    }
    assert!(page.calls().contains(&format!("POST {api}/payments")) && !page.offers("Credit note"));
    assert!(page.has(&format!("#pay [data-owed='{id}'][data-paid='2']")), "the script knows what was paid before");
    let page = see(&manager, &path).await;
    assert!(page.offers("Void") && page.offers("Credit note"));
    assert!(page.says("₹1,000 is still to pay: that falls first, only the rest goes back."));
    for shown in ["#credit-refunds-0", "#credit-refunds-1", "#credit-lines-1", "#credit-restock-0"] {
        assert!(page.has(shown), "{shown}");
    }
    let cash = json!({ "payments": [{ "method": "cash", "amountPaise": 100_000, "tenderedPaise": 200_000, "reference": "Till 2" }] });
    desk.post(&format!("{api}/payments"), cash).await.created();
    let page = see(&desk, &path).await;
    assert!(page.says("Given ₹2,000, change ₹1,000") && page.says("Reference Till 2") && !page.offers("Take payment"));
}

#[tokio::test]
async fn a_union_territory_says_utgst_on_paper_and_a_rounded_bill_its_rounding() {
    let (salon, shop) = TestSalon::with_shop().await;
    let mut branch = parlour_setup::branches::Branch {
        gstin: Some("04ZZZCX1234L1ZP".to_owned()),
        state_code: "04".to_owned(),
        ..shop.open.clone()
    };
    branch.settings.round_to_rupee = true;
    salon.put(&branch).await;
    let (asha, desk) = (salon.customer("Asha").await, as_browser(salon.reception().await));
    let cut = parlour_setup::catalogue::Service { price: parlour_values::money::Paise(50_049), ..shop.cut.clone() };
    let booking = salon.confirmed(&shop, &asha, &[&cut]).await;
    let checkout = format!("/bookings/{}/checkout", booking.id);
    let page = see(&desk, &checkout).await;
    assert!(page.says("UTGST") && page.says("Round off -₹0.49") && page.says("Total ₹500"));
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "cash" })).await.ok();
    let page = see(&desk, &checkout).await;
    assert!(page.says("UTGST") && !page.says("SGST ₹") && page.says("Round off -₹0.49") && page.says("Total ₹500"));
    let reports = see(&as_browser(salon.manager().await), "/reports?report=gst").await;
    assert!(reports.says("04ZZZCX1234L1ZP") && reports.says("UTGST") && reports.says("1 issued, 0 void"));
}

#[tokio::test]
async fn an_invoice_of_somebody_without_an_address_offers_no_sending() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, as_browser(salon.reception().await));
    let id = paid(&salon, &shop, &asha, &desk, "card").await;
    let user = asha.user.clone().unwrap();
    salon.put(&parlour_people::auth::User { email: String::new(), ..user }).await;
    let page = see(&desk, &format!("/billing/{id}")).await;
    assert!(!page.offers("Send again") && page.says("No email address to send it to."));
}
