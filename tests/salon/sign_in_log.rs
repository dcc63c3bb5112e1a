//! Sign-ins, sign-outs, refused sign-ins and revocations are audited, and no address is stored with them.

use parlour_settings::App;
use parlour_tests::{SignInSalon, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

const ASHA: &str = "asha.rao@example.test";
const WAY: &str = "/api/auth/callback/google";

/// The log's entries under these words, oldest first: the action, and what is said of it.
async fn entries(salon: &TestSalon, about: &str) -> Vec<(String, Value)> {
    let developer = salon.person("Dev", Role::Developer).await;
    let log = developer.get(&format!("/api/logs/audit?{about}")).await.ok();
    let entries = log["entries"].as_array().unwrap().iter().rev();
    entries.map(|entry| (entry["action"].as_str().unwrap().to_owned(), entry["changes"].clone())).collect()
}

/// The mark that stands for an address, which is none.
#[track_caller]
fn mark(changes: &Value) -> String {
    let mark = changes["address"].as_str().unwrap_or_else(|| panic!("{changes}")).to_owned();
    assert_eq!(mark.len(), 43, "{mark}");
    assert!(!mark.contains('.') && !mark.contains(':'), "{mark}");
    mark
}

#[tokio::test]
async fn a_session_is_followed_from_sign_in_to_sign_out() {
    let salon = SignInSalon::open().await;
    let [one, two, three] = [
        salon.browser(App::Customer, ASHA).await.at("10.9.8.7"),
        salon.browser(App::Customer, ASHA).await.at("10.9.8.7"),
        salon.browser(App::Customer, ASHA).await.at("10.9.8.8"),
    ];
    let user = one.get("/api/auth/get-session").await.json()["user"]["id"].as_str().unwrap().to_owned();
    let token = two.get("/api/auth/get-session").await.json()["session"]["token"].clone();
    one.post("/api/auth/revoke-session", json!({ "token": token })).await;
    one.post_empty("/api/auth/revoke-other-sessions").await;
    one.post_empty("/api/auth/sign-out").await;
    let last = salon.browser(App::Customer, ASHA).await.at("10.9.8.8");
    last.post_empty("/api/auth/revoke-sessions").await;
    drop(three);

    let log = entries(&salon.salon, &format!("entityType=user&entityId={user}")).await;
    let actions: Vec<&str> = log.iter().map(|(action, _)| action.as_str()).collect();
    assert_eq!(
        actions,
        [
            "user.join",
            "session.begin",
            "session.begin",
            "session.begin",
            "session.end",
            "session.end",
            "session.sign_out",
            "session.begin",
            "session.end",
        ]
    );
    assert_eq!(log[4].1["sessions"], "one");
    assert_eq!(log[5].1["sessions"], "others");
    assert_eq!(log[8].1["sessions"], "all");
    assert_eq!(log[1].1["app"], "customer");
    let marks: Vec<String> = log[1..].iter().map(|(_, changes)| mark(changes)).collect();
    assert_eq!(marks[3], marks[5], "the same address has the same mark");
    assert_ne!(marks[3], marks[7], "another one has another");
    let text = serde_json::to_string(&log.iter().map(|(_, changes)| changes).collect::<Vec<_>>()).unwrap();
    assert!(!text.contains("10."), "{text}");
}

#[tokio::test]
async fn a_refused_sign_in_says_why_and_whom_it_was_about() {
    let salon = SignInSalon::open().await;
    let gone = salon.salon.user("Maya Manager", Role::Manager).await;
    salon.salon.put(&parlour_people::auth::User { is_active: false, ..gone.clone() }).await;
    assert_eq!(salon.sign_in(App::Admin, &gone.email).await.status, 302);
    let log = entries(&salon.salon, &format!("entityType=user&entityId={}", gone.id)).await;
    let [(action, changes)] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((action.as_str(), &changes["reason"]), ("session.refuse", &json!("signup_disabled")));
    assert_eq!(changes["app"], "admin");
    mark(changes);

    salon.salon.visitor().get(&format!("{WAY}?state=forged&code=x")).await;
    salon.salon.visitor().get(&format!("{WAY}?error=%3Cscript%3E")).await;
    let log = entries(&salon.salon, "entityType=sign_in&entityId=customer").await;
    let reasons: Vec<&Value> = log.iter().map(|(_, changes)| &changes["reason"]).collect();
    assert_eq!(reasons, ["state_mismatch", "state_not_found"]);
}

#[tokio::test]
async fn nobody_fills_the_log_faster_than_the_rate_limit_lets_them() {
    let salon = SignInSalon::open().await;
    let one = salon.salon.visitor().at("10.9.8.7");
    for _ in 0..40 {
        one.get(WAY).await;
    }
    assert_eq!(entries(&salon.salon, "entityType=sign_in&entityId=customer").await.len(), 20);
    // A whole network of IPv6 is one client.
    for number in 0..40 {
        salon.salon.visitor().at(&format!("2001:db8:1:2::{number:x}")).get(WAY).await;
    }
    assert_eq!(entries(&salon.salon, "entityType=sign_in&entityId=customer").await.len(), 40);
    salon.salon.visitor().at("2001:db8:1:3::1").get(WAY).await;
    assert_eq!(entries(&salon.salon, "entityType=sign_in&entityId=customer").await.len(), 41);
}
