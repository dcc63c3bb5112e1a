//! Users, their sessions and the caller of a request. Signing in is in `sign_in`.

mod caller;
mod invite;
mod session;
mod sessions;
mod user;
mod view;

pub use caller::Caller;
pub use invite::Invite;
pub use session::{Credential, LIFETIME, Session};
pub use sessions::{Origin, Sessions, SignedIn};
pub use user::User;
pub use view::{SessionAnswer, SessionUserView, SessionView};
