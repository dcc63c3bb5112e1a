//! Users, their sessions, the tokens of programs and the caller of a request. Signing in is in `sign_in`.

mod account;
mod caller;
mod invite;
mod session;
mod sessions;
mod token;
mod user;
mod view;

pub use account::{Account, Unlinked, UserAccount};
pub use caller::{Caller, LinkProof, Proof};
pub use invite::{EarlierInvite, Invite};
pub use session::{Credential, Session};
pub use sessions::{AddressMark, Origin, Sessions, SignedIn};
pub use token::{Scope, Token, TokenSecret};
pub use user::{FORMER_CUSTOMER, MailRefusal, RefusedAddress, User};
pub use view::{SessionAnswer, SessionUserView, SessionView};
