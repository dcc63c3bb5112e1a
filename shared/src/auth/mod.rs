//! Who is who: users, roles, sessions, and how they sign in.

mod invite;
pub mod oidc;
mod role;
mod session;
mod sessions;
mod user;

pub use invite::Invite;
pub use role::Role;
pub use session::{Credential, LIFETIME, Session};
pub use sessions::{Origin, Sessions, SignedIn};
pub use user::User;
