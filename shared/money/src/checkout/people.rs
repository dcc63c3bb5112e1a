//! How many people a bill may name: it is paid in one transaction, which writes earnings for each of them.

use std::collections::BTreeSet;

use super::bill::Bill;
use parlour_booking::bookings::{Booking, VisitTime};
use parlour_storage::table::MAX_ACTIONS;
use parlour_values::id::{ProductId, StaffId};
use parlour_values::input::Problems;

/// Its stock, the movement, and the event that it is low.
const ROWS_PER_PRODUCT: usize = 3;
/// Everything that does not grow with the bill, at most: the number of the invoice, the till and its movement, the
/// membership with its copy, the account of gems with two entries, profile and directory, the booking with its copy, the
/// bill, the invoice with its copy, the event, what is kept of the answer, and two to spare.
const OTHER_ROWS: usize = 20;

/// The people that there is room for beside these products and the days and rooms of the visit.
fn most_people(products: usize, visit: usize) -> usize {
    let rows = products.saturating_mul(ROWS_PER_PRODUCT).saturating_add(visit).saturating_add(OTHER_ROWS);
    MAX_ACTIONS.saturating_sub(rows)
}

/// Says so where there are more. A sale has no visit.
pub(super) fn check_people<'a>(
    products: impl IntoIterator<Item = &'a ProductId>,
    people: impl IntoIterator<Item = &'a StaffId>,
    visit: Option<&Booking>,
    problems: &mut Problems,
) {
    let products: BTreeSet<&ProductId> = products.into_iter().collect();
    let people: BTreeSet<&StaffId> = people.into_iter().collect();
    let most = most_people(products.len(), visit.map_or(0, |booking| VisitTime::keys(booking).len()));
    if people.len() > most {
        let different = products.len();
        problems.add("lines", format!("must name at most {most} people, tips included, with {different} products"));
    }
}

impl Bill {
    pub(super) fn check_people(&self, booking: &Booking) -> Result<(), Problems> {
        let mut problems = Problems::default();
        check_people(self.product_ids(), self.staff_ids(), Some(booking), &mut problems);
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_people_may_be_named_as_one_transaction_writes() {
        assert_eq!((most_people(0, 1), most_people(20, 1)), (79, 19));
        assert_eq!(most_people(20, 40), 0);
        let products: Vec<ProductId> = (0..20).map(|at| at.to_string().into()).collect();
        let named = |count: usize| -> bool {
            let people: Vec<StaffId> = (0..count).map(|at| at.to_string().into()).collect();
            let mut problems = Problems::default();
            check_people(products.iter().chain(&products), people.iter().chain(&people), None, &mut problems);
            problems.is_empty()
        };
        assert!(named(20) && !named(21));
    }
}
