//! Taking back: void bills, no-shows that were none, memberships that were given back.

use parlour_booking::bookings::Booking;
use parlour_money::invoices::Invoice;
use parlour_money::offers::rules::OfferType;
use parlour_senders::Channel;
use parlour_storage::events::EventType;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::id::{InvoiceId, UserId};
use serde_json::{Value, json};

use crate::desk::seen::see;
use crate::site::table::as_browser;

fn path(booking: &Booking) -> String {
    format!("/api/bookings/{}", booking.id)
}

async fn stored(salon: &TestSalon, booking: &Booking) -> Booking {
    salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().record
}

/// Completes it, and gives the invoice's path.
async fn complete(salon: &TestSalon, desk: &Client<'_>, booking: &Booking, more: Value) -> String {
    let mut body = json!({ "paymentMethod": "cash" });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    desk.post(&format!("{}/complete", path(booking)), body).await.ok();
    format!("/api/billing/invoices/{}", stored(salon, booking).await.invoice_id.unwrap())
}

async fn void(manager: &Client<'_>, invoice: &str) -> Value {
    manager.post(&format!("{invoice}/void"), json!({ "reason": "wrong" })).await.ok()["invoice"].clone()
}

async fn gems_missing(salon: &TestSalon) -> Value {
    let voided = |event: &&parlour_storage::events::EventItem| event.what == EventType::InvoiceVoided;
    salon.events().await.iter().rfind(voided).unwrap().data["gemsMissing"].clone()
}

#[tokio::test]
async fn a_void_bill_can_be_billed_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let offer = salon.offer(OfferType::Percentage, 10, &[&shop.cut]).await;
    for (is_present, status) in [(false, "confirmed"), (true, "in_progress")] {
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
        if is_present {
            desk.post_empty(&format!("{}/checkin", path(&booking))).await.ok();
        }
        let first = complete(&salon, &desk, &booking, json!({ "offerId": offer.id })).await;
        let voided = void(&manager, &first).await;
        let seen = desk.get(&path(&booking)).await.ok()["booking"].clone();
        assert_eq!(
            (&seen["status"], &seen["completedAt"], &seen["offerId"]),
            (&json!(status), &Value::Null, &Value::Null)
        );
        assert_eq!((&seen["paidAmountPaise"], &seen["overlaps"]), (&Value::Null, &json!(false)));
        assert_eq!(stored(&salon, &booking).await.invoice_id, None);
        asha.get(&format!("{}/invoice", path(&booking))).await.refused(404, "NOT_FOUND");

        let second = complete(&salon, &desk, &booking, json!({ "offerId": offer.id })).await;
        // The void one is printed once more, which must not disturb the other.
        salon.deliver().await;
        let own = asha.get(&format!("{}/invoice", path(&booking))).await.ok()["invoice"].clone();
        assert!(second.ends_with(own["id"].as_str().unwrap()));
        assert_ne!(own["invoiceNumber"], voided["invoiceNumber"]);
        let kept = desk.get(&first).await.ok()["invoice"].clone();
        assert_eq!((&kept["paymentStatus"], &kept["invoiceNumber"]), (&json!("void"), &voided["invoiceNumber"]));
        void(&manager, &second).await;
    }
    for (end, status) in [("cancel", "cancelled"), ("noshow", "no_show")] {
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
        let invoice = complete(&salon, &desk, &booking, json!({})).await;
        void(&manager, &invoice).await;
        let ended = desk.post(&format!("{}/{end}", path(&booking)), json!({ "reason": "gone" })).await.ok();
        assert_eq!(ended["booking"]["status"], status);
    }
}

#[tokio::test]
async fn a_voided_visit_counts_neither_for_the_streak_nor_for_a_review() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    salon
        .listed(asha.user.as_ref().unwrap(), |profile| {
            (profile.noshow_count, profile.booking_requires_approval) = (3, true);
            profile.consecutive_completed_bookings = 4;
            profile.marketing_consent = true;
        })
        .await;
    let before = salon.profile_of(&asha.id()).await;
    let fifth = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let invoice = complete(&salon, &desk, &fifth, json!({})).await;
    let lifted = salon.profile_of(&asha.id()).await;
    assert_eq!((lifted.consecutive_completed_bookings, lifted.booking_requires_approval), (5, false));
    void(&manager, &invoice).await;
    let after = salon.profile_of(&asha.id()).await;
    assert_eq!((after.consecutive_completed_bookings, after.booking_requires_approval), (4, true));
    assert_eq!((after.total_visits, after.total_spent), (before.total_visits, before.total_spent));
    assert_eq!((after.first_visit_at, after.last_visit_at), (before.first_visit_at, before.last_visit_at));
    salon.set_clock("2026-11-18T10:00:00+05:30");
    salon.deliver().await;
    let kinds = salon.kinds(Channel::Email);
    assert!(!kinds.iter().any(|kind| kind == "review_request" || kind == "invoice_ready"), "{kinds:?}");
}

/// One bill earns, the next spends what it earned.
async fn earned_and_spent(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, desk: &Client<'_>) -> (String, String) {
    let cut = salon.redeemable(&shop.cut, 20).await;
    let earning = salon.confirmed(shop, asha, &[&shop.cut, &shop.colour]).await;
    let earned = complete(salon, desk, &earning, json!({})).await;
    let spending = salon.confirmed(shop, asha, &[&shop.cut]).await;
    let spent = complete(salon, desk, &spending, json!({ "gemsRedeemedServiceId": cut.id })).await;
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 10);
    (earned, spent)
}

#[tokio::test]
async fn void_order_cannot_leak_gems() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    for is_earning_first in [true, false] {
        let asha = salon.customer("Asha").await;
        let (earned, spent) = earned_and_spent(&salon, &shop, &asha, &desk).await;
        if is_earning_first {
            void(&manager, &earned).await;
            assert_eq!(
                (gems_missing(&salon).await, salon.gems_of(&asha.id()).await.account.balance().0),
                (json!(20), 0)
            );
            void(&manager, &spent).await;
        } else {
            void(&manager, &spent).await;
            void(&manager, &earned).await;
        }
        assert_eq!(gems_missing(&salon).await, 0);
        let account = salon.gems_of(&asha.id()).await.account;
        assert_eq!((account.balance().0, account.total_earned().0, account.total_redeemed().0), (0, 0, 0));
        let history = asha.get("/api/gems").await.ok()["transactions"].clone();
        let sum: i64 = history.as_array().unwrap().iter().map(|line| line["gemsAmount"].as_i64().unwrap()).sum();
        assert_eq!(sum, 0, "{history}");
    }
}

/// A walk-in's booking with Meera at the staffed branch.
async fn walked_in(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, desk: &Client<'_>, start: &str) -> Booking {
    let body = json!({ "customerId": asha.id(), "branchId": shop.staffed.id, "serviceType": "salon",
        "serviceIds": [shop.colour.id], "staffId": shop.meera.id, "startTime": start });
    let id = desk.post("/api/bookings", body).await.created()["booking"]["id"].as_str().unwrap().into();
    salon.stored::<Booking>(&keys::booking(&id)).await.unwrap().record
}

fn at_noon(shop: &Shop, asha: &Client<'_>) -> Value {
    json!({ "customerId": asha.id(), "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id],
        "staffId": shop.meera.id, "startTime": "12:00" })
}

#[tokio::test]
async fn a_finished_visit_gives_its_persons_time_back_and_a_void_takes_it_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let visit = walked_in(&salon, &shop, &asha, &desk, "11:30").await;
    desk.post("/api/bookings", at_noon(&shop, &asha)).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    salon.set_clock("2026-11-16T11:50:00+05:30");
    let invoice = complete(&salon, &desk, &visit, json!({})).await;
    void(&manager, &invoice).await;
    assert!(!stored(&salon, &visit).await.overlaps);
    desk.post("/api/bookings", at_noon(&shop, &asha)).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    let invoice = complete(&salon, &desk, &visit, json!({})).await;
    desk.post("/api/bookings", at_noon(&shop, &asha)).await.created();
    void(&manager, &invoice).await;
    let seen = desk.get(&path(&visit)).await.ok()["booking"].clone();
    assert_eq!((&seen["status"], &seen["overlaps"]), (&json!("confirmed"), &json!(true)));
}

#[tokio::test]
async fn a_visit_completed_on_another_day_blocks_neither() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let visit = walked_in(&salon, &shop, &asha, &desk, "11:30").await;
    let tomorrow = json!({ "bookingDate": "2026-11-17", "startTime": "11:30" });
    desk.post(&format!("{}/reschedule", path(&visit)), tomorrow).await.ok();
    complete(&salon, &desk, &visit, json!({})).await;
    let mut next = at_noon(&shop, &asha);
    next["bookingDate"] = json!("2026-11-17");
    desk.post("/api/bookings", next).await.created();
}

async fn missed(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, desk: &Client<'_>, start: &str) -> Booking {
    let booking = walked_in(salon, shop, asha, desk, start).await;
    desk.post_empty(&format!("{}/noshow", path(&booking))).await.ok();
    booking
}

#[tokio::test]
async fn a_no_show_by_mistake_is_taken_back_on_its_day() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon
        .listed(asha.user.as_ref().unwrap(), |profile| {
            (profile.noshow_count, profile.consecutive_completed_bookings) = (2, 4);
        })
        .await;
    let undo = |booking: &Booking| format!("{}/undo-noshow", path(booking));
    let booking = missed(&salon, &shop, &asha, &desk, "11:30").await;
    salon.deliver().await;
    let counted = salon.profile_of(&asha.id()).await;
    assert_eq!((counted.noshow_count, counted.booking_requires_approval), (3, true));
    let undone = desk.post_empty(&undo(&booking)).await.ok()["booking"].clone();
    assert_eq!((&undone["status"], &undone["overlaps"]), (&json!("confirmed"), &json!(false)));
    let profile = salon.profile_of(&asha.id()).await;
    assert_eq!((profile.noshow_count, profile.consecutive_completed_bookings), (2, 4));
    assert!(!profile.booking_requires_approval);
    desk.post("/api/bookings", at_noon(&shop, &asha)).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    desk.post_empty(&undo(&booking)).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    salon.customer("C").await.post_empty(&undo(&booking)).await.refused(404, "NOT_FOUND");
    desk.post_empty("/api/bookings/nothing/undo-noshow").await.refused(404, "NOT_FOUND");

    // Marked again, it is counted again; taken back before it was counted, it never is.
    desk.post_empty(&format!("{}/noshow", path(&booking))).await.ok();
    salon.deliver().await;
    assert_eq!(salon.profile_of(&asha.id()).await.noshow_count, 3);
    desk.post_empty(&undo(&booking)).await.ok();
    desk.post_empty(&format!("{}/noshow", path(&booking))).await.ok();
    desk.post("/api/bookings", at_noon(&shop, &asha)).await.created();
    let undone = desk.post_empty(&undo(&booking)).await.ok()["booking"].clone();
    assert_eq!(undone["overlaps"], true);
    salon.deliver().await;
    assert_eq!(salon.profile_of(&asha.id()).await.noshow_count, 2);

    desk.post_empty(&format!("{}/noshow", path(&booking))).await.ok();
    salon.set_clock("2026-11-17T00:00:00+05:30");
    let desk = salon.reception().await;
    desk.post_empty(&undo(&booking)).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
}

#[tokio::test]
async fn a_visit_still_to_come_is_taken_back_whatever_has_gone_meanwhile_and_says_so() {
    for gone in ["closure", "branch", "person"] {
        for is_void in [false, true] {
            let (salon, shop) = TestSalon::with_shop().await;
            let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
            let visit = walked_in(&salon, &shop, &asha, &desk, "18:00").await;
            let invoice = if is_void {
                Some(complete(&salon, &desk, &visit, json!({})).await)
            } else {
                desk.post_empty(&format!("{}/noshow", path(&visit))).await.ok();
                None
            };
            let branch = &shop.staffed.id;
            match gone {
                "closure" => {
                    let closure = json!({ "branchId": branch, "date": "2026-11-16", "reason": "Flood" });
                    manager.post("/api/schedule/closures", closure).await.created();
                }
                "branch" => {
                    let status = json!({ "status": "closed" });
                    salon.owner().await.patch(&format!("/api/branches/{branch}"), status).await.ok();
                }
                _ => {
                    manager.post(&format!("/api/staff/{}/deactivate", shop.meera.id), json!({})).await.ok();
                }
            }
            match invoice {
                Some(invoice) => drop(void(&manager, &invoice).await),
                None => drop(desk.post_empty(&format!("{}/undo-noshow", path(&visit))).await.ok()),
            }
            let seen = desk.get(&path(&visit)).await.ok()["booking"].clone();
            let expected = (&json!("confirmed"), &json!(true));
            assert_eq!((&seen["status"], &seen["overlaps"]), expected, "{gone} {is_void}");
            assert_eq!(salon.day_of(&shop.meera, visit.date).await.busy().len(), 1);
        }
    }
}

/// The salon, shop and desk that a membership is sold with.
struct Sale<'a> {
    salon: &'a TestSalon,
    shop: &'a Shop,
    desk: &'a Client<'a>,
}

impl Sale<'_> {
    async fn sold(&self, customer: &UserId, more: Value) -> Value {
        let tier = self.salon.tier("Gold").await;
        let mut body = json!({ "customerId": customer, "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
            "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
        for (name, value) in more.as_object().into_iter().flatten() {
            body[name] = value.clone();
        }
        self.desk.post("/api/memberships", body).await.created()
    }

    fn session(&self, more: Value) -> Value {
        let line = json!({ "serviceId": self.shop.massage.id, "staffId": self.shop.meera.id, "durationMinutes": 60 });
        let mut body = json!({ "services": [line] });
        for (name, value) in more.as_object().into_iter().flatten() {
            body[name] = value.clone();
        }
        body
    }
}

fn membership(sold: &Value) -> String {
    format!("/api/memberships/{}", sold["membership"]["id"].as_str().unwrap())
}

fn invoice(of: &Value) -> String {
    format!("/api/billing/invoices/{}", of["invoice"]["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_voided_session_is_in_no_list_and_a_sale_is_voided_after_its_sessions() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let sale = Sale { salon: &salon, shop: &shop, desk: &desk };
    let sold = sale.sold(&asha.id(), json!({})).await;
    let session = desk.post(&format!("{}/sessions", membership(&sold)), sale.session(json!({}))).await.created();
    let profile = salon.profile_of(&asha.id()).await;
    assert_eq!((profile.total_visits, profile.total_spent.0), (1, 2_000_000));
    assert_eq!(profile.last_visit_at, Some(salon.salon.clock.now()));
    let refused = format!("{}/void", invoice(&sold));
    manager.post(&refused, json!({ "reason": "wrong" })).await.refused(409, "CONFLICT");

    void(&manager, &invoice(&session)).await;
    let detail = desk.get(&membership(&sold)).await.ok();
    assert_eq!((&detail["sessions"], &detail["usedHoursMinutes"]), (&json!([]), &json!(0)));
    assert_eq!(asha.get("/api/membership").await.ok()["sessions"], json!([]));
    let booking = format!("/api/bookings/{}", session["booking"]["id"].as_str().unwrap());
    assert_eq!(desk.get(&booking).await.ok()["booking"]["status"], "cancelled");
    void(&manager, &invoice(&sold)).await;
    assert_eq!(desk.get(&membership(&sold)).await.ok()["status"], "cancelled");
    let profile = salon.profile_of(&asha.id()).await;
    assert_eq!((profile.total_visits, profile.total_spent.0, profile.last_visit_at), (0, 0, None));
    salon.deliver().await;
    let told = salon.kinds(Channel::Email);
    assert!(!told.iter().any(|kind| kind == "membership_session_used"), "{told:?}");
}

#[tokio::test]
async fn a_fully_refunded_membership_is_cancelled() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let sale = Sale { salon: &salon, shop: &shop, desk: &desk };
    let sold = sale.sold(&asha.id(), json!({})).await;
    let credit = |amount: i64| json!({ "amountPaise": amount, "reason": "unhappy", "refundMethod": "card" });
    let notes = format!("{}/credit-notes", invoice(&sold));
    manager.post(&notes, credit(1_999_999)).await.created();
    let sessions = format!("{}/sessions", membership(&sold));
    desk.post(&sessions, sale.session(json!({}))).await.created();
    manager.post(&notes, credit(1)).await.created();
    assert_eq!(desk.get(&membership(&sold)).await.ok()["status"], "cancelled");
    desk.post(&sessions, sale.session(json!({}))).await.refused(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(salon.profile_of(&asha.id()).await.total_spent.0, 0);
    sale.sold(&asha.id(), json!({})).await;
}

#[tokio::test]
async fn a_membership_is_sold_and_used_at_its_branch() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi, desk) = (salon.customer("Asha").await, salon.customer("Ravi").await, salon.reception().await);
    let sale = Sale { salon: &salon, shop: &shop, desk: &desk };
    let numbered = parlour_setup::branches::Branch { number: "02".to_owned(), ..shop.staffed.clone() };
    salon.put(&numbered).await;
    let sold = sale.sold(&asha.id(), json!({ "branchId": shop.staffed.id })).await;
    assert_eq!(sold["invoice"]["invoiceNumber"], "IND/26-27/00001");
    assert_eq!(sold["invoice"]["branchId"], json!(shop.staffed.id));
    assert!(sold["membership"]["membershipNumber"].as_str().unwrap().starts_with("PAR-MEM-26-02-"));
    let sessions = format!("{}/sessions", membership(&sold));
    let there = desk.post(&sessions, sale.session(json!({ "branchId": shop.staffed.id }))).await.created();
    assert_eq!(
        (&there["booking"]["branchId"], &there["invoice"]["invoiceNumber"]),
        (&json!(shop.staffed.id), &json!("IND/S26-27/00001"))
    );
    let here = desk.post(&sessions, sale.session(json!({}))).await.created();
    assert_eq!(here["booking"]["branchId"], json!(shop.open.id), "the primary one");
    desk.post(&sessions, sale.session(json!({ "branchId": "nowhere" }))).await.invalid(&["branchId"]);
    let day = desk.get(&format!("/api/billing/day?branchId={}", shop.staffed.id)).await.ok();
    assert_eq!(day["totalPaise"], 2_000_000);

    let user = desk.user.clone().unwrap();
    let placed = parlour_people::auth::User { branch_ids: vec![shop.staffed.id.clone()], ..user };
    salon.put(&placed).await;
    let desk = salon.signed_in(&placed, desk.app).await;
    let sale = Sale { salon: &salon, shop: &shop, desk: &desk };
    let own = sale.sold(&ravi.id(), json!({})).await;
    assert_eq!(own["invoice"]["branchId"], json!(shop.staffed.id), "their own");
}

#[tokio::test]
async fn a_used_session_tells_the_customer_and_is_never_ahead() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi, desk) = (salon.customer("Asha").await, salon.customer("Ravi").await, salon.reception().await);
    let sale = Sale { salon: &salon, shop: &shop, desk: &desk };
    let sold = sale.sold(&asha.id(), json!({})).await;
    let sessions = format!("{}/sessions", membership(&sold));
    let ahead = sale.session(json!({ "bookingDate": "2026-11-17" }));
    desk.post(&sessions, ahead).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let later = sale.sold(&ravi.id(), json!({ "startDate": "2026-11-17" })).await;
    let early = format!("{}/sessions", membership(&later));
    desk.post(&early, sale.session(json!({}))).await.refused(422, "BUSINESS_RULE_VIOLATION");

    let session = desk.post(&sessions, sale.session(json!({}))).await.created();
    salon.deliver().await;
    let mails = salon.sent(Channel::Email);
    let told = mails.iter().find(|mail| mail.kind == "membership_session_used").expect("told of the session");
    assert!(format!("{told:?}").contains("9 hours"), "{told:?}");
    let feed = asha.get("/api/notifications").await.ok()["notifications"].clone();
    assert!(feed.as_array().unwrap().iter().any(|row| row["type"] == "membership_session_used"), "{feed}");
    let id = InvoiceId::from(session["invoice"]["id"].as_str().unwrap());
    assert_eq!(salon.stored::<Invoice>(&keys::invoice(&id)).await.unwrap().document().title(), "Session record");
    assert_eq!(mails.iter().filter(|mail| mail.kind == "invoice_ready").count(), 2, "of the sales");
}

#[tokio::test]
async fn the_pdf_of_a_session_is_made() {
    let (salon, _) = TestSalon::with_invoicing(&[]).await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let sale = Sale { salon: &salon, shop: &shop, desk: &desk };
    let sold = sale.sold(&asha.id(), json!({})).await;
    let session = desk.post(&format!("{}/sessions", membership(&sold)), sale.session(json!({}))).await.created();
    salon.deliver().await;
    assert_ne!(desk.get(&invoice(&session)).await.ok()["invoice"]["pdfUrl"], Value::Null);
}

#[tokio::test]
async fn the_amount_paid_is_the_invoices_wherever_a_booking_is_shown() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let offer = salon.offer(OfferType::Percentage, 10, &[&shop.cut]).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    complete(&salon, &desk, &booking, json!({ "offerId": offer.id })).await;
    let own = asha.get(&path(&booking)).await.ok()["booking"].clone();
    assert_eq!((&own["totalAmountPaise"], &own["paidAmountPaise"]), (&json!(50_000), &json!(45_000)));
    let listed = desk.get("/api/bookings?date=2026-11-16").await.ok()["bookings"][0].clone();
    assert_eq!(listed["paidAmountPaise"], 45_000);
    for browser in [as_browser(desk), as_browser(asha)] {
        let page = see(&browser, "/bookings?date=2026-11-16").await;
        assert!(page.says("₹450") && !page.says("₹500"));
    }
}
