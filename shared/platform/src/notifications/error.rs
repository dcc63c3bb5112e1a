//! Why a notice was not sent.

use parlour_senders::SendError;
use parlour_storage::failure::Setback;
use parlour_storage::table::TableError;

/// All of these are temporary: sending the same notice again may succeed.
#[derive(Debug, thiserror::Error)]
pub enum NotifyError {
    #[error(transparent)]
    Setback(#[from] Setback),
    #[error("a message did not go out: {0}")]
    Send(#[from] SendError),
    /// Another delivery is sending it just now, and whether it succeeds will show later.
    #[error("the same message is being sent elsewhere")]
    UnderWay,
}

impl From<TableError> for NotifyError {
    fn from(error: TableError) -> Self {
        Self::Setback(error.into())
    }
}
