//! Signing in with the identity provider, and mapping the identity to a user.

mod accounts;
mod cache;
mod callback_url;
mod error;
mod first_owner;
mod flow;
pub mod oidc;
mod request;
mod state;
mod view;

pub use accounts::{Accounts, Admitted};
pub use error::{CallbackError, SignInError};
pub use flow::{Callback, PROVIDER, SignInFailure, SignInSuccess, SignIns, StartedSignIn};
pub use request::{RevokeRequest, SignInRequest};
pub use state::STATE_COOKIE_LIFETIME;
pub use view::{SignInAnswer, SignOutAnswer, StatusAnswer};
