//! The messages after a visit: the question how it went, the invoice; and what becomes of them where nothing can be
//! sent.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::invoices::Invoice;
use parlour_senders::Channel;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

/// A visit that was paid for; its booking.
async fn paid(salon: &TestSalon, shop: &Shop, asha: &Client<'_>) -> Booking {
    let booking = salon.confirmed(shop, asha, &[&shop.cut]).await;
    let desk = salon.reception().await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().record
}

#[tokio::test]
async fn those_who_agreed_are_asked_once_how_a_completed_visit_went() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi) = (salon.user("Asha", Role::Customer).await, salon.user("Ravi", Role::Customer).await);
    let never = salon.user("Never Onboarded", Role::Customer).await;
    salon.listed(&asha, |profile| profile.marketing_consent = true).await;
    salon.listed(&ravi, |profile| profile.marketing_consent = false).await;
    for status in BookingStatus::ALL {
        for (who, agreed) in [(&asha, true), (&ravi, false), (&never, false)] {
            let booking = salon.booked(&shop, who, "2026-11-16", "09:00", *status).await;
            let body = json!({ "bookingId": booking.id });
            for sent in [agreed && *status == BookingStatus::Completed, false] {
                let expected = json!({ "success": true, "sent": sent });
                assert_eq!(salon.job("post-service-followup", body.clone()).await, expected, "{status}");
            }
        }
    }
    assert_eq!(salon.kinds_and_recipients(Channel::Email), [("review_request".to_owned(), asha.email.clone())]);
}

#[tokio::test]
async fn an_invoice_goes_out_with_its_document() {
    let (salon, documents) = TestSalon::with_invoicing(&[]).await;
    let shop = salon.shop().await;
    let asha = salon.customer("Asha").await;
    let booking = paid(&salon, &shop, &asha).await;
    let body = json!({ "bookingId": booking.id });
    let expected = json!({ "success": true, "attached": true, "reason": null, "sent": true });
    assert_eq!(salon.job("invoice-pdf", body.clone()).await, expected);
    let again = json!({ "success": true, "attached": false, "reason": "already_sent", "sent": false });
    assert_eq!(salon.job("invoice-pdf", body).await, again);

    let email = salon.sent(Channel::Email).remove(0);
    assert_eq!((email.kind.as_str(), email.attachments.len()), ("invoice_ready", 1));
    assert_eq!(email.attachments[0].content_type, "application/pdf");
    let invoice = salon.stored::<Invoice>(&keys::invoice(booking.invoice_id.as_ref().unwrap())).await.unwrap();
    let pdf = documents.get(invoice.pdf_key.as_deref().unwrap()).await.unwrap().unwrap();
    assert!(pdf.starts_with(b"%PDF-") && pdf.len() == email.attachments[0].size);
}

#[tokio::test]
async fn a_void_invoices_document_says_so_and_nobody_is_told() {
    let (salon, documents) = TestSalon::with_invoicing(&[]).await;
    let shop = salon.shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let booking = paid(&salon, &shop, &asha).await;
    salon.deliver().await;
    let told = salon.kinds(Channel::Email);
    assert!(told.contains(&"invoice_ready".to_owned()), "{told:?}");
    let invoice = keys::invoice(booking.invoice_id.as_ref().unwrap());
    let key = salon.stored::<Invoice>(&invoice).await.unwrap().pdf_key.clone().unwrap();
    let valid = documents.get(&key).await.unwrap().unwrap();

    let path = format!("/api/billing/invoices/{}", booking.invoice_id.as_ref().unwrap());
    manager.post(&format!("{path}/void"), json!({ "reason": "wrong customer" })).await.ok();
    salon.deliver().await;
    let void = documents.get(&key).await.unwrap().unwrap();
    let kept = salon.stored::<Invoice>(&invoice).await.unwrap().record;
    assert_eq!(kept.pdf_key.as_deref(), Some(key.as_str()));
    assert!(kept.document().is_void && void.starts_with(b"%PDF-") && void != valid);
    let expected = json!({ "success": true, "attached": false, "reason": "void", "sent": false });
    assert_eq!(salon.job("invoice-pdf", json!({ "invoiceId": kept.id })).await, expected);
    assert_eq!(salon.kinds(Channel::Email), told);
}

#[tokio::test]
async fn an_invoice_voided_before_its_email_went_out_is_not_sent() {
    let (salon, documents) = TestSalon::with_invoicing(&[]).await;
    let shop = salon.shop().await;
    let booking = paid(&salon, &shop, &salon.customer("Asha").await).await;
    let path = format!("/api/billing/invoices/{}", booking.invoice_id.as_ref().unwrap());
    salon.manager().await.post(&format!("{path}/void"), json!({ "reason": "wrong customer" })).await.ok();
    salon.deliver().await;
    let invoice = salon.stored::<Invoice>(&keys::invoice(booking.invoice_id.as_ref().unwrap())).await.unwrap();
    assert!(documents.get(invoice.pdf_key.as_deref().unwrap()).await.unwrap().is_some());
    assert!(!salon.kinds(Channel::Email).contains(&"invoice_ready".to_owned()));
}

#[tokio::test]
async fn without_the_invoicing_service_or_when_it_fails_the_invoice_goes_out_alone() {
    for (url, reason) in [(None, "unconfigured"), (Some("http://127.0.0.1:9/"), "render_failed")] {
        let settings: Vec<_> =
            url.into_iter().flat_map(|url| [("INVOICING_URL", url), ("INVOICING_SECRET", "s")]).collect();
        let salon = TestSalon::with_settings(&settings).await;
        let shop = salon.shop().await;
        let booking = paid(&salon, &shop, &salon.customer("Asha").await).await;
        let body = json!({ "bookingId": booking.id });
        let expected = json!({ "success": true, "attached": false, "reason": reason, "sent": true });
        assert_eq!(salon.job("invoice-pdf", body.clone()).await, expected);
        assert_eq!(salon.job("invoice-pdf", body).await["reason"], "already_sent");
        assert_eq!(salon.kinds(Channel::Email), ["invoice_ready"]);
        assert_eq!(salon.sent(Channel::Heartbeat).len(), 0, "this one job has no heartbeat");
    }
}

#[tokio::test]
async fn where_nothing_can_be_sent_the_row_waits_and_the_job_is_done() {
    let salon = TestSalon::open().await;
    let (shop, mute) = (salon.shop().await, salon.without_senders());
    let asha = salon.customer("Asha").await;
    let user = asha.user.clone().unwrap();
    salon
        .listed(&user, |profile| {
            profile.marketing_consent = true;
            profile.date_of_birth = Some("1990-11-16".parse().unwrap());
        })
        .await;
    let visited = salon.booked(&shop, &user, "2026-11-16", "09:00", BookingStatus::Completed).await;
    salon.booked(&shop, &user, "2026-11-17", "10:00", BookingStatus::Confirmed).await;
    let run = async |job: &str, body: Value| parlour_platform::jobs::run(&mute, job, body).await.unwrap();
    let followup = run("post-service-followup", json!({ "bookingId": visited.id })).await;
    assert_eq!(followup, json!({ "success": true, "sent": false }));
    assert_eq!(run("birthday-emails", json!({})).await, json!({ "success": true, "processed": 1 }));
    assert_eq!(run("appointment-reminders", json!({})).await, json!({ "success": true, "processed": 1 }));
    let rows = asha.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
    let seen: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["type"].as_str().unwrap(), row["channel"].as_str().unwrap())).collect();
    assert_eq!(seen, [("reminder_24h", "push"), ("birthday", "push"), ("review_request", "email")]);
    for row in &rows {
        assert_eq!((&row["status"], &row["sentAt"]), (&json!("pending"), &Value::Null), "{row}");
    }
    // A message that was told in the app is told: a sender that comes later does not begin all over.
    assert_eq!(salon.processed("birthday-emails").await, 0);
    let client = salon.signed_in(&user, App::Customer).await;
    assert_eq!(client.get("/api/notifications").await.ok()["unreadCount"], 3);
    assert_eq!(salon.sent(Channel::Email).len(), 0);
}
