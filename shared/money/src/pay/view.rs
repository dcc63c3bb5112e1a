//! Pay as managers and its people see it.

use serde::Serialize;
use utoipa::ToSchema;

use super::commission::{CommissionRule, CommissionRules, WorkKind};
use super::earning::{EarnedLine, Earning, UndoneBy};
use super::month::{BranchPay, PayAdjustment, PayMonth, PaySheet, PayState, TierPay};
use crate::csv::{Cell, Csv, CsvReport};
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, CreditNoteId, InvoiceId, PayAdjustmentId, ServiceId, StaffId};
use parlour_values::money::Paise;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate, Month};

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CommissionAnswer {
    /// The rule that was set; where it is only read, the one that holds today, null if none does.
    pub commission: Option<CommissionView>,
    /// Every rule, the latest first; those to come are among them.
    pub history: Vec<CommissionView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommissionView {
    pub from: IstDate,
    pub service_bps: u32,
    pub product_bps: u32,
    /// Null: as services.
    pub session_bps: Option<u32>,
    pub by_service: Vec<ServiceRateView>,
    pub tiers: Vec<CommissionTierView>,
    pub set_at: Instant,
    pub set_by: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceRateView {
    pub service_id: ServiceId,
    pub bps: u32,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommissionTierView {
    pub above_paise: Paise,
    pub service_bps: u32,
}

impl From<&CommissionRule> for CommissionView {
    fn from(rule: &CommissionRule) -> Self {
        let own = |own: &super::ServiceRate| ServiceRateView { service_id: own.service_id.clone(), bps: own.rate.0 };
        let tier =
            |tier: &super::CommissionTier| CommissionTierView { above_paise: tier.above, service_bps: tier.rate.0 };
        Self {
            from: rule.from,
            service_bps: rule.service.0,
            product_bps: rule.product.0,
            session_bps: rule.session.map(|rate| rate.0),
            by_service: rule.by_service.iter().map(own).collect(),
            tiers: rule.tiers.iter().map(tier).collect(),
            set_at: rule.set_at,
            set_by: rule.set_by.clone(),
        }
    }
}

impl CommissionAnswer {
    pub(super) fn new(rule: Option<&CommissionRule>, rules: &CommissionRules) -> Self {
        let history = rules.rules.iter().rev().map(CommissionView::from).collect();
        Self { commission: rule.map(CommissionView::from), history }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayReport {
    pub month: Month,
    pub state: PayState,
    pub closed_at: Option<Instant>,
    pub people: Vec<PersonTotals>,
}

/// A person's totals: the bases of their commission, net without GST, and what they are paid.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonTotals {
    pub staff_id: StaffId,
    pub name: String,
    pub services_paise: Paise,
    pub products_paise: Paise,
    pub sessions_paise: Paise,
    pub commission_paise: Paise,
    pub tips_paise: Paise,
    pub adjustments_paise: Paise,
    /// Commission, tips and adjustments.
    pub total_paise: Paise,
    pub visits: i64,
}

impl PersonTotals {
    pub(super) fn new(staff_id: StaffId, name: String, pay: &BranchPay) -> Self {
        Self {
            staff_id,
            name,
            services_paise: pay.services,
            products_paise: pay.products,
            sessions_paise: pay.sessions,
            commission_paise: pay.commission,
            tips_paise: pay.tips,
            adjustments_paise: pay.adjustments,
            total_paise: pay.total(),
            visits: pay.visits,
        }
    }
}

impl PayReport {
    pub(super) fn new(month: &PayMonth, sheets: &[PaySheet], branch: Option<&BranchId>) -> Self {
        let person = |sheet: &PaySheet| {
            let pay = sheet.pay(branch)?;
            Some(PersonTotals::new(sheet.staff_id.clone(), sheet.name.clone(), &pay))
        };
        Self {
            month: month.month,
            state: month.state(),
            closed_at: month.closed_at,
            people: sheets.iter().filter_map(person).collect(),
        }
    }
}

impl CsvReport for PayReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&[
            "staffId",
            "name",
            "servicesPaise",
            "productsPaise",
            "sessionsPaise",
            "commissionPaise",
            "tipsPaise",
            "adjustmentsPaise",
            "totalPaise",
            "visits",
        ]);
        for person in &self.people {
            csv.row([
                Cell::text(&person.staff_id),
                Cell::text(&person.name),
                person.services_paise.into(),
                person.products_paise.into(),
                person.sessions_paise.into(),
                person.commission_paise.into(),
                person.tips_paise.into(),
                person.adjustments_paise.into(),
                person.total_paise.into(),
                person.visits.into(),
            ]);
        }
        csv
    }
}

text_enum! {
    /// The kind of a line of a person's pay.
    pub enum PayLineKind {
        Service => "service",
        Product => "product",
        Session => "session",
        Tip => "tip",
        /// The difference that the tiers of the month made to its lines.
        Tiers => "tiers",
        Adjustment => "adjustment",
    }
}

impl From<WorkKind> for PayLineKind {
    fn from(kind: WorkKind) -> Self {
        match kind {
            WorkKind::Service => Self::Service,
            WorkKind::Product => Self::Product,
            WorkKind::Session => Self::Session,
        }
    }
}

/// One line of a person's pay. What a credit note or a void took back is a line of its own, with negative amounts.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayLine {
    pub kind: PayLineKind,
    /// When it was earned, taken back or set; null of tiers, which are of the whole month.
    pub at: Option<Instant>,
    /// The service or product; the reason of an adjustment.
    pub name: String,
    pub branch_id: Option<BranchId>,
    pub invoice_id: Option<InvoiceId>,
    pub invoice_number: Option<DocumentNumber>,
    /// Net without GST; null of tips and adjustments.
    pub base_paise: Option<Paise>,
    /// Null of tips, tiers and adjustments.
    pub bps: Option<u32>,
    pub amount_paise: Paise,
    /// Whether it was taken back.
    pub taken_back: bool,
    /// The credit note that took it back; null of a void.
    pub credit_note_id: Option<CreditNoteId>,
    pub adjustment_id: Option<PayAdjustmentId>,
}

impl PayLine {
    /// The lines of an earning: its tip last.
    pub(super) fn of_earning(earning: &Earning) -> impl Iterator<Item = Self> {
        let line = |line: &EarnedLine| Self {
            kind: line.kind.into(),
            name: line.name.clone(),
            base_paise: Some(line.base),
            bps: Some(line.rate.0),
            ..Self::of(earning, line.amount)
        };
        let tip = (earning.tip != Paise::ZERO).then(|| Self::of(earning, earning.tip));
        earning.lines.iter().map(line).chain(tip).collect::<Vec<_>>().into_iter()
    }

    /// A tip, and what lines have in common with it.
    fn of(earning: &Earning, amount: Paise) -> Self {
        let credit_note_id = match &earning.undone_by {
            Some(UndoneBy::CreditNote(id)) => Some(id.clone()),
            Some(UndoneBy::Void) | None => None,
        };
        Self {
            kind: PayLineKind::Tip,
            at: Some(earning.at),
            name: "Tip".to_owned(),
            branch_id: Some(earning.branch_id.clone()),
            invoice_id: Some(earning.invoice_id.clone()),
            invoice_number: Some(earning.number.clone()),
            base_paise: None,
            bps: None,
            amount_paise: amount,
            taken_back: earning.undone_by.is_some(),
            credit_note_id,
            adjustment_id: None,
        }
    }

    pub(super) fn of_adjustment(adjustment: &PayAdjustment) -> Self {
        Self {
            kind: PayLineKind::Adjustment,
            at: Some(adjustment.at),
            name: adjustment.reason.clone(),
            branch_id: adjustment.branch_id.clone(),
            invoice_id: None,
            invoice_number: None,
            base_paise: None,
            bps: None,
            amount_paise: adjustment.amount,
            taken_back: false,
            credit_note_id: None,
            adjustment_id: Some(adjustment.id.clone()),
        }
    }

    pub(super) fn of_tiers(tiers: &TierPay) -> Self {
        Self {
            kind: PayLineKind::Tiers,
            at: None,
            name: "Tiers of the month".to_owned(),
            branch_id: None,
            invoice_id: None,
            invoice_number: None,
            base_paise: Some(tiers.services),
            bps: None,
            amount_paise: tiers.amount,
            taken_back: false,
            credit_note_id: None,
            adjustment_id: None,
        }
    }
}

/// A person's month: what it comes to, and its lines by time.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonPay {
    pub month: Month,
    pub state: PayState,
    #[serde(flatten)]
    pub totals: PersonTotals,
    pub lines: Vec<PayLine>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PayAdjustmentAnswer {
    pub adjustment: PayAdjustmentView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayAdjustmentView {
    pub id: PayAdjustmentId,
    pub month: Month,
    pub staff_id: StaffId,
    pub amount_paise: Paise,
    pub reason: String,
    pub at: Instant,
    pub by: String,
}

impl From<&PayAdjustment> for PayAdjustmentView {
    fn from(adjustment: &PayAdjustment) -> Self {
        Self {
            id: adjustment.id.clone(),
            month: adjustment.month,
            staff_id: adjustment.staff_id.clone(),
            amount_paise: adjustment.amount,
            reason: adjustment.reason.clone(),
            at: adjustment.at,
            by: adjustment.by.clone(),
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayClosed {
    pub month: Month,
    pub state: PayState,
    pub closed_at: Option<Instant>,
    /// Of how many people.
    pub count: u64,
    /// The pay of all of them.
    pub total_paise: Paise,
}

impl PayClosed {
    pub(super) fn new(month: &PayMonth, sheets: &[PaySheet]) -> Self {
        let total = sheets.iter().filter_map(|sheet| sheet.pay(None)).map(|pay| pay.total()).sum();
        Self {
            month: month.month,
            state: month.state(),
            closed_at: month.closed_at,
            count: u64::try_from(sheets.len()).unwrap_or(u64::MAX),
            total_paise: total,
        }
    }
}
