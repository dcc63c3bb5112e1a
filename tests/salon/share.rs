//! The share of one address, whatever it asks for.

use http::Method;
use parlour_people::auth::TokenSecret;
use parlour_settings::App;
use parlour_tests::{Client, TestSalon};

use crate::generated::root;
use crate::template::template;

/// Requests of one address in a minute.
const SHARE: usize = 1_200;

const ADDRESS: &str = "203.0.113.7";

/// Uses up the share of the address.
async fn use_up(stranger: &Client<'_>) {
    for _ in 0..SHARE {
        stranger.get("/api/users").await.refused(401, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn one_address_cannot_ask_for_everything_there_is_to_ask() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let stranger = salon.anyone(App::Admin).at(ADDRESS);
    let (manager, asha) = (salon.manager().await.at(ADDRESS), salon.customer("Asha").await.at(ADDRESS));
    asha.get("/api/bookings").await.ok();
    for _ in 0..SHARE - 1 {
        stranger.get("/api/users").await.refused(401, "UNAUTHENTICATED");
    }
    // The next requests are refused before anything is read: the API, pages, what does not exist.
    salon.wire.reset();
    for path in ["/api/users", "/api/nowhere", "/sign-in", "/nowhere"] {
        let refused = stranger.get(path).await;
        assert_eq!(refused.refused(429, "RATE_LIMITED")["retryable"], true, "{path}");
        assert!(refused.header("retry-after").is_some(), "{path}");
    }
    salon.anyone(App::Customer).at(ADDRESS).get("/api/services").await.refused(429, "RATE_LIMITED");
    assert_eq!(salon.wire.cost().calls.len(), 0);
    let session = salon.anyone(App::Customer).at(ADDRESS).get("/api/auth/get-session").await;
    assert_eq!((session.status.as_u16(), session.json()["code"].as_str()), (429, Some("RATE_LIMITED")));

    // A customer is counted with it, whatever they show; who works here is not.
    asha.get("/api/bookings").await.refused(429, "RATE_LIMITED");
    asha.get("/api/services").await.refused(429, "RATE_LIMITED");
    for _ in 0..5 {
        manager.get("/api/bookings").await.ok();
    }
    // Other addresses are served, and so is this one when the minute is over.
    salon.anyone(App::Admin).at("203.0.113.8").get("/api/users").await.refused(401, "UNAUTHENTICATED");
    salon.set_clock("2026-11-16T10:01:00+05:30");
    stranger.get("/api/users").await.refused(401, "UNAUTHENTICATED");
    asha.get("/api/bookings").await.ok();
}

#[tokio::test]
async fn made_up_sessions_and_tokens_do_not_get_past_it() {
    let salon = TestSalon::open().await;
    let stranger = salon.anyone(App::Admin).at(ADDRESS);
    let manager = salon.manager().await.at(ADDRESS);
    let late = salon.manager().await.at(ADDRESS);
    use_up(&stranger).await;
    manager.get("/api/notifications").await.ok();

    let name = manager.cookie.as_ref().unwrap().split_once('=').unwrap().0.to_owned();
    let made_up = |number: u8| {
        let secret = TokenSecret::new([number; 32]);
        if number.is_multiple_of(2) {
            stranger.clone().with_header("authorization", &format!("Bearer {}", secret.token()))
        } else {
            // Of somebody who does work here.
            stranger.clone().with_cookie(format!("{name}={}.{}", manager.id(), secret.hash()))
        }
    };
    // The manager's first request was one of sixty that are looked up.
    for number in 0..59 {
        made_up(number).get("/api/users").await.refused(429, "RATE_LIMITED");
    }
    salon.wire.reset();
    for number in 100..200 {
        made_up(number).get("/api/users").await.refused(429, "RATE_LIMITED");
        made_up(number).get("/bookings").await.refused(429, "RATE_LIMITED");
    }
    late.get("/api/notifications").await.refused(429, "RATE_LIMITED");
    assert_eq!(salon.wire.cost().calls.len(), 0, "nothing is read for them");
    // A user whom this instance knows is served, and another address has sixty of its own.
    manager.get("/api/notifications").await.ok();
    late.clone().at("203.0.113.8").get("/api/notifications").await.ok();
    late.get("/api/notifications").await.ok();
    // An hour later nobody is known any more; nor is anything used up.
    salon.set_clock("2026-11-16T11:00:00+05:30");
    manager.get("/api/notifications").await.ok();
    made_up(7).get("/api/users").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn instances_tell_each_other_what_an_address_has_used() {
    let salon = TestSalon::open().await;
    let stranger = salon.anyone(App::Admin).at(ADDRESS);
    use_up(&stranger).await;
    stranger.get("/api/users").await.refused(429, "RATE_LIMITED");
    let other = salon.another_instance();
    let stranger = other.client(&stranger);
    let mut admitted = 0;
    while stranger.get("/api/users").await.status.as_u16() == 401 {
        admitted += 1;
        assert!(admitted <= 41, "it does not learn of the others");
    }
}

#[tokio::test]
async fn who_works_here_does_not_use_up_their_address() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await.at(ADDRESS);
    for _ in 0..SHARE + 1 {
        manager.get("/api/notifications").await.ok();
    }
    salon.anyone(App::Admin).at(ADDRESS).get("/api/users").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn what_a_sender_has_signed_does_not_use_up_its_address() {
    let (salon, _) = TestSalon::with_phones(&[]).await;
    let signature = "sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756";
    let meta = salon.anyone(App::Customer).at(ADDRESS);
    let signed = meta.clone().with_header("x-hub-signature-256", signature);
    let body = r#"{"object":"whatsapp_business_account","entry":[]}"#;
    for _ in 0..SHARE + 1 {
        let taken = signed.send(Method::POST, "/api/webhooks/whatsapp", Some(body.to_owned())).await;
        assert_eq!(taken.status.as_u16(), 200);
    }
    // An unsigned request counts as everything else does.
    for _ in 0..SHARE {
        let refused = meta.send(Method::POST, "/api/webhooks/whatsapp", Some(body.to_owned())).await;
        assert_eq!(refused.status.as_u16(), 401);
    }
    signed.send(Method::POST, "/api/webhooks/whatsapp", Some(body.to_owned())).await.refused(429, "RATE_LIMITED");
}

/// A share is a part of what the API takes of all callers together, by the service and by the firewall before it.
#[test]
fn no_address_has_a_share_as_large_as_the_whole() {
    let of_all = template()["Parameters"]["RequestsPerSecond"]["Default"].as_u64().unwrap() * 60;
    assert_eq!(of_all, u64::try_from(SHARE).unwrap() * 10);
    let firewall = std::fs::read_to_string(root().join("infra/firewall.yaml")).unwrap();
    let firewall: serde_yaml_ng::Value = serde_yaml_ng::from_str(&firewall).unwrap();
    let acl = &firewall["Resources"]["WebAcl"]["Properties"];
    assert_eq!(acl["Scope"].as_str(), Some("CLOUDFRONT"));
    let mut shares = 0;
    for rule in acl["Rules"].as_sequence().unwrap() {
        let statement = &rule["Statement"]["RateBasedStatement"];
        assert_eq!(
            (statement["AggregateKeyType"].as_str(), statement["EvaluationWindowSec"].as_u64()),
            (Some("IP"), Some(60))
        );
        let limit = crate::template::text(&statement["Limit"]).unwrap();
        shares += firewall["Parameters"][limit]["Default"].as_u64().unwrap();
    }
    assert!(shares * 2 <= of_all, "{shares} of {of_all} a minute");
}
