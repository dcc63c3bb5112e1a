//! The numbers given out, series by series.

use std::collections::BTreeMap;

use super::file::DocumentRange;

/// The numbers of one kind of document, by what they begin with.
#[derive(Clone, Debug, Default)]
pub(super) struct NumberRanges(BTreeMap<String, GivenNumbers>);

#[derive(Clone, Debug)]
struct GivenNumbers {
    first: (u64, String),
    last: (u64, String),
    valid: u64,
}

impl NumberRanges {
    /// Adds a number such as `BLR/26-27/00042`.
    pub fn add(&mut self, number: &str, is_void: bool) {
        let (series, count) = number.rsplit_once('/').unwrap_or(("", number));
        let this = (count.parse().unwrap_or(0), number.to_owned());
        let valid = u64::from(!is_void);
        match self.0.get_mut(series) {
            Some(given) => {
                given.valid = given.valid.saturating_add(valid);
                if this < given.first {
                    given.first = this;
                } else if this > given.last {
                    given.last = this;
                }
            }
            None => {
                self.0.insert(series.to_owned(), GivenNumbers { first: this.clone(), last: this, valid });
            }
        }
    }

    /// A range for each series. Whatever is in it and is no valid document counts as cancelled: void ones, and numbers that
    /// were given to something else.
    pub fn ranges(&self) -> Vec<DocumentRange> {
        let range = |(num, given): (u64, &GivenNumbers)| {
            let total = given.last.0.saturating_sub(given.first.0).saturating_add(1);
            DocumentRange {
                num,
                from: given.first.1.clone(),
                to: given.last.1.clone(),
                totnum: total,
                cancel: total.saturating_sub(given.valid),
                net_issue: given.valid,
            }
        };
        (1..).zip(self.0.values()).map(range).collect()
    }
}
