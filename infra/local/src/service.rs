//! The local service: engine, salon, apps, console and background worker.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use futures::FutureExt as _;
use parlour_senders::documents::{DocumentStore, LocalDocuments};
use parlour_senders::{Outbound, Recorder};
use parlour_settings::{App, Settings, SettingsError};
use parlour_storage::salon::{Salon, SalonParts};
use parlour_storage::table::{Table, TableError, WriteError};
use parlour_values::id::Random;
use parlour_values::time::{Clock, Instant};
use tokio::sync::watch;
use url::Url;

use crate::engine::{self, Engine};
use crate::journal::TableJournal;
use crate::listen::Listener;
use crate::options::Options;
use crate::settings::Ports;
use crate::store::Store;
use crate::watch::EventWatch;
use crate::worker::Worker;
use crate::{console, demo, gateway, oidc, push, settings};

/// Why the service did not start, as one line.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("port {port} ({option}) is taken")]
    PortTaken { port: u16, option: &'static str },
    #[error("port {port} ({option}) cannot be used: {reason}")]
    Port { port: u16, option: &'static str, reason: String },
    #[error("the data folder {folder} cannot be used: {reason}")]
    Data { folder: String, reason: String },
    #[error("the embedded database did not start: {0}")]
    Engine(String),
    #[error("no DynamoDB answers at {url}: {reason}")]
    Unreachable { url: String, reason: String },
    #[error("--dynamodb is refused with APP_ENV=production: anybody can sign in here as anybody")]
    Production,
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("the data could not be read or written: {0}")]
    Table(#[from] TableError),
    #[error("the apps could not be put together: {0}")]
    Apps(String),
    #[error("the first data could not be written: {0}")]
    Demo(#[from] WriteError),
}

impl StartError {
    pub(crate) fn unreachable(url: &Url, error: &TableError) -> Self {
        Self::Unreachable { url: url.to_string(), reason: shortened(error) }
    }
}

pub struct LocalService {
    pub ports: Ports,
    customer: (Listener, Router),
    admin: (Listener, Router),
    console: (Listener, Router),
    worker: Option<Arc<Worker>>,
    _engine: Option<Engine>,
}

/// How long running requests may take to finish after the stop signal.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);
/// The most people of each role on the provider's page.
const MAX_PEOPLE: usize = 30;

impl LocalService {
    pub async fn start(options: &Options) -> Result<Self, StartError> {
        let production = std::env::var("APP_ENV").is_ok_and(|env| env.trim() == "production");
        if production && options.dynamodb.is_some() {
            return Err(StartError::Production);
        }
        let new_key = push::new_key();
        let customer = listener(options.customer_port, "--customer-port").await?;
        let admin = listener(options.admin_port, "--admin-port").await?;
        let console = listener(options.console_port, "--console-port").await?;
        let ports = Ports { customer: customer.port, admin: admin.port, console: console.port };
        let mut settings = settings::read(std::env::vars().collect(), ports)?;

        let (engine, endpoint) = database(options).await?;
        let written = EventWatch::default();
        let client = engine::client_over(&endpoint, written.over(engine::network(&endpoint)?))?;
        let table = Table::new(client, settings.table_name.clone());
        let is_there = table.exists().await.map_err(|error| match &options.dynamodb {
            Some(url) => StartError::unreachable(url, &error),
            None => StartError::Table(error),
        })?;
        if !is_there {
            table.create().await?;
        }
        let store = Store::open(engine::client(&endpoint)?, &settings.table_name).await?;
        let clock = clock(options.now, store.clock().await?);
        let journal = TableJournal::new(store.clone());
        let documents = documents(options.data.as_deref(), ports);
        let silent = silent(table.clone(), clock.clone(), settings.clone());
        let (opened, ()) = tokio::try_join!(
            async {
                let push_key = push::key(&mut settings, &store, new_key).await?;
                let outbound = push::senders(&settings, push_key, &clock);
                let salon = salon(table, clock, settings, outbound, journal.clone(), documents.clone());
                let of = salon.clone();
                let apps = move || [App::Customer, App::Admin].map(|app| gateway::router(app, &of));
                let apps = tokio::task::spawn_blocking(apps).await;
                Ok((salon, apps.map_err(|error| StartError::Apps(error.to_string()))?))
            },
            async { demo::fill(&silent, &store, engine.as_ref(), options).await.map_err(StartError::from) },
        )?;
        let (salon, [customer_app, admin_app]) = opened;
        let worker = Worker::open(salon.clone(), store.clone(), journal.clone(), written).await?;
        let parts = console::ConsoleParts {
            salon: salon.clone(),
            worker: worker.clone(),
            store,
            journal,
            ports,
            customer_app: customer_app.clone(),
            admin_app: admin_app.clone(),
            documents: documents.clone(),
            hooks: console::Hooks::default(),
            phones: console::Phones::default(),
        };
        let console_app = console::router(parts, provider(&salon, ports), invoicing(&salon, documents));
        Ok(Self {
            ports,
            customer: (customer, customer_app),
            admin: (admin, admin_app),
            console: (console, console_app),
            worker: (!options.no_worker).then_some(worker),
            _engine: engine,
        })
    }

    /// Serves until `stop` completes, then waits for running requests.
    pub async fn serve(self, stop: impl Future<Output = ()>) {
        let (stopping, stopped) = watch::channel(false);
        let (ending_work, work_ended) = watch::channel(false);
        let worker = self.worker.map(|worker| tokio::spawn(worker.run(work_ended)));
        let listeners = [self.customer, self.admin, self.console].map(|(listener, router)| {
            let stopped = stopped.clone();
            tokio::spawn(listener.serve(router, stopped))
        });
        stop.await;
        let finished = async {
            // The last tasks still call the invoicing service, which listens here too.
            let _ = ending_work.send(true);
            futures::future::join_all(worker).await;
            let _ = stopping.send(true);
            futures::future::join_all(listeners).await;
        };
        if tokio::time::timeout(SHUTDOWN_GRACE, finished).await.is_err() {
            tracing::warn!("some requests were aborted at shutdown");
        }
    }
}

/// The embedded database on its own, filled with the demo data the options ask for.
pub struct DatabaseOnly {
    engine: Engine,
}

impl DatabaseOnly {
    pub async fn start(options: &Options) -> Result<Self, StartError> {
        let engine = embedded(options.data.as_deref()).await?;
        let no_ports = Ports { customer: 0, admin: 0, console: 0 };
        let settings = settings::read(std::env::vars().collect(), no_ports)?;
        let client = engine::client(&engine.endpoint)?;
        let table = Table::new(client.clone(), settings.table_name.clone());
        if !table.exists().await? {
            table.create().await?;
        }
        let store = Store::open(client, &settings.table_name).await?;
        let clock = clock(options.now, store.clock().await?);
        let salon = silent(table, clock, settings);
        demo::fill(&salon, &store, Some(&engine), options).await?;
        Ok(Self { engine })
    }

    pub fn endpoint(&self) -> &str {
        &self.engine.endpoint
    }
}

async fn listener(port: u16, option: &'static str) -> Result<Listener, StartError> {
    Listener::bind(port).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => StartError::PortTaken { port, option },
        _ => StartError::Port { port, option, reason: error.to_string() },
    })
}

async fn database(options: &Options) -> Result<(Option<Engine>, String), StartError> {
    if let Some(url) = &options.dynamodb {
        return Ok((None, url.to_string()));
    }
    let engine = embedded(options.data.as_deref()).await?;
    let endpoint = engine.endpoint.clone();
    Ok((Some(engine), endpoint))
}

/// The file of the engine's data in a data folder.
pub(crate) fn database_file(folder: &Path) -> PathBuf {
    folder.join("parlour.db")
}

/// The engine on this folder, or in memory.
pub(crate) async fn embedded(data: Option<&Path>) -> Result<Engine, StartError> {
    let Some(folder) = data else {
        return Engine::in_memory().await.map_err(|error| StartError::Engine(error.to_string()));
    };
    let unusable = |reason: String| StartError::Data { folder: folder.display().to_string(), reason };
    std::fs::create_dir_all(folder).map_err(|error| unusable(error.to_string()))?;
    let lock = File::create(folder.join("parlour.lock")).map_err(|error| unusable(error.to_string()))?;
    if let Err(TryLockError::WouldBlock) = lock.try_lock() {
        return Err(unusable("another Parlour is running on it".to_owned()));
    }
    // Held until the process ends.
    std::mem::forget(lock);
    Engine::on_disk(&database_file(folder)).await.map_err(|error| unusable(error.to_string()))
}

/// The clock starts at the given or the real time, but never before the stored one.
fn clock(asked: Option<Instant>, stored: Option<Instant>) -> Clock {
    let start = asked.unwrap_or_else(|| Clock::real().now());
    match stored.filter(|stored| *stored > start) {
        Some(stored) => {
            eprintln!("warning: the stored clock is later than {start}: it continues at {stored}");
            Clock::starting_at(stored)
        }
        None => Clock::starting_at(start),
    }
}

/// The salon before it is open: nothing can be sent.
fn silent(table: Table, clock: Clock, settings: Settings) -> Salon {
    let random = Random::from_system(clock.clone());
    Salon::new(SalonParts { table, clock, random, settings, outbound: Outbound::unconfigured() })
}

fn salon(
    table: Table,
    clock: Clock,
    settings: Settings,
    outbound: Outbound,
    journal: TableJournal,
    documents: Arc<dyn DocumentStore>,
) -> Salon {
    let random = Random::from_system(clock.clone());
    let recorder = Recorder::new(Arc::new(journal), clock.clone(), random.clone());
    let outbound = outbound.recorded_by(recorder).keeping(documents);
    Salon::new(SalonParts { table, clock, random, settings, outbound })
}

fn documents(data: Option<&Path>, ports: Ports) -> Arc<dyn DocumentStore> {
    let base = format!("http://localhost:{}/documents", ports.console);
    match data {
        Some(folder) => Arc::new(LocalDocuments::in_folder(base, folder.join("documents"))),
        None => Arc::new(LocalDocuments::in_memory(base)),
    }
}

fn provider(salon: &Salon, ports: Ports) -> Router {
    let mut allowed = salon.settings.customer_origins.clone();
    allowed.extend(salon.settings.admin_origins.iter().cloned());
    let provider = oidc::OidcServerSettings {
        issuer: settings::issuer(ports),
        client_id: settings::CLIENT_ID.to_owned(),
        client_secret: settings::CLIENT_SECRET.to_owned(),
        allowed_origins: allowed,
    };
    let people: oidc::PeopleReader = {
        let salon = salon.clone();
        Arc::new(move || {
            let salon = salon.clone();
            async move {
                let people = console::people(&salon, MAX_PEOPLE).await.unwrap_or_default();
                let offered = people.into_iter().map(|user| oidc::ListedPerson {
                    email: user.email,
                    name: user.name,
                    role: user.role.as_str().to_owned(),
                });
                offered.collect()
            }
            .boxed()
        })
    };
    oidc::router(provider, people, salon.clock.clone(), salon.random.clone())
}

fn invoicing(salon: &Salon, documents: Arc<dyn DocumentStore>) -> Router {
    parlour_invoicing::router(parlour_invoicing::Invoicing {
        secret: salon.settings.invoicing_secret.clone(),
        documents,
        clock: salon.clock.clone(),
    })
}

/// The first line of an error, or what matters of it.
fn shortened(error: &TableError) -> String {
    let text = error.to_string();
    let summary =
        if text.contains("refused") { "the connection was refused" } else { text.lines().next().unwrap_or("") };
    summary.chars().take(160).collect()
}
