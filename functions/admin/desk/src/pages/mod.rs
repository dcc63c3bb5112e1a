//! A file per page.

// the day
pub mod board;
// customers and money
// the salon's set-up
// numbers and the inside
// everybody
pub mod sign_in;
