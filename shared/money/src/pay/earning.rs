//! A person's earnings by an invoice, as kept: written with the invoice, and never changed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::commission::{CommissionRate, WorkKind};
use parlour_storage::table::{Found, Key, Record, TableError, is_default, keys};
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, CreditNoteId, InvoiceId, LineId, StaffId};
use parlour_values::money::Paise;
use parlour_values::text_enum::serde_as_text;
use parlour_values::time::Instant;

/// One person's part of an invoice, or what a credit note or void took back of it: then its amounts are negative. In no
/// index, and below 1 KB for a plain visit: one write unit of the table, two in its transaction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Earning {
    pub branch_id: BranchId,
    pub staff_id: StaffId,
    pub invoice_id: InvoiceId,
    pub number: DocumentNumber,
    /// When the invoice was written, or taken back.
    pub at: Instant,
    #[serde(default, skip_serializing_if = "is_default")]
    pub undone_by: Option<UndoneBy>,
    /// When what is taken back had been earned; none of rows from before that was kept.
    #[serde(default, skip_serializing_if = "is_default")]
    pub undone_of: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub lines: Vec<EarnedLine>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub tip: Paise,
    /// 1 if the person worked on the visit, 0 if they only sold something, -1 if the visit was none after all.
    #[serde(default, skip_serializing_if = "is_default")]
    pub visits: i64,
}

/// The earnings of a line, by the rule of its day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EarnedLine {
    pub line: LineId,
    pub kind: WorkKind,
    pub name: String,
    /// Net, without GST.
    #[serde(default, skip_serializing_if = "is_default")]
    pub base: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub rate: CommissionRate,
    #[serde(default, skip_serializing_if = "is_default")]
    pub amount: Paise,
    /// Whether the rate is the service's own: then the line is in no tier.
    #[serde(default, skip_serializing_if = "is_default")]
    pub own: bool,
}

/// The void or credit note that took an earning back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UndoneBy {
    Void,
    CreditNote(CreditNoteId),
}

impl Earning {
    /// When it was earned, also of what was taken back of it later.
    pub(super) fn earned_at(&self) -> Instant {
        self.undone_of.unwrap_or(self.at)
    }
}

const VOID: &str = "void";

impl fmt::Display for UndoneBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str(VOID),
            Self::CreditNote(id) => f.write_str(id.as_str()),
        }
    }
}

impl FromStr for UndoneBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(if text == VOID { Self::Void } else { Self::CreditNote(text.into()) })
    }
}

serde_as_text!(UndoneBy);

impl Record for Earning {
    const KIND: &'static str = "earning";

    fn key(&self) -> Key {
        let Self { branch_id, staff_id, invoice_id, at, undone_by, .. } = self;
        match undone_by {
            None => keys::earning(branch_id, staff_id, *at, invoice_id),
            Some(by) => keys::earning_undone(branch_id, staff_id, *at, invoice_id, &by.to_string()),
        }
    }
}

/// The facts of an invoice that pay needs to know.
#[derive(Clone, Copy, Debug)]
pub struct EarningInvoice<'a> {
    pub id: &'a InvoiceId,
    pub number: &'a DocumentNumber,
    pub branch: &'a BranchId,
    /// When it was written.
    pub at: Instant,
}

/// The keys that [`earnings_among`] reads: the earnings of these people by an invoice.
pub fn earning_keys<'a>(
    invoice: &EarningInvoice<'_>,
    staff: impl IntoIterator<Item = &'a StaffId>,
) -> impl Iterator<Item = Key> {
    staff.into_iter().map(|staff| keys::earning(invoice.branch, staff, invoice.at, invoice.id))
}

/// The earnings of these people by an invoice. One that was written before there was commission has no earnings.
pub fn earnings_among<'a>(
    found: &mut Found,
    invoice: &EarningInvoice<'_>,
    staff: impl IntoIterator<Item = &'a StaffId>,
) -> Result<Vec<Earning>, TableError> {
    let read = |key: Key| found.take::<Earning>(&key).map(|read| read.map(|read| read.record));
    earning_keys(invoice, staff).map(read).filter_map(Result::transpose).collect()
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::{record_of, row_of};
    use serde_json::{Value, json};

    use super::*;

    fn earning() -> Earning {
        Earning {
            branch_id: "b1".into(),
            staff_id: "meera".into(),
            invoice_id: "i1".into(),
            number: DocumentNumber::stored("BLR/26-27/00042"),
            at: "2026-11-16T04:30:00Z".parse().unwrap(),
            undone_by: None,
            undone_of: None,
            lines: vec![EarnedLine {
                line: "1".into(),
                kind: WorkKind::Service,
                name: "Cut".to_owned(),
                base: Paise(84_746),
                rate: CommissionRate(1000),
                amount: Paise(8_475),
                own: false,
            }],
            tip: Paise::ZERO,
            visits: 1,
        }
    }

    fn is_stored_as(earning: &Earning, golden: Value) {
        assert_eq!(serde_json::to_value(row_of(earning).unwrap()).unwrap(), golden);
        assert_eq!(record_of::<Earning>(serde_json::from_value(golden).unwrap()).unwrap(), *earning);
    }

    #[test]
    fn an_earning_is_one_small_row() {
        is_stored_as(
            &earning(),
            json!({
                "PK": { "S": "EARNINGS#b1#2026-11" },
                "SK": { "S": "meera#2026-11-16T04:30:00.000Z#i1" },
                "kind": { "S": "earning" }, "format": { "N": "1" }, "v": { "N": "1" },
                "branch_id": { "S": "b1" }, "staff_id": { "S": "meera" },
                "invoice_id": { "S": "i1" }, "number": { "S": "BLR/26-27/00042" },
                "at": { "S": "2026-11-16T04:30:00.000Z" },
                "lines": { "L": [{ "M": {
                    "line": { "S": "1" }, "kind": { "S": "service" }, "name": { "S": "Cut" },
                    "base": { "N": "84746" }, "rate": { "N": "1000" }, "amount": { "N": "8475" },
                } }] },
                "visits": { "N": "1" },
            }),
        );
    }

    #[test]
    fn what_was_taken_back_stands_under_what_took_it() {
        let sort_key = |undone_by| Earning { undone_by: Some(undone_by), ..earning() }.key().sk;
        assert_eq!(sort_key(UndoneBy::Void), "meera#2026-11-16T04:30:00.000Z#i1#void");
        assert_eq!(sort_key(UndoneBy::CreditNote("c1".into())), "meera#2026-11-16T04:30:00.000Z#i1#c1");
        let undone = Earning { undone_by: Some(UndoneBy::Void), undone_of: Some(earning().at), ..earning() };
        let row = serde_json::to_value(row_of(&undone).unwrap()).unwrap();
        assert_eq!((&row["undone_by"]["S"], &row["undone_of"]["S"]), (&json!("void"), &json!(undone.at)));
        assert_eq!(record_of::<Earning>(serde_json::from_value(row).unwrap()).unwrap(), undone);
        for undone_by in [UndoneBy::Void, UndoneBy::CreditNote("c1".into())] {
            assert_eq!(undone_by.to_string().parse(), Ok(undone_by));
        }
    }
}
