//! The numbers of the demo's invoices: consecutive in the order of time, whoever writes them.

use std::collections::BTreeMap;

use parlour_setup::branches::{Branch, NumberSeries};
use parlour_values::document_number::{DocumentNumber, DocumentSeries, FinancialYear, SeriesExhausted};
use parlour_values::id::BranchId;
use parlour_values::time::Instant;

/// When invoices are written, by branch and year.
#[derive(Default)]
pub struct Numbers(BTreeMap<(BranchId, i32), Vec<Instant>>);

impl Numbers {
    pub fn of(moments: impl IntoIterator<Item = (BranchId, Instant)>) -> Self {
        let mut all: BTreeMap<(BranchId, i32), Vec<Instant>> = BTreeMap::new();
        for (branch, at) in moments {
            all.entry((branch, FinancialYear::of(at.ist_date()).begins())).or_default().push(at);
        }
        all.values_mut().for_each(|moments| moments.sort_unstable());
        Self(all)
    }

    /// How many were written that year before this moment.
    fn before(&self, branch: &BranchId, at: Instant) -> u64 {
        let year = FinancialYear::of(at.ist_date()).begins();
        let moments = self.0.get(&(branch.clone(), year));
        moments.map_or(0, |moments| moments.partition_point(|moment| *moment < at) as u64)
    }

    pub fn at(&self, branch: &Branch, at: Instant) -> Result<DocumentNumber, SeriesExhausted> {
        let year = FinancialYear::of(at.ist_date());
        DocumentNumber::new(DocumentSeries::Invoice, &branch.code, year, self.before(&branch.id, at) + 1)
    }

    /// The series as it stands just before this moment.
    pub fn series(&self, branch: &BranchId, at: Instant) -> NumberSeries {
        NumberSeries {
            branch_id: branch.clone(),
            name: DocumentSeries::Invoice,
            year: FinancialYear::of(at.ist_date()),
            last: self.before(branch, at),
        }
    }

    /// Every series as all of it leaves it.
    pub fn all(&self) -> Vec<NumberSeries> {
        let last = |((branch, _), moments): (&(BranchId, i32), &Vec<Instant>)| {
            let (at, count) = (*moments.last()?, moments.len() as u64);
            Some(NumberSeries { last: count, ..self.series(branch, at) })
        };
        self.0.iter().filter_map(last).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_time_and_begin_again_with_the_year() {
        let branch = Branch::sample();
        let at = |text: &str| -> Instant { text.parse().unwrap() };
        let days = ["2026-04-02T06:00:00Z", "2026-03-30T06:00:00Z", "2026-03-31T06:00:00Z"];
        let numbers = Numbers::of(days.map(|day| (branch.id.clone(), at(day))));
        let number = |day: &str| numbers.at(&branch, at(day)).unwrap().to_string();
        assert_eq!(number(days[1]), "MAIN/25-26/00001");
        assert_eq!(number(days[2]), "MAIN/25-26/00002");
        assert_eq!(number(days[0]), "MAIN/26-27/00001");
        assert_eq!(numbers.series(&branch.id, at(days[2])).last, 1);
        assert_eq!(numbers.all().iter().map(|series| series.last).collect::<Vec<_>>(), [2, 1]);
    }
}
