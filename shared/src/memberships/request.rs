//! What is asked of memberships.

use super::rules::MembershipStatus;
use crate::id::{ServiceId, StaffId, TierId, UserId};
use crate::invoices::PaymentMethod;
use crate::money::Paise;
use crate::time::{IstDate, Minutes};
use crate::web::{Int, Problems, Text, Trimmed, body};

body! {
    pub struct ListRequest {
        tier: Option<TierId>,
        status: Option<MembershipStatus>,
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

body! {
    pub struct SessionRequest, checked {
        services: Vec<SessionLine>,
        booking_date: Option<IstDate>,
    }
}

impl SessionRequest {
    fn check(&self, problems: &mut Problems) {
        if !(1..=10).contains(&self.services.len()) {
            problems.add("services", "must have 1 to 10 lines");
        }
    }

    pub fn total(&self) -> Minutes {
        self.services.iter().map(|line| Minutes(line.duration_minutes.as_u32())).sum()
    }
}

body! {
    pub struct CancelRequest {
        reason: Trimmed<1, 500>,
    }
}
