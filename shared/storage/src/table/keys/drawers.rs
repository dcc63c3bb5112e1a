//! Cash drawers: a branch's are one partition, with the movements of each.

use super::key::Key;
use parlour_values::id::{BranchId, DrawerId, DrawerMovementId};
use parlour_values::time::{Instant, IstDate};

pub fn drawers_of(branch: &BranchId) -> String {
    format!("DRAWERS#{branch}")
}

/// The one that is open, and what the last one left.
pub fn till(branch: &BranchId) -> Key {
    Key::new(drawers_of(branch), "TILL")
}

pub fn closed_drawer(branch: &BranchId, closed: Instant, id: &DrawerId) -> Key {
    Key::new(drawers_of(branch), format!("CLOSED#{closed}#{id}"))
}

/// The range of sort keys for the drawers closed on these days.
pub fn drawers_closed(first: IstDate, last: IstDate) -> (String, String) {
    (format!("CLOSED#{}", first.start()), format!("CLOSED#{}", last.plus_days(1).start()))
}

pub fn drawer_movement(branch: &BranchId, drawer: &DrawerId, id: &DrawerMovementId) -> Key {
    Key::new(drawers_of(branch), format!("{}{id}", movements_of_drawer(drawer)))
}

/// The sort key prefix of a drawer's movements.
pub fn movements_of_drawer(drawer: &DrawerId) -> String {
    format!("MOVEMENT#{drawer}#")
}

/// The range of sort keys for the movements of all drawers from one to another: their ids sort as they were opened.
pub fn movements_of_drawers(first: &DrawerId, last: &DrawerId) -> (String, String) {
    (movements_of_drawer(first), format!("{}~", movements_of_drawer(last)))
}
