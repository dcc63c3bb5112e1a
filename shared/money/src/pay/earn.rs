//! Freezing what the lines of an invoice earn, when it is written.

use std::collections::BTreeMap;

use super::commission::{CommissionRate, CommissionRules, WorkKind};
use super::earning::{EarnedLine, Earning, EarningInvoice};
use parlour_values::id::{LineId, ServiceId, StaffId};
use parlour_values::money::Paise;

/// A line of an invoice that somebody worked on or sold.
#[derive(Clone, Debug)]
pub struct WorkLine {
    pub line: LineId,
    pub staff: StaffId,
    pub kind: WorkKind,
    pub service_id: Option<ServiceId>,
    pub description: String,
    /// Net, without GST. Of a session, its minutes' share of the membership's price without GST; of a line paid in gems, 0.
    pub base: Paise,
}

/// A name is cut here: a row of a few lines stays within one write unit.
const LONGEST_NAME: usize = 40;

/// One row for each person of the lines and tips, also for those without a rule: their work is in the pay sheet.
pub fn earnings(
    rules: &[CommissionRules],
    invoice: &EarningInvoice<'_>,
    lines: &[WorkLine],
    tips: &[(StaffId, Paise)],
) -> Vec<Earning> {
    let mut people: BTreeMap<&StaffId, Earning> = BTreeMap::new();
    for line in lines {
        let earning = people.entry(&line.staff).or_insert_with(|| nothing_yet(invoice, &line.staff));
        if line.kind != WorkKind::Product {
            earning.visits = 1;
        }
        earning.lines.push(earned(rules, invoice, line));
    }
    for (staff, tip) in tips.iter().filter(|(_, tip)| *tip != Paise::ZERO) {
        let earning = people.entry(staff).or_insert_with(|| nothing_yet(invoice, staff));
        earning.tip = earning.tip.plus(*tip);
    }
    people.into_values().collect()
}

fn nothing_yet(invoice: &EarningInvoice<'_>, staff: &StaffId) -> Earning {
    Earning {
        branch_id: invoice.branch.clone(),
        staff_id: staff.clone(),
        invoice_id: invoice.id.clone(),
        number: invoice.number.clone(),
        at: invoice.at,
        undone_by: None,
        undone_of: None,
        lines: Vec::new(),
        tip: Paise::ZERO,
        visits: 0,
    }
}

fn earned(rules: &[CommissionRules], invoice: &EarningInvoice<'_>, line: &WorkLine) -> EarnedLine {
    let own_rules = rules.iter().find(|rules| rules.staff_id == line.staff);
    let rule = own_rules.and_then(|rules| rules.on(invoice.at.ist_date()));
    let (rate, own) = rule.map_or((CommissionRate::ZERO, false), |rule| rule.rate(line.kind, line.service_id.as_ref()));
    EarnedLine {
        line: line.line.clone(),
        kind: line.kind,
        name: line.description.chars().take(LONGEST_NAME).collect(),
        base: line.base,
        rate,
        amount: rate.of(line.base),
        own,
    }
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::row_of;

    use super::*;
    use crate::pay::CommissionRule;
    use parlour_values::document_number::DocumentNumber;
    use parlour_values::id::{BranchId, InvoiceId};
    use parlour_values::time::Instant;

    fn line(id: &str, staff: &str, kind: WorkKind, base: i64) -> WorkLine {
        let service_id = (kind == WorkKind::Service).then(|| id.into());
        let description = format!("{id} of many words, more than a pay sheet shows of it");
        WorkLine { line: id.into(), staff: staff.into(), kind, service_id, description, base: Paise(base) }
    }

    fn at() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn earned_by(rules: &[CommissionRules], lines: &[WorkLine], tips: &[(StaffId, Paise)]) -> Vec<Earning> {
        let (id, branch) = (InvoiceId::from("i1"), BranchId::from("main"));
        let number = DocumentNumber::stored("BLR/26-27/00042");
        earnings(rules, &EarningInvoice { id: &id, number: &number, branch: &branch, at: at() }, lines, tips)
    }

    fn meera() -> Vec<CommissionRules> {
        let today = at().ist_date();
        vec![CommissionRules::none("meera".into()).with(CommissionRule::sample("2026-11-16"), today)]
    }

    #[test]
    fn each_person_has_one_row_with_their_lines_by_the_rule_of_the_day() {
        let lines = [
            line("cut", "meera", WorkKind::Service, 84_746),
            line("colour", "asha", WorkKind::Service, 100_000),
            line("shampoo", "meera", WorkKind::Product, 10_005),
        ];
        let tips = [("meera".into(), Paise(5_000)), ("ravi".into(), Paise(100)), ("ravi".into(), Paise(20))];
        let rows = earned_by(&meera(), &lines, &tips);
        let told: Vec<_> = rows.iter().map(|row| (row.staff_id.as_str(), row.visits, row.tip.0)).collect();
        assert_eq!(told, [("asha", 1, 0), ("meera", 1, 5_000), ("ravi", 0, 120)]);
        let amounts: Vec<Vec<(i64, i64)>> =
            rows.iter().map(|row| row.lines.iter().map(|line| (line.base.0, line.amount.0)).collect()).collect();
        assert_eq!(amounts, [vec![(100_000, 0)], vec![(84_746, 8_475), (10_005, 500)], vec![]]);
        assert_eq!(rows[1].lines[0].name.chars().count(), LONGEST_NAME);
    }

    #[test]
    fn a_product_alone_is_no_visit_and_a_session_is_one() {
        assert_eq!(earned_by(&meera(), &[line("shampoo", "meera", WorkKind::Product, 1)], &[])[0].visits, 0);
        assert_eq!(earned_by(&meera(), &[line("massage", "meera", WorkKind::Session, 1)], &[])[0].visits, 1);
    }

    #[test]
    fn a_rule_of_a_later_day_earns_nothing_yet() {
        let later = CommissionRules::none("meera".into()).with(CommissionRule::sample("2026-11-17"), at().ist_date());
        let rows = earned_by(&[later], &[line("cut", "meera", WorkKind::Service, 84_746)], &[]);
        assert_eq!((rows[0].lines[0].rate, rows[0].lines[0].amount), (CommissionRate::ZERO, Paise::ZERO));
    }

    #[test]
    fn a_visit_of_three_lines_is_one_write_unit() {
        let id = "0123456789abcdef0123456789abcdef";
        let lines: Vec<WorkLine> = (0..3).map(|_| line(id, id, WorkKind::Service, 10_000_000)).collect();
        let (invoice, branch) = (InvoiceId::from(id), BranchId::from(id));
        let number = DocumentNumber::stored("BLR/26-27/00042");
        let invoice = EarningInvoice { id: &invoice, number: &number, branch: &branch, at: at() };
        let rows = earnings(&meera(), &invoice, &lines, &[(id.into(), Paise(10_000_000))]);
        let row = serde_json::to_string(&row_of(&rows[0]).unwrap()).unwrap();
        // DynamoDB's JSON is longer than the item itself by the marks of its types.
        assert!(rows.len() == 1 && row.len() < 1_500, "{} {row}", row.len());
    }
}
