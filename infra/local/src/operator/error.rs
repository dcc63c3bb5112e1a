//! Why a command of the operator did nothing, as one line.

use parlour_people::users::UserError;
use parlour_storage::failure::Setback;
use parlour_storage::table::TableError;

use super::Kind;
use crate::service::StartError;

#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    #[error("say where the data is: --data DIR, --dynamodb URL or --table NAME")]
    NoPlace,
    #[error("there is no data of a local service in {0}")]
    NoData(String),
    #[error("say in which region the table is: --region, or AWS_REGION")]
    NoRegion,
    #[error("there are no credentials for AWS: {0}")]
    NoCredentials(String),
    #[error("there is no table {0}")]
    NoTable(String),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("there is no {} {id}", kind.name())]
    NotFound { kind: Kind, id: String },
    #[error("no account has the verified address {0}: they have to sign in with it once")]
    NoAccount(String),
    #[error("{0} is suspended: nothing was changed")]
    Suspended(String),
    #[error("{0} is the last active owner, whom the salon would lose: name another owner first")]
    LastOwner(String),
    #[error("{0}: nothing was changed")]
    Refused(UserError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Setback(#[from] Setback),
}
