//! Tokens for programs: made, listed and revoked by developers, and found by the gate of every request that shows one.

mod error;
mod request;
mod store;
mod view;

pub use error::TokenError;
pub use request::{CreateTokenRequest, ListTokensRequest};
pub use store::{Bearer, Tokens};
pub use view::{CreatedToken, TokenList, TokenView};
