//! The series of document numbers: consecutive without gaps, so the next number is taken in the transaction of the
//! document that carries it, on the condition that nobody took it since it was read.

use serde::{Deserialize, Serialize};

use crate::branches::{Branch, check_code};
use parlour_storage::table::{Key, Record, Stored, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::document_number::{DocumentNumber, DocumentSeries, FinancialYear, SeriesExhausted};
use parlour_values::id::BranchId;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NumberSeries {
    pub branch_id: BranchId,
    pub name: DocumentSeries,
    pub year: FinancialYear,
    /// The count of the last document issued.
    pub last: u64,
}

impl NumberSeries {
    pub fn key_of(name: DocumentSeries, branch: &BranchId, year: FinancialYear) -> Key {
        match name {
            DocumentSeries::Invoice => keys::invoice_series(branch, &year.to_string()),
            DocumentSeries::CreditNote => keys::credit_series(branch, &year.to_string()),
            DocumentSeries::SessionRecord => keys::session_series(branch, &year.to_string()),
        }
    }

    /// Takes the next number in this transaction.
    pub fn next(
        read: Option<&Stored<Self>>,
        name: DocumentSeries,
        branch: &Stored<Branch>,
        year: FinancialYear,
        transaction: &mut Transaction<'_>,
    ) -> Result<DocumentNumber, SeriesExhausted> {
        let last = read.map_or(0, |series| series.last).saturating_add(1);
        let number = DocumentNumber::new(name, &branch.code, year, last)?;
        check_code(branch, last, transaction);
        transaction.save(read, &Self { branch_id: branch.id.clone(), name, year, last });
        Ok(DocumentNumber::stored(transaction.issue(number.to_string())))
    }
}

impl Record for NumberSeries {
    const KIND: &'static str = "number_series";

    fn key(&self) -> Key {
        Self::key_of(self.name, &self.branch_id, self.year)
    }
}
