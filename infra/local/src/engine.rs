//! The embedded DynamoDB engine on a loopback port, and the AWS client that talks to it.

use std::collections::HashMap;
use std::path::Path;

use aws_credential_types::Credentials;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Builder, Region};
use aws_sdk_dynamodb::types::AttributeValue;
use dynoxide::{Database, ImportOptions};
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
    pub async fn import(&self, table: &str, items: Vec<HashMap<String, AttributeValue>>) -> Result<(), EngineError> {
        let (database, table) = (self.database.clone(), table.to_owned());
        let import = move || {
            let items = items.into_iter().map(stored_map).collect();
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

/// A value of the SDK as the engine stores it; our records have none of the other types.
fn stored(value: AttributeValue) -> dynoxide::AttributeValue {
    match value {
        AttributeValue::S(text) => dynoxide::AttributeValue::S(text),
        AttributeValue::N(number) => dynoxide::AttributeValue::N(number),
        AttributeValue::B(bytes) => dynoxide::AttributeValue::B(bytes.into_inner()),
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

/// The client configuration for a local engine, which accepts any credentials.
pub fn client_config(endpoint: &str) -> Builder {
    aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("ap-south-1"))
        .credentials_provider(Credentials::new("local", "local", None, None, "local"))
        .endpoint_url(endpoint)
        .retry_config(RetryConfig::standard())
}

pub fn client(endpoint: &str) -> Client {
    Client::from_conf(client_config(endpoint).build())
}
