//! Pay in the table, by intent.

use std::collections::BTreeMap;

use serde_json::json;

use super::commission::{
    CommissionRate, CommissionRule, CommissionRules, CommissionTier, ServiceRate, commission_among, commission_keys,
};
use super::earning::Earning;
use super::month::{PayAdjustment, PayMonth, PaySheet, PaySheets, PayState};
use super::sheet::{Earned, sheet, sheets};
use super::view::{PayClosed, PayLine, PersonPay, PersonTotals};
use super::{
    CommissionAnswer, CommissionRequest, PayAdjustmentAnswer, PayAdjustmentRequest, PayAdjustmentView, PayError,
    PayReport, PayReportRequest,
};
use chrono::TimeDelta;
use parlour_people::auth::Caller;
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::Branches;
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::StaffId;
use parlour_values::input::Problems;
use parlour_values::money::Paise;
use parlour_values::time::Month;

/// Commission rules and the pay of a month.
pub struct Pay<'a>(&'a Salon);

impl<'a> Pay<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// Requests that began in the last moments of a month may be written a little after it: a month is over when nothing of
/// it can come any more. No request takes longer.
fn last_writes() -> TimeDelta {
    TimeDelta::minutes(1)
}

/// The stored month: its state, its adjustments, and once it is closed everybody's sheet.
struct KeptMonth {
    read: Option<Stored<PayMonth>>,
    state: PayMonth,
    adjustments: Vec<PayAdjustment>,
    frozen: Vec<PaySheet>,
}

impl KeptMonth {
    fn is_closed(&self) -> bool {
        self.state.state() == PayState::Closed
    }
}

impl Pay<'_> {
    pub async fn commission(&self, id: &StaffId) -> Result<CommissionAnswer, Failure<PayError>> {
        let (_, rules) = self.rules_of(id).await?;
        let rules = rules.map_or_else(|| CommissionRules::none(id.clone()), |rules| rules.record);
        Ok(CommissionAnswer::new(rules.on(self.0.clock.today()), &rules))
    }

    async fn rules_of(
        &self,
        id: &StaffId,
    ) -> Result<(StaffMember, Option<Stored<CommissionRules>>), Failure<PayError>> {
        let (member, rules) = (keys::staff(id), keys::commission_rules(id));
        let mut found = self.0.table.get_many([member.clone(), rules.clone()]).await?;
        let member = found.take::<StaffMember>(&member)?.ok_or(PayError::UnknownStaff)?;
        Ok((member.record, found.take(&rules)?))
    }

    pub async fn set_commission(
        &self,
        act: &Act,
        id: &StaffId,
        request: &CommissionRequest,
    ) -> Result<CommissionAnswer, Failure<PayError>> {
        self.0.retry_on_conflict(|| self.write_rule(act, id, request)).await
    }

    async fn write_rule(
        &self,
        act: &Act,
        id: &StaffId,
        request: &CommissionRequest,
    ) -> Result<CommissionAnswer, Failure<PayError>> {
        let ((_, read), ()) = tokio::try_join!(self.rules_of(id), self.check_services(request))?;
        let rule = rule(act, request);
        let before = read.as_ref().map_or_else(|| CommissionRules::none(id.clone()), |read| read.record.clone());
        if let Some(same) = before.rules.iter().rfind(|other| other.from == rule.from).filter(|other| other.says(&rule))
        {
            return Ok(CommissionAnswer::new(Some(same), &before));
        }
        let rules = before.with(rule.clone(), act.at.ist_date());
        let mut transaction = self.0.transaction(act);
        transaction.save(read.as_ref(), &rules);
        transaction.audit(
            EventType::CommissionSet,
            StaffMember::KIND,
            id.as_str(),
            json!({ "from": rule.from, "serviceBps": rule.service, "productBps": rule.product }),
        );
        transaction.commit().await?;
        Ok(CommissionAnswer::new(Some(&rule), &rules))
    }

    async fn check_services(&self, request: &CommissionRequest) -> Result<(), Failure<PayError>> {
        let Some(own) = request.by_service.as_ref().filter(|own| !own.is_empty()) else { return Ok(()) };
        let catalogue = CatalogueStore::of(self.0).read().await?;
        let known = catalogue.by_id();
        if own.iter().all(|rate| known.contains_key(&rate.service_id)) {
            return Ok(());
        }
        Err(PayError::Invalid(Problems::of("byService", "must all be existing services")).into())
    }

    /// The month by person, of one branch or of all.
    pub async fn sheet(&self, request: &PayReportRequest) -> Result<PayReport, TableError> {
        let kept = self.kept(self.month_or_now(request.month)).await?;
        let sheets = if kept.is_closed() { kept.frozen } else { self.computed(&kept).await? };
        Ok(PayReport::new(&kept.state, &sheets, request.branch_id.as_ref()))
    }

    fn month_or_now(&self, month: Option<Month>) -> Month {
        month.unwrap_or_else(|| self.0.clock.today().calendar_month())
    }

    async fn kept(&self, month: Month) -> Result<KeptMonth, TableError> {
        let mut found = self.0.table.query_items(Partition::of(keys::pay_partition(month))).await?;
        let read = found.take::<PayMonth>(&keys::pay_month(month))?;
        let adjustments = found.starting::<PayAdjustment>(keys::PAY_ADJUSTMENT_PREFIX)?;
        let frozen = found.starting::<PaySheets>(keys::PAY_SHEETS_PREFIX)?;
        Ok(KeptMonth {
            state: read.as_ref().map_or_else(|| PayMonth::open(month), |read| read.record.clone()),
            read,
            adjustments: adjustments.into_iter().map(|adjustment| adjustment.record).collect(),
            frozen: frozen.into_iter().flat_map(|sheets| sheets.record.people).collect(),
        })
    }

    /// Everybody's sheet as it would be now.
    async fn computed(&self, kept: &KeptMonth) -> Result<Vec<PaySheet>, TableError> {
        let mut earned: BTreeMap<StaffId, Earned> = BTreeMap::new();
        let add = |earning: Earning| earned.entry(earning.staff_id.clone()).or_default().add(&earning);
        self.0.table.visit(self.earnings_of(kept.state.month, None).await?, add).await?;
        let staff = Staff::of(self.0);
        let (staff, found) = tokio::try_join!(staff.all(), self.0.table.get_many(commission_keys(earned.keys())))?;
        let rules = commission_among(&found, earned.keys())?;
        let members = staff.iter().map(|member| &member.record);
        Ok(sheets(members, earned, &rules, &kept.adjustments))
    }

    /// The questions for what was earned in a month at every branch, by everybody or by one person.
    async fn earnings_of(&self, month: Month, staff: Option<&StaffId>) -> Result<Vec<Partition>, TableError> {
        let branches = Branches::of(self.0).all().await?;
        let whole = branches.iter().map(|branch| Partition::of(keys::earnings_of_month(&branch.id, month)));
        Ok(whole
            .map(|all| match staff {
                Some(staff) => all.starting(keys::earnings_of(staff)),
                None => all,
            })
            .collect())
    }

    pub async fn of_person(&self, id: &StaffId, month: Option<Month>) -> Result<PersonPay, Failure<PayError>> {
        let staff = Staff::of(self.0).all().await?;
        let member = staff.iter().find(|member| member.id == *id).ok_or(PayError::UnknownStaff)?;
        Ok(self.lines_of(member, month).await?)
    }

    /// The caller's own month. Somebody without a staff record earns nothing.
    pub async fn mine(&self, caller: &Caller, month: Option<Month>) -> Result<PersonPay, TableError> {
        let staff = Staff::of(self.0).all().await?;
        match staff.iter().find(|member| member.user_id.as_ref() == Some(&caller.user.id)) {
            Some(member) => self.lines_of(member, month).await,
            None => {
                let kept = self.kept(self.month_or_now(month)).await?;
                let id = StaffId::from(caller.user.id.as_str());
                Ok(person_pay(&kept, id, caller.user.name.clone(), None, Vec::new()))
            }
        }
    }

    async fn lines_of(&self, member: &StaffMember, month: Option<Month>) -> Result<PersonPay, TableError> {
        let month = self.month_or_now(month);
        let rules = keys::commission_rules(&member.id);
        let (kept, earnings, rules) = tokio::try_join!(
            self.kept(month),
            async {
                let mut earnings: Vec<Earning> = Vec::new();
                let questions = self.earnings_of(month, Some(&member.id)).await?;
                self.0.table.visit(questions, |earning| earnings.push(earning)).await?;
                Ok(earnings)
            },
            self.0.table.get::<CommissionRules>(&rules),
        )?;
        let sheet = if kept.is_closed() {
            kept.frozen.iter().find(|sheet| sheet.staff_id == member.id).cloned()
        } else {
            let mut earned = Earned::default();
            earnings.iter().for_each(|earning| earned.add(earning));
            sheet(member, earned, rules.as_deref(), &kept.adjustments)
        };
        let mut lines: Vec<PayLine> = earnings.iter().flat_map(PayLine::of_earning).collect();
        let adjustments = kept.adjustments.iter().filter(|adjustment| adjustment.staff_id == member.id);
        lines.extend(adjustments.map(PayLine::of_adjustment));
        // Stable: the lines of an invoice stay together.
        lines.sort_by_key(|line| line.at);
        let name = member.display_name.clone();
        Ok(person_pay(&kept, member.id.clone(), name, sheet, lines))
    }

    pub async fn adjust(
        &self,
        act: &Act,
        month: Month,
        request: &PayAdjustmentRequest,
    ) -> Result<PayAdjustmentAnswer, Failure<PayError>> {
        self.0.retry_on_conflict(|| self.write_adjustment(act, month, request)).await
    }

    async fn write_adjustment(
        &self,
        act: &Act,
        month: Month,
        request: &PayAdjustmentRequest,
    ) -> Result<PayAdjustmentAnswer, Failure<PayError>> {
        let salon = self.0;
        let (month_key, member_key) = (keys::pay_month(month), keys::staff(&request.staff_id));
        let mut found = salon.table.get_many([month_key.clone(), member_key.clone()]).await?;
        let unknown = || PayError::Invalid(Problems::of("staffId", "must be an existing staff member"));
        let member = found.take::<StaffMember>(&member_key)?.ok_or_else(unknown)?;
        let read = found.take::<PayMonth>(&month_key)?;
        let state = read.as_ref().map_or_else(|| PayMonth::open(month), |read| read.record.clone());
        if state.state() == PayState::Closed {
            return Err(PayError::Closed(month).into());
        }
        let adjustment = PayAdjustment {
            id: salon.random.id(),
            month,
            staff_id: member.id.clone(),
            branch_id: member.branch_ids.first().cloned(),
            amount: Paise(request.amount_paise.get()),
            reason: request.reason.to_string(),
            by: act.actor.id().to_owned(),
            at: act.at,
        };
        let mut transaction = salon.transaction(act);
        let adjustments = state.adjustments.saturating_add(1);
        transaction.save(read.as_ref(), &PayMonth { adjustments, ..state });
        transaction.create(&adjustment);
        transaction.audit(
            EventType::PayAdjusted,
            StaffMember::KIND,
            member.id.as_str(),
            json!({ "month": month, "adjustmentId": adjustment.id, "amountPaise": adjustment.amount }),
        );
        let answer = PayAdjustmentAnswer { adjustment: PayAdjustmentView::from(&adjustment) };
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }

    /// Freezes everybody's month. From then it never changes.
    pub async fn close(&self, act: &Act, month: Month) -> Result<PayClosed, Failure<PayError>> {
        self.0.retry_on_conflict(|| self.freeze(act, month)).await
    }

    async fn freeze(&self, act: &Act, month: Month) -> Result<PayClosed, Failure<PayError>> {
        let salon = self.0;
        let kept = self.kept(month).await?;
        if kept.is_closed() {
            return Err(PayError::Closed(month).into());
        }
        if act.at < month.next().first_day().start().plus(last_writes()) {
            return Err(PayError::NotOver(month).into());
        }
        let sheets = self.computed(&kept).await?;
        let closed =
            PayMonth { closed_at: Some(act.at), closed_by: Some(act.actor.id().to_owned()), ..kept.state.clone() };
        let answer = PayClosed::new(&closed, &sheets);
        let mut transaction = salon.transaction(act);
        transaction.save(kept.read.as_ref(), &closed);
        for rows in PaySheets::of(month, &sheets) {
            transaction.create(&rows);
        }
        transaction.audit(
            EventType::PayClosed,
            PayMonth::KIND,
            month.to_string(),
            json!({ "people": answer.count, "totalPaise": answer.total_paise }),
        );
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }
}

fn rule(act: &Act, request: &CommissionRequest) -> CommissionRule {
    let own = request.by_service.iter().flat_map(|own| own.iter());
    let tiers = request.tiers.iter().flat_map(|tiers| tiers.iter());
    CommissionRule {
        from: request.from.0,
        service: CommissionRate(request.service_bps.as_u32()),
        product: CommissionRate(request.product_bps.as_u32()),
        session: request.session_bps.map(|bps| CommissionRate(bps.as_u32())),
        by_service: own
            .map(|own| ServiceRate { service_id: own.service_id.clone(), rate: CommissionRate(own.bps.as_u32()) })
            .collect(),
        tiers: tiers
            .map(|tier| CommissionTier { above: tier.above_paise, rate: CommissionRate(tier.service_bps.as_u32()) })
            .collect(),
        set_by: act.actor.id().to_owned(),
        set_at: act.at,
    }
}

fn person_pay(
    kept: &KeptMonth,
    id: StaffId,
    name: String,
    sheet: Option<PaySheet>,
    mut lines: Vec<PayLine>,
) -> PersonPay {
    lines.extend(sheet.as_ref().and_then(|sheet| sheet.tiers.as_ref()).map(PayLine::of_tiers));
    let pay = sheet.as_ref().and_then(|sheet| sheet.pay(None)).unwrap_or_default();
    let totals = PersonTotals::new(id, sheet.map_or(name, |sheet| sheet.name), &pay);
    PersonPay { month: kept.state.month, state: kept.state.state(), totals, lines }
}
