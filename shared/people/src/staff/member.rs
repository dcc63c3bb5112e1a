//! A staff member, as kept.

use serde::{Deserialize, Serialize};

use crate::auth::FORMER_CUSTOMER;
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::id::{BranchId, ServiceId, StaffId, UserId};
use parlour_values::time::{Instant, IstDate};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StaffMember {
    pub id: StaffId,
    /// None while the invited person has not signed in yet.
    pub user_id: Option<UserId>,
    pub email: String,
    pub name: String,
    pub display_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    pub branch_ids: Vec<BranchId>,
    pub service_ids: Vec<ServiceId>,
    pub is_active: bool,
    /// Their user was staff until they left, or invited to be, and is again when they come back.
    #[serde(default, skip_serializing_if = "is_default")]
    pub had_role: bool,
    pub joined_on: IstDate,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl StaffMember {
    /// The place of somebody who left, and was erased as the customer they were by then.
    #[must_use]
    pub fn erased(&self) -> Self {
        Self {
            user_id: None,
            email: String::new(),
            name: FORMER_CUSTOMER.to_owned(),
            display_name: FORMER_CUSTOMER.to_owned(),
            image_url: None,
            had_role: false,
            ..self.clone()
        }
    }

    pub fn is_erased(&self) -> bool {
        self.email.is_empty()
    }

    /// Whether this person can do every one of these services at that branch.
    pub fn can_do(&self, branch: &BranchId, services: &[ServiceId]) -> bool {
        self.is_active
            && self.branch_ids.contains(branch)
            && services.iter().all(|service| self.service_ids.contains(service))
    }
}

impl Record for StaffMember {
    const KIND: &'static str = "staff";

    fn key(&self) -> Key {
        keys::staff(&self.id)
    }

    fn copies(&self) -> Vec<Key> {
        keys::staff_copies(&self.branch_ids, &self.id)
    }
}

impl StaffMember {
    /// For tests, here and in the crates above: works at the branch `main`, cuts and colours hair.
    pub fn sample(id: &str) -> Self {
        let then = Instant::from_millis(1_794_800_000_000);
        Self {
            id: id.into(),
            user_id: None,
            email: format!("{id}@example.test"),
            name: id.to_owned(),
            display_name: id.to_owned(),
            image_url: None,
            branch_ids: vec!["main".into()],
            service_ids: vec!["haircut".into(), "colour".into()],
            is_active: true,
            had_role: false,
            joined_on: then.ist_date(),
            created_at: then,
            updated_at: then,
        }
    }
}
