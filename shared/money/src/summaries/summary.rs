//! The sums of a day's invoices and credit notes. Pure.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::detail::DayDetail;
use crate::invoices::{CreditLine, CreditNote, Invoice, InvoiceLine, Payment};
use parlour_storage::table::{Key, Record, keys};
use parlour_values::gst::{GstRate, Split};
use parlour_values::id::BranchId;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod};
use parlour_values::time::{Instant, IstDate};

/// Sums net of credit notes, without void invoices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesTally {
    /// Number of invoices, or of lines if grouped by line.
    pub count: u64,
    pub total_paise: Paise,
    pub taxable_paise: Paise,
    pub cgst_paise: Paise,
    pub sgst_paise: Paise,
    pub discount_paise: Paise,
    /// Total of the credit notes; already subtracted from the other sums.
    pub refunded_paise: Paise,
}

impl SalesTally {
    pub fn gst(&self) -> Paise {
        self.cgst_paise.plus(self.sgst_paise)
    }

    pub(super) fn of(split: Split, discount: Paise) -> Self {
        Self {
            count: 1,
            total_paise: split.total(),
            taxable_paise: split.taxable,
            cgst_paise: split.cgst,
            sgst_paise: split.sgst,
            discount_paise: discount,
            refunded_paise: Paise::ZERO,
        }
    }

    pub(super) fn refund(split: Split) -> Self {
        let less = |amount: Paise| Paise::ZERO.minus(amount);
        Self {
            count: 0,
            total_paise: less(split.total()),
            taxable_paise: less(split.taxable),
            cgst_paise: less(split.cgst),
            sgst_paise: less(split.sgst),
            discount_paise: Paise::ZERO,
            refunded_paise: split.total(),
        }
    }

    /// A whole invoice: its total is what was paid, rounding included.
    pub(super) fn of_invoice(invoice: &Invoice) -> Self {
        let split = Split { taxable: invoice.taxable, cgst: invoice.cgst, sgst: invoice.sgst };
        Self { total_paise: invoice.total, ..Self::of(split, invoice.discount) }
    }

    pub(super) fn of_credit_note(note: &CreditNote) -> Self {
        let split = Split { taxable: note.taxable, cgst: note.cgst, sgst: note.sgst };
        Self { total_paise: Paise::ZERO.minus(note.amount), refunded_paise: note.amount, ..Self::refund(split) }
    }

    /// Divided in proportion to the parts, to the paisa; the first has the count, and everything where all are nothing.
    fn divided(self, parts: &[Paise]) -> Vec<Self> {
        if parts.iter().all(|part| *part == Paise::ZERO) {
            return std::iter::once(self).chain(std::iter::repeat(Self::default())).take(parts.len()).collect();
        }
        let divide = |whole: Paise| {
            let size = Paise(whole.0.saturating_abs());
            let sign = |part: Paise| if whole < Paise::ZERO { Paise::ZERO.minus(part) } else { part };
            size.spread(parts, &vec![size; parts.len()]).into_iter().map(sign).collect::<Vec<_>>()
        };
        let sums = [
            divide(self.total_paise),
            divide(self.taxable_paise),
            divide(self.cgst_paise),
            divide(self.sgst_paise),
            divide(self.discount_paise),
            divide(self.refunded_paise),
        ];
        let part = |sum: &Vec<Paise>, at: usize| sum.get(at).copied().unwrap_or_default();
        let [total, taxable, cgst, sgst, discount, refunded] = &sums;
        let one = |at: usize| Self {
            count: if at == 0 { self.count } else { 0 },
            total_paise: part(total, at),
            taxable_paise: part(taxable, at),
            cgst_paise: part(cgst, at),
            sgst_paise: part(sgst, at),
            discount_paise: part(discount, at),
            refunded_paise: part(refunded, at),
        };
        (0..parts.len()).map(one).collect()
    }

    pub fn plus(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_add(other.count),
            total_paise: self.total_paise.plus(other.total_paise),
            taxable_paise: self.taxable_paise.plus(other.taxable_paise),
            cgst_paise: self.cgst_paise.plus(other.cgst_paise),
            sgst_paise: self.sgst_paise.plus(other.sgst_paise),
            discount_paise: self.discount_paise.plus(other.discount_paise),
            refunded_paise: self.refunded_paise.plus(other.refunded_paise),
        }
    }
}

impl std::iter::Sum for SalesTally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Self::plus)
    }
}

/// The sums of one service, person, payment method or invoice kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Group {
    pub key: String,
    pub name: String,
    #[serde(flatten)]
    pub tally: SalesTally,
}

/// The sums of one SAC code at one rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxGroup {
    pub sac: String,
    pub rate: GstRate,
    pub tally: SalesTally,
}

/// The range of document numbers a branch issued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Documents {
    pub from: Option<String>,
    pub to: Option<String>,
    pub issued: u64,
    pub void: u64,
}

impl Documents {
    pub(super) fn add(&mut self, number: &str, void: bool) {
        self.widen(Some(number));
        self.issued = self.issued.saturating_add(1);
        self.void = self.void.saturating_add(u64::from(void));
    }

    pub fn join(&mut self, other: &Self) {
        self.widen(other.from.as_deref());
        self.widen(other.to.as_deref());
        self.issued = self.issued.saturating_add(other.issued);
        self.void = self.void.saturating_add(other.void);
    }

    /// A number with more digits is later, whatever its text order.
    fn widen(&mut self, number: Option<&str>) {
        let Some(number) = number else { return };
        let order = |number: &str| (number.len(), number.to_owned());
        if self.from.as_deref().is_none_or(|from| order(number) < order(from)) {
            self.from = Some(number.to_owned());
        }
        if self.to.as_deref().is_none_or(|to| order(number) > order(to)) {
            self.to = Some(number.to_owned());
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DaySummary {
    pub branch_id: BranchId,
    pub date: IstDate,
    pub sales: SalesTally,
    pub by_payment_method: Vec<Group>,
    pub by_type: Vec<Group>,
    pub by_service: Vec<Group>,
    pub by_staff: Vec<Group>,
    pub by_tax: Vec<TaxGroup>,
    pub documents: Documents,
    pub credit_notes: Documents,
    /// None of a day that was stored before there was this: it is added up again from its documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<DayDetail>,
    pub computed_at: Instant,
}

/// The key for lines without a person or a service.
pub const UNASSIGNED: &str = "unassigned";
pub const MEMBERSHIP: &str = "membership";
pub const CUSTOM: &str = "custom";
/// The key for what rounding to the rupee added, or took off, which is on no line.
pub const ROUND_OFF: &str = "roundOff";
/// The key for what was sold and not paid on its day.
pub const DUE: &str = "due";
/// The key for bills of nothing that name no method.
pub const NO_METHOD: &str = "none";

/// How a sum was paid, or went back, by method and the largest first. None is the part that was left due.
fn by_method(
    methods: impl Iterator<Item = (PaymentMethod, Paise)>,
    whole: Paise,
) -> Vec<(Option<PaymentMethod>, Paise)> {
    let mut parts: Vec<(Option<PaymentMethod>, Paise)> = Vec::new();
    let mut left = whole;
    for (method, amount) in methods {
        left = left.minus(amount);
        match parts.iter_mut().find(|(other, _)| *other == Some(method)) {
            Some((_, sum)) => *sum = sum.plus(amount),
            None => parts.push((Some(method), amount)),
        }
    }
    parts.sort_by_key(|(_, amount)| std::cmp::Reverse(*amount));
    if left > Paise::ZERO {
        parts.push((None, left));
    }
    parts
}

/// The item a line sold: a service, a product, a tier of memberships. One that is in no list goes by its name, as
/// memberships did before lines named their tier.
fn sold(line: &InvoiceLine, on: InvoiceType) -> String {
    let ids = [
        line.service_id.as_ref().map(|id| id.as_str()),
        line.product_id.as_ref().map(|id| id.as_str()),
        line.tier_id.as_ref().map(|id| id.as_str()),
    ];
    sold_as(ids, on, &line.description)
}

fn given_back(line: &CreditLine, on: InvoiceType) -> String {
    let ids = [
        line.service_id.as_ref().map(|id| id.as_str()),
        line.product_id.as_ref().map(|id| id.as_str()),
        line.tier_id.as_ref().map(|id| id.as_str()),
    ];
    sold_as(ids, on, &line.description)
}

fn sold_as(ids: [Option<&str>; 3], on: InvoiceType, description: &str) -> String {
    let unlisted = match on {
        InvoiceType::MembershipPurchase | InvoiceType::MembershipSession => MEMBERSHIP,
        InvoiceType::Service | InvoiceType::Sale => CUSTOM,
    };
    ids.into_iter().flatten().next().map_or_else(|| format!("{unlisted}:{description}"), str::to_owned)
}

pub(super) fn add(tally: &mut SalesTally, more: SalesTally) {
    *tally = tally.plus(more);
}

fn add_to(groups: &mut Vec<Group>, key: &str, name: &str, more: SalesTally) {
    match groups.iter_mut().find(|group| group.key == key) {
        Some(group) => add(&mut group.tally, more),
        None => groups.push(Group { key: key.to_owned(), name: name.to_owned(), tally: more }),
    }
}

pub(super) fn add_to_tax(groups: &mut Vec<TaxGroup>, sac: &str, rate: GstRate, more: SalesTally) {
    match groups.iter_mut().find(|group| group.sac == sac && group.rate == rate) {
        Some(group) => add(&mut group.tally, more),
        None => groups.push(TaxGroup { sac: sac.to_owned(), rate, tally: more }),
    }
}

impl DaySummary {
    pub fn empty(branch_id: BranchId, date: IstDate, now: Instant) -> Self {
        Self {
            branch_id,
            date,
            sales: SalesTally::default(),
            by_payment_method: Vec::new(),
            by_type: Vec::new(),
            by_service: Vec::new(),
            by_staff: Vec::new(),
            by_tax: Vec::new(),
            documents: Documents::default(),
            credit_notes: Documents::default(),
            detail: Some(DayDetail::default()),
            computed_at: now,
        }
    }

    pub fn add_invoice(&mut self, invoice: &Invoice) {
        self.detail.get_or_insert_default().add_invoice(invoice);
        self.documents.add(invoice.number.as_str(), invoice.is_void());
        if invoice.is_void() {
            return;
        }
        let whole = SalesTally::of_invoice(invoice);
        add(&mut self.sales, whole);
        let own = |payment: &Payment| payment.at.ist_date() == invoice.day();
        let paid = invoice.payments_on_total().filter(|(payment, _)| own(payment));
        let parts = by_method(paid.map(|(payment, amount)| (payment.method, amount)), invoice.total);
        match invoice.payment_method {
            // A bill of nothing may name a method.
            Some(method) if parts.is_empty() => self.add_by_method(&[(Some(method), Paise::ZERO)], whole),
            None if parts.is_empty() => add_to(&mut self.by_payment_method, NO_METHOD, "Nothing to pay", whole),
            _ => self.add_by_method(&parts, whole),
        }
        add_to(&mut self.by_type, invoice.invoice_type.as_str(), invoice.invoice_type.as_str(), whole);
        for line in &invoice.lines {
            self.add_line(line, invoice.invoice_type);
        }
        self.add_round_off(SalesTally { total_paise: invoice.round_off, ..SalesTally::default() });
    }

    fn add_by_method(&mut self, parts: &[(Option<PaymentMethod>, Paise)], whole: SalesTally) {
        let amounts: Vec<Paise> = parts.iter().map(|(_, amount)| *amount).collect();
        let tallies = if let [_] = parts { vec![whole] } else { whole.divided(&amounts) };
        for ((method, _), tally) in parts.iter().zip(tallies) {
            let (key, name) = method.map_or((DUE, "Due"), |method| (method.as_str(), method.label()));
            add_to(&mut self.by_payment_method, key, name, tally);
        }
    }

    fn add_line(&mut self, line: &InvoiceLine, on: InvoiceType) {
        let tally = SalesTally::of(line.split(), line.discount);
        add_to(&mut self.by_service, &sold(line, on), &line.description, tally);
        let staff = line.staff_id.as_ref().map_or(UNASSIGNED, |id| id.as_str());
        add_to(&mut self.by_staff, staff, line.staff_name.as_deref().unwrap_or(UNASSIGNED), tally);
        add_to_tax(&mut self.by_tax, &line.sac, line.rate, tally);
    }

    fn add_round_off(&mut self, tally: SalesTally) {
        if tally.total_paise != Paise::ZERO {
            add_to(&mut self.by_service, ROUND_OFF, "Round off", tally);
            add_to(&mut self.by_staff, ROUND_OFF, "Round off", tally);
        }
    }

    /// With the invoice that it gives back from.
    pub fn add_credit_note(&mut self, note: &CreditNote, invoice: Option<&Invoice>) {
        self.detail.get_or_insert_default().add_credit_note(note, invoice);
        self.credit_notes.add(note.number.as_str(), false);
        let whole = SalesTally::of_credit_note(note);
        add(&mut self.sales, whole);
        self.add_by_method(&by_method(note.refunded_by_method().into_iter(), note.amount), whole);
        add_to(&mut self.by_type, note.invoice_type.as_str(), note.invoice_type.as_str(), whole);
        for line in &note.lines {
            let tally = SalesTally::refund(line.credited.into());
            add_to(&mut self.by_service, &given_back(line, note.invoice_type), &line.description, tally);
            let staff = line.staff_id.as_ref().map_or(UNASSIGNED, |id| id.as_str());
            add_to(&mut self.by_staff, staff, line.staff_name.as_deref().unwrap_or(UNASSIGNED), tally);
            add_to_tax(&mut self.by_tax, &line.sac, line.rate, tally);
        }
        self.add_round_off(SalesTally {
            total_paise: Paise::ZERO.minus(note.round_off),
            refunded_paise: note.round_off,
            ..SalesTally::default()
        });
    }

    /// Adds another summary.
    pub fn join(&mut self, other: &Self) {
        add(&mut self.sales, other.sales);
        for (own, others) in [
            (&mut self.by_payment_method, &other.by_payment_method),
            (&mut self.by_type, &other.by_type),
            (&mut self.by_service, &other.by_service),
            (&mut self.by_staff, &other.by_staff),
        ] {
            for theirs in others {
                add_to(own, &theirs.key, &theirs.name, theirs.tally);
            }
        }
        for theirs in &other.by_tax {
            add_to_tax(&mut self.by_tax, &theirs.sac, theirs.rate, theirs.tally);
        }
        self.documents.join(&other.documents);
        self.credit_notes.join(&other.credit_notes);
        if let Some(theirs) = &other.detail {
            self.detail.get_or_insert_default().join(theirs);
        }
    }
}

impl Record for DaySummary {
    const KIND: &'static str = "day_summary";

    fn key(&self) -> Key {
        keys::summary(&self.branch_id, self.date)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invoices::Tip;

    #[test]
    fn a_split_invoice_is_divided_by_what_was_paid_that_day_and_the_parts_sum_to_the_whole() {
        let sample = Invoice::sample();
        let payment = |method, amount, at| Payment::plain(method, Paise(amount), at, None);
        let (at, later) = (sample.issued_at, sample.day().plus_days(1).start());
        let payments = vec![
            payment(PaymentMethod::Cash, 50_001, at),
            payment(PaymentMethod::Upi, 60_000, at),
            payment(PaymentMethod::Cash, 20_000, at),
            payment(PaymentMethod::Card, 46_999, later),
        ];
        let invoice = Invoice { payments, payment_method: Some(PaymentMethod::Upi), ..sample };
        let mut day = DaySummary::empty("main".into(), invoice.day(), at);
        day.add_invoice(&invoice);
        let told: Vec<_> =
            day.by_payment_method.iter().map(|group| (group.key.as_str(), group.tally.total_paise.0)).collect();
        assert_eq!(told, [("cash", 70_001), ("upi", 60_000), (DUE, 46_999)]);
        assert_eq!(day.by_payment_method.iter().map(|group| group.tally).sum::<SalesTally>(), day.sales);
    }

    #[test]
    fn products_count_by_themselves_and_what_is_in_no_list_by_its_name() {
        let sample = Invoice::sample();
        let [cut, trim] = sample.lines.as_slice() else { panic!("two lines") };
        let bottle = InvoiceLine { service_id: None, product_id: Some("shampoo".into()), ..trim.clone() };
        let custom = InvoiceLine { service_id: None, description: "Bridal set".to_owned(), ..trim.clone() };
        let invoice = Invoice { lines: vec![cut.clone(), bottle, custom], ..sample };
        let mut day = DaySummary::empty("main".into(), invoice.day(), invoice.issued_at);
        day.add_invoice(&invoice);
        let keys: Vec<&str> = day.by_service.iter().map(|group| group.key.as_str()).collect();
        assert_eq!(keys, ["haircut", "shampoo", "custom:Bridal set"]);
    }

    #[test]
    fn what_rounding_added_is_a_row_of_its_own_so_that_the_rows_sum_to_the_whole() {
        let sample = Invoice::sample();
        let rounded = Invoice { round_off: Paise(-40), total: sample.total.minus(Paise(40)), ..sample.clone() };
        let mut day = DaySummary::empty("main".into(), rounded.day(), rounded.issued_at);
        day.add_invoice(&sample);
        assert!(day.by_service.iter().chain(&day.by_staff).all(|group| group.key != ROUND_OFF));
        day.add_invoice(&rounded);
        for groups in [&day.by_service, &day.by_staff] {
            let total: Paise = groups.iter().map(|group| group.tally.total_paise).sum();
            assert_eq!(total, day.sales.total_paise);
        }
    }

    #[test]
    fn a_bill_of_nothing_counts_for_the_method_it_names() {
        let sample = Invoice::sample();
        let nothing = Invoice { total: Paise::ZERO, payments: Vec::new(), ..sample };
        let mut day = DaySummary::empty("main".into(), nothing.day(), nothing.issued_at);
        day.add_invoice(&nothing);
        assert_eq!((day.by_payment_method.len(), day.by_payment_method[0].key.as_str()), (1, "upi"));
        assert_eq!(day.by_payment_method[0].tally.count, 1);
    }

    #[test]
    fn a_bill_of_nothing_is_in_one_row_with_its_discount() {
        let sample = Invoice::sample();
        let tip = |method| Payment::plain(method, Paise(5_000), sample.issued_at, None);
        let tips = vec![Tip { staff_id: "priya".into(), staff_name: "Priya".to_owned(), amount: Paise(10_000) }];
        let free = Invoice { total: Paise::ZERO, payments: Vec::new(), payment_method: None, ..sample.clone() };
        let tipped = Invoice {
            tips,
            payments: vec![tip(PaymentMethod::Cash), tip(PaymentMethod::Upi)],
            payment_method: Some(PaymentMethod::Cash),
            ..free.clone()
        };
        let mut day = DaySummary::empty("main".into(), free.day(), free.issued_at);
        day.add_invoice(&free);
        day.add_invoice(&tipped);
        let told: Vec<_> = day
            .by_payment_method
            .iter()
            .map(|group| (group.key.as_str(), group.tally.count, group.tally.discount_paise.0))
            .collect();
        assert_eq!(told, [(NO_METHOD, 1, 1_000), ("cash", 1, 1_000), ("upi", 0, 0)]);
        assert_eq!(day.by_payment_method.iter().map(|group| group.tally).sum::<SalesTally>(), day.sales);
    }
}
