//! Three days behind the counter, with the clock moved through them and the whole machinery at work: every message, once.

use std::collections::BTreeSet;

use parlour_local::worker::Worker;
use parlour_senders::{Channel, SentMessage};
use parlour_settings::App;
use parlour_tests::{Client, TestSalon};
use serde_json::json;

async fn until(worker: &Worker, moment: &str) {
    worker.move_clock(moment.parse().unwrap(), true).await.unwrap();
}

/// A message as one line: when, what, how, to whom.
fn line(message: &SentMessage, people: &[(&str, &Client<'_>)]) -> String {
    let named = people.iter().find(|(_, client)| {
        let user = client.user.as_ref().unwrap();
        message.to == user.email || message.to == user.id.as_str()
    });
    let to = named.map_or(message.to.as_str(), |(name, _)| *name);
    let (day, time) = (message.sent_at.ist_date(), message.sent_at.ist_time());
    format!("{:02} {time} {} {} {to}", day.day(), message.kind, message.channel)
}

#[tokio::test]
async fn three_days_at_the_salon() {
    let (salon, _) = TestSalon::with_invoicing(&[]).await;
    let shop = salon.shop().await;
    let (desk, meera) = (salon.reception().await, salon.signed_in_as(&shop.meera).await);
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    let (chitra, devi) = (salon.customer("Chitra").await, salon.customer("Devi").await);
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.marketing_consent = true).await;
    asha.subscribe_to_push("asha").await;
    // The desk subscribes on the customer app too: there is one place for it.
    salon.signed_in(desk.user.as_ref().unwrap(), App::Customer).await.subscribe_to_push("desk").await;
    let worker = salon.worker().await;

    let request = |day: &str, time: &str| shop.request(&shop.open, &[&shop.cut], day, time);
    let visit = asha.book(request("2026-11-18", "12:00")).await;
    let unanswered = bina.book(request("2026-11-20", "12:00")).await;
    let moved = chitra.book(request("2026-11-18", "14:00")).await;
    let cancelled = devi.book(request("2026-11-18", "16:00")).await;
    worker.deliver_due().await.unwrap();
    for booking in [&visit, &moved, &cancelled] {
        desk.patch(booking, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    }
    until(&worker, "2026-11-17T08:00:00+05:30").await;
    devi.post(&format!("{cancelled}/cancel"), json!({ "reason": "ill" })).await.ok();
    until(&worker, "2026-11-17T09:00:00+05:30").await;
    let time = json!({ "bookingDate": "2026-11-19", "startTime": "11:00" });
    chitra.post(&format!("{moved}/reschedule"), time).await.ok();
    until(&worker, "2026-11-18T12:45:00+05:30").await;
    desk.post(&format!("{visit}/complete"), json!({ "paymentMethod": "upi" })).await.ok();
    until(&worker, "2026-11-19T13:00:00+05:30").await;

    let people = [("asha", &asha), ("bina", &bina), ("chitra", &chitra), ("devi", &devi), ("desk", &desk)];
    let sent = salon.post.messages();
    let mut lines: Vec<String> = sent
        .iter()
        .filter(|message| matches!(message.channel, Channel::Email | Channel::Push | Channel::Chat))
        .map(|message| line(message, &people))
        .collect();
    lines.sort();
    assert_eq!(
        lines,
        [
            "16 10:00 booking_confirmed email asha",
            "16 10:00 booking_confirmed email chitra",
            "16 10:00 booking_confirmed email devi",
            "16 10:00 booking_confirmed push asha",
            "16 10:00 booking_received email asha",
            "16 10:00 booking_received email bina",
            "16 10:00 booking_received email chitra",
            "16 10:00 booking_received email devi",
            "16 10:00 booking_received push asha",
            "16 12:00 booking_pending_alert push desk",
            "16 22:30 daily_sales_report chat chat",
            "17 08:00 booking_cancelled email devi",
            "17 09:00 booking_rescheduled email chitra",
            "17 10:01 booking_rejected email bina",
            "17 12:00 reminder_24h email asha",
            "17 12:00 reminder_24h push asha",
            "17 22:30 daily_sales_report chat chat",
            "18 11:00 reminder_1h email asha",
            "18 11:00 reminder_1h push asha",
            "18 11:00 reminder_24h email chitra",
            "18 12:45 invoice_ready email asha",
            "18 22:30 daily_sales_report chat chat",
            "19 10:00 reminder_1h email chitra",
            "19 12:00 noshow_alert push desk",
            "19 12:45 review_request email asha",
        ]
    );
    let invoice = sent.iter().find(|message| message.kind == "invoice_ready").unwrap();
    assert_eq!((invoice.attachments.len(), invoice.attachments[0].content_type.as_str()), (1, "application/pdf"));
    let realtime: Vec<_> = sent.iter().filter(|message| message.channel == Channel::Realtime).collect();
    let distinct: BTreeSet<_> = realtime.iter().map(|message| (&message.kind, &message.to, &message.body)).collect();
    assert_eq!(realtime.len(), distinct.len(), "no realtime message twice");

    let status = async |client: &Client<'_>, path: &str| client.get(path).await.ok()["booking"]["status"].clone();
    assert_eq!(status(&asha, &visit).await, "completed");
    assert_eq!(status(&bina, &unanswered).await, "rejected");
    assert_eq!(status(&chitra, &moved).await, "confirmed", "nobody is marked as a no-show by a job");
    assert_eq!(status(&devi, &cancelled).await, "cancelled");
    // Messages of one moment have no order.
    let feed = async |client: &Client<'_>| {
        let rows = client.get("/api/notifications?pageSize=100").await.ok()["notifications"].clone();
        let mut types: Vec<String> =
            rows.as_array().unwrap().iter().map(|row| row["type"].as_str().unwrap().to_owned()).collect();
        types.sort();
        types
    };
    assert_eq!(
        feed(&asha).await,
        [
            "booking_completed",
            "booking_confirmed",
            "booking_received",
            "invoice_ready",
            "reminder_1h",
            "reminder_24h",
            "review_request",
        ]
    );
    let at_desk = ["booking_cancelled", "booking_pending_alert", "booking_rescheduled", "noshow_alert"];
    assert_eq!(feed(&desk).await, at_desk);
    assert_eq!(feed(&meera).await, ["booking_confirmed"; 3]);
    assert_eq!(salon.outbox().await.len(), 0);
}
