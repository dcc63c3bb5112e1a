//! The users a lead can be given to.

use super::Leads;
use crate::auth::User;
use parlour_storage::at_once;
use parlour_storage::table::{Partition, TableError, keys};
use parlour_values::id::UserId;
use parlour_values::role::Role;

#[derive(Clone, Debug)]
pub struct Assignee {
    pub id: UserId,
    pub name: String,
}

impl Leads<'_> {
    /// Everybody who works here, by name.
    pub async fn assignees(&self) -> Result<Vec<Assignee>, TableError> {
        let roles = Role::ALL.iter().filter(|role| role.satisfies(Role::Staff));
        let lists = roles.map(|role| self.0.table.query::<User>(Partition::g1(keys::users_of_role(role.as_str()))));
        let users = at_once::try_all(lists).await?.into_iter().flatten().map(|user| user.record);
        let mut assignees: Vec<Assignee> =
            users.filter(|user| user.is_active).map(|user| Assignee { id: user.id, name: user.name }).collect();
        assignees.sort_by_cached_key(|assignee| (assignee.name.to_lowercase(), assignee.id.clone()));
        Ok(assignees)
    }
}
