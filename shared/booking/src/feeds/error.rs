//! Why a calendar is not read or ended.

use parlour_storage::failure::Refused;

#[derive(Debug, thiserror::Error)]
pub enum CalendarError {
    /// Made up, replaced, ended, or of somebody who is let in no more: nobody can tell which.
    #[error("no such calendar")]
    Unknown,
}

impl Refused for CalendarError {}
