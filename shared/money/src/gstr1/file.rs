//! The file, field by field as the tool has it.

use serde::Serialize;

use super::hundredths::Hundredths;
use parlour_values::money::Paise;
use parlour_values::time::{IstDate, Month};

#[derive(Clone, Debug, Serialize)]
pub struct Gstr1File {
    pub gstin: String,
    pub fp: String,
    pub version: &'static str,
    pub hash: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub b2b: Vec<BusinessInvoices>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub b2cs: Vec<ConsumerRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cdnr: Vec<BusinessNotes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nil: Option<Nil>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_issue: Option<DocIssue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hsn: Option<Hsn>,
}

/// The tool whose files these are.
pub(super) const VERSION: &str = "GST3.2.4";
/// The tool writes the word where a hash would stand, and the portal takes it.
pub(super) const HASH: &str = "hash";

/// The invoices of one business.
#[derive(Clone, Debug, Serialize)]
pub struct BusinessInvoices {
    pub ctin: String,
    pub inv: Vec<InvoiceEntry>,
}

#[derive(Clone, Debug, Serialize)]
pub struct InvoiceEntry {
    pub inum: String,
    pub idt: String,
    pub val: Hundredths,
    pub pos: String,
    pub rchrg: &'static str,
    pub inv_typ: &'static str,
    pub itms: Vec<Item>,
}

/// The credit notes of one business.
#[derive(Clone, Debug, Serialize)]
pub struct BusinessNotes {
    pub ctin: String,
    pub nt: Vec<NoteEntry>,
}

#[derive(Clone, Debug, Serialize)]
pub struct NoteEntry {
    pub nt_num: String,
    pub nt_dt: String,
    pub ntty: &'static str,
    pub val: Hundredths,
    pub pos: String,
    pub rchrg: &'static str,
    pub inv_typ: &'static str,
    pub itms: Vec<Item>,
}

/// The lines of one rate.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub num: u32,
    pub itm_det: ItemDetail,
}

#[derive(Clone, Debug, Serialize)]
pub struct ItemDetail {
    pub txval: Hundredths,
    pub rt: Hundredths,
    pub camt: Hundredths,
    pub samt: Hundredths,
    pub csamt: Hundredths,
}

/// The purchases of consumers at one rate, less what was given back to them.
#[derive(Clone, Debug, Serialize)]
pub struct ConsumerRow {
    pub sply_ty: &'static str,
    pub rt: Hundredths,
    pub typ: &'static str,
    pub pos: String,
    pub txval: Hundredths,
    pub camt: Hundredths,
    pub samt: Hundredths,
    pub csamt: Hundredths,
}

#[derive(Clone, Debug, Serialize)]
pub struct Nil {
    pub inv: Vec<NilRow>,
}

#[derive(Clone, Debug, Serialize)]
pub struct NilRow {
    pub sply_ty: &'static str,
    pub expt_amt: Hundredths,
    pub nil_amt: Hundredths,
    pub ngsup_amt: Hundredths,
}

impl NilRow {
    pub(super) fn of(sply_ty: &'static str, amount: Paise) -> Option<Self> {
        let none = Hundredths::default();
        (amount != Paise::ZERO).then(|| Self { sply_ty, expt_amt: none, nil_amt: amount.into(), ngsup_amt: none })
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct DocIssue {
    pub doc_det: Vec<DocumentKind>,
}

#[derive(Clone, Debug, Serialize)]
pub struct DocumentKind {
    pub doc_num: u32,
    pub doc_typ: &'static str,
    pub docs: Vec<DocumentRange>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DocumentRange {
    pub num: u64,
    pub from: String,
    pub to: String,
    pub totnum: u64,
    pub cancel: u64,
    pub net_issue: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Hsn {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hsn_b2b: Vec<HsnRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hsn_b2c: Vec<HsnRow>,
}

#[derive(Clone, Debug, Serialize)]
pub struct HsnRow {
    pub num: u64,
    pub hsn_sc: String,
    /// Of codes whose official text we do not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_desc: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub desc: Option<&'static str>,
    pub uqc: &'static str,
    pub qty: i64,
    pub rt: Hundredths,
    pub txval: Hundredths,
    pub iamt: Hundredths,
    pub samt: Hundredths,
    pub camt: Hundredths,
    pub csamt: Hundredths,
}

impl Gstr1File {
    /// `returns_5112026_R1_29ABCFT0001Q1Z3_offline.json`, made on 5 November 2026.
    pub fn name(&self, today: IstDate) -> String {
        format!("returns_{}{}{}_R1_{}_offline.json", today.day(), today.month(), today.year(), self.gstin)
    }
}

/// `112026`.
pub(super) fn period(month: Month) -> String {
    format!("{:02}{:04}", month.month, month.year)
}

/// `05-11-2026`.
pub(super) fn date(day: IstDate) -> String {
    format!("{:02}-{:02}-{:04}", day.day(), day.month(), day.year())
}
