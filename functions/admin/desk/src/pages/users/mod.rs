//! `/users`: who may sign in, and as what.

pub mod edit;
mod invites;
pub mod list;

use parlour_values::role::Role;

pub const fn role_word(role: Role) -> &'static str {
    match role {
        Role::Customer => "Customer",
        Role::Staff => "Staff",
        Role::Receptionist => "Receptionist",
        Role::Manager => "Manager",
        Role::Owner => "Owner",
        Role::Developer => "Developer",
    }
}

/// The roles that somebody of this role may give, the highest first.
pub fn grantable(own: Role) -> Vec<(String, String)> {
    let roles = Role::ALL.iter().rev().filter(|role| own.satisfies(**role));
    roles.map(|role| (role.to_string(), role_word(*role).to_owned())).collect()
}
