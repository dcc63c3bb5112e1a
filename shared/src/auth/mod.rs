//! Users, their sessions, the tokens of programs and the caller of a request. Signing in is in `sign_in`.

mod account;
mod caller;
mod invite;
mod session;
mod sessions;
mod token;
mod user;
mod view;

pub use token::{Scope, Token, TokenSecret};
pub use user::{MailRefusal, RefusedAddress, User};
pub use view::{SessionAnswer, SessionUserView, SessionView};
