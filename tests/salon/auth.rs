//! Signing in through the provider, on both apps, and the sessions that come of it.

use chrono::TimeDelta;
use futures::future::join_all;
use http::header;
use parlour_local::oidc::SigningKey;
use parlour_people::auth::{EarlierInvite, Invite, User};
use parlour_people::staff::{Staff, StaffMember};
use parlour_settings::App;
use parlour_storage::table::AtomicWrite;
use parlour_tests::provider::{Scripted, cookie};
use parlour_tests::{Client, Reply, SignInSalon, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

const ASHA: &str = "asha.rao@example.test";

fn way() -> Value {
    json!({ "provider": "google", "callbackURL": "/home" })
}

/// The address a browser was sent to.
#[track_caller]
fn sent_to(reply: &Reply) -> String {
    assert_eq!(reply.status, 302, "{}", reply.json());
    reply.header("location").unwrap().to_owned()
}

/// A sign-in that failed: sent to the error page with this code, and without a session.
#[track_caller]
fn turned_away(reply: &Reply, code: &str) {
    assert_eq!(sent_to(reply), format!("/api/auth/error?error={code}"));
    assert_eq!(cookie(reply, "session"), None);
}

async fn session_of(browser: &Client<'_>) -> Value {
    let reply = browser.get("/api/auth/get-session").await;
    assert_eq!(reply.status, 200);
    reply.json()
}

#[tokio::test]
async fn somebody_new_signs_in_on_both_apps_and_is_sent_to_onboarding() {
    for (app, name) in [(App::Customer, "parlour.session"), (App::Admin, "parlour.admin.session")] {
        let salon = SignInSalon::open().await;
        let reply = salon.sign_in(app, ASHA).await;
        assert_eq!(sent_to(&reply), "/onboarding");
        let set: Vec<&str> =
            reply.headers.get_all(header::SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap()).collect();
        let session = set.iter().find(|cookie| cookie.starts_with(&format!("{name}="))).unwrap();
        assert!(session.ends_with("; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax"), "{session}");

        let browser = salon.salon.anyone(app).with_cookie(cookie(&reply, "session"));
        let found = session_of(&browser).await;
        assert_eq!(found["user"]["email"], ASHA);
        assert_eq!(found["user"]["name"], "Asha Rao");
        assert_eq!((&found["user"]["emailVerified"], &found["user"]["role"]), (&json!(true), &json!("customer")));
        assert_eq!(found["session"]["userId"], found["user"]["id"]);
        assert_eq!(found["session"]["expiresAt"], "2026-11-23T04:30:00.000Z");
        assert!(!browser.cookie.unwrap().contains(found["session"]["token"].as_str().unwrap()));

        assert_eq!(sent_to(&salon.sign_in(app, ASHA).await), "/home");
    }
}

#[tokio::test]
async fn the_shapes_are_those_of_better_auth() {
    let salon = SignInSalon::open().await;
    let asha = salon.browser(App::Customer, ASHA).await.with_header("user-agent", "test");
    let found = session_of(&asha).await;
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(keys(&found["session"]), "createdAt expiresAt id ipAddress token updatedAt userAgent userId");
    assert_eq!(keys(&found["user"]), "createdAt email emailVerified id image name role updatedAt");
    assert_eq!(asha.get("/api/auth/get-session").await.header("cache-control"), Some("no-store"));
    let listed = asha.get("/api/auth/list-sessions").await.json();
    assert_eq!(listed, json!([found["session"]]));

    let nobody = salon.salon.visitor();
    assert_eq!(nobody.get("/api/auth/get-session").await.bytes, b"null");
    let refused = nobody.get("/api/auth/list-sessions").await;
    assert_eq!(
        (refused.status.as_u16(), refused.json()),
        (401, json!({"message": "Unauthorized", "code": "UNAUTHORIZED"}))
    );
    for path in ["revoke-session", "revoke-sessions", "revoke-other-sessions"] {
        let refused = nobody.post(&format!("/api/auth/{path}"), json!({ "token": "x" })).await;
        assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (401, Some("UNAUTHORIZED")), "{path}");
    }
    assert_eq!(nobody.get("/api/auth/ok").await.json(), json!({ "ok": true }));
    let page = nobody.get("/api/auth/error?error=%3Cscript%3E").await;
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
    assert!(!String::from_utf8(page.bytes).unwrap().contains("script"));
}

#[tokio::test]
async fn a_sign_in_says_where_to_go() {
    let salon = SignInSalon::open().await;
    let begun = salon.salon.visitor().post("/api/auth/sign-in/social", way()).await;
    assert_eq!(begun.json()["redirect"], true);
    assert_eq!(begun.header("location"), begun.json()["url"].as_str());
    assert_eq!(begun.header("ratelimit-limit"), Some("20"));
    let quiet = json!({ "provider": "google", "disableRedirect": true });
    let quiet = salon.salon.visitor().post("/api/auth/sign-in/social", quiet).await;
    assert_eq!((&quiet.json()["redirect"], quiet.header("location")), (&json!(false), None));
}

#[tokio::test]
async fn the_way_back_follows_the_host_among_the_own_origins() {
    let salon = SignInSalon::open().await;
    let from = async |host: &str, callback: &str| {
        let body = json!({ "provider": "google", "callbackURL": callback });
        let browser = salon.salon.visitor().with_header("host", host);
        let reply = browser.post("/api/auth/sign-in/social", body).await;
        let url = url::Url::parse(reply.json()["url"].as_str().unwrap()).unwrap();
        url.query_pairs().find(|(name, _)| name == "redirect_uri").unwrap().1.into_owned()
    };
    let (first, other) = ("http://localhost:3000", "http://127.0.0.1:3000");
    let callback = |origin: &str| format!("{origin}/api/auth/callback/google");
    assert_eq!(from("localhost:3000", first).await, callback(first));
    assert_eq!(from("127.0.0.1:3000", other).await, callback(other));
    assert_eq!(from("evil.example.test", "/").await, callback(first), "another host is nobody's");
}

#[tokio::test]
async fn a_bad_sign_in_request_is_refused_in_the_plain_shape() {
    let salon = SignInSalon::open().await;
    let ask = async |body: Value| {
        let reply = salon.salon.visitor().post("/api/auth/sign-in/social", body).await;
        let (status, body) = (reply.status.as_u16(), reply.json());
        assert!(body["message"].is_string() && body.get("success").is_none(), "{body}");
        assert_eq!(cookie(&reply, "state"), None);
        (status, body["code"].as_str().unwrap().to_owned())
    };
    assert_eq!(ask(json!({})).await, (400, "VALIDATION_ERROR".to_owned()));
    assert_eq!(ask(json!({ "provider": 7 })).await, (400, "VALIDATION_ERROR".to_owned()));
    let told = salon.salon.visitor().post("/api/auth/sign-in/social", json!({})).await.json();
    assert_eq!(told["message"], "provider is required.");
    assert_eq!(ask(json!({ "provider": "github" })).await, (404, "PROVIDER_NOT_FOUND".to_owned()));
    for field in ["callbackURL", "newUserCallbackURL", "errorCallbackURL"] {
        for url in ["https://evil.example.test/", "//evil.example.test", "/\\evil.example.test", "home", ""] {
            let asked = ask(json!({ "provider": "google", field: url })).await;
            assert_eq!(asked, (403, "INVALID_CALLBACK_URL".to_owned()), "{field} {url}");
        }
    }
    let elsewhere = salon.salon.visitor().with_header("origin", "https://evil.example.test");
    let refused = elsewhere.post("/api/auth/sign-in/social", way()).await;
    assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (403, Some("FORBIDDEN")));
}

#[tokio::test]
async fn sign_in_and_callback_share_one_limit() {
    let salon = SignInSalon::open().await;
    let one = salon.salon.visitor().at("127.0.0.9");
    for _ in 0..10 {
        assert_eq!(one.post("/api/auth/sign-in/social", way()).await.status, 200);
        assert_eq!(one.get("/api/auth/callback/google").await.status, 302);
    }
    let refused = one.get("/api/auth/callback/google").await;
    assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (429, Some("RATE_LIMITED")));
    assert_eq!(refused.json().as_object().map(serde_json::Map::len), Some(2));
    assert!(refused.header("retry-after").is_some() && refused.header("ratelimit-limit") == Some("20"));
}

#[tokio::test]
async fn a_state_is_good_once_for_its_own_browser_and_not_for_long() {
    let salon = SignInSalon::open().await;
    let used = salon.go(App::Customer, ASHA, way()).await;
    assert_eq!(sent_to(&salon.finish_sign_in(&used).await), "/onboarding");
    turned_away(&salon.finish_sign_in(&used).await, "state_mismatch");

    let mut altered = salon.go(App::Customer, ASHA, way()).await;
    altered.query.insert("state".to_owned(), "another".to_owned());
    turned_away(&salon.finish_sign_in(&altered).await, "state_mismatch");

    let mut forged = salon.go(App::Customer, ASHA, way()).await;
    forged.seal.push('x');
    turned_away(&salon.finish_sign_in(&forged).await, "state_mismatch");
    forged.seal = String::new();
    turned_away(&salon.finish_sign_in(&forged).await, "state_mismatch");

    let mut other_app = salon.go(App::Admin, ASHA, way()).await;
    other_app.app = App::Customer;
    other_app.seal = other_app.seal.replace(".admin", "");
    turned_away(&salon.finish_sign_in(&other_app).await, "state_mismatch");

    let mut stateless = salon.go(App::Customer, ASHA, way()).await;
    stateless.query.remove("state");
    turned_away(&salon.finish_sign_in(&stateless).await, "state_not_found");

    let late = salon.go(App::Customer, ASHA, way()).await;
    salon.salon.salon.clock.set(salon.salon.salon.clock.now().plus(TimeDelta::minutes(5)));
    turned_away(&salon.finish_sign_in(&late).await, "state_mismatch");
}

#[tokio::test]
async fn what_comes_back_without_a_good_code_is_told_where_the_app_wants_it_told() {
    let salon = SignInSalon::open().await;
    let way = json!({ "provider": "google", "errorCallbackURL": "/sorry?from=google" });
    for (change, code) in [(None, "no_code"), (Some("never given"), "invalid_code")] {
        let mut back = salon.go(App::Customer, ASHA, way.clone()).await;
        back.query.remove("code");
        if let Some(change) = change {
            back.query.insert("code".to_owned(), change.to_owned());
        }
        assert_eq!(sent_to(&salon.finish_sign_in(&back).await), format!("/sorry?from=google&error={code}"));
    }
    let elsewhere = salon.go(App::Customer, ASHA, way.clone()).await;
    let back = elsewhere.path().replace("/google?", "/github?");
    let reply = salon.salon.visitor().with_header("cookie", &elsewhere.seal).get(&back).await;
    assert_eq!(sent_to(&reply), "/sorry?from=google&error=oauth_provider_not_found");
    let mut declined = salon.go(App::Customer, ASHA, way).await;
    declined.query.insert("error".to_owned(), "access_denied".to_owned());
    assert_eq!(sent_to(&salon.finish_sign_in(&declined).await), "/sorry?from=google&error=access_denied");
    turned_away(&salon.salon.visitor().get("/api/auth/callback/github").await, "oauth_provider_not_found");
}

#[tokio::test]
async fn a_statement_is_believed_only_for_this_sign_in_and_by_the_providers_own_key() {
    let provider = Scripted::open().await;
    turned_away(&provider.sign_in(json!({ "nonce": "another" })).await, "unable_to_get_user_info");
    turned_away(&provider.sign_in(json!({ "aud": "another" })).await, "unable_to_get_user_info");
    turned_away(&provider.sign_in(json!({ "email": null })).await, "email_not_found");
    let foreign = SigningKey::generate().unwrap();
    turned_away(&provider.signed_by(&foreign, json!({})).await, "unable_to_get_user_info");
    assert_eq!(sent_to(&provider.sign_in(json!({})).await), "/onboarding");
}

#[tokio::test]
async fn a_provider_may_tell_the_email_at_its_userinfo_endpoint_alone() {
    let provider = Scripted::open().await;
    let silent = || json!({ "email": null, "email_verified": null, "name": null });
    turned_away(&provider.sign_in(silent()).await, "email_not_found");
    provider.tells(json!({ "sub": "s-9", "email": "asha@example.test", "email_verified": true }));
    turned_away(&provider.sign_in(silent()).await, "unable_to_get_user_info");

    let told =
        json!({ "sub": "s-1", "email": "Asha@Example.test", "email_verified": true, "name": "Asha\u{202e} Rao\0" });
    provider.tells(told);
    let reply = provider.sign_in(silent()).await;
    assert_eq!(sent_to(&reply), "/onboarding");
    let browser = provider.salon.salon.visitor().with_cookie(cookie(&reply, "session").unwrap());
    let user = browser.get("/api/auth/get-session").await.json()["user"].clone();
    assert_eq!((&user["email"], &user["name"]), (&json!("asha@example.test"), &json!("Asha Rao")));
    assert_eq!(user["emailVerified"], true);
    // Once known by their subject, they come back as themselves.
    assert_eq!(sent_to(&provider.sign_in(silent()).await), "/home");
}

#[tokio::test]
async fn an_email_nobody_vouches_for_neither_links_nor_claims() {
    let provider = Scripted::open().await;
    let unverified = json!({ "sub": "s-2", "email_verified": false });
    assert_eq!(sent_to(&provider.sign_in(unverified).await), "/onboarding");
    // The owner of the address is not kept out, and gets an account of their own.
    assert_eq!(sent_to(&provider.sign_in(json!({})).await), "/onboarding");
    turned_away(&provider.sign_in(json!({ "sub": "s-3", "email_verified": false })).await, "account_not_linked");
    // Verified, but the address has an account: the mailbox may be somebody else's by now.
    turned_away(&provider.sign_in(json!({ "sub": "s-4" })).await, "account_not_linked");
}

#[tokio::test]
async fn a_sign_in_without_a_usable_provider_fails_and_the_service_goes_on() {
    let settings = [
        ("OIDC_ISSUER", "http://127.0.0.1:9/oidc"),
        ("GOOGLE_CLIENT_ID", "salon"),
        ("APP_ENV", "production"),
        ("AUTH_SECRET", "quiet"),
    ];
    let salon = TestSalon::with_settings(&settings).await;
    let refused = salon.visitor().post("/api/auth/sign-in/social", way()).await;
    assert_eq!((refused.status.as_u16(), refused.json()["code"].as_str()), (503, Some("SERVICE_UNAVAILABLE")));
    assert_eq!(salon.visitor().get("/api/auth/ok").await.status, 200);
}

#[tokio::test]
async fn twenty_first_sign_ins_of_one_person_at_once_make_one_user() {
    let salon = SignInSalon::open().await;
    let ways = join_all((0..20).map(|_| salon.go(App::Customer, ASHA, way()))).await;
    let replies = join_all(ways.iter().map(|way| salon.finish_sign_in(way))).await;
    let onboarding = replies.iter().filter(|reply| sent_to(reply) == "/onboarding").count();
    assert_eq!(onboarding, 1);
    let mut ids = Vec::new();
    for reply in &replies {
        let browser = salon.salon.visitor().with_cookie(cookie(reply, "session"));
        ids.push(session_of(&browser).await["user"]["id"].as_str().unwrap().to_owned());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 1);
}

#[tokio::test]
async fn an_invited_email_gets_its_role_its_branches_and_its_staff_row() {
    let salon = SignInSalon::open().await;
    let shop = salon.salon.shop().await;
    let owner = salon.salon.owner().await;
    let waiting = StaffMember { email: "Ravi@Example.test".to_owned(), user_id: None, ..shop.ravi.clone() };
    salon.salon.put(&waiting).await;
    let body = json!({ "email": "Ravi@example.test", "role": "staff", "branchIds": [shop.open.id] });
    owner.post("/api/users/invites", body).await.created();

    let ravi = salon.browser(App::Admin, "ravi@example.test").await;
    let id = session_of(&ravi).await["user"]["id"].clone();
    let user = owner.get(&format!("/api/users/{}", id.as_str().unwrap())).await.ok()["user"].clone();
    assert_eq!((&user["role"], &user["branchIds"]), (&json!("staff"), &json!([shop.open.id])));
    assert_eq!(owner.get("/api/users/invites").await.ok()["invites"], json!([]));
    let member = Staff::of(&salon.salon.salon).get(&shop.ravi.id).await.unwrap().unwrap();
    assert_eq!(member.user_id.as_ref().map(|id| id.as_str()), id.as_str());
}

#[tokio::test]
async fn an_invite_is_not_given_to_an_email_nobody_vouches_for() {
    let provider = Scripted::open().await;
    let salon = &provider.salon.salon;
    let invite = Invite {
        id: "i1".into(),
        email: "asha@example.test".to_owned(),
        role: Role::Owner,
        branch_ids: Vec::new(),
        invited_by: "u1".into(),
        created_at: salon.salon.clock.now(),
    };
    let mut write = AtomicWrite::new(&salon.salon.random);
    invite.send(&EarlierInvite::default(), &mut write.changes);
    write.commit(&salon.salon.table).await.unwrap();
    let reply = provider.sign_in(json!({ "email_verified": false })).await;
    let browser = salon.visitor().with_cookie(cookie(&reply, "session"));
    assert_eq!(session_of(&browser).await["user"]["role"], "customer");
}

#[tokio::test]
async fn an_invite_that_has_expired_gives_no_role() {
    for (moment, role) in [("2026-11-30T09:59:59+05:30", "manager"), ("2026-11-30T10:00:00+05:30", "customer")] {
        let salon = SignInSalon::open().await;
        let owner = salon.salon.owner().await;
        let invite = json!({ "email": ASHA, "role": "manager" });
        owner.post("/api/users/invites", invite).await.created();
        salon.salon.set_clock(moment);
        let asha = salon.browser(App::Admin, ASHA).await;
        assert_eq!(session_of(&asha).await["user"]["role"], role, "{moment}");
        assert_eq!(sent_to(&salon.sign_in(App::Admin, ASHA).await), "/home");
    }
}

#[tokio::test]
async fn a_known_user_is_recognised_by_a_verified_email() {
    let salon = SignInSalon::open().await;
    let manager = salon.salon.user("Maya Manager", Role::Manager).await;
    let browser = salon.browser(App::Admin, &manager.email).await;
    assert_eq!(session_of(&browser).await["user"]["id"], json!(manager.id));
    assert_eq!(sent_to(&salon.sign_in(App::Admin, &manager.email).await), "/home");
}

#[tokio::test]
async fn somebody_suspended_does_not_come_in() {
    let salon = SignInSalon::open().await;
    let manager = salon.salon.user("Maya Manager", Role::Manager).await;
    salon.salon.put(&User { is_active: false, ..manager.clone() }).await;
    turned_away(&salon.sign_in(App::Admin, &manager.email).await, "signup_disabled");
}

#[tokio::test]
async fn a_session_of_one_app_is_none_on_the_other() {
    let salon = TestSalon::open().await;
    let owner = salon.user("Omi Owner", Role::Owner).await;
    let admin = salon.signed_in(&owner, App::Admin).await;
    let value = admin.cookie.as_ref().unwrap().split_once('=').unwrap().1.to_owned();
    let stray = salon.visitor().with_cookie(format!("parlour.session={value}"));
    assert_eq!(session_of(&stray).await, Value::Null);
    stray.get("/api/profile").await.refused(401, "UNAUTHENTICATED");
    assert_eq!(session_of(&admin).await["user"]["id"], json!(owner.id));
}

#[tokio::test]
async fn signing_out_ends_the_session_at_once() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let foreign = asha.clone().with_header("origin", "https://evil.example.test");
    assert_eq!(foreign.post_empty("/api/auth/sign-out").await.status, 403);
    let out = asha.post_empty("/api/auth/sign-out").await;
    assert_eq!(out.json(), json!({ "success": true }));
    assert!(out.header("set-cookie").unwrap().starts_with("parlour.session=; Max-Age=0;"));
    assert_eq!(session_of(&asha).await, Value::Null);
    asha.get("/api/onboarding").await.refused(401, "UNAUTHENTICATED");
    assert_eq!(asha.post_empty("/api/auth/sign-out").await.json(), json!({ "success": true }));
}

#[tokio::test]
async fn sessions_are_revoked_one_by_one_the_others_or_all() {
    let salon = TestSalon::open().await;
    let user = salon.user("Asha", Role::Customer).await;
    let [phone, laptop, tablet] = [
        salon.signed_in(&user, App::Customer).await,
        salon.signed_in(&user, App::Customer).await,
        salon.signed_in(&user, App::Customer).await,
    ];
    let stranger = salon.customer("Ravi").await;
    assert_eq!(phone.get("/api/auth/list-sessions").await.json().as_array().map(Vec::len), Some(3));

    let token = session_of(&tablet).await["session"]["token"].clone();
    stranger.post("/api/auth/revoke-session", json!({ "token": token })).await;
    assert!(session_of(&tablet).await.is_object(), "nobody ends another's session");
    assert_eq!(phone.post("/api/auth/revoke-session", json!({})).await.json()["code"], "VALIDATION_ERROR");
    let revoked = phone.post("/api/auth/revoke-session", json!({ "token": token })).await;
    assert_eq!(revoked.json(), json!({ "status": true }));
    assert_eq!(session_of(&tablet).await, Value::Null);

    assert_eq!(phone.post_empty("/api/auth/revoke-other-sessions").await.json(), json!({ "status": true }));
    assert_eq!(session_of(&laptop).await, Value::Null);
    assert!(session_of(&phone).await.is_object());
    assert_eq!(phone.get("/api/auth/list-sessions").await.json().as_array().map(Vec::len), Some(1));

    assert_eq!(phone.post_empty("/api/auth/revoke-sessions").await.json(), json!({ "status": true }));
    assert_eq!(session_of(&phone).await, Value::Null);
    assert!(session_of(&stranger).await.is_object());
}

#[tokio::test]
async fn one_signs_in_again_in_the_very_moment_all_sessions_ended() {
    let salon = SignInSalon::open().await;
    let before = salon.browser(App::Customer, ASHA).await;
    before.post_empty("/api/auth/revoke-sessions").await;
    let after = salon.browser(App::Customer, ASHA).await;
    assert_eq!(session_of(&before).await, Value::Null);
    assert!(session_of(&after).await.is_object());
}

#[tokio::test]
async fn a_session_lives_seven_days_and_is_extended_after_one() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    salon.set_clock("2026-11-17T09:59:59+05:30");
    assert_eq!(cookie(&asha.get("/api/auth/get-session").await, "session"), None);
    salon.set_clock("2026-11-17T10:00:00+05:30");
    let extended = asha.get("/api/auth/get-session").await;
    assert_eq!(cookie(&extended, "session"), asha.cookie);
    assert_eq!(extended.json()["session"]["expiresAt"], "2026-11-24T04:30:00.000Z");
    salon.set_clock("2026-11-18T10:00:00+05:30");
    assert_eq!(cookie(&asha.get("/api/onboarding").await, "session"), asha.cookie, "any route extends");
    salon.set_clock("2026-11-25T09:59:59+05:30");
    let idle = salon.customer("Ravi").await;
    asha.get("/api/onboarding").await.ok();
    salon.set_clock("2026-12-02T09:59:59+05:30");
    idle.get("/api/onboarding").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_session_ends_thirty_days_after_the_sign_in_however_much_it_is_used() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let max_age = |reply: &Reply| {
        let set = reply.header("set-cookie")?;
        set.split("Max-Age=").nth(1)?.split(';').next()?.parse::<i64>().ok()
    };
    for (moment, lasts, until) in [
        ("2026-11-22T10:00:00+05:30", Some(7 * 86_400), "2026-11-29T04:30:00.000Z"),
        ("2026-11-28T10:00:00+05:30", Some(7 * 86_400), "2026-12-05T04:30:00.000Z"),
        ("2026-12-04T10:00:00+05:30", Some(7 * 86_400), "2026-12-11T04:30:00.000Z"),
        ("2026-12-10T10:00:00+05:30", Some(6 * 86_400), "2026-12-16T04:30:00.000Z"),
        ("2026-12-12T10:00:00+05:30", None, "2026-12-16T04:30:00.000Z"),
        ("2026-12-16T09:59:59+05:30", None, "2026-12-16T04:30:00.000Z"),
    ] {
        salon.set_clock(moment);
        let reply = asha.get("/api/auth/get-session").await;
        assert_eq!(reply.json()["session"]["expiresAt"], until, "{moment}");
        assert_eq!(max_age(&reply), lasts, "{moment}");
        asha.get("/api/onboarding").await.ok();
    }
    salon.set_clock("2026-12-16T10:00:00+05:30");
    assert_eq!(session_of(&asha).await, Value::Null);
    asha.get("/api/onboarding").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn who_is_signed_in_takes_one_round_trip_and_a_signed_in_read_two() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    salon.wire.reset();
    session_of(&asha).await;
    assert_eq!(salon.wire.cost().round_trips, 1);
    salon.wire.reset();
    asha.get("/api/onboarding").await.ok();
    assert_eq!(salon.wire.cost().round_trips, 2);
}
