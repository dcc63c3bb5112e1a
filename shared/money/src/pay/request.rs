//! Requests about pay.

use crate::csv::ReportFormat;
use parlour_values::id::{BranchId, ServiceId, StaffId};
use parlour_values::input::{Int, List, MAX_NUMBER, Problems, Read, Trimmed, Upcoming, body};
use parlour_values::money::Paise;
use parlour_values::time::Month;

/// Basis points of a base: up to the whole of it.
pub type RateBps = Int<0, 10_000>;

body! {
    pub struct CommissionRequest, checked {
        from: Upcoming,
        service_bps: RateBps,
        product_bps: RateBps,
        /// As services where it is left out.
        session_bps: Option<RateBps>,
        by_service: Option<List<ServiceRateRequest, 0, 100>>,
        tiers: Option<List<CommissionTierRequest, 0, 20>>,
    }
}

body! {
    pub struct ServiceRateRequest {
        service_id: ServiceId,
        bps: RateBps,
    }
}

body! {
    pub struct CommissionTierRequest {
        above_paise: Paise,
        service_bps: RateBps,
    }
}

impl CommissionRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let own = read.by_service.given().into_iter().flat_map(|list| list.iter());
        let mut named: Vec<&ServiceId> = own.map(|rate| &rate.service_id).collect();
        let count = named.len();
        named.sort_unstable();
        named.dedup();
        if named.len() < count {
            problems.add("byService", "must name each service once");
        }
        let tiers = read.tiers.given().into_iter().flat_map(|list| list.iter());
        let above: Vec<Paise> = tiers.map(|tier| tier.above_paise).collect();
        if above.windows(2).any(|pair| pair.first() >= pair.last()) {
            problems.add("tiers", "must rise: each abovePaise is more than the one before");
        }
    }
}

body! {
    pub struct PayReportRequest {
        /// The current one where it is left out.
        month: Option<Month>,
        branch_id: Option<BranchId>,
        format: Option<ReportFormat>,
    }
}

body! {
    pub struct PersonPayRequest {
        /// The current one where it is left out.
        month: Option<Month>,
    }
}

body! {
    pub struct PayAdjustmentRequest, checked {
        staff_id: StaffId,
        amount_paise: Int<{ -MAX_NUMBER }, MAX_NUMBER>,
        reason: Trimmed<1, 200>,
    }
}

impl PayAdjustmentRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.amount_paise.is_some_and(|amount| amount.get() == 0) {
            problems.add("amountPaise", "must not be 0");
        }
    }
}
