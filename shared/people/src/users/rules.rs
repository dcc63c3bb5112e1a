//! Rules for who may change whom.

use super::{ListUsersRequest, PatchUserRequest};
use crate::auth::User;
use parlour_storage::failure::Refused;
use parlour_values::input::List;
use parlour_values::role::Role;
use parlour_values::time::Instant;

#[derive(Debug, thiserror::Error)]
pub enum UserError {
    #[error("no such user")]
    Unknown,
    #[error("no such invite")]
    UnknownInvite,
    #[error("nobody changes their own role")]
    OwnRole,
    #[error("the role is above the caller's own")]
    RoleAboveOwn,
    #[error("the user is above the caller")]
    UserAboveOwn,
    #[error("who has no account cannot work here")]
    NoAccount,
    #[error("the last active owner stays")]
    LastOwner,
    #[error("unknown branches at {0:?}")]
    UnknownBranches(Vec<usize>),
    #[error("the email has a user")]
    EmailHasUser,
    #[error("the user is suspended")]
    Suspended,
}

impl Refused for UserError {}

impl ListUsersRequest {
    /// The part of a name or an email that is looked for, in lower case; nothing where none is.
    pub(super) fn wanted(&self) -> String {
        self.q.as_deref().unwrap_or_default().to_lowercase()
    }
}

impl User {
    /// Whether this is a part of their name or email.
    pub(super) fn is_called(&self, wanted: &str) -> bool {
        wanted.is_empty() || self.name.to_lowercase().contains(wanted) || self.email.to_lowercase().contains(wanted)
    }
}

/// Nobody grants a role above their own.
pub(super) fn may_grant(caller: Role, role: Role) -> Result<(), UserError> {
    if caller.satisfies(role) { Ok(()) } else { Err(UserError::RoleAboveOwn) }
}

/// Nobody changes a user whose role is above their own.
pub(super) fn may_touch(caller: Role, user: Role) -> Result<(), UserError> {
    if caller.satisfies(user) { Ok(()) } else { Err(UserError::UserAboveOwn) }
}

/// The user after the patch. A new role or a deactivation ends their sessions.
pub(super) fn patched(caller: &User, user: &User, request: &PatchUserRequest, now: Instant) -> Result<User, UserError> {
    may_touch(caller.role, user.role)?;
    if let Some(role) = request.role {
        if user.id == caller.id {
            return Err(UserError::OwnRole);
        }
        may_grant(caller.role, role)?;
        if role != Role::Customer && role != user.role && !user.signs_in() {
            return Err(UserError::NoAccount);
        }
    }
    let mut patched = user.clone();
    patched.role = request.role.unwrap_or(user.role);
    patched.is_active = request.is_active.unwrap_or(user.is_active);
    patched.branch_ids = request.branch_ids.as_ref().map_or_else(|| user.branch_ids.clone(), List::distinct);
    if patched.role != user.role || (user.is_active && !patched.is_active) {
        patched = patched.without_sessions(now);
    }
    if patched != *user {
        patched.updated_at = now;
    }
    Ok(patched)
}

/// The user as a developer, unchanged if they are one. As with any change of role, earlier sessions end.
pub(super) fn as_developer(user: &User, now: Instant) -> Result<User, UserError> {
    match (user.is_active, user.role) {
        (false, _) => Err(UserError::Suspended),
        (true, Role::Developer) => Ok(user.clone()),
        (true, _) => Ok(User { role: Role::Developer, updated_at: now, ..user.without_sessions(now) }),
    }
}

/// Whether this change takes an owner away.
pub(super) fn loses_an_owner(before: &User, after: &User) -> bool {
    is_owner(before) && !is_owner(after)
}

/// Whether they can look after the salon: whoever has no account never signs in.
pub(super) fn is_owner(user: &User) -> bool {
    user.role == Role::Owner && user.is_active && user.signs_in()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use parlour_setup::branches::BranchIds;
    use parlour_values::input::{Field as _, Problems};

    fn now() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn user(id: &str, role: Role) -> User {
        User::new(id.into(), id.to_owned(), format!("{id}@example.test"), role, now())
    }

    fn to(role: Role) -> PatchUserRequest {
        PatchUserRequest { role: Some(role), branch_ids: None, is_active: None }
    }

    #[test]
    fn nobody_grants_or_touches_above_themselves() {
        for caller in Role::ALL {
            for target in Role::ALL {
                for granted in Role::ALL {
                    let judged = patched(&user("a", *caller), &user("b", *target), &to(*granted), now());
                    let allowed = caller.satisfies(*target) && caller.satisfies(*granted);
                    assert_eq!(judged.is_ok(), allowed, "{caller} makes a {target} a {granted}");
                }
            }
        }
    }

    #[test]
    fn nobody_changes_their_own_role() {
        let owner = user("a", Role::Owner);
        assert!(matches!(patched(&owner, &owner, &to(Role::Manager), now()), Err(UserError::OwnRole)));
    }

    #[test]
    fn whoever_has_no_account_stays_a_customer_and_is_no_owner() {
        let owner = user("a", Role::Owner);
        let walk_in = User::new("b".into(), "b".to_owned(), String::new(), Role::Customer, now());
        for role in Role::ALL.iter().filter(|role| **role != Role::Customer && owner.role.satisfies(**role)) {
            assert!(matches!(patched(&owner, &walk_in, &to(*role), now()), Err(UserError::NoAccount)), "{role}");
        }
        assert!(patched(&owner, &walk_in, &to(Role::Customer), now()).is_ok());
        let named_before = User { role: Role::Owner, ..walk_in };
        assert!(is_owner(&owner) && !is_owner(&named_before));
        assert!(patched(&owner, &named_before, &to(Role::Customer), now()).is_ok(), "it can be taken back");
    }

    #[test]
    fn everybody_but_the_suspended_can_be_made_a_developer_and_nobody_twice() {
        for role in Role::ALL {
            let before = user("a", *role);
            let after = as_developer(&before, now()).unwrap();
            assert_eq!(after.role, Role::Developer);
            assert_eq!(after == before, *role == Role::Developer, "{role}");
            assert_eq!(after.sessions_valid_from.is_some(), *role != Role::Developer, "{role}");
            let suspended = User { is_active: false, ..before };
            assert!(matches!(as_developer(&suspended, now()), Err(UserError::Suspended)), "{role}");
        }
    }

    #[test]
    fn sessions_end_with_a_new_role_or_a_suspension_and_not_with_a_branch() {
        let (owner, staff) = (user("a", Role::Owner), user("b", Role::Staff));
        let ended = |request: &PatchUserRequest| patched(&owner, &staff, request, now()).unwrap().sessions_valid_from;
        assert!(ended(&to(Role::Manager)).is_some());
        assert!(ended(&PatchUserRequest { role: None, branch_ids: None, is_active: Some(false) }).is_some());
        assert!(ended(&to(Role::Staff)).is_none());
        let mut problems = Problems::default();
        let one = BranchIds::from_json(&json!(["b1"]), "branchIds", &mut problems);
        let branches = PatchUserRequest { role: None, branch_ids: one, is_active: Some(true) };
        assert!(ended(&branches).is_none());
    }
}
