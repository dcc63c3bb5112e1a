//! Users and invites as the owner sees them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{Invite, User};
use parlour_storage::paging::Cursor;
use parlour_values::id::{BranchId, InviteId, UserId};
use parlour_values::role::Role;
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserView {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub email_verified: bool,
    pub image: Option<String>,
    pub role: Role,
    pub branch_ids: Vec<BranchId>,
    pub is_active: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&User> for UserView {
    fn from(user: &User) -> Self {
        let user = user.clone();
        Self {
            id: user.id,
            name: user.name,
            email: user.email,
            email_verified: user.email_verified,
            image: user.image,
            role: user.role,
            branch_ids: user.branch_ids,
            is_active: user.is_active,
            created_at: user.created_at,
            updated_at: user.updated_at,
        }
    }
}

/// A user in a role that the operator gave them, and the role they had before.
#[derive(Clone, Debug)]
pub struct Appointed {
    pub user: UserView,
    pub before: Role,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UserAnswer {
    pub user: UserView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserList {
    pub users: Vec<UserView>,
    /// The cursor of the next page of customers; `null` at the end, and for everybody else.
    #[schema(value_type = Option<String>)]
    pub next_cursor: Option<Cursor>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteView {
    pub id: InviteId,
    pub email: String,
    pub role: Role,
    pub branch_ids: Vec<BranchId>,
    pub invited_by: UserId,
    pub created_at: Instant,
    pub expires_at: Instant,
}

impl From<&Invite> for InviteView {
    fn from(invite: &Invite) -> Self {
        let expires_at = invite.expires_at();
        let invite = invite.clone();
        Self {
            id: invite.id,
            email: invite.email,
            role: invite.role,
            branch_ids: invite.branch_ids,
            invited_by: invite.invited_by,
            created_at: invite.created_at,
            expires_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InviteAnswer {
    pub invite: InviteView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct InviteList {
    pub invites: Vec<InviteView>,
}
