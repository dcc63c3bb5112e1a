//! The local identity provider on loopback, and a browser that signs in with it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::routing::{get, post};
use axum::{Json, Router};
use futures::FutureExt as _;
use http::header;
use parlour_local::oidc::{self, SigningKey};
use parlour_settings::App;
use parlour_values::id::Random;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::Url;

use crate::{Client, Reply, TestSalon, counts};

/// A salon that uses the local provider.
pub struct SignInSalon {
    pub salon: TestSalon,
    web: reqwest::Client,
}

/// A sign-in that has returned from the provider, before the callback.
pub struct PendingCallback {
    pub app: App,
    pub seal: String,
    pub query: HashMap<String, String>,
}

impl PendingCallback {
    pub fn path(&self) -> String {
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.query).finish();
        format!("/api/auth/callback/google?{query}")
    }
}

impl SignInSalon {
    pub async fn open() -> Self {
        Self::with_settings(&[]).await
    }

    pub async fn with_settings(more: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}/oidc", listener.local_addr().unwrap());
        let settings = oidc::OidcServerSettings {
            issuer: issuer.clone(),
            client_id: "salon".to_owned(),
            client_secret: "quiet".to_owned(),
            allowed_origins: vec!["http://localhost:3000".to_owned(), "http://localhost:3001".to_owned()],
        };
        // The provider uses the salon's clock, so that tests can move it.
        let salon = Self::at(&issuer, more).await;
        let clock = salon.salon.salon.clock.clone();
        let random = Random::seeded(clock.clone(), counts::seed());
        let people: oidc::PeopleReader = Arc::new(|| async { Vec::new() }.boxed());
        let provider = Router::new().nest("/oidc", oidc::router(settings, people, clock, random));
        tokio::spawn(async move { axum::serve(listener, provider).await });
        salon
    }

    /// A salon that trusts the provider at this address.
    pub async fn at(issuer: &str, more: &[(&str, &str)]) -> Self {
        let own = [
            ("OIDC_ISSUER", issuer),
            ("GOOGLE_CLIENT_ID", "salon"),
            ("GOOGLE_CLIENT_SECRET", "quiet"),
            ("CUSTOMER_ORIGINS", "http://127.0.0.1:3000"),
            ("ADMIN_ORIGINS", "http://127.0.0.1:3001"),
        ];
        let salon = TestSalon::with_settings(&[&own, more].concat()).await;
        let web = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().unwrap();
        Self { salon, web }
    }

    /// Signs in at the provider as this person, up to the callback.
    pub async fn go(&self, app: App, email: &str, body: Value) -> PendingCallback {
        let begun = self.salon.anyone(app).post("/api/auth/sign-in/social", body).await;
        assert_eq!(begun.status, 200, "{}", begun.json());
        let url = begun.json()["url"].as_str().unwrap().to_owned();
        let seal = cookie(&begun, "state").expect("a state cookie");
        let answer = self.web.get(format!("{url}&login_hint={email}")).send().await.unwrap();
        let back = answer.headers()[header::LOCATION.as_str()].to_str().unwrap();
        PendingCallback { app, seal, query: Url::parse(back).unwrap().query_pairs().into_owned().collect() }
    }

    pub async fn finish_sign_in(&self, way: &PendingCallback) -> Reply {
        let browser = self.salon.anyone(way.app).with_cookie(way.seal.clone());
        browser.get(&way.path()).await
    }

    /// The whole sign-in; returns the response of the callback.
    pub async fn sign_in(&self, app: App, email: &str) -> Reply {
        let way = self.go(app, email, json!({ "provider": "google", "callbackURL": "/home" })).await;
        self.finish_sign_in(&way).await
    }

    /// A signed-in browser.
    pub async fn browser(&self, app: App, email: &str) -> Client<'_> {
        let reply = self.sign_in(app, email).await;
        let cookie = cookie(&reply, "session").expect("a session cookie");
        self.salon.anyone(app).with_cookie(cookie)
    }
}

/// The cookie of this kind that a response sets, as a browser sends it back; `None` if it is expired.
pub fn cookie(reply: &Reply, kind: &str) -> Option<String> {
    let set = reply.headers.get_all(header::SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
    set.filter_map(|cookie| cookie.split(';').next())
        .find(|pair| {
            pair.split('=').next().is_some_and(|name| name.ends_with(&format!(".{kind}"))) && !pair.ends_with('=')
        })
        .map(str::to_owned)
}

/// A provider that returns any token a test wants, signed with any key.
pub struct Scripted {
    pub salon: SignInSalon,
    issuer: String,
    /// The id_token that the token endpoint returns.
    id_token: Arc<Mutex<String>>,
    /// The userinfo endpoint's answer to whoever holds the access token.
    user_info: Arc<Mutex<Value>>,
    key: SigningKey,
}

const ACCESS_TOKEN: &str = "opens-the-user-info";

impl Scripted {
    pub async fn open() -> Self {
        Self::with_settings(&[]).await
    }

    pub async fn with_settings(more: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let (key, id_token) = (SigningKey::generate().unwrap(), Arc::new(Mutex::new(String::new())));
        let user_info = Arc::new(Mutex::new(json!({ "sub": "s-1" })));
        let description = json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/jwks"),
            "userinfo_endpoint": format!("{issuer}/userinfo"),
        });
        let (keys, token) = (json!({ "keys": [key.public()] }), id_token.clone());
        let token = move || {
            let token = token.lock().unwrap().clone();
            async move { Json(json!({ "id_token": token, "access_token": ACCESS_TOKEN, "token_type": "Bearer" })) }
        };
        let told = user_info.clone();
        let told = move |headers: http::HeaderMap| {
            let known =
                headers.get(header::AUTHORIZATION).is_some_and(|held| held == &format!("Bearer {ACCESS_TOKEN}"));
            let told = told.lock().unwrap().clone();
            async move { if known { Ok(Json(told)) } else { Err(http::StatusCode::UNAUTHORIZED) } }
        };
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(async move || Json(description)))
            .route("/jwks", get(async move || Json(keys)))
            .route("/userinfo", get(told))
            .route("/token", post(token));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Self { salon: SignInSalon::at(&issuer, more).await, issuer, id_token, user_info, key }
    }

    /// The userinfo endpoint's answer from now on.
    pub fn tells(&self, user_info: Value) {
        *self.user_info.lock().unwrap() = user_info;
    }

    /// A sign-in with valid claims except for these changes.
    pub async fn sign_in(&self, changes: Value) -> Reply {
        self.signed_by(&self.key, changes).await
    }

    pub async fn signed_by(&self, key: &SigningKey, changes: Value) -> Reply {
        self.signed_by_on(App::Customer, key, changes).await
    }

    pub async fn sign_in_on(&self, app: App, changes: Value) -> Reply {
        self.signed_by_on(app, &self.key, changes).await
    }

    async fn signed_by_on(&self, app: App, key: &SigningKey, changes: Value) -> Reply {
        let way = json!({ "provider": "google", "callbackURL": "/home" });
        let begun = self.salon.salon.anyone(app).post("/api/auth/sign-in/social", way).await;
        let url = Url::parse(begun.json()["url"].as_str().unwrap()).unwrap();
        let asked: HashMap<String, String> = url.query_pairs().into_owned().collect();
        let now = self.salon.salon.salon.clock.now().seconds();
        let mut claims = json!({
            "iss": self.issuer, "sub": "s-1", "aud": "salon", "nonce": asked["nonce"], "iat": now, "exp": now + 600,
            "email": "asha@example.test", "email_verified": true, "name": "Asha Rao",
        });
        claims.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        *self.id_token.lock().unwrap() = key.sign(&claims).unwrap();
        let query =
            HashMap::from([("state".to_owned(), asked["state"].clone()), ("code".to_owned(), "c-1".to_owned())]);
        let seal = cookie(&begun, "state").expect("a state cookie");
        self.salon.finish_sign_in(&PendingCallback { app, seal, query }).await
    }
}
