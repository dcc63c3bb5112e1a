//! The waitlist.

use super::key::{IndexKey, Key};
use super::people::user_partition;
use parlour_values::id::{BranchId, UserId, WishId};
use parlour_values::time::IstDate;

pub fn wish(id: &WishId) -> Key {
    Key::new(format!("WISH#{id}"), "WISH")
}

/// The place of a wish in the line of a day: ids sort by when they were made.
pub fn wish_in_line(branch: &BranchId, date: IstDate, id: &WishId) -> Key {
    Key::new(line(branch, date), id.as_str())
}

/// The wishes for time at a branch on a day, the first first.
pub fn line(branch: &BranchId, date: IstDate) -> String {
    format!("WISH#{branch}#{date}")
}

/// Which wishes a customer has made.
pub fn customer_wishes(customer: &UserId) -> Key {
    Key::new(user_partition(customer), "WISHES")
}

pub fn open_wish(branch: &BranchId, id: &WishId) -> IndexKey {
    IndexKey::new(open_wishes(branch), id.as_str())
}

/// Every open wish of a branch.
pub fn open_wishes(branch: &BranchId) -> String {
    format!("WISHES#{branch}")
}
