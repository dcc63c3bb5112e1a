//! Taking earnings back: by a credit note in proportion to what it gives back of each line, by a void altogether. What is
//! taken back is computed from what was stored, so that a change of rules changes nothing of it.

use super::earning::{EarnedLine, Earning, UndoneBy};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{CreditNoteId, LineId, StaffId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

/// The void or credit note that undoes an invoice, wholly or in part.
#[derive(Clone, Copy, Debug)]
pub enum Undoing<'a> {
    /// All of it, with its visits and tips. Nothing of the invoice may have been credited before.
    Void,
    /// Parts of its lines. The last one leaves nothing of the invoice: then the tips fall that nobody paid.
    Credit { note: &'a CreditNoteId, lines: &'a [CreditedLine], tips: &'a [(StaffId, Paise)], is_last: bool },
}

/// How much of a line's money credit notes have given back, before this one and with it.
#[derive(Clone, Debug)]
pub struct CreditedLine {
    pub line: LineId,
    pub whole: Paise,
    pub before: Paise,
    pub after: Paise,
}

/// Writes what is taken back of the earnings of an invoice, as they were read. It belongs to the month of `at`.
pub fn take_back(transaction: &mut Transaction<'_>, earnings: &[Earning], undoing: Undoing<'_>, at: Instant) {
    for undone in earnings.iter().filter_map(|earning| undone(earning, undoing, at)) {
        transaction.create(&undone);
    }
}

/// The part of an earning that is taken back; none if that is nothing.
fn undone(earning: &Earning, undoing: Undoing<'_>, at: Instant) -> Option<Earning> {
    let (undone_by, tip, visits) = match undoing {
        Undoing::Void => (UndoneBy::Void, negative(earning.tip), earning.visits.saturating_neg()),
        Undoing::Credit { note, tips, .. } => {
            let fell = tips.iter().filter(|(staff, _)| *staff == earning.staff_id).map(|(_, amount)| *amount).sum();
            (UndoneBy::CreditNote(note.clone()), negative(fell), 0)
        }
    };
    let lines: Vec<EarnedLine> = earning
        .lines
        .iter()
        .map(|line| EarnedLine {
            base: taken(line, line.base, undoing),
            amount: taken(line, line.amount, undoing),
            ..line.clone()
        })
        .filter(|line| line.base != Paise::ZERO || line.amount != Paise::ZERO)
        .collect();
    let is_nothing = lines.is_empty() && tip == Paise::ZERO && visits == 0;
    let (undone_by, undone_of) = (Some(undone_by), Some(earning.at));
    (!is_nothing).then(|| Earning { undone_by, undone_of, at, lines, tip, visits, ..earning.clone() })
}

/// The part taken of an amount of a line: how much its part after is less than its part before. So parts that come to
/// the whole take exactly all of it. A line of nothing, such as minutes of a membership, has no parts: it goes with the
/// last of the invoice.
fn taken(line: &EarnedLine, stored: Paise, undoing: Undoing<'_>) -> Paise {
    match undoing {
        Undoing::Void => negative(stored),
        Undoing::Credit { lines, is_last, .. } => {
            let credited = lines.iter().find(|credited| credited.line == line.line && credited.whole > Paise::ZERO);
            match credited {
                Some(credited) => {
                    let part =
                        |money: Paise| stored.portion(money.clamp(Paise::ZERO, credited.whole).0, credited.whole.0);
                    part(credited.before).minus(part(credited.after))
                }
                None if is_last => negative(stored),
                None => Paise::ZERO,
            }
        }
    }
}

fn negative(amount: Paise) -> Paise {
    Paise::ZERO.minus(amount)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pay::{CommissionRate, WorkKind};
    use parlour_values::document_number::DocumentNumber;

    fn line(id: usize, base: i64, rate: u32) -> EarnedLine {
        EarnedLine {
            line: id.to_string().into(),
            kind: WorkKind::Service,
            name: "Cut".to_owned(),
            base: Paise(base),
            rate: CommissionRate(rate),
            amount: CommissionRate(rate).of(Paise(base)),
            own: false,
        }
    }

    fn at() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn earning(lines: Vec<EarnedLine>) -> Earning {
        Earning {
            branch_id: "main".into(),
            staff_id: "meera".into(),
            invoice_id: "i1".into(),
            number: DocumentNumber::stored("BLR/26-27/00042"),
            at: at(),
            undone_by: None,
            undone_of: None,
            lines,
            tip: Paise(5_000),
            visits: 1,
        }
    }

    fn sums(rows: &[Earning]) -> (Paise, Paise) {
        let lines = || rows.iter().flat_map(|row| &row.lines);
        (lines().map(|line| line.base).sum(), lines().map(|line| line.amount).sum())
    }

    #[test]
    fn a_void_takes_all_of_it_with_the_tip_and_the_visit() {
        let earned = earning(vec![line(1, 84_746, 1000), line(2, 0, 1000)]);
        let undone = undone(&earned, Undoing::Void, at()).unwrap();
        assert_eq!((undone.tip, undone.visits, undone.lines.len()), (Paise(-5_000), -1, 1));
        assert_eq!(undone.undone_by, Some(UndoneBy::Void));
        assert_eq!(sums(&[earned, undone]), (Paise::ZERO, Paise::ZERO));
    }

    #[test]
    fn a_credit_note_takes_its_part_of_its_lines_and_no_tip() {
        let earned = earning(vec![line(1, 84_746, 1000), line(2, 50_000, 1000)]);
        let half = CreditedLine { line: "1".into(), whole: Paise(100_000), before: Paise::ZERO, after: Paise(50_000) };
        let note = "c1".into();
        let later = "2026-12-02T04:30:00Z".parse().unwrap();
        let undone =
            undone(&earned, Undoing::Credit { note: &note, lines: &[half], tips: &[], is_last: false }, later).unwrap();
        assert_eq!(sums(std::slice::from_ref(&undone)), (Paise(-42_373), Paise(-4_238)));
        assert_eq!((undone.tip, undone.visits, undone.at), (Paise::ZERO, 0, later));
        assert_eq!(undone.undone_of, Some(at()), "its tiers are those of the day it was earned on");
    }

    #[test]
    fn a_credit_note_takes_the_tip_that_nobody_paid() {
        let (earned, note) = (earning(Vec::new()), "c1".into());
        let tips = [("ravi".into(), Paise(300)), ("meera".into(), Paise(5_000))];
        let undoing = Undoing::Credit { note: &note, lines: &[], tips: &tips, is_last: true };
        let undone = undone(&earned, undoing, at()).unwrap();
        assert_eq!((undone.tip, undone.visits, undone.lines.len()), (Paise(-5_000), 0, 0));
    }

    #[test]
    fn what_gives_nothing_back_of_a_persons_lines_writes_nothing() {
        let earned = earning(vec![line(1, 84_746, 1000)]);
        let note = "c1".into();
        for whole in [0, 100] {
            let none =
                CreditedLine { line: "1".into(), whole: Paise(whole), before: Paise(whole), after: Paise(whole) };
            let undoing = Undoing::Credit { note: &note, lines: &[none], tips: &[], is_last: false };
            assert_eq!(undone(&earned, undoing, at()), None);
        }
    }

    #[test]
    fn the_last_note_takes_what_was_earned_on_lines_of_nothing_too() {
        let earned = earning(vec![line(1, 84_746, 1000), line(2, 50_000, 800)]);
        let of = |id: &str, whole: i64| CreditedLine {
            line: id.into(),
            whole: Paise(whole),
            before: Paise::ZERO,
            after: Paise(whole),
        };
        let (note, lines) = ("c1".into(), [of("1", 100_000), of("2", 0)]);
        let taken = |is_last| {
            undone(&earned, Undoing::Credit { note: &note, lines: &lines, tips: &[], is_last }, at()).unwrap()
        };
        assert_eq!(sums(&[earned.clone(), taken(false)]), (Paise(50_000), Paise(4_000)));
        assert_eq!(sums(&[earned.clone(), taken(true)]), (Paise::ZERO, Paise::ZERO));
    }

    proptest! {
        /// Lines of any price and rate, given back by credit notes of any amounts in any order.
        #[test]
        fn refunds_that_come_to_the_whole_leave_exactly_nothing(
            lines in proptest::collection::vec((1_i64..2_000_000, 0_i64..2_000_000, 0_u32..=10_000), 1..6),
            steps in proptest::collection::vec((0_usize..6, 1_i64..1_000_000), 0..20),
        ) {
            let earned = earning(lines.iter().enumerate().map(|(id, (_, base, rate))| line(id, *base, *rate)).collect());
            let mut credited = vec![0_i64; lines.len()];
            let to_the_end = lines.iter().enumerate().map(|(id, (whole, ..))| (id, *whole));
            let mut rows = vec![earned.clone()];
            for (number, (id, amount)) in steps.into_iter().chain(to_the_end).enumerate() {
                let Some((whole, ..)) = lines.get(id) else { continue };
                let before = credited[id];
                credited[id] = whole.min(&(before + amount)).to_owned();
                let part = CreditedLine {
                    line: id.to_string().into(),
                    whole: Paise(*whole),
                    before: Paise(before),
                    after: Paise(credited[id]),
                };
                let note = number.to_string().into();
                rows.extend(undone(&earned, Undoing::Credit { note: &note, lines: &[part], tips: &[], is_last: false }, at()));
                let (base, amount) = sums(&rows);
                prop_assert!(base >= Paise::ZERO && amount >= Paise::ZERO, "no more is taken than was earned");
            }
            prop_assert_eq!(sums(&rows), (Paise::ZERO, Paise::ZERO));
        }
    }
}
