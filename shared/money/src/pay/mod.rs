//! Commission and pay: what a line of an invoice earns its person, frozen when the invoice is written.
//!
//! Completing a visit or a sale writes one [`Earning`] for each person in its own transaction ([`earnings`]); a credit note or a
//! void writes what it takes back, computed from what was stored ([`take_back`]). Neither is ever changed. A month is read
//! from them until the owner closes it, which stores what everybody comes to.

mod commission;
mod earn;
mod earning;
mod error;
mod month;
mod request;
mod sheet;
mod store;
mod take_back;
mod tiers;
mod view;

pub use commission::{
    CommissionRate, CommissionRule, CommissionRules, CommissionTier, ServiceRate, WorkKind, commission_among,
    commission_keys,
};
pub use earn::{WorkLine, earnings};
pub use earning::{EarnedLine, Earning, EarningInvoice, UndoneBy, earning_keys, earnings_among};
pub use error::PayError;
pub use month::{BranchPay, PayAdjustment, PayMonth, PaySheet, PaySheets, PayState, TierPay};
pub use request::{
    CommissionRequest, CommissionTierRequest, PayAdjustmentRequest, PayReportRequest, PersonPayRequest, RateBps,
    ServiceRateRequest,
};
pub use store::Pay;
pub use take_back::{CreditedLine, Undoing, take_back};
pub use view::{
    CommissionAnswer, CommissionTierView, CommissionView, PayAdjustmentAnswer, PayAdjustmentView, PayClosed, PayLine,
    PayLineKind, PayReport, PersonPay, PersonTotals, ServiceRateView,
};
