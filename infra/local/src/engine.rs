//! The embedded DynamoDB engine on a loopback port, and the client that talks to it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use dynoxide::{Database, ImportOptions};
use parlour_aws::{AwsAccount, DYNAMODB, JsonService, Network, Transport};
use parlour_storage::table::{Item, TableError};
use serde_dynamo::AttributeValue;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// An engine that runs until it is dropped.
pub struct Engine {
    pub endpoint: String,
    database: Database,
    stop: Option<oneshot::Sender<()>>,
}

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("the data could not be opened: {0}")]
    Data(String),
    #[error("no loopback port for the engine: {0}")]
    Port(#[from] std::io::Error),
}

impl Engine {
    /// Data is lost when it stops.
    pub async fn in_memory() -> Result<Self, EngineError> {
        Self::serve(Database::memory().map_err(|error| EngineError::Data(error.to_string()))?).await
    }

    /// Acknowledged writes are on disk.
    pub async fn on_disk(file: &Path) -> Result<Self, EngineError> {
        let path = file.to_str().ok_or_else(|| EngineError::Data("the path is not readable text".to_owned()))?;
        Self::serve(Database::new(path).map_err(|error| EngineError::Data(error.to_string()))?).await
    }

    async fn serve(database: Database) -> Result<Self, EngineError> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(dynoxide::server::serve_with_shutdown(listener, database.clone(), async {
            let _ = stopped.await;
        }));
        Ok(Self { endpoint, database, stop: Some(stop) })
    }

    /// Writes many items without a call for each few: for generated data at size. It takes a while, beside which others go on.
    pub async fn import(&self, table: &str, items: Vec<Item>) -> Result<(), EngineError> {
        let (database, table) = (self.database.clone(), table.to_owned());
        let import = move || {
            let items = items.into_iter().map(|item| stored_map(item.into_inner())).collect();
            database.import_items(&table, items, ImportOptions::default())
        };
        let imported =
            tokio::task::spawn_blocking(import).await.map_err(|error| EngineError::Data(error.to_string()))?;
        imported.map(|_| ()).map_err(|error| EngineError::Data(error.to_string()))
    }
}

fn stored_map(item: HashMap<String, AttributeValue>) -> dynoxide::Item {
    item.into_iter().map(|(name, value)| (name, stored(value))).collect()
}

/// A value as the engine stores it; our records have none of the other types.
fn stored(value: AttributeValue) -> dynoxide::AttributeValue {
    match value {
        AttributeValue::S(text) => dynoxide::AttributeValue::S(text),
        AttributeValue::N(number) => dynoxide::AttributeValue::N(number),
        AttributeValue::B(bytes) => dynoxide::AttributeValue::B(bytes),
        AttributeValue::Bool(is) => dynoxide::AttributeValue::BOOL(is),
        AttributeValue::Ss(texts) => dynoxide::AttributeValue::SS(texts),
        AttributeValue::L(list) => dynoxide::AttributeValue::L(list.into_iter().map(stored).collect()),
        AttributeValue::M(map) => dynoxide::AttributeValue::M(stored_map(map)),
        _ => dynoxide::AttributeValue::NULL(true),
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}

/// The client of an engine on this machine. Its calls have no limits: a busy machine takes as long as it takes.
pub fn client(endpoint: &str) -> Result<JsonService, TableError> {
    client_over(endpoint, network(endpoint)?)
}

/// The same over a transport that watches the calls, or fails them.
pub fn client_over(endpoint: &str, transport: Arc<dyn Transport>) -> Result<JsonService, TableError> {
    Ok(JsonService::over(DYNAMODB, &AwsAccount::local(endpoint), transport)?)
}

pub fn network(endpoint: &str) -> Result<Arc<dyn Transport>, TableError> {
    let network = Network::to(endpoint, None).map_err(|error| TableError::Unavailable(error.to_string()))?;
    Ok(Arc::new(network))
}
