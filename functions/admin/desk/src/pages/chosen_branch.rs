//! The branch that a page of one branch is about.

use parlour_people::auth::Caller;
use parlour_setup::branches::Branch;
use parlour_storage::table::Stored;

/// The branch that the address names, else one's own, else the main one.
pub fn chosen<'a>(branches: &'a [Stored<Branch>], caller: &Caller, named: Option<&str>) -> Option<&'a Stored<Branch>> {
    let find = |wanted: &dyn Fn(&Branch) -> bool| branches.iter().find(|branch| wanted(branch));
    find(&|branch| named == Some(branch.id.as_str()))
        .or_else(|| find(&|branch| caller.user.branch_ids.contains(&branch.id)))
        .or_else(|| find(&|branch| branch.is_primary))
}
