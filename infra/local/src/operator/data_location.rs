//! The place where a command finds its table: the folder of a local service, a DynamoDB on this machine, or AWS.

use std::path::{Path, PathBuf};

use clap::Args;
use parlour_aws::JsonService;
use parlour_senders::Outbound;
use parlour_storage::salon::{Salon, SalonParts};
use parlour_storage::table::{self, Table, TableError};
use parlour_values::id::Random;
use parlour_values::time::Clock;
use url::Url;

use super::OperatorError;
use super::callers_account::callers_account;
use crate::engine::{self, Engine};
use crate::loopback::loopback;
use crate::service::{self, StartError};
use crate::settings::{self, Ports};
use crate::store::Store;

#[derive(Clone, Debug, Args)]
pub struct DataLocation {
    /// The folder of a local service that is not running.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["dynamodb", "table"])]
    data: Option<PathBuf>,

    /// A DynamoDB on this machine.
    #[arg(long, value_name = "URL", value_parser = loopback)]
    dynamodb: Option<Url>,

    /// A table on AWS, with the credentials of the environment or, without, of the AWS CLI; with --dynamodb, a table there.
    #[arg(long, value_name = "NAME")]
    table: Option<String>,

    /// The region of the table on AWS; without it, the one of the environment or the AWS CLI.
    #[arg(long, value_name = "REGION", requires = "table", conflicts_with = "dynamodb")]
    region: Option<String>,
}

/// A salon without senders on the table, and the engine that serves it, if it is ours.
pub struct Opened {
    pub salon: Salon,
    _engine: Option<Engine>,
}

impl DataLocation {
    pub async fn open(&self) -> Result<Opened, OperatorError> {
        let no_ports = Ports { customer: 0, admin: 0, console: 0 };
        let mut settings = settings::read(std::env::vars().collect(), no_ports).map_err(StartError::from)?;
        if let Some(name) = &self.table {
            settings.table_name.clone_from(name);
        }
        let name = settings.table_name.clone();
        let (engine, client, clock) = match (&self.data, &self.dynamodb, &self.table) {
            (Some(folder), ..) => {
                let engine = engine_of(folder).await?;
                let client = engine::client(&engine.endpoint)?;
                let clock = local_clock(&client, &name).await?;
                (Some(engine), client, clock)
            }
            (None, Some(url), _) => {
                let client = engine::client(url.as_str())?;
                let clock = local_clock(&client, &name).await.map_err(|error| match error {
                    OperatorError::Table(error) => StartError::unreachable(url, &error).into(),
                    other => other,
                })?;
                (None, client, clock)
            }
            (None, None, Some(_)) => {
                let account = callers_account(self.region.clone()).await?;
                (None, table::client(&account).map_err(TableError::from)?, Clock::real())
            }
            (None, None, None) => return Err(OperatorError::NoPlace),
        };
        let table = Table::new(client, name);
        let random = Random::from_system(clock.clone());
        let salon = Salon::new(SalonParts { table, clock, random, settings, outbound: Outbound::unconfigured() });
        Ok(Opened { salon, _engine: engine })
    }
}

/// The engine on a folder that a service has filled: nothing is made where there is nothing.
async fn engine_of(folder: &Path) -> Result<Engine, OperatorError> {
    if !service::database_file(folder).is_file() {
        return Err(OperatorError::NoData(folder.display().to_string()));
    }
    Ok(service::embedded(Some(folder)).await?)
}

/// The clock goes on where a local service left it, since its sessions and events have its times.
async fn local_clock(client: &JsonService, table: &str) -> Result<Clock, OperatorError> {
    if !Table::new(client.clone(), table).exists().await? {
        return Err(OperatorError::NoTable(table.to_owned()));
    }
    let now = Clock::real().now();
    let stored = Store::stored_clock(client.clone(), table).await?;
    Ok(Clock::starting_at(stored.map_or(now, |stored| stored.max(now))))
}
