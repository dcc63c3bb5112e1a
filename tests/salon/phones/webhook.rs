//! WhatsApp's reports to the webhook about our messages.

use chrono::TimeDelta;
use parlour_platform::notifications::{DeliveryLog, Notification};
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::TestSalon;
use serde_json::{Value, json};

use super::{agreed, confirmed, counts, deliver, feed};

fn status(row: &Notification, status: &str, code: Option<i64>) -> Value {
    let mut told = json!({
        "id": "wamid.1", "status": status, "timestamp": "1763270000", "recipient_id": "919812345678",
        "biz_opaque_callback_data": format!("{}.{}", row.user_id, row.id),
    });
    if let Some(code) = code {
        told["errors"] = json!([{ "code": code, "title": "no" }]);
    }
    json!({ "statuses": [told] })
}

#[tokio::test]
async fn the_challenge_comes_back_to_whoever_knows_the_token() {
    let (salon, _) = TestSalon::with_phones(&[]).await;
    let meta = salon.anyone(App::Customer);
    let ask = |mode: &str, token: &str| {
        format!("/api/webhooks/whatsapp?hub.mode={mode}&hub.challenge=1158201444&hub.verify_token={token}")
    };
    let right = meta.get(&ask("subscribe", "a-verify-token")).await;
    assert_eq!((right.status.as_u16(), right.bytes.as_slice()), (200, b"1158201444".as_slice()));
    for path in [ask("subscribe", "wrong"), ask("unsubscribe", "a-verify-token"), "/api/webhooks/whatsapp".to_owned()] {
        meta.get(&path).await.refused(403, "FORBIDDEN");
    }
    let unconfigured = TestSalon::open().await;
    unconfigured.anyone(App::Customer).get(&ask("subscribe", "")).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn only_what_whatsapp_signed_is_taken_and_all_of_it() {
    let (salon, _) = TestSalon::with_phones(&[]).await;
    let post = async |signature: &str, body: &str| {
        let meta = salon.anyone(App::Customer).with_header("x-hub-signature-256", signature);
        meta.send(http::Method::POST, "/api/webhooks/whatsapp", Some(body.to_owned())).await.status.as_u16()
    };
    let empty = r#"{"object":"whatsapp_business_account","entry":[]}"#;
    let escaped = r#"{"text":"\u0928\u092e\u0938\u094d\u0924\u0947 a\u0040b.in \/x"}"#;
    let again = serde_json::from_str::<Value>(escaped).unwrap().to_string();
    for (signature, body, expected) in [
        ("sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756", empty, 200),
        ("sha256=8b63445d69849a3f154e655363a9c36f24348fbe23fa575abd5c97c878132d88", empty, 401),
        ("sha256=302b2770ac7fb00a258699fc97ce6f34ad4cd3ebd20c9884fb67e23b29f668a6", escaped, 200),
        ("sha256=302b2770ac7fb00a258699fc97ce6f34ad4cd3ebd20c9884fb67e23b29f668a6", again.as_str(), 401),
        ("sha256=caff6471c1e57b7c1c83ceb461c5f726f79042c57fa0bc06ab6ef568d888ab36", escaped, 401),
        ("sha256=517bc4c7d1d8d400868e0ad6f64b77098b818a2f2595004253a1922302a602c0", "", 200),
        ("sha256=0329a06b62cd16b33eb6792be8c60b158d89a2ee3a876fce9a881ebb488c0914", "test", 401),
        ("", empty, 401),
    ] {
        assert_eq!(post(signature, body).await, expected, "{signature} {body}");
    }
    // Values that nobody knows, and more than we would take elsewhere.
    for value in [json!({}), json!({ "messages": [7] }), json!({ "filler": "x".repeat(1_000_000) })] {
        salon.whatsapp_tells("messages", value).await.ok();
    }
    salon.whatsapp_tells("messages", json!({ "filler": "x".repeat(3_000_000) })).await.refused(400, "VALIDATION_ERROR");
    assert!(salon.outbox().await.is_empty());
    let unconfigured = TestSalon::open().await;
    unconfigured.whatsapp_tells("messages", json!({})).await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn statuses_only_move_forward_in_any_order_and_five_times() {
    let orders: [&[&str]; 4] = [
        &["sent", "delivered", "read"],
        &["read", "delivered", "sent"],
        &["delivered", "read", "failed"],
        &["read", "failed", "delivered"],
    ];
    for order in orders {
        let (salon, carriers) = TestSalon::with_phones(&[]).await;
        let shop = salon.shop().await;
        let asha = agreed(&salon).await;
        deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
        let row = feed(&salon, &asha).await.remove(0);
        for step in order {
            let code = (*step == "failed").then_some(131_026);
            for _ in 0..5 {
                salon.whatsapp_tells("messages", status(&row, step, code)).await.ok();
            }
            salon.deliver().await;
        }
        let row = feed(&salon, &asha).await.remove(0);
        assert!(
            row.delivered_at.is_some() && row.read_at.is_some() && row.failed_reason.is_none(),
            "{order:?} {row:?}"
        );
        assert_eq!(counts(&salon, &carriers), (1, 0, 0), "{order:?}");
        let client = salon.signed_in(&asha, App::Customer).await;
        let seen = client.get("/api/notifications").await.ok();
        assert_eq!(seen["unreadCount"], 0);
        let first = &seen["notifications"][0];
        assert_eq!((&first["channel"], first["deliveredAt"].is_string()), (&json!("whatsapp"), true), "{first}");
    }
}

#[tokio::test]
async fn a_status_that_names_only_whatsapps_own_id_is_of_the_same_message() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    let bare = |id: &str, status: &str, errors: Value| json!({ "statuses": [{ "id": id, "status": status, "timestamp": "1763270000", "errors": errors }] });
    salon.whatsapp_tells("messages", bare("wamid.9", "read", json!([]))).await.ok();
    salon.deliver().await;
    assert_eq!(feed(&salon, &asha).await[0].read_at, None, "somebody else's");
    salon.whatsapp_tells("messages", bare("wamid.1", "delivered", json!([]))).await.ok();
    salon.deliver().await;
    let row = feed(&salon, &asha).await.remove(0);
    assert!(row.delivered_at.is_some() && row.read_at.is_none(), "{row:?}");

    let bina = agreed(&salon).await;
    deliver(&salon, &confirmed(&salon, &shop, &bina).await.1).await.unwrap();
    for _ in 0..5 {
        salon.whatsapp_tells("messages", bare("wamid.2", "failed", json!([{ "code": 131_026 }]))).await.ok();
        salon.deliver().await;
    }
    assert_eq!(counts(&salon, &carriers), (2, 1, 0), "it goes on to the next channel");
}

#[tokio::test]
async fn a_message_that_failed_later_goes_on_to_the_next_channel_once() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    let row = feed(&salon, &asha).await.remove(0);
    for _ in 0..5 {
        salon.whatsapp_tells("messages", status(&row, "failed", Some(131_026))).await.ok();
        salon.deliver().await;
    }
    assert_eq!(counts(&salon, &carriers), (1, 1, 0));
    let row = feed(&salon, &asha).await.remove(0);
    assert_eq!((row.channel.as_str(), row.status.as_str()), ("sms", "sent"));
}

#[tokio::test]
async fn a_reminder_that_failed_later_goes_on_unless_the_visit_has_begun() {
    for (later, sms) in [(TimeDelta::hours(1), 1), (TimeDelta::hours(25), 0)] {
        let (salon, carriers) = TestSalon::with_phones(&[]).await;
        let shop = salon.shop().await;
        let asha = agreed(&salon).await;
        let status_of = parlour_booking::bookings::status::BookingStatus::Confirmed;
        salon.booked(&shop, &asha, "2026-11-17", "10:00", status_of).await;
        salon.job("appointment-reminders", json!({})).await;
        let row = feed(&salon, &asha).await.remove(0);
        salon.salon.clock.set(salon.salon.clock.now().plus(later));
        salon.whatsapp_tells("messages", status(&row, "failed", Some(131_026))).await.ok();
        salon.deliver().await;
        assert_eq!(counts(&salon, &carriers), (1, sms, 0));
    }
}

#[tokio::test]
async fn a_status_of_no_message_of_ours_is_left() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let row = json!({ "statuses": [
        { "id": "wamid.1", "status": "read", "timestamp": "1763270000", "biz_opaque_callback_data": "nobody.nothing" },
        { "id": "wamid.1", "status": "read", "timestamp": "1763270000", "biz_opaque_callback_data": "nothing" },
    ] });
    salon.whatsapp_tells("messages", row).await.ok();
    salon.deliver().await;
    assert_eq!(counts(&salon, &carriers), (0, 0, 0));
}

#[tokio::test]
async fn a_template_that_whatsapp_pauses_is_held_until_it_is_approved() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let event = |event: &str| json!({ "event": event, "message_template_name": "booking_confirmed", "message_template_language": "en" });
    salon.whatsapp_tells("message_template_status_update", event("PAUSED")).await.ok();
    salon.deliver().await;
    deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 1, 0));
    salon.whatsapp_tells("message_template_status_update", event("APPROVED")).await.ok();
    salon.deliver().await;
    deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 1, 0));
}

/// The same of one try, by WhatsApp's own id.
fn status_of(row: &Notification, id: &str, told: &str, code: Option<i64>) -> Value {
    let mut told = status(row, told, code);
    told["statuses"][0]["id"] = json!(id);
    told
}

#[tokio::test]
async fn a_message_that_failed_for_now_is_sent_again_on_the_same_channel_ever_later_and_then_on_the_next() {
    for code in [131_016, 131_056] {
        let (salon, carriers) = TestSalon::with_phones(&[]).await;
        let shop = salon.shop().await;
        let asha = agreed(&salon).await;
        deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
        let row = feed(&salon, &asha).await.remove(0);
        for failed in 1..=10 {
            for _ in 0..3 {
                let told = status_of(&row, &format!("wamid.{failed}"), "failed", Some(code));
                salon.whatsapp_tells("messages", told).await.ok();
                salon.deliver().await;
            }
            assert_eq!(counts(&salon, &carriers), (failed, 0, 0), "{code}: not at once");
            let waiting = salon.outbox().await;
            let [again] = waiting.as_slice() else { panic!("{waiting:?}") };
            let expected = TimeDelta::seconds(4_i64.pow(u32::try_from(failed).unwrap() - 1));
            assert_eq!(again.due.since(salon.salon.clock.now()), expected, "{code}");
            salon.salon.clock.set(again.due);
            salon.deliver().await;
        }
        assert_eq!(counts(&salon, &carriers), (10, 1, 0), "{code}: the next channel carries it in the end");
        assert!(salon.outbox().await.is_empty());
    }
}

#[tokio::test]
async fn a_message_that_failed_and_arrives_all_the_same_is_sent_and_sent_no_more() {
    for code in [131_016, 131_026] {
        let (salon, carriers) = TestSalon::with_phones(&[]).await;
        let shop = salon.shop().await;
        let asha = agreed(&salon).await;
        deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
        let row = feed(&salon, &asha).await.remove(0);
        let both = json!({ "statuses": [
            status(&row, "failed", Some(code))["statuses"][0], status(&row, "delivered", None)["statuses"][0],
        ] });
        salon.whatsapp_tells("messages", both).await.ok();
        salon.deliver().await;
        salon.salon.clock.set(salon.salon.clock.now().plus(TimeDelta::minutes(1)));
        salon.deliver().await;
        let row = feed(&salon, &asha).await.remove(0);
        assert_eq!((row.status.as_str(), row.channel.as_str(), &row.failed_reason), ("sent", "whatsapp", &None));
        assert!(row.delivered_at.is_some() && row.sent_at.is_some(), "{row:?}");
        assert_eq!(counts(&salon, &carriers), (1, 0, 0), "{code}");
    }
}

#[tokio::test]
async fn a_template_of_which_a_message_tells_that_it_is_paused_is_held_and_the_next_channel_carries_it() {
    for code in [132_015, 132_016] {
        let (salon, carriers) = TestSalon::with_phones(&[]).await;
        let shop = salon.shop().await;
        let asha = agreed(&salon).await;
        deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
        let row = feed(&salon, &asha).await.remove(0);
        for _ in 0..3 {
            salon.whatsapp_tells("messages", status_of(&row, "wamid.1", "failed", Some(code))).await.ok();
            salon.deliver().await;
        }
        assert_eq!(counts(&salon, &carriers), (1, 1, 0), "{code}");
        let row = feed(&salon, &asha).await.remove(0);
        assert_eq!((row.channel.as_str(), row.status.as_str()), ("sms", "sent"));
        deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
        assert_eq!(counts(&salon, &carriers), (1, 2, 0), "{code}: others are not sent it either");
    }
}

#[tokio::test]
async fn a_paused_template_that_was_not_noted_with_its_message_is_not_sent_to_the_same_reader_again() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    let row = feed(&salon, &asha).await.remove(0);
    let key = keys::sent(row.log_key.as_ref().unwrap());
    let mut log = salon.stored::<DeliveryLog>(&key).await.unwrap().record;
    log.tried.iter_mut().for_each(|one| one.template = None);
    salon.put(&log).await;
    salon.whatsapp_tells("messages", status_of(&row, "wamid.1", "failed", Some(132_015))).await.ok();
    salon.deliver().await;
    assert_eq!(counts(&salon, &carriers), (1, 1, 0));
}
