//! The operator's commands: what whoever looks after an installation does on its table from a shell. They print to the
//! terminal and log nothing.

mod callers_account;
mod data_location;
mod error;
mod lines;
mod make_developer;
mod show;

use clap::Subcommand;
use parlour_storage::salon::Salon;

pub use data_location::DataLocation;
pub use error::OperatorError;
pub use make_developer::MakeDeveloper;
pub use show::{Kind, Show};

#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Prints a record and its history: what happened to it, when, and by whom.
    Show(Show),
    /// Gives an account the role of a developer, which nobody can give on the pages.
    MakeDeveloper(MakeDeveloper),
}

impl Command {
    /// Opens the table it is about; gives what it has to print.
    pub async fn run(&self) -> Result<String, OperatorError> {
        let place = match self {
            Self::Show(show) => &show.place,
            Self::MakeDeveloper(make) => &make.place,
        };
        let opened = place.open().await?;
        self.run_on(&opened.salon).await
    }

    /// The same on a salon that is open.
    pub async fn run_on(&self, salon: &Salon) -> Result<String, OperatorError> {
        match self {
            Self::Show(show) => show.run(salon).await,
            Self::MakeDeveloper(make) => make.run(salon).await,
        }
    }
}
