//! Appointments that repeat: every few weeks at the same time with the same people.
//!
//! A repeat is a head with its list of occurrences; each occurrence is an ordinary booking. Whatever is done to several
//! of them is listed in the head first, then done one by one, each in its own transaction, and the head says when it is
//! finished: a crash between two of them leaves a list that the next call, or the queue, carries on with.

mod cancel;
mod error;
mod make;
mod moves;
mod repeat;
mod request;
pub mod rules;
mod store;
mod view;

pub use error::RepeatError;
pub use repeat::{Occurrence, OnConflict, Repeat, RepeatState, RepeatedService, Todo};
pub use request::{CancelRepeatRequest, MakeRepeatRequest, MoveRepeatRequest, RepeatedServiceRequest};
pub use rules::BookedTime;
pub use store::Repeats;
pub use view::{AlternativeView, OccurrenceView, RepeatAnswer, RepeatView, RepeatedServiceView};
