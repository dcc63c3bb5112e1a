//! Sessions as better-auth's browser client reads them.

use serde::Serialize;
use utoipa::ToSchema;

use super::session::Session;
use super::user::User;
use parlour_values::id::{SessionId, UserId};
use parlour_values::role::Role;
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub id: SessionId,
    /// A handle to revoke it by; never the cookie's secret.
    pub token: SessionId,
    pub user_id: UserId,
    pub expires_at: Instant,
    pub created_at: Instant,
    pub updated_at: Instant,
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
}

impl From<&Session> for SessionView {
    fn from(session: &Session) -> Self {
        let expires_at = session.ends_at();
        let session = session.clone();
        Self {
            token: session.id.clone(),
            id: session.id,
            user_id: session.user_id,
            expires_at,
            created_at: session.created_at,
            updated_at: session.updated_at,
            ip_address: session.ip_address,
            user_agent: session.user_agent,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionUserView {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub email_verified: bool,
    pub image: Option<String>,
    pub role: Role,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&User> for SessionUserView {
    fn from(user: &User) -> Self {
        let user = user.clone();
        Self {
            id: user.id,
            name: user.name,
            email: user.email,
            email_verified: user.email_verified,
            image: user.image,
            role: user.role,
            created_at: user.created_at,
            updated_at: user.updated_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionAnswer {
    pub session: SessionView,
    pub user: SessionUserView,
}
