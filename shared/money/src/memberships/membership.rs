//! A membership, as it is kept, and the guard that lets a customer have one active at a time.

use serde::{Deserialize, Serialize};

use super::rules::{MembershipMinutes, MembershipStatus};
use crate::counter::SoldMinutes;
use crate::invoices::SoldMembership;
use parlour_people::auth::FORMER_CUSTOMER;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Key, Places, Record, is_default, keys};
use parlour_values::id::{BranchId, InvoiceId, MembershipId, TierId, UserId};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::{Instant, Minutes};

parlour_values::input::enum_fields!(MembershipStatus);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Membership {
    pub id: MembershipId,
    pub number: String,
    pub branch_id: BranchId,
    pub customer_id: UserId,
    /// Copied from the customer, for the desk's lists.
    pub customer_name: String,
    pub customer_email: String,
    pub tier_id: TierId,
    pub tier_name: String,
    pub total_hours: Minutes,
    pub used_hours: Minutes,
    pub price_paid: Paise,
    /// The price without the tax that its sale had in it; none where it was sold elsewhere, or before this was kept.
    #[serde(default, skip_serializing_if = "is_default")]
    pub taxable: Option<Paise>,
    /// How it was paid; its sessions' invoices say the same.
    pub payment_method: PaymentMethod,
    pub starts_at: Instant,
    pub expires_at: Instant,
    pub status: MembershipStatus,
    pub created_by: UserId,
    /// None where it was sold before the salon kept its books here.
    pub invoice_id: Option<InvoiceId>,
    pub notes: Option<String>,
    /// Its id and used minutes in the books it was imported from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub imported: Option<ImportedFrom>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// The origin of a membership that was not sold here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportedFrom {
    pub external_id: String,
    /// The minutes that had been used before.
    pub used: Minutes,
}

impl Membership {
    /// From its first day to the one it ends on.
    pub fn validity_days(&self) -> i64 {
        self.expires_at.ist_date().days_since(self.starts_at.ist_date())
    }

    /// Without whose it was and what was written about them.
    #[must_use]
    pub fn erased(&self) -> Self {
        // Other programs make ids of phones and names.
        let imported = self.imported.clone();
        let imported = imported.map(|from| ImportedFrom { external_id: self.id.to_string(), ..from });
        Self {
            customer_name: FORMER_CUSTOMER.to_owned(),
            customer_email: String::new(),
            notes: None,
            imported,
            ..self.clone()
        }
    }

    /// The key of the item that says which membership another program's id means.
    pub fn external_key(&self) -> Option<Key> {
        let imported = self.imported.as_ref()?;
        Some(keys::unique_value(Unique::MembershipExternalId, &imported.external_id))
    }

    /// As its invoices name it.
    pub fn sold(&self) -> SoldMembership<'_> {
        let Self { id, customer_id, customer_name, .. } = self;
        SoldMembership { id, customer_id, customer_name }
    }

    pub(crate) fn sold_minutes(&self) -> SoldMinutes {
        SoldMinutes {
            price: self.price_paid,
            taxable: self.taxable,
            minutes: self.total_hours,
            sold_on: self.created_at.ist_date(),
        }
    }

    pub fn hours(&self) -> MembershipMinutes {
        MembershipMinutes { total: self.total_hours, used: self.used_hours }
    }

    pub fn is_active(&self) -> bool {
        self.status == MembershipStatus::Active
    }
}

impl Record for Membership {
    const KIND: &'static str = "membership";

    fn key(&self) -> Key {
        keys::membership(&self.id)
    }

    fn places(&self) -> Places {
        let active = self.is_active();
        Places {
            g1: Some(keys::membership_in_month(self.created_at, &self.id)),
            g2: active.then(|| keys::membership_active(self.created_at, &self.id)),
            g3: active.then(|| keys::membership_due(self.expires_at, &self.id)),
            ..Places::default()
        }
    }

    /// The owner reads it from their own partition.
    fn copies(&self) -> Vec<Key> {
        vec![keys::customer_membership(&self.customer_id, &self.id)]
    }
}

/// Says which membership of a customer is active; there is room for one. It goes when the membership ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActiveMembership {
    pub customer_id: UserId,
    pub membership_id: MembershipId,
}

impl ActiveMembership {
    pub fn of(membership: &Membership) -> Self {
        Self { customer_id: membership.customer_id.clone(), membership_id: membership.id.clone() }
    }
}

impl Record for ActiveMembership {
    const KIND: &'static str = "active_membership";

    fn key(&self) -> Key {
        keys::active_membership(&self.customer_id)
    }
}
