//! A salon per test: new engine, fixed clock, both apps, people signed in directly.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use http::{Method, Request, header};
use http_body_util::BodyExt as _;
use parlour_aws::AwsAccount;
use parlour_http::{ClientIp, session_cookie_name};
use parlour_local::engine::{Engine, client_over};
use parlour_local::gateway;
use parlour_local::watch::EventWatch;
use parlour_people::auth::{Origin, Sessions, Unlinked, User};
use parlour_senders::documents::LocalDocuments;
use parlour_senders::{Channel, Outbound, Recorder, SentMessage};
use parlour_settings::metrics::Metrics;
use parlour_settings::{App, Settings, Vault};
use parlour_storage::act::{Act, Actor};
use parlour_storage::salon::{Salon, SalonParts};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{AtomicWrite, Table, UniqueValue};
use parlour_values::id::{MessageId, Random, UserId};
use parlour_values::role::Role;
use parlour_values::time::{Clock, Instant};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::answer::Reply;
use crate::post::Post;
use crate::wire::Wire;
use crate::{counts, documented, permissions};

/// Monday, 10:00 IST.
pub const START: &str = "2026-11-16T10:00:00+05:30";

pub struct TestSalon {
    pub salon: Salon,
    pub wire: Wire,
    pub customer_app: Router,
    pub admin_app: Router,
    pub post: Post,
    /// The metrics it has written, a line each.
    metrics: Arc<Mutex<Vec<String>>>,
    /// Detects that events were written, like the table's stream.
    pub(crate) written: EventWatch,
    /// The messages that [`TestSalon::deliver`] has delivered.
    pub(crate) delivered: Mutex<HashSet<MessageId>>,
    endpoint: String,
    numbers: AtomicU32,
    _engine: Option<Engine>,
}

/// An account whose services nobody reaches.
fn nowhere() -> AwsAccount {
    AwsAccount::local("http://127.0.0.1:9")
}

impl TestSalon {
    pub async fn open() -> Self {
        Self::with_settings(&[]).await
    }

    /// A salon with additional settings.
    pub async fn with_settings(settings: &[(&str, &str)]) -> Self {
        // To run the tests against another engine, PARLOUR_TEST_DYNAMODB names its endpoint; each test has its own
        // table.
        let (engine, endpoint) = match std::env::var("PARLOUR_TEST_DYNAMODB") {
            Ok(endpoint) => (None, endpoint),
            Err(_) => {
                let engine = Engine::in_memory().await.unwrap();
                let endpoint = engine.endpoint.clone();
                (Some(engine), endpoint)
            }
        };
        Self::over(engine, &endpoint, &nowhere(), Settings::read(variables(settings))).await
    }

    /// A salon whose secrets are in a vault, under the names in its settings.
    pub async fn with_vault(settings: &[(&str, &str)], vault: Arc<dyn Vault>) -> Self {
        Self::beside(&nowhere(), Settings::read_with(variables(settings), vault)).await
    }

    /// A salon with its own table that sends email through this AWS.
    pub async fn with_email_through(aws: &AwsAccount, settings: &[(&str, &str)]) -> Self {
        Self::beside(aws, Settings::read(variables(settings))).await
    }

    async fn beside(aws: &AwsAccount, settings: Settings) -> Self {
        let engine = Engine::in_memory().await.unwrap();
        let endpoint = engine.endpoint.clone();
        Self::over(Some(engine), &endpoint, aws, settings).await
    }

    /// A salon on another AWS endpoint: table, queues and email are there.
    pub async fn on_aws(endpoint: &str, aws: &AwsAccount, settings: &[(&str, &str)]) -> Self {
        Self::over(None, endpoint, aws, Settings::read(variables(settings))).await
    }

    async fn over(engine: Option<Engine>, endpoint: &str, aws: &AwsAccount, settings: Settings) -> Self {
        // Their receivers are on this machine.
        let settings = Settings { webhooks_on_loopback: true, ..settings };
        let clock = Clock::fixed(START.parse::<Instant>().unwrap());
        // On a shared engine, random values must differ between tests: table names, request tokens.
        let random = match &engine {
            Some(_) => Random::seeded(clock.clone(), counts::seed()),
            None => Random::from_system(clock.clone()),
        };
        let (wire, written) = (Wire::new(), EventWatch::default());
        let client = client_over(endpoint, written.over(wire.over(endpoint))).unwrap();
        let name = if engine.is_some() { "parlour".to_owned() } else { format!("t-{}", random.id::<UserId>()) };
        let table = Table::new(client, name);
        table.create().await.unwrap();
        let post = Post::default();
        let recorder = Recorder::new(Arc::new(post.clone()), clock.clone(), random.clone());
        let documents = Arc::new(LocalDocuments::in_memory("http://localhost:3002/documents"));
        let metrics = Arc::<Mutex<Vec<String>>>::default();
        let lines = metrics.clone();
        let write = move |line: &str| lines.lock().unwrap().push(line.to_owned());
        let outbound = Outbound::with_email(&settings, aws, &clock)
            .unwrap()
            .recorded_by(recorder)
            .keeping(documents)
            .metered_by(Metrics::written_by(&settings, &clock, write));
        let salon = Salon::new(SalonParts { table, clock, random, settings, outbound });
        wire.reset();
        Self {
            customer_app: gateway::router(App::Customer, &salon),
            admin_app: gateway::router(App::Admin, &salon),
            salon,
            wire,
            post,
            metrics,
            written,
            delivered: Mutex::default(),
            endpoint: endpoint.to_owned(),
            numbers: AtomicU32::new(1),
            _engine: engine,
        }
    }

    /// The same table as another process sees it, over a wire of its own.
    pub fn another_process(&self) -> (Table, Wire) {
        let wire = Wire::new();
        let client = client_over(&self.endpoint, wire.over(&self.endpoint)).unwrap();
        (Table::new(client, self.salon.table.name()), wire)
    }

    /// The address of its DynamoDB.
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// The messages sent on a channel, oldest first.
    pub fn sent(&self, channel: Channel) -> Vec<SentMessage> {
        self.post.messages().into_iter().filter(|message| message.channel == channel).collect()
    }

    /// The metrics written since this was last asked, oldest first.
    pub fn metrics(&self) -> Vec<Value> {
        let lines = std::mem::take(&mut *self.metrics.lock().unwrap());
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub fn set_clock(&self, now: &str) {
        self.salon.clock.set(now.parse().unwrap());
    }

    /// A number that is unique in this salon.
    fn next(&self) -> u32 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    /// A person with this role, signed in on the role's app.
    pub async fn person(&self, name: &str, role: Role) -> Client<'_> {
        let app = if role == Role::Customer { App::Customer } else { App::Admin };
        let user = self.user(name, role).await;
        self.signed_in(&user, app).await
    }

    /// A user record, without a session.
    pub async fn user(&self, name: &str, role: Role) -> User {
        let now = self.salon.clock.now();
        // Several people may have the same name, but not the same address.
        let email = format!("{}.{:06}@example.test", name.to_lowercase().replace(' ', "."), self.next());
        let user = User::new(self.salon.random.id(), name.to_owned(), email, role, now);
        let mut write = AtomicWrite::new(&self.salon.random);
        write.changes.create(&user);
        write.changes.create(&UniqueValue::held_by(&user.id, Unique::Email, user.email.clone()));
        write.changes.create(&Unlinked::of(&user.id));
        write.commit(&self.salon.table).await.unwrap();
        user
    }

    pub async fn signed_in(&self, user: &User, app: App) -> Client<'_> {
        let actor = Actor::User { id: user.id.clone(), role: user.role };
        let act = Act { actor, ..Act::of_job("tests", "tests", self.salon.clock.now()) };
        let (credential, _) = Sessions::of(&self.salon).begin(&act, user, app, Origin::default(), None).await.unwrap();
        let cookie = format!("{}={}", session_cookie_name(&self.salon.settings, app), credential.cookie_value());
        Client { user: Some(user.clone()), cookie: Some(cookie), ..self.anyone(app) }
    }

    pub async fn customer(&self, name: &str) -> Client<'_> {
        self.person(name, Role::Customer).await
    }

    pub async fn reception(&self) -> Client<'_> {
        self.person("Reena Desk", Role::Receptionist).await
    }

    pub async fn manager(&self) -> Client<'_> {
        self.person("Maya Manager", Role::Manager).await
    }

    pub async fn owner(&self) -> Client<'_> {
        self.person("Omi Owner", Role::Owner).await
    }

    /// A client without a session, with its own address.
    pub fn anyone(&self, app: App) -> Client<'_> {
        let number = self.next();
        let address = format!("10.{}.{}.{}", number >> 16 & 255, number >> 8 & 255, number & 255);
        Client {
            salon: self,
            app,
            user: None,
            cookie: None,
            address,
            headers: Vec::new(),
            roaming: true,
            instance: None,
        }
    }

    pub fn visitor(&self) -> Client<'_> {
        self.anyone(App::Customer)
    }
}

/// The settings of every test salon, and additional ones.
fn variables(settings: &[(&str, &str)]) -> BTreeMap<String, String> {
    [("OIDC_ISSUER", "https://issuer.example.test"), ("MEMBERSHIP_PREFIX", "PAR")]
        .iter()
        .chain(settings)
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// A browser: an app, an address, perhaps a session.
#[derive(Clone)]
pub struct Client<'a> {
    salon: &'a TestSalon,
    pub app: App,
    pub user: Option<User>,
    pub cookie: Option<String>,
    address: String,
    headers: Vec<(String, String)>,
    roaming: bool,
    /// Set if another instance serves it.
    instance: Option<Router>,
}

impl Client<'_> {
    /// Always uses the same address, so that rate limits count.
    pub fn staying(mut self) -> Self {
        self.roaming = false;
        self
    }

    pub(crate) fn served_by(mut self, router: Router) -> Self {
        self.instance = Some(router);
        self
    }

    pub fn at(mut self, address: &str) -> Self {
        self.address = address.to_owned();
        self.staying()
    }

    /// The same browser with this cookie (`name=value`) or none.
    pub fn with_cookie(mut self, cookie: impl Into<Option<String>>) -> Self {
        self.cookie = cookie.into();
        self
    }

    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn once(self, key: &str) -> Self {
        self.with_header("idempotency-key", key)
    }

    #[track_caller]
    pub fn id(&self) -> UserId {
        self.user.as_ref().map(|user| user.id.clone()).expect("somebody signed in")
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, Some(body.to_string())).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PATCH, path, Some(body.to_string())).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send(Method::PUT, path, Some(body.to_string())).await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, None).await
    }

    pub async fn delete_with(&self, path: &str, body: Value) -> Reply {
        self.send(Method::DELETE, path, Some(body.to_string())).await
    }

    pub async fn post_empty(&self, path: &str) -> Reply {
        self.send(Method::POST, path, None).await
    }

    /// The file itself as the body.
    pub async fn upload(&self, path: &str, file: &[u8]) -> Reply {
        self.carry(Method::POST, path, Some(("application/octet-stream", file.to_vec()))).await
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<String>) -> Reply {
        self.carry(method, path, body.map(|body| ("application/json", body.into_bytes()))).await
    }

    async fn carry(&self, method: Method, path: &str, body: Option<(&str, Vec<u8>)>) -> Reply {
        let mut request = Request::builder().method(method.clone()).uri(path);
        if let Some((kind, _)) = &body {
            request = request.header(header::CONTENT_TYPE, *kind);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let address = if self.roaming { self.salon.anyone(self.app).address } else { self.address.clone() };
        let request = request
            .extension(ClientIp(address))
            .body(body.map_or_else(Body::empty, |(_, body)| Body::from(body)))
            .unwrap();
        let router = match (&self.instance, self.app) {
            (Some(router), _) => router,
            (None, App::Customer) => &self.salon.customer_app,
            (None, App::Admin) => &self.salon.admin_app,
        };
        let served = router.clone().oneshot(request);
        let response = permissions::as_gateway(self.app, &method, path, served).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        let reply = Reply { status: parts.status, headers: parts.headers, bytes };
        documented::check(self.app, &method, path, &reply);
        reply
    }
}
