//! A bill as the desk sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::bill::{Bill, BillItem, BillLine, BillPerk, BillTerms, DiscountOff, ManualDiscount};
use super::priced_bill::{BillContext, BillRefusal, PricedBill};
use crate::pricing::{PricedLine, Receipt};
use parlour_storage::table::is_default;
use parlour_values::gems::Gems;
use parlour_values::gst::GstRate;
use parlour_values::id::{BookingId, LineId, MembershipId, OfferId, ProductId, ServiceId, StaffId, UserId};
use parlour_values::money::Paise;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Minutes;

text_enum! {
    pub enum BillStatus {
        Open => "open",
    }

    pub enum BillLineKind {
        Service => "service",
        Product => "product",
        Custom => "custom",
    }

    /// The means that pay for a line instead of money.
    pub enum CoveredBy {
        Gems => "gems",
        Membership => "membership",
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillView {
    pub booking_id: BookingId,
    /// 0 until somebody edits it.
    pub version: u64,
    pub status: BillStatus,
    pub lines: Vec<BillLineView>,
    pub offer_id: Option<OfferId>,
    pub gems_redeemed_service_id: Option<ServiceId>,
    pub use_membership: bool,
    pub discount: Option<DiscountView>,
    pub tips: Vec<BillTipView>,
    pub totals: BillTotals,
    pub approval: ApprovalView,
    pub can: BillOptions,
    /// Why offer, gems or membership cannot be had as the bill says: the totals are without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillLineView {
    pub id: LineId,
    pub kind: BillLineKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service_id: Option<ServiceId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_id: Option<ProductId>,
    pub name: String,
    /// Its SAC or HSN code.
    pub code: String,
    #[schema(value_type = u32)]
    pub gst_rate_bps: GstRate,
    pub quantity: u32,
    /// Of one piece by the list.
    pub list_paise: Paise,
    /// Of one piece as it is sold.
    pub price_paise: Paise,
    /// The desk's discount on the line.
    pub discount_paise: Paise,
    /// The offer's discount on the line.
    pub offer_paise: Paise,
    /// Its share of what the desk takes off the whole bill.
    pub share_paise: Paise,
    pub net_paise: Paise,
    #[serde(skip_serializing_if = "is_default")]
    pub duration_minutes: Minutes,
    pub staff_id: Option<StaffId>,
    pub staff_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covered_by: Option<CoveredBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub percent_bps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount_paise: Option<Paise>,
    pub reason: String,
}

impl From<&ManualDiscount> for DiscountView {
    fn from(discount: &ManualDiscount) -> Self {
        let (percent_bps, amount_paise) = match discount.off {
            DiscountOff::Percent(bps) => (Some(bps), None),
            DiscountOff::Amount(amount) => (None, Some(amount)),
        };
        Self { percent_bps, amount_paise, reason: discount.reason.clone() }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillTipView {
    pub staff_id: StaffId,
    pub staff_name: String,
    pub amount_paise: Paise,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillTotals {
    pub list_paise: Paise,
    /// The discounts of offer and desk on the prices.
    pub discount_paise: Paise,
    pub taxable_paise: Paise,
    pub cgst_paise: Paise,
    pub sgst_paise: Paise,
    pub round_off_paise: Paise,
    pub total_paise: Paise,
    pub tip_paise: Paise,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalView {
    /// Whether a receptionist cannot complete it without a manager's word.
    pub needed: bool,
    pub limit_bps: u32,
    pub effective_bps: u32,
    pub approved_by: Option<UserId>,
}

/// Offers, gems and membership minutes that could be used.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BillOptions {
    pub offers: Vec<OfferOption>,
    pub gems: GemsOption,
    pub membership: Option<MembershipOption>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferOption {
    pub id: OfferId,
    pub name: String,
    pub saves_paise: Paise,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GemsOption {
    pub balance: Gems,
    pub service_ids: Vec<ServiceId>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MembershipOption {
    pub id: MembershipId,
    pub tier_name: String,
    pub remaining_minutes: Minutes,
    /// The minutes of this bill that it would pay for.
    pub minutes: Minutes,
    pub line_ids: Vec<LineId>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BillAnswer {
    pub bill: BillView,
}

impl BillView {
    /// The bill with what it comes to. One whose perk is gone since is shown without it, and says so.
    pub fn new(bill: &Bill, context: &BillContext<'_>) -> Result<Self, BillRefusal> {
        let (priced, problem) = match context.price(bill.terms()) {
            Ok(priced) => (priced, None),
            Err(refusal) => {
                let plain = BillTerms { perk: &BillPerk::None, uses_membership: false, ..bill.terms() };
                (context.price(plain)?, Some(refusal.to_string()))
            }
        };
        Ok(Self { problem, ..Self::priced(bill, &priced, context) })
    }

    pub fn priced(bill: &Bill, priced: &PricedBill, context: &BillContext<'_>) -> Self {
        let receipt = &priced.receipt;
        Self {
            booking_id: bill.booking_id.clone(),
            version: bill.edition,
            status: BillStatus::Open,
            lines: bill
                .lines
                .iter()
                .zip(&receipt.lines)
                .map(|(line, priced)| BillLineView::new(line, priced))
                .collect(),
            offer_id: bill.offer_id().cloned(),
            gems_redeemed_service_id: receipt.redeemed.clone(),
            use_membership: bill.membership_id.is_some(),
            discount: bill.discount.as_ref().map(DiscountView::from),
            tips: bill
                .tips
                .iter()
                .map(|tip| BillTipView {
                    staff_id: tip.staff.id.clone(),
                    staff_name: tip.staff.name.clone(),
                    amount_paise: tip.amount,
                })
                .collect(),
            totals: BillTotals::of(receipt, priced.tip),
            approval: ApprovalView::of(bill, receipt, context.branch.settings.desk_discount_bps),
            can: BillOptions::of(bill, context),
            problem: None,
        }
    }
}

impl BillLineView {
    fn new(line: &BillLine, priced: &PricedLine) -> Self {
        let (kind, service_id, product_id) = match &line.item {
            BillItem::Service { id, .. } => (BillLineKind::Service, Some(id.clone()), None),
            BillItem::Product { id } => (BillLineKind::Product, None, Some(id.clone())),
            BillItem::Custom { .. } => (BillLineKind::Custom, None, None),
        };
        let covered_by = match (priced.covered, priced.redeemed) {
            (Some(_), _) => Some(CoveredBy::Membership),
            (None, Some(_)) => Some(CoveredBy::Gems),
            (None, None) => None,
        };
        Self {
            id: line.id.clone(),
            kind,
            service_id,
            product_id,
            name: line.name.clone(),
            code: priced.sac.clone(),
            gst_rate_bps: priced.rate,
            quantity: line.quantity,
            list_paise: line.list,
            price_paise: line.price,
            discount_paise: line.discount,
            offer_paise: priced.offer,
            share_paise: priced.share,
            net_paise: priced.total(),
            duration_minutes: priced.duration,
            staff_id: line.staff.as_ref().map(|person| person.id.clone()),
            staff_name: line.staff.as_ref().map(|person| person.name.clone()),
            covered_by,
            reason: line.reason.clone(),
        }
    }
}

impl BillTotals {
    fn of(receipt: &Receipt, tip: Paise) -> Self {
        Self {
            list_paise: receipt.lines.iter().map(PricedLine::list_gross).sum(),
            discount_paise: receipt.discount,
            taxable_paise: receipt.tax.taxable,
            cgst_paise: receipt.tax.cgst,
            sgst_paise: receipt.tax.sgst,
            round_off_paise: receipt.round_off,
            total_paise: receipt.total,
            tip_paise: tip,
        }
    }
}

impl ApprovalView {
    fn of(bill: &Bill, receipt: &Receipt, limit_bps: u32) -> Self {
        let effective_bps = receipt.effective_bps();
        let approved_by = bill.approved_for(effective_bps).cloned();
        Self { needed: effective_bps > limit_bps && approved_by.is_none(), limit_bps, effective_bps, approved_by }
    }
}

impl Bill {
    /// The user who approved that so much is taken off; none if nobody did.
    pub fn approved_for(&self, effective_bps: u32) -> Option<&UserId> {
        self.approval.as_ref().filter(|approval| effective_bps <= approval.bps).map(|approval| &approval.by)
    }
}

impl BillOptions {
    fn of(bill: &Bill, context: &BillContext<'_>) -> Self {
        let offers = context.applicable_offers(bill).into_iter();
        let gems = context.redeemable(bill);
        let usable = context.active_membership.zip(context.usable_minutes(bill));
        Self {
            offers: offers
                .map(|offer| OfferOption { id: offer.id, name: offer.name, saves_paise: offer.saves })
                .collect(),
            gems: GemsOption {
                balance: context.gems,
                service_ids: gems.iter().filter_map(|line| line.item.service()).cloned().collect(),
            },
            membership: usable.map(|(membership, usable)| MembershipOption {
                id: membership.id.clone(),
                tier_name: membership.tier_name.clone(),
                remaining_minutes: membership.hours().remaining(),
                minutes: usable.minutes,
                line_ids: usable.line_ids,
            }),
        }
    }
}
