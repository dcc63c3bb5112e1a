//! Staff as managers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::StaffMember;
use parlour_values::id::{BranchId, ServiceId, StaffId, UserId};
use parlour_values::time::{Instant, IstDate};

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffView {
    pub id: StaffId,
    /// Null until the invited person has signed in.
    pub user_id: Option<UserId>,
    pub name: String,
    pub display_name: String,
    /// Their picture, where there is one.
    pub image_url: Option<String>,
    pub branch_ids: Vec<BranchId>,
    pub service_ids: Vec<ServiceId>,
    pub is_active: bool,
    pub joined_on: IstDate,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&StaffMember> for StaffView {
    fn from(member: &StaffMember) -> Self {
        let member = member.clone();
        Self {
            id: member.id,
            user_id: member.user_id,
            name: member.name,
            display_name: member.display_name,
            image_url: member.image_url,
            branch_ids: member.branch_ids,
            service_ids: member.service_ids,
            is_active: member.is_active,
            joined_on: member.joined_on,
            created_at: member.created_at,
            updated_at: member.updated_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffList {
    pub staff: Vec<StaffView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffAnswer {
    pub staff: StaffView,
}
