//! The pay of a month, from what was earned in it.

use std::collections::BTreeMap;

use super::commission::{CommissionRules, WorkKind};
use super::earning::{EarnedLine, Earning};
use super::month::{BranchPay, PayAdjustment, PaySheet, TierPay};
use super::tiers::TieredServices;
use parlour_people::staff::StaffMember;
use parlour_values::id::{BranchId, StaffId};
use parlour_values::money::Paise;

/// A person's earnings in a month, summed while they are read.
#[derive(Debug, Default)]
pub(super) struct Earned {
    at_branches: BTreeMap<Option<BranchId>, BranchPay>,
    /// The services that count for tiers, those at the usual rate.
    tiered: Vec<TieredServices>,
}

impl Earned {
    pub(super) fn add(&mut self, earning: &Earning) {
        let pay = at(&mut self.at_branches, Some(&earning.branch_id));
        pay.tips = pay.tips.plus(earning.tip);
        pay.visits = pay.visits.saturating_add(earning.visits);
        for line in &earning.lines {
            let base = match line.kind {
                WorkKind::Service => &mut pay.services,
                WorkKind::Product => &mut pay.products,
                WorkKind::Session => &mut pay.sessions,
            };
            *base = base.plus(line.base);
            pay.commission = pay.commission.plus(line.amount);
            if is_tiered(line) {
                let earned_at = earning.earned_at();
                self.tiered.push(TieredServices { earned_at, rate: line.rate, base: line.base });
            }
        }
    }
}

/// Whether tiers count the line.
fn is_tiered(line: &EarnedLine) -> bool {
    line.kind == WorkKind::Service && !line.own
}

fn at<'a>(branches: &'a mut BTreeMap<Option<BranchId>, BranchPay>, branch: Option<&BranchId>) -> &'a mut BranchPay {
    let branch = branch.cloned();
    branches.entry(branch.clone()).or_insert_with(|| BranchPay { branch_id: branch, ..BranchPay::default() })
}

/// The sheet of everybody who earned something, was paid something else, or works here: by name.
pub(super) fn sheets<'a>(
    staff: impl Iterator<Item = &'a StaffMember>,
    mut earned: BTreeMap<StaffId, Earned>,
    rules: &[CommissionRules],
    adjustments: &[PayAdjustment],
) -> Vec<PaySheet> {
    let sheet = |member: &StaffMember| {
        let earned = earned.remove(&member.id).unwrap_or_default();
        let rules = rules.iter().find(|rules| rules.staff_id == member.id);
        sheet(member, earned, rules, adjustments)
    };
    let mut sheets: Vec<PaySheet> = staff.filter_map(sheet).collect();
    sheets.sort_by(|one, other| (&one.name, &one.staff_id).cmp(&(&other.name, &other.staff_id)));
    sheets
}

/// None of a former member without anything in the month.
pub(super) fn sheet(
    member: &StaffMember,
    earned: Earned,
    rules: Option<&CommissionRules>,
    adjustments: &[PayAdjustment],
) -> Option<PaySheet> {
    let Earned { mut at_branches, tiered } = earned;
    let home = member.branch_ids.first();
    let tiers = rules.and_then(|rules| {
        let amount = rules.tier_difference(&tiered);
        (amount != Paise::ZERO).then(|| TierPay { services: tiered.iter().map(|part| part.base).sum(), amount })
    });
    if let Some(tiers) = tiers {
        let pay = at(&mut at_branches, home);
        pay.commission = pay.commission.plus(tiers.amount);
    }
    for adjustment in adjustments.iter().filter(|adjustment| adjustment.staff_id == member.id) {
        let pay = at(&mut at_branches, adjustment.branch_id.as_ref());
        pay.adjustments = pay.adjustments.plus(adjustment.amount);
    }
    if member.is_active {
        for branch in &member.branch_ids {
            at(&mut at_branches, Some(branch));
        }
        if home.is_none() {
            at(&mut at_branches, None);
        }
    }
    let at_branches: Vec<BranchPay> = at_branches.into_values().collect();
    let name = member.display_name.clone();
    (!at_branches.is_empty()).then(|| PaySheet { staff_id: member.id.clone(), name, at_branches, tiers })
}

impl PaySheet {
    /// Their pay at this branch, or at all; none where they are not of the branch.
    pub(super) fn pay(&self, branch: Option<&BranchId>) -> Option<BranchPay> {
        let wanted = self.at_branches.iter().filter(|pay| branch.is_none() || pay.branch_id.as_ref() == branch);
        wanted.fold(None, |sum: Option<BranchPay>, pay| {
            let sum = sum.unwrap_or_default();
            Some(BranchPay {
                branch_id: None,
                services: sum.services.plus(pay.services),
                products: sum.products.plus(pay.products),
                sessions: sum.sessions.plus(pay.sessions),
                commission: sum.commission.plus(pay.commission),
                tips: sum.tips.plus(pay.tips),
                adjustments: sum.adjustments.plus(pay.adjustments),
                visits: sum.visits.saturating_add(pay.visits),
            })
        })
    }
}

impl BranchPay {
    pub(super) fn total(&self) -> Paise {
        self.commission.plus(self.tips).plus(self.adjustments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pay::{CommissionRate, CommissionRule, CommissionTier};
    use parlour_values::document_number::DocumentNumber;
    use parlour_values::time::Month;

    fn month() -> Month {
        "2026-11".parse().unwrap()
    }

    fn earning(branch: &str, lines: &[(WorkKind, i64, bool)], tip: i64) -> Earning {
        let lines = lines.iter().map(|(kind, base, own)| EarnedLine {
            line: "1".into(),
            kind: *kind,
            name: "Cut".to_owned(),
            base: Paise(*base),
            rate: CommissionRate(1000),
            amount: CommissionRate(1000).of(Paise(*base)),
            own: *own,
        });
        Earning {
            branch_id: branch.into(),
            staff_id: "meera".into(),
            invoice_id: "i1".into(),
            number: DocumentNumber::stored("BLR/26-27/00042"),
            at: "2026-11-16T04:30:00Z".parse().unwrap(),
            undone_by: None,
            undone_of: None,
            lines: lines.collect(),
            tip: Paise(tip),
            visits: 1,
        }
    }

    fn earned(earnings: &[Earning]) -> Earned {
        let mut earned = Earned::default();
        earnings.iter().for_each(|earning| earned.add(earning));
        earned
    }

    fn adjustment(amount: i64) -> PayAdjustment {
        PayAdjustment {
            id: "a1".into(),
            month: month(),
            staff_id: "meera".into(),
            branch_id: Some("main".into()),
            amount: Paise(amount),
            reason: "Advance".to_owned(),
            by: "manager".to_owned(),
            at: "2026-11-16T04:30:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn a_sheet_sums_bases_commission_tips_and_adjustments_by_branch() {
        let rows = [
            earning("main", &[(WorkKind::Service, 100_000, false), (WorkKind::Product, 20_000, false)], 500),
            earning("park", &[(WorkKind::Session, 30_000, false)], 0),
        ];
        let sheet = sheet(&StaffMember::sample("meera"), earned(&rows), None, &[adjustment(-5_000)]).unwrap();
        let main = sheet.pay(Some(&"main".into())).unwrap();
        assert_eq!([main.services, main.products, main.sessions], [Paise(100_000), Paise(20_000), Paise::ZERO]);
        assert_eq!((main.commission, main.tips, main.total()), (Paise(12_000), Paise(500), Paise(7_500)));
        let all = sheet.pay(None).unwrap();
        assert_eq!(
            (all.sessions, all.commission, all.total(), all.visits),
            (Paise(30_000), Paise(15_000), Paise(10_500), 2)
        );
        assert_eq!(sheet.pay(Some(&"elsewhere".into())), None);
    }

    #[test]
    fn tiers_count_services_at_the_usual_rate_of_all_branches_and_stand_at_the_first() {
        let rule = CommissionRule {
            tiers: vec![CommissionTier { above: Paise(100_000), rate: CommissionRate(2000) }],
            ..CommissionRule::sample("2026-11-01")
        };
        let rules = CommissionRules::none("meera".into()).with(rule, "2026-11-01".parse().unwrap());
        let rows = [
            earning("main", &[(WorkKind::Service, 80_000, false), (WorkKind::Service, 50_000, true)], 0),
            earning("park", &[(WorkKind::Service, 40_000, false), (WorkKind::Product, 90_000, false)], 0),
        ];
        let sheet = sheet(&StaffMember::sample("meera"), earned(&rows), Some(&rules), &[]).unwrap();
        assert_eq!(sheet.tiers, Some(TierPay { services: Paise(120_000), amount: Paise(2_000) }));
        assert_eq!(sheet.pay(Some(&"main".into())).unwrap().commission, Paise(13_000 + 2_000));
        assert_eq!(sheet.pay(Some(&"park".into())).unwrap().commission, Paise(13_000));
    }

    #[test]
    fn active_people_are_listed_at_their_branches_and_former_ones_for_what_they_earned() {
        let former = |id: &str| StaffMember { is_active: false, ..StaffMember::sample(id) };
        let staff = [StaffMember::sample("asha"), former("meera"), former("ravi")];
        let all = BTreeMap::from([("meera".into(), earned(&[earning("park", &[], 100)]))]);
        let sheets = sheets(staff.iter(), all, &[], &[]);
        assert_eq!(sheets.iter().map(|sheet| sheet.staff_id.as_str()).collect::<Vec<_>>(), ["asha", "meera"]);
        assert_eq!(sheets[0].pay(Some(&"main".into())).unwrap().total(), Paise::ZERO);
        assert_eq!(sheets[1].pay(Some(&"main".into())), None);
        let nowhere = StaffMember { branch_ids: Vec::new(), ..StaffMember::sample("dev") };
        assert!(sheet(&nowhere, Earned::default(), None, &[]).unwrap().pay(None).is_some());
    }
}
