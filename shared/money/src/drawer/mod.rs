//! The cash drawer of a branch: opened with what is in it, moved by every payment in cash and by hand, counted and closed.
//!
//! One row per branch, the [`Till`], holds the open drawer with the cash that must be in it. Whatever moves cash replaces
//! that row as it was read, and so does closing: a movement lies in exactly one drawer, by its id and never by time.

mod closed;
mod error;
mod movement;
mod request;
mod store;
mod takings;
mod till;
mod view;

pub use closed::{ClosedDrawer, Count, Denomination};
pub use error::DrawerError;
pub use movement::{DrawerMovement, HandKind, MovementKind};
pub use request::{
    CloseDrawerRequest, DenominationCount, DrawerHistoryRequest, DrawerPeriod, DrawerRequest, MoveCashRequest,
    OpenDrawerRequest,
};
pub use store::Drawers;
pub use takings::{Direction, NoOpenDrawer, Takings, drawer_key, record_cash};
pub use till::{Cashier, OpenDrawer, Till};
pub use view::{
    ClosedDrawerAnswer, ClosedDrawerView, DenominationView, DrawerHistory, DrawerMovementView, HandMovements,
    MovementAnswer, OpenDrawerAnswer, OpenDrawerView, OpenedDrawerAnswer,
};
