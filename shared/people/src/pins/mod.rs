//! A manager's PIN: what they approve with at somebody else's desk.

mod hash;
mod pin;
mod record;
mod store;

pub use hash::PinHash;
pub use pin::{Pin, SetPinRequest};
pub use record::{PinTries, UserPin};
pub use store::{PinError, Pins};
