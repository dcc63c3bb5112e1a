//! Memberships as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::rules::MembershipStatus;
use super::{Membership, Tier};
use crate::invoices::InvoiceView;
use parlour_booking::bookings::{DeskBookingView, MembershipSessionView};
use parlour_values::id::{InvoiceId, MembershipId, TierId, UserId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, Minutes};
use parlour_values::translations::{Translated, Translations};

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TierView {
    pub id: TierId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// Its texts in other languages; left out where nothing is translated.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub default_hours_minutes: Minutes,
    pub default_price_paise: Paise,
    pub default_validity_days: u32,
    pub is_active: bool,
    pub display_order: i64,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Translated for TierView {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, &self.description)
    }
}

impl From<&Tier> for TierView {
    fn from(tier: &Tier) -> Self {
        Self {
            id: tier.id.clone(),
            name: tier.name.clone(),
            slug: tier.slug.clone(),
            description: tier.description.clone(),
            translations: tier.translations.clone(),
            default_hours_minutes: tier.default_hours,
            default_price_paise: tier.default_price,
            default_validity_days: tier.default_validity_days,
            is_active: tier.is_active,
            display_order: tier.display_order,
            created_at: tier.created_at,
            updated_at: tier.updated_at,
        }
    }
}

/// The membership itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipRow {
    pub id: MembershipId,
    pub membership_number: String,
    pub customer_id: UserId,
    pub tier_id: TierId,
    pub tier_name_snapshot: String,
    pub total_hours_minutes: Minutes,
    pub used_hours_minutes: Minutes,
    pub price_paid_paise: Paise,
    pub starts_at: Instant,
    pub expires_at: Instant,
    pub status: MembershipStatus,
    pub created_by: UserId,
    /// Null where it was sold before the salon kept its books here.
    pub invoice_id: Option<InvoiceId>,
    pub notes: Option<String>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&Membership> for MembershipRow {
    fn from(membership: &Membership) -> Self {
        Self::from(membership.clone())
    }
}

impl From<Membership> for MembershipRow {
    fn from(membership: Membership) -> Self {
        Self {
            id: membership.id,
            membership_number: membership.number,
            customer_id: membership.customer_id,
            tier_id: membership.tier_id,
            tier_name_snapshot: membership.tier_name,
            total_hours_minutes: membership.total_hours,
            used_hours_minutes: membership.used_hours,
            price_paid_paise: membership.price_paid,
            starts_at: membership.starts_at,
            expires_at: membership.expires_at,
            status: membership.status,
            created_by: membership.created_by,
            invoice_id: membership.invoice_id,
            notes: membership.notes,
            created_at: membership.created_at,
            updated_at: membership.updated_at,
        }
    }
}

/// A membership in the desk's list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipListRow {
    #[serde(flatten)]
    pub membership: MembershipRow,
    pub customer_name: String,
    pub tier_name: String,
}

/// A row without texts, as JSON.
const LEAST_ROW: usize = 380;

impl MembershipListRow {
    /// With the tier's name of today, if there is one, else that of the sale.
    pub fn new(mut membership: Membership, tier_name: Option<String>) -> Self {
        let tier_name = tier_name.unwrap_or_else(|| membership.tier_name.clone());
        let customer_name = std::mem::take(&mut membership.customer_name);
        Self { membership: MembershipRow::from(membership), customer_name, tier_name }
    }

    /// How many bytes it takes as JSON at least.
    pub fn least_bytes(membership: &Membership) -> usize {
        let texts = [
            membership.id.as_str(),
            membership.customer_id.as_str(),
            membership.tier_id.as_str(),
            membership.created_by.as_str(),
            membership.invoice_id.as_ref().map_or("", InvoiceId::as_str),
            &membership.number,
            &membership.tier_name,
            &membership.customer_name,
        ];
        LEAST_ROW + texts.iter().map(|text| text.len()).sum::<usize>()
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipDetail {
    #[serde(flatten)]
    pub membership: MembershipRow,
    pub customer_name: String,
    pub customer_email: String,
    pub tier: Option<TierView>,
    /// The minutes that had been used before it was imported; left out of one that was sold here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_used_minutes: Option<Minutes>,
    pub sessions: Vec<MembershipSessionView>,
}

/// The memberships as their owner sees them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OwnMembership {
    pub active: Option<MembershipRow>,
    pub past: Vec<MembershipRow>,
    pub sessions: Vec<MembershipSessionView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Sold {
    pub membership: MembershipRow,
    pub invoice: InvoiceView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionTaken {
    pub booking: DeskBookingView,
    pub invoice: InvoiceView,
    pub remaining_minutes: Minutes,
}
