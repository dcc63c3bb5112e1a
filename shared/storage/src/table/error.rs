//! Why the table could not be read or written.

use parlour_aws::CallError;

/// The table could not be read or written; the caller's request is not to blame.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TableError {
    #[error("the table did not answer: {0}")]
    Unavailable(String),
    #[error("a {kind} item could not be read or written: {reason}")]
    Unreadable { kind: &'static str, reason: String },
    #[error("a {kind} record has a field {attribute}, which is reserved for the table")]
    ReservedAttribute { kind: &'static str, attribute: &'static str },
    #[error("a dry run does not write")]
    DryRun,
}

impl From<CallError> for TableError {
    fn from(error: CallError) -> Self {
        Self::Unavailable(error.to_string())
    }
}
