//! Sales by code, for businesses and for consumers apart.

use std::collections::BTreeMap;

use super::file::{Hsn, HsnRow};
use super::hundredths::Hundredths;
use super::papers::BuyerKind;
use parlour_values::gst::{GstRate, Split};

/// The characters that a description of one's own may have.
const LONGEST_DESCRIPTION: usize = 30;

#[derive(Clone, Debug, Default)]
pub(super) struct HsnSums(BTreeMap<(BuyerKind, String, GstRate), HsnSum>);

#[derive(Clone, Debug)]
struct HsnSum {
    /// As a line has it: the first of all in order, so that the file is the same however the lines come.
    description: String,
    pieces: i64,
    split: Split,
}

impl HsnSums {
    pub fn add(&mut self, buyer: BuyerKind, code: &str, rate: GstRate, description: &str, pieces: i64, split: Split) {
        let new = || HsnSum { description: description.to_owned(), pieces: 0, split: Split::default() };
        let sum = self.0.entry((buyer, code.to_owned(), rate)).or_insert_with(new);
        sum.pieces = sum.pieces.saturating_add(pieces);
        sum.split = [sum.split, split].into_iter().sum();
        if description < sum.description.as_str() {
            sum.description = description.to_owned();
        }
    }

    pub fn tables(&self) -> Option<Hsn> {
        let of = |buyer: BuyerKind| {
            let rows = self.0.iter().filter(|((its, ..), sum)| *its == buyer && !sum.is_nothing());
            (1..).zip(rows).map(|(num, ((_, code, rate), sum))| sum.row(num, code, *rate)).collect::<Vec<_>>()
        };
        let hsn = Hsn { hsn_b2b: of(BuyerKind::Business), hsn_b2c: of(BuyerKind::Consumer) };
        (!hsn.hsn_b2b.is_empty() || !hsn.hsn_b2c.is_empty()).then_some(hsn)
    }
}

impl HsnSum {
    fn is_nothing(&self) -> bool {
        self.split == Split::default()
    }

    fn row(&self, num: u64, code: &str, rate: GstRate) -> HsnRow {
        let (is_service, official) = (code.starts_with("99"), official(code));
        let own = || self.description.chars().take(LONGEST_DESCRIPTION).collect();
        HsnRow {
            num,
            hsn_sc: code.to_owned(),
            user_desc: official.is_none().then(own),
            desc: official,
            // Services are not counted; products are, whatever they are packed in.
            uqc: if is_service { "NA" } else { "NOS" },
            qty: if is_service { 0 } else { self.pieces },
            rt: rate.into(),
            txval: self.split.taxable.into(),
            iamt: Hundredths::default(),
            samt: self.split.sgst.into(),
            camt: self.split.cgst.into(),
            csamt: Hundredths::default(),
        }
    }
}

/// The tool's own descriptions of the codes that a salon has.
fn official(code: &str) -> Option<&'static str> {
    Some(match code {
        "999721" => "Hairdressing and barbers services",
        "999722" => "Cosmetic treatment (including cosmetic or plastic surgery), manicuring and pedicuring services",
        "999723" => "Physical well-being services including health club & fitness centre",
        "999729" => "Other beauty treatment services n.e.c.",
        _ => return None,
    })
}
