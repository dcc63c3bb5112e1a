//! Who is who: users, roles, sessions, and how they sign in.

mod accounts;
mod callback_url;
mod door;
mod first_owner;
mod invite;
pub mod oidc;
mod request;
mod role;
mod session;
mod sessions;
mod sign_in;
mod state;
mod user;
pub mod users;
mod view;

pub use accounts::{Account, Accounts, Admitted};
pub(crate) use door::Door;
pub use invite::Invite;
pub use request::{RevokeRequest, SignInRequest};
pub use role::Role;
pub use session::{Credential, LIFETIME, Session};
pub use sessions::{Origin, Sessions, SignedIn};
pub use sign_in::{Arrival, Begun, CallbackError, Entered, PROVIDER, SignInError, SignIns, TurnedAway};
pub use state::SEAL_LIFETIME;
pub use user::User;
pub use users::UserError;
pub use view::{SessionAnswer, SessionUserView, SessionView, SignInAnswer, SignOutAnswer, StatusAnswer};
