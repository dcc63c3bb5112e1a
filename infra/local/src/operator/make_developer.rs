//! `make-developer`: gives an account the role of a developer.

use clap::Args;
use parlour_people::users::{UserError, Users};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_values::contact::EmailAddress;
use parlour_values::id::EventId;
use parlour_values::role::Role;

use super::{DataLocation, OperatorError};

#[derive(Clone, Debug, Args)]
pub struct MakeDeveloper {
    /// The address that they have signed in with.
    email: EmailAddress,

    #[command(flatten)]
    pub(super) place: DataLocation,
}

impl MakeDeveloper {
    pub(super) async fn run(&self, salon: &Salon) -> Result<String, OperatorError> {
        let act = Act::of_operator(salon.random.id::<EventId>().to_string(), salon.clock.now());
        let appointed =
            Users::of(salon).make_developer(&act, &self.email).await.map_err(|failure| self.why(failure))?;
        Ok(match appointed.before {
            Role::Developer => format!("{} is a developer already; nothing was changed\n", self.email.as_str()),
            before => format!(
                "{} had the role {before} and is a developer now; their sessions have ended, so they sign in again\n",
                self.email.as_str()
            ),
        })
    }

    fn why(&self, failure: Failure<UserError>) -> OperatorError {
        let email = || self.email.as_str().to_owned();
        match failure {
            Failure::Refused(UserError::Unknown) => OperatorError::NoAccount(email()),
            Failure::Refused(UserError::Suspended) => OperatorError::Suspended(email()),
            Failure::Refused(UserError::LastOwner) => OperatorError::LastOwner(email()),
            Failure::Refused(other) => OperatorError::Refused(other),
            Failure::Setback(setback) => setback.into(),
        }
    }
}
