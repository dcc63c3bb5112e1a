//! One file per thing of the schedule.

pub mod blocks;
pub mod board;
pub mod closures;
pub mod leave;
pub mod me;
pub mod my_leave;
pub mod rosters;
