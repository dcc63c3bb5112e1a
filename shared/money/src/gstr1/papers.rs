//! The sums of a month's papers under one GSTIN.

use std::collections::BTreeMap;

use super::documents::NumberRanges;
use super::file::{
    BusinessInvoices, BusinessNotes, ConsumerRow, DocIssue, DocumentKind, Gstr1File, HASH, InvoiceEntry, Item,
    ItemDetail, Nil, NilRow, NoteEntry, VERSION, date, period,
};
use super::hsn::HsnSums;
use super::hundredths::Hundredths;
use crate::invoices::{CreditLine, CreditNote, Invoice, InvoiceLine};
use parlour_values::gst::{GstRate, Split};
use parlour_values::money::Paise;
use parlour_values::time::Month;

/// The buyer: a registered business, or anybody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BuyerKind {
    Business,
    Consumer,
}

impl BuyerKind {
    fn of(invoice: &Invoice) -> Self {
        if invoice.customer_gstin.is_some() { Self::Business } else { Self::Consumer }
    }
}

/// The month as known so far; the papers may come in any order.
#[derive(Clone, Debug)]
pub struct Gstr1 {
    gstin: String,
    month: Month,
    b2b: BTreeMap<String, Vec<InvoiceEntry>>,
    b2cs: ByRate,
    cdnr: BTreeMap<String, Vec<NoteEntry>>,
    nil: BTreeMap<BuyerKind, Paise>,
    hsn: HsnSums,
    invoices: NumberRanges,
    notes: NumberRanges,
}

type ByRate = BTreeMap<GstRate, Split>;

fn add(sums: &mut ByRate, rate: GstRate, split: Split) {
    let sum = sums.entry(rate).or_default();
    *sum = [*sum, split].into_iter().sum();
}

fn less(split: Split) -> Split {
    let less = |amount: Paise| Paise::ZERO.minus(amount);
    Split { taxable: less(split.taxable), cgst: less(split.cgst), sgst: less(split.sgst) }
}

/// The taxed sums, an item for each rate.
fn items(sums: &ByRate) -> Vec<Item> {
    let taxed = sums.iter().filter(|(rate, sum)| **rate > GstRate::ZERO && **sum != Split::default());
    let item = |(rate, sum): (&GstRate, &Split)| Item {
        num: rate.bps().saturating_add(1),
        itm_det: ItemDetail {
            txval: sum.taxable.into(),
            rt: (*rate).into(),
            camt: sum.cgst.into(),
            samt: sum.sgst.into(),
            csamt: Hundredths::default(),
        },
    };
    taxed.map(item).collect()
}

impl Gstr1 {
    pub fn new(gstin: &str, month: Month) -> Self {
        Self {
            gstin: gstin.to_owned(),
            month,
            b2b: BTreeMap::new(),
            b2cs: ByRate::new(),
            cdnr: BTreeMap::new(),
            nil: BTreeMap::new(),
            hsn: HsnSums::default(),
            invoices: NumberRanges::default(),
            notes: NumberRanges::default(),
        }
    }

    /// The state in which everything is supplied.
    fn place(&self) -> String {
        self.gstin.chars().take(2).collect()
    }

    /// Of this registration and month. A session's record is no invoice, and a void one leaves only its number.
    pub fn add_invoice(&mut self, invoice: &Invoice) {
        if invoice.is_session_record() {
            return;
        }
        self.invoices.add(invoice.number.as_str(), invoice.is_void());
        if invoice.is_void() {
            return;
        }
        let buyer = BuyerKind::of(invoice);
        let mut by_rate = ByRate::new();
        for line in &invoice.lines {
            let InvoiceLine { sac, rate, description, quantity, .. } = line;
            add(&mut by_rate, *rate, line.split());
            self.hsn.add(buyer, sac, *rate, description, i64::from(*quantity), line.split());
        }
        self.add_untaxed(buyer, &by_rate, |amount| amount);
        match &invoice.customer_gstin {
            None => by_rate.into_iter().for_each(|(rate, split)| add(&mut self.b2cs, rate, split)),
            Some(ctin) => {
                let itms = items(&by_rate);
                if !itms.is_empty() {
                    let entry = InvoiceEntry {
                        inum: invoice.number.to_string(),
                        idt: date(invoice.day()),
                        val: invoice.total.into(),
                        pos: self.place(),
                        rchrg: "N",
                        inv_typ: "R",
                        itms,
                    };
                    self.b2b.entry(ctin.clone()).or_default().push(entry);
                }
            }
        }
    }

    /// Written in this month for an invoice of this registration, whenever that was written. What is given back to a
    /// business stands by itself, what is given back to others is taken off what they bought.
    pub fn add_credit_note(&mut self, note: &CreditNote, invoice: &Invoice) {
        self.notes.add(note.number.as_str(), false);
        let buyer = BuyerKind::of(invoice);
        let mut by_rate = ByRate::new();
        for line in &note.lines {
            let CreditLine { sac, rate, description, .. } = line;
            let split = Split::from(line.credited);
            add(&mut by_rate, *rate, split);
            self.hsn.add(buyer, sac, *rate, description, 0, less(split));
        }
        // Pieces may come back with a line that gave no money.
        for back in &note.restocked {
            if let Some(line) = invoice.lines.iter().find(|line| line.id == back.line_id) {
                let InvoiceLine { sac, rate, description, .. } = line;
                let pieces = i64::from(back.quantity).saturating_neg();
                self.hsn.add(buyer, sac, *rate, description, pieces, Split::default());
            }
        }
        self.add_untaxed(buyer, &by_rate, |amount| Paise::ZERO.minus(amount));
        match &invoice.customer_gstin {
            None => by_rate.into_iter().for_each(|(rate, split)| add(&mut self.b2cs, rate, less(split))),
            Some(ctin) => {
                let itms = items(&by_rate);
                if !itms.is_empty() {
                    let entry = NoteEntry {
                        nt_num: note.number.to_string(),
                        nt_dt: date(note.created_at.ist_date()),
                        ntty: "C",
                        val: note.amount.into(),
                        pos: self.place(),
                        rchrg: "N",
                        inv_typ: "R",
                        itms,
                    };
                    self.cdnr.entry(ctin.clone()).or_default().push(entry);
                }
            }
        }
    }

    fn add_untaxed(&mut self, buyer: BuyerKind, by_rate: &ByRate, sign: impl Fn(Paise) -> Paise) {
        if let Some(untaxed) = by_rate.get(&GstRate::ZERO) {
            let sum = self.nil.entry(buyer).or_default();
            *sum = sum.plus(sign(untaxed.total()));
        }
    }

    pub fn file(mut self) -> Gstr1File {
        let place = self.place();
        self.b2b.values_mut().for_each(|all| all.sort_by(|a, b| a.inum.cmp(&b.inum)));
        self.cdnr.values_mut().for_each(|all| all.sort_by(|a, b| a.nt_num.cmp(&b.nt_num)));
        let consumers = items(&self.b2cs).into_iter().map(|Item { itm_det, .. }| ConsumerRow {
            sply_ty: "INTRA",
            rt: itm_det.rt,
            typ: "OE",
            pos: place.clone(),
            txval: itm_det.txval,
            camt: itm_det.camt,
            samt: itm_det.samt,
            csamt: itm_det.csamt,
        });
        let b2cs = consumers.collect();
        let untaxed = |buyer: BuyerKind, name| NilRow::of(name, self.nil.get(&buyer).copied().unwrap_or_default());
        let rows = [untaxed(BuyerKind::Business, "INTRAB2B"), untaxed(BuyerKind::Consumer, "INTRAB2C")];
        let rows: Vec<NilRow> = rows.into_iter().flatten().collect();
        Gstr1File {
            fp: period(self.month),
            version: VERSION,
            hash: HASH,
            b2cs,
            nil: (!rows.is_empty()).then_some(Nil { inv: rows }),
            doc_issue: doc_issue(&self.invoices, &self.notes),
            hsn: self.hsn.tables(),
            b2b: self.b2b.into_iter().map(|(ctin, inv)| BusinessInvoices { ctin, inv }).collect(),
            cdnr: self.cdnr.into_iter().map(|(ctin, nt)| BusinessNotes { ctin, nt }).collect(),
            gstin: self.gstin,
        }
    }
}

fn doc_issue(invoices: &NumberRanges, notes: &NumberRanges) -> Option<DocIssue> {
    let kind = |doc_num, doc_typ, numbers: &NumberRanges| DocumentKind { doc_num, doc_typ, docs: numbers.ranges() };
    let kinds = [kind(1, "Invoices for outward supply", invoices), kind(5, "Credit Note", notes)];
    let doc_det: Vec<DocumentKind> = kinds.into_iter().filter(|kind| !kind.docs.is_empty()).collect();
    (!doc_det.is_empty()).then_some(DocIssue { doc_det })
}
