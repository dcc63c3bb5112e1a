//! What is asked of memberships.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::rules::MembershipStatus;
use crate::id::{ServiceId, StaffId, TierId, UserId};
use crate::input::{Clearable, Field, Int, MAX_NUMBER, Problems, Read, Text, Trimmed, body};
use crate::invoices::PaymentMethod;
use crate::money::Paise;
use crate::paging::{Cursor, PageLimit};
use crate::slug::slugify;
use crate::time::{IstDate, Minutes};

body! {
    pub struct ListMembershipsRequest {
        tier: Option<TierId>,
        status: Option<MembershipStatus>,
        limit: Option<PageLimit>,
        cursor: Option<Cursor>,
    }
}

body! {
    pub struct SellRequest {
        customer_id: UserId,
        tier_id: TierId,
        hours_minutes: Minutes,
        price_paise: Paise,
        start_date: IstDate,
        validity_days: Int<1, 36_500>,
        payment_method: PaymentMethod,
        notes: Option<Text<0, 500>>,
    }
}

body! {
    /// One service of a session, and who does it.
    pub struct SessionLine {
        service_id: ServiceId,
        staff_id: StaffId,
        duration_minutes: Int<1, 480>,
    }
}

/// What was done in a session, one to ten lines.
#[derive(Clone, Debug)]
pub struct SessionLines(pub Vec<SessionLine>);

impl Field for SessionLines {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let lines = Vec::<SessionLine>::from_json(value, path, problems)?;
        if !(1..=10).contains(&lines.len()) {
            problems.add(path, "must have 1 to 10 lines");
            return None;
        }
        Some(Self(lines))
    }

    fn field_schema() -> RefOr<Schema> {
        Vec::<SessionLine>::field_schema()
    }
}

body! {
    pub struct SessionRequest {
        services: SessionLines,
        booking_date: Option<IstDate>,
    }
}

impl SessionRequest {
    pub fn total(&self) -> Minutes {
        self.services.0.iter().map(|line| Minutes(line.duration_minutes.as_u32())).sum()
    }
}

body! {
    pub struct CancelMembershipRequest {
        reason: Trimmed<1, 500>,
    }
}

body! {
    pub struct ListTiersRequest {
        all: Option<bool>,
    }
}

body! {
    pub struct CreateTierRequest, checked {
        name: Trimmed<1, 120>,
        default_hours_minutes: Minutes,
        default_price_paise: Paise,
        default_validity_days: Int<1, 36_500>,
        description: Option<Text<0, 4000>>,
        is_active: Option<bool>,
        display_order: Option<Int<{ -MAX_NUMBER }, MAX_NUMBER>>,
    }
}

impl CreateTierRequest {
    /// The slug is made from the name, so the name must make one.
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.name.as_deref().is_some_and(|name| slugify(name).is_empty()) {
            problems.add("name", "must have a letter or a digit");
        }
    }
}

body! {
    /// What changes; what is left out stays.
    pub struct PatchTierRequest {
        name: Option<Trimmed<1, 120>>,
        default_hours_minutes: Option<Minutes>,
        default_price_paise: Option<Paise>,
        default_validity_days: Option<Int<1, 36_500>>,
        description: Clearable<Text<0, 4000>>,
        is_active: Option<bool>,
        display_order: Option<Int<{ -MAX_NUMBER }, MAX_NUMBER>>,
    }
}
