//! The branch that a page of one branch is about.

use maud::{Markup, html};
use parlour_pages::parts::empty;
use parlour_pages::pictures::{self, Motif};
use parlour_people::auth::Caller;
use parlour_setup::branches::Branch;
use parlour_storage::table::Stored;
use parlour_values::role::Role;

/// The branch that the address names, else one's own, else the main one.
pub fn chosen<'a>(
    branches: impl IntoIterator<Item = &'a Stored<Branch>> + Clone,
    caller: &Caller,
    named: Option<&str>,
) -> Option<&'a Stored<Branch>> {
    let find = |wanted: &dyn Fn(&Branch) -> bool| branches.clone().into_iter().find(|branch| wanted(branch));
    find(&|branch| named == Some(branch.id.as_str()))
        .or_else(|| find(&|branch| caller.user.branch_ids.contains(&branch.id)))
        .or_else(|| find(&|branch| branch.is_primary))
        .or_else(|| find(&|_| true))
}

/// In the place of such a page while the salon has no branch.
pub fn none_yet(caller: &Caller, title: &str, so: &str) -> Markup {
    let may_add = caller.user.role.satisfies(Role::Owner);
    let add = html! { @if may_add { a.button href="/branches" { "Add a branch" } } };
    html! {
        h1 { (title) }
        (empty(pictures::drawn(Motif::Mirror), &format!("There is no branch yet, so {so}."), add))
    }
}
