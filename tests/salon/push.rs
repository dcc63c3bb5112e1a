//! Push: the key that browsers subscribe with, and how many of them somebody may have.

use futures::future::join_all;
use parlour_platform::notifications::Notifications;
use parlour_settings::App;
use parlour_storage::table::{Partition, keys};
use parlour_tests::{Client, TestSalon, browser};
use serde_json::json;

const PRIVATE: &str = "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw";
const PUBLIC: &str = "BAFpiPJBZOqNZcJGy0eiB1CIwMflt7ugC2B083zKPFu9djmajpSnVnUAFnlDNkzaKHf2gla5_FuDhXE-zIkx5MI";

#[tokio::test]
async fn anybody_learns_the_public_key_on_both_apps_where_there_is_one() {
    let salon = TestSalon::with_settings(&[("VAPID_PRIVATE_KEY", PRIVATE)]).await;
    for app in [App::Customer, App::Admin] {
        salon.wire.reset();
        assert_eq!(salon.anyone(app).get("/api/push/key").await.ok(), json!({ "publicKey": PUBLIC }), "{app}");
        assert_eq!(salon.wire.cost().round_trips, 0, "{app}");
    }
    for settings in [&[][..], &[("VAPID_PRIVATE_KEY", "no key at all")]] {
        let salon = TestSalon::with_settings(settings).await;
        for app in [App::Customer, App::Admin] {
            let error = salon.anyone(app).get("/api/push/key").await.refused(503, "SERVICE_UNAVAILABLE");
            assert_eq!(error["retryable"], true);
        }
    }
}

/// The endpoints somebody has, by the name they end in.
async fn browsers(salon: &TestSalon, who: &Client<'_>) -> Vec<String> {
    let own = Partition::of(keys::user_partition(&who.id())).starting(keys::PUSH_PREFIX);
    let rows = salon.salon.table.query::<parlour_platform::notifications::Subscription>(own).await.unwrap();
    let mut names: Vec<String> = rows.iter().map(|row| row.endpoint.rsplit('/').next().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn an_eleventh_browser_takes_the_place_of_the_oldest() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    ravi.post("/api/push/subscribe", browser("ravi")).await.created();
    for number in 0..10 {
        salon.set_clock(&format!("2026-11-16T10:{number:02}:00+05:30"));
        asha.post("/api/push/subscribe", browser(&format!("b{number:02}"))).await.created();
    }
    assert_eq!(browsers(&salon, &asha).await.len(), 10);
    // The first one asks again: the second is the oldest now.
    salon.set_clock("2026-11-16T10:20:00+05:30");
    asha.post("/api/push/subscribe", browser("b00")).await.created();
    salon.set_clock("2026-11-16T10:21:00+05:30");
    asha.post("/api/push/subscribe", browser("b10")).await.created();
    let names = browsers(&salon, &asha).await;
    assert_eq!((names.len(), names.contains(&"b00".to_owned()), names.contains(&"b01".to_owned())), (10, true, false));
    // One that was switched off makes room before any that is on.
    asha.delete_with("/api/push/subscribe", json!({ "endpoint": browser("b10")["endpoint"] })).await.ok();
    asha.post("/api/push/subscribe", browser("b11")).await.created();
    let names = browsers(&salon, &asha).await;
    assert_eq!((names.len(), names.contains(&"b10".to_owned()), names.contains(&"b02".to_owned())), (10, false, true));
    assert_eq!(browsers(&salon, &ravi).await, ["ravi"], "nobody else's makes room");
}

#[tokio::test]
async fn however_many_subscribe_at_once_ten_are_pushed_to() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let names: Vec<String> = (0..20).map(|number| format!("b{number:02}")).collect();
    for reply in join_all(names.iter().map(|name| asha.post("/api/push/subscribe", browser(name)))).await {
        reply.created();
    }
    let recipient = Notifications::of(&salon.salon).recipient(&asha.id()).await.unwrap().unwrap();
    assert_eq!(recipient.subscriptions.len(), 10);
    asha.post("/api/push/subscribe", browser("last")).await.created();
    let left = browsers(&salon, &asha).await;
    assert!(left.len() == 10 && left.contains(&"last".to_owned()), "{left:?}");
}

#[tokio::test]
async fn a_stand_in_on_this_machine_is_no_push_service_but_for_the_local_service() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let keys = browser("x")["keys"].clone();
    for endpoint in ["http://localhost:3002/push/x", "http://127.0.0.1:3002/push/x", "http://localhost/push/x"] {
        asha.post("/api/push/subscribe", json!({ "endpoint": endpoint, "keys": keys })).await.invalid(&["endpoint"]);
    }
}
