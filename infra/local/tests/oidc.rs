//! The OpenID Connect client and the local provider, talking to each other over loopback.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::http::header;
use axum::routing::get;
use axum::{Json, Router};
use futures::FutureExt;
use parlour_local::oidc::{ListedPerson, OidcServerSettings, SigningKey, router};
use parlour_people::sign_in::oidc::{
    IdToken, Identity, OidcError, Provider, ProviderSettings, Return, SignIn, TokenFault, Verifier,
};
use parlour_values::id::Random;
use parlour_values::time::{Clock, Instant, Minutes};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::Url;

const CALLBACK: &str = "http://localhost:3000/api/auth/callback/google";

fn start_of_day() -> Instant {
    "2026-11-16T10:00:00+05:30".parse().unwrap()
}

fn minutes(count: u32) -> chrono::TimeDelta {
    Minutes(count).delta()
}

/// A listener and the issuer that is served on it.
async fn place() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}/oidc", listener.local_addr().unwrap());
    (listener, issuer)
}

fn serve(listener: TcpListener, routes: Router) {
    tokio::spawn(async move { axum::serve(listener, Router::new().nest("/oidc", routes)).await });
}

fn client(issuer: &str, client_id: &str, secret: &str, clock: &Clock) -> Provider {
    let settings = ProviderSettings {
        issuer: issuer.to_owned(),
        client_id: client_id.to_owned(),
        client_secret: secret.to_owned(),
        production: false,
    };
    Provider::new(settings, clock.clone()).unwrap()
}

/// The local provider, running, with an app that knows it.
struct Local {
    issuer: String,
    clock: Clock,
    app: Provider,
    browser: reqwest::Client,
    verifier: Verifier,
}

impl Local {
    async fn start() -> Self {
        Self::start_at(start_of_day()).await
    }

    async fn start_at(now: Instant) -> Self {
        let clock = Clock::fixed(now);
        let random = Random::seeded(clock.clone(), 1);
        let (listener, issuer) = place().await;
        let settings = OidcServerSettings {
            issuer: issuer.clone(),
            client_id: "salon".to_owned(),
            client_secret: "quiet".to_owned(),
            allowed_origins: vec!["http://localhost:3000".to_owned(), "http://localhost:3001".to_owned()],
        };
        let person =
            |email: &str, name: &str| ListedPerson { email: email.into(), name: name.into(), role: "owner".into() };
        let people = vec![person("owner@parlour.test", "The <Owner>"), person("a&b@parlour.test", "A & B")];
        let people = Arc::new(move || {
            let people = people.clone();
            async move { people }.boxed()
        });
        serve(listener, router(settings, people, clock.clone(), random.clone()));
        let browser =
            reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap();
        let app = client(&issuer, "salon", "quiet", &clock);
        Self { issuer, clock, app, browser, verifier: Verifier::new(&random) }
    }

    async fn authorize_url(&self) -> Url {
        let challenge = self.verifier.challenge();
        let sign_in = SignIn { state: "s-1", nonce: "n-1", challenge: &challenge, redirect_uri: CALLBACK };
        self.app.authorize_url(&sign_in).await.unwrap()
    }

    /// Asks with the app's own request, changed as given; `None` leaves a field away.
    async fn authorize(&self, changes: &[(&str, Option<&str>)]) -> reqwest::Response {
        let mut url = self.authorize_url().await;
        let mut fields: HashMap<String, String> = url.query_pairs().into_owned().collect();
        for (name, value) in changes {
            match value {
                Some(value) => fields.insert((*name).to_owned(), (*value).to_owned()),
                None => fields.remove(*name),
            };
        }
        url.query_pairs_mut().clear().extend_pairs(fields);
        self.browser.get(url).send().await.unwrap()
    }

    async fn code_for(&self, email: &str) -> String {
        let url = format!("{}&login_hint={email}", self.authorize_url().await);
        let answer = self.browser.get(url).send().await.unwrap();
        let back = sent_back(&answer);
        assert_eq!(back.get("state").map(String::as_str), Some("s-1"));
        back["code"].clone()
    }

    fn returned<'a>(&'a self, code: &'a str) -> Return<'a> {
        Return { code, nonce: "n-1", verifier: &self.verifier, redirect_uri: CALLBACK }
    }

    async fn identify(&self, email: &str) -> Identity {
        let code = self.code_for(email).await;
        self.app.identify(&self.returned(&code)).await.unwrap()
    }

    async fn token_for(&self, email: &str) -> IdToken {
        self.app.redeem(&self.code_for(email).await, &self.verifier, CALLBACK).await.unwrap().id_token
    }
}

/// The fields with which the browser was sent back to the app.
fn sent_back(answer: &reqwest::Response) -> HashMap<String, String> {
    assert_eq!(answer.status(), StatusCode::FOUND);
    let location = answer.headers()[header::LOCATION.as_str()].to_str().unwrap();
    assert!(location.starts_with(&format!("{CALLBACK}?")), "{location}");
    Url::parse(location).unwrap().query_pairs().into_owned().collect()
}

fn refused(result: Result<Identity, OidcError>) -> String {
    match result.unwrap_err() {
        OidcError::CodeRefused(reason) => reason,
        other => panic!("{other}"),
    }
}

fn fault(result: Result<Identity, OidcError>) -> TokenFault {
    match result.unwrap_err() {
        OidcError::IdToken(fault) => fault,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn somebody_known_signs_in_without_a_click() {
    let local = Local::start().await;
    let owner = local.identify("Owner@parlour.test").await;
    assert_eq!(owner.issuer, local.issuer);
    assert_eq!(owner.email.as_deref(), Some("owner@parlour.test"));
    assert!(owner.email_verified);
    assert_eq!(owner.name.as_deref(), Some("The <Owner>"));
    assert_eq!(owner.subject, local.identify("owner@parlour.test").await.subject);
}

#[tokio::test]
async fn anybody_else_is_named_after_the_email_and_is_somebody_else() {
    let local = Local::start().await;
    let guest = local.identify("first.visit@example.test").await;
    assert_eq!(guest.name.as_deref(), Some("First Visit"));
    assert_ne!(guest.subject, local.identify("owner@parlour.test").await.subject);
}

#[tokio::test]
async fn signing_in_works_at_any_time_the_clock_shows() {
    for now in ["2019-01-01T00:00:00Z", "2041-06-01T00:00:00Z"] {
        let local = Local::start_at(now.parse().unwrap()).await;
        assert!(local.identify("owner@parlour.test").await.email_verified);
    }
}

#[tokio::test]
async fn the_answer_to_another_sign_in_is_refused() {
    let local = Local::start().await;
    let token = local.token_for("owner@parlour.test").await;
    assert_eq!(fault(local.app.verify(&token, "n-2").await), TokenFault::WrongNonce);
}

#[tokio::test]
async fn a_token_of_another_provider_is_refused() {
    let (local, other) = (Local::start().await, Local::start().await);
    let token = other.token_for("owner@parlour.test").await;
    assert_eq!(fault(local.app.verify(&token, "n-1").await), TokenFault::WrongIssuer);
}

#[tokio::test]
async fn a_token_expires_by_our_clock() {
    let local = Local::start().await;
    let token = local.token_for("owner@parlour.test").await;
    local.clock.set(start_of_day().plus(minutes(60)));
    assert_eq!(fault(local.app.verify(&token, "n-1").await), TokenFault::Expired);
}

#[tokio::test]
async fn a_token_for_another_app_is_refused() {
    let local = Local::start().await;
    let token = local.token_for("owner@parlour.test").await;
    let other = client(&local.issuer, "another", "quiet", &local.clock);
    assert_eq!(fault(other.verify(&token, "n-1").await), TokenFault::WrongAudience);
}

#[tokio::test]
async fn a_code_works_once() {
    let local = Local::start().await;
    let code = local.code_for("owner@parlour.test").await;
    assert!(local.app.identify(&local.returned(&code)).await.is_ok());
    assert_eq!(refused(local.app.identify(&local.returned(&code)).await), "invalid_grant");
}

#[tokio::test]
async fn a_code_is_lost_to_whoever_lacks_the_verifier() {
    let local = Local::start().await;
    let code = local.code_for("owner@parlour.test").await;
    let guessed = Verifier::from("guessed".to_owned());
    let stolen = Return { verifier: &guessed, ..local.returned(&code) };
    assert_eq!(refused(local.app.identify(&stolen).await), "invalid_grant");
    assert_eq!(refused(local.app.identify(&local.returned(&code)).await), "invalid_grant");
}

#[tokio::test]
async fn a_code_is_good_for_the_address_it_was_asked_for() {
    let local = Local::start().await;
    let code = local.code_for("owner@parlour.test").await;
    let elsewhere = Return { redirect_uri: "http://localhost:3001/", ..local.returned(&code) };
    assert_eq!(refused(local.app.identify(&elsewhere).await), "invalid_grant");
}

#[tokio::test]
async fn a_code_does_not_wait_for_ever() {
    let local = Local::start().await;
    let code = local.code_for("owner@parlour.test").await;
    local.clock.set(start_of_day().plus(minutes(5)));
    assert_eq!(refused(local.app.identify(&local.returned(&code)).await), "invalid_grant");
}

#[tokio::test]
async fn a_wrong_client_secret_gets_nothing_and_costs_no_code() {
    let local = Local::start().await;
    let code = local.code_for("owner@parlour.test").await;
    let impostor = client(&local.issuer, "salon", "loud", &local.clock);
    assert_eq!(refused(impostor.identify(&local.returned(&code)).await), "invalid_client");
    assert!(local.app.identify(&local.returned(&code)).await.is_ok());
}

#[tokio::test]
async fn a_code_is_never_sent_to_a_stranger() {
    let local = Local::start().await;
    let strange = [
        ("redirect_uri", "http://localhost:3002/"),
        ("redirect_uri", "https://localhost:3000/"),
        ("redirect_uri", "http://localhost:3000@evil.example.test/"),
        ("redirect_uri", "javascript:alert(1)"),
        ("redirect_uri", "/relative"),
        ("client_id", "another"),
    ];
    for (name, value) in strange {
        let answer = local.authorize(&[("login_hint", Some("owner@parlour.test")), (name, Some(value))]).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{value}");
        assert!(answer.headers().get("location").is_none(), "{value}");
        assert!(answer.text().await.unwrap().contains("cannot go on"), "{value}");
    }
}

#[tokio::test]
async fn an_app_that_asks_wrongly_is_told_so() {
    let local = Local::start().await;
    let wrong = [
        ("response_type", Some("token"), "unsupported_response_type"),
        ("scope", Some("email"), "invalid_scope"),
        ("code_challenge_method", Some("plain"), "invalid_request"),
        ("code_challenge", None, "invalid_request"),
    ];
    for (name, value, error) in wrong {
        let back = sent_back(&local.authorize(&[("login_hint", Some("owner@parlour.test")), (name, value)]).await);
        assert_eq!(back.get("error").map(String::as_str), Some(error), "{name}");
        assert_eq!(back.get("state").map(String::as_str), Some("s-1"), "{name}");
        assert!(!back.contains_key("code"), "{name}");
    }
}

#[tokio::test]
async fn the_page_offers_the_people_and_writes_them_safely() {
    let local = Local::start().await;
    let answer = local.authorize(&[("state", Some("\"><script>alert(1)</script>"))]).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let page = answer.text().await.unwrap();
    assert!(page.contains("The &lt;Owner&gt;") && page.contains("login_hint=owner%40parlour.test"), "{page}");
    assert!(page.contains("login_hint=a%26b%40parlour.test"), "{page}");
    assert!(page.contains("error=access_denied"), "{page}");
    assert!(!page.contains("<script"), "{page}");
}

#[tokio::test]
async fn what_is_no_email_is_asked_for_again() {
    let local = Local::start().await;
    let answer = local.authorize(&[("login_hint", Some("<b>nobody"))]).await;
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    let page = answer.text().await.unwrap();
    assert!(page.contains("“&lt;b&gt;nobody” is not an email address"), "{page}");
}

/// A provider that says whatever a test wants it to.
struct Scripted {
    issuer: String,
    clock: Clock,
    app: Provider,
    keys: Arc<Mutex<Vec<SigningKey>>>,
    asked: Arc<AtomicUsize>,
}

impl Scripted {
    async fn start(keys: Vec<SigningKey>) -> Self {
        Self::start_describing(keys, json!({})).await
    }

    async fn start_describing(keys: Vec<SigningKey>, changes: Value) -> Self {
        let (listener, issuer) = place().await;
        let mut description = json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/jwks"),
        });
        description.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let (keys, asked) = (Arc::new(Mutex::new(keys)), Arc::new(AtomicUsize::new(0)));
        let (shown, counted) = (keys.clone(), asked.clone());
        let jwks = move || {
            counted.fetch_add(1, Ordering::SeqCst);
            let keys: Vec<_> = shown.lock().unwrap().iter().map(|key| key.public().clone()).collect();
            async move { ([(header::CACHE_CONTROL, "max-age=600")], Json(json!({"keys": keys}))) }
        };
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(async move || Json(description)))
            .route("/jwks", get(jwks));
        serve(listener, routes);
        let clock = Clock::fixed(start_of_day());
        let app = client(&issuer, "salon", "quiet", &clock);
        Self { issuer, clock, app, keys, asked }
    }

    async fn verify(&self, key: &SigningKey) -> Result<Identity, OidcError> {
        let now = self.clock.now().seconds();
        let claims = json!({
            "iss": self.issuer, "sub": "1", "aud": "salon", "nonce": "n-1", "iat": now, "exp": now + 60,
        });
        self.app.verify(&IdToken::from(key.sign(&claims).unwrap()), "n-1").await
    }

    fn times_asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn a_key_of_the_same_name_is_not_the_same_key() {
    let key = SigningKey::generate().unwrap().named("k1");
    let forged = SigningKey::generate().unwrap().named("k1");
    let provider = Scripted::start(vec![key.clone()]).await;
    assert_eq!(fault(provider.verify(&forged).await), TokenFault::BadSignature);
    assert!(provider.verify(&key).await.is_ok());
}

#[tokio::test]
async fn an_unknown_key_is_asked_for_once() {
    let (old, new) = (SigningKey::generate().unwrap(), SigningKey::generate().unwrap());
    let provider = Scripted::start(vec![old.clone()]).await;
    assert_eq!(fault(provider.verify(&new).await), TokenFault::UnknownKey);
    assert_eq!(provider.times_asked(), 1, "what was fetched for this very token is not fetched again");
    assert!(provider.verify(&old).await.is_ok());
    assert!(provider.verify(&old).await.is_ok());
    assert_eq!(provider.times_asked(), 1, "a known key is kept");
    provider.keys.lock().unwrap().push(new.clone());
    assert!(provider.verify(&new).await.is_ok());
    assert_eq!(provider.times_asked(), 2, "a new key is found by asking again");
}

#[tokio::test]
async fn a_withdrawn_key_is_believed_no_longer_than_max_age() {
    let key = SigningKey::generate().unwrap();
    let provider = Scripted::start(vec![key.clone()]).await;
    assert!(provider.verify(&key).await.is_ok());
    provider.keys.lock().unwrap().clear();
    assert!(provider.verify(&key).await.is_ok());
    provider.clock.set(start_of_day().plus(minutes(10)));
    assert_eq!(fault(provider.verify(&key).await), TokenFault::UnknownKey);
}

#[tokio::test]
async fn a_provider_must_be_who_it_says_and_stay_off_the_open_wire() {
    for changes in [
        json!({"issuer": "https://accounts.google.com"}),
        json!({"token_endpoint": "http://id.example.test/token"}),
        json!({"jwks_uri": "file:///etc/hosts"}),
        json!({"authorization_endpoint": "javascript:alert(1)"}),
        json!({"token_endpoint": null}),
    ] {
        let provider = Scripted::start_describing(Vec::new(), changes.clone()).await;
        let verifier = Verifier::from("v".to_owned());
        let answer = provider.app.redeem("code", &verifier, CALLBACK).await;
        assert!(matches!(answer, Err(OidcError::Discovery(_))), "{changes}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (listener, issuer) = place().await;
    let moved = async || (StatusCode::FOUND, [(header::LOCATION, "/oidc/elsewhere")]);
    let description = json!({
        "issuer": issuer, "authorization_endpoint": issuer, "token_endpoint": issuer, "jwks_uri": issuer,
    });
    let routes = Router::new()
        .route("/.well-known/openid-configuration", get(moved))
        .route("/elsewhere", get(async move || Json(description)));
    serve(listener, routes);
    let app = client(&issuer, "salon", "quiet", &Clock::fixed(start_of_day()));
    let answer = app.redeem("code", &Verifier::from("v".to_owned()), CALLBACK).await;
    assert!(matches!(answer, Err(OidcError::Discovery(_))));
}

#[tokio::test]
async fn a_provider_that_stumbled_is_asked_again() {
    let (listener, issuer) = place().await;
    let description = json!({
        "issuer": issuer, "authorization_endpoint": issuer, "token_endpoint": issuer, "jwks_uri": issuer,
    });
    let asked = Arc::new(AtomicUsize::new(0));
    let stumbling = move || {
        let first = asked.fetch_add(1, Ordering::SeqCst) == 0;
        let status = if first { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
        let description = description.clone();
        async move { (status, Json(description)) }
    };
    serve(listener, Router::new().route("/.well-known/openid-configuration", get(stumbling)));
    let app = client(&issuer, "salon", "quiet", &Clock::fixed(start_of_day()));
    let challenge = Verifier::from("v".to_owned()).challenge();
    let sign_in = SignIn { state: "s", nonce: "n", challenge: &challenge, redirect_uri: CALLBACK };
    assert!(matches!(app.authorize_url(&sign_in).await, Err(OidcError::Discovery(_))));
    assert!(app.authorize_url(&sign_in).await.is_ok());
}
