//! Branches as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::Branch;
use crate::id::BranchId;
use crate::time::TimeOfDay;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicBranch {
    pub id: BranchId,
    pub name: String,
    pub code: String,
    pub address: String,
    pub open_time: TimeOfDay,
    pub close_time: TimeOfDay,
}

impl From<&Branch> for PublicBranch {
    fn from(branch: &Branch) -> Self {
        Self {
            id: branch.id.clone(),
            name: branch.name.clone(),
            code: branch.code.clone(),
            address: branch.address.clone(),
            open_time: branch.open_time,
            close_time: branch.close_time,
        }
    }
}
