//! Effects of every sale at the counter beside its invoice: money into the drawer, products out of stock, earnings of
//! the people; and how a credit note or a void takes that back. Written in the transaction of the paper.

use crate::by_method::ByPaymentMethod;
use crate::drawer::{Direction, NoOpenDrawer, Takings, Till, drawer_key, record_cash};
use crate::invoices::{Invoice, InvoiceLine, LineKind};
use crate::pay::{
    CommissionRules, Earning, EarningInvoice, Undoing, WorkKind, WorkLine, commission_among, commission_keys,
    earning_keys, earnings, earnings_among, take_back,
};
use crate::products::{BranchStock, OnInvoice, OutOfStock, Product};
use parlour_setup::branches::Branch;
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Found, Key, Stored, TableError};
use parlour_storage::transaction::Transaction;
use parlour_values::gst::{RateSchedule, split};
use parlour_values::id::{BranchId, DrawerId, ProductId, StaffId};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::{IstDate, Minutes};

/// Why the counter cannot take a sale.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CounterRefusal {
    #[error(transparent)]
    Stock(#[from] OutOfStock),
    #[error(transparent)]
    Drawer(#[from] NoOpenDrawer),
}

/// The branch, products and membership of a sale, beside its invoice.
#[derive(Clone, Copy)]
pub(crate) struct CounterSale<'a> {
    pub branch: &'a Branch,
    /// Those that the lines may name.
    pub products: &'a [Stored<Product>],
    /// Of the one whose minutes pay for a part of it.
    pub membership: Option<SoldMinutes>,
}

/// The price that the minutes of a membership were sold for.
#[derive(Clone, Copy)]
pub(crate) struct SoldMinutes {
    pub price: Paise,
    /// The price without its tax, if its sale said so.
    pub taxable: Option<Paise>,
    pub minutes: Minutes,
    pub sold_on: IstDate,
}

impl SoldMinutes {
    /// The price without its tax. Where its sale did not say, what a sale of that day has in it at the branch that gives the
    /// session.
    fn without_tax(self, branch: &Branch) -> Paise {
        self.taxable.unwrap_or_else(|| {
            let rate = RateSchedule::default().charged_by(branch.is_registered_for_gst(), self.sold_on);
            split(self.price, rate).taxable
        })
    }
}

/// The records that a sale depends on, as read.
pub(crate) struct CounterRecords {
    till: Option<Stored<Till>>,
    stock: BranchStock,
    rules: Vec<CommissionRules>,
}

impl CounterRecords {
    pub fn keys(branch: &BranchId, products: &[&ProductId], staff: &[&StaffId]) -> Vec<Key> {
        let stock = BranchStock::keys(branch, products.iter().copied());
        let rules = commission_keys(staff.iter().copied());
        std::iter::once(drawer_key(branch)).chain(stock).chain(rules).collect()
    }

    pub fn among(
        found: &mut Found,
        branch: &Branch,
        products: &[&ProductId],
        staff: &[&StaffId],
    ) -> Result<Self, TableError> {
        Ok(Self {
            till: found.take(&drawer_key(&branch.id))?,
            stock: BranchStock::among(found, branch, products.iter().copied())?,
            rules: commission_among(found, staff.iter().copied())?,
        })
    }

    /// Writes what the sale does at the counter; the invoice learns which drawer its cash went into.
    pub fn write(
        &self,
        transaction: &mut Transaction<'_>,
        salon: &Salon,
        act: &Act,
        of: CounterSale<'_>,
        invoice: &mut Invoice,
    ) -> Result<(), CounterRefusal> {
        let CounterSale { branch, products, membership } = of;
        let on_invoice = OnInvoice { id: &invoice.id, number: &invoice.number };
        let sold: Vec<(&Product, u32)> = invoice
            .lines
            .iter()
            .filter_map(|line| {
                let product = products.iter().find(|product| Some(&product.id) == line.product_id.as_ref())?;
                Some((&product.record, line.quantity))
            })
            .collect();
        self.stock.take(transaction, act, &salon.random, &sold, on_invoice)?;
        take_money(transaction, salon, act, branch, self.till.as_ref(), invoice, 0)?;
        for earning in earned(invoice, branch, membership, &self.rules) {
            transaction.create(&earning);
        }
        Ok(())
    }
}

impl<'a> EarningInvoice<'a> {
    pub fn of(invoice: &'a Invoice) -> Self {
        Self { id: &invoice.id, number: &invoice.number, branch: &invoice.branch_id, at: invoice.issued_at }
    }
}

/// Everybody's earnings by an invoice of which no membership pays a part.
pub fn earnings_of(invoice: &Invoice, branch: &Branch, rules: &[CommissionRules]) -> Vec<Earning> {
    earned(invoice, branch, None, rules)
}

fn earned(
    invoice: &Invoice,
    branch: &Branch,
    membership: Option<SoldMinutes>,
    rules: &[CommissionRules],
) -> Vec<Earning> {
    let tips: Vec<(StaffId, Paise)> = invoice.tips.iter().map(|tip| (tip.staff_id.clone(), tip.amount)).collect();
    earnings(rules, &EarningInvoice::of(invoice), &work(invoice, branch, membership), &tips)
}

/// The work of the lines with a person: net without GST; minutes of a membership by their share of its price; gems by
/// nothing.
fn work(invoice: &Invoice, branch: &Branch, membership: Option<SoldMinutes>) -> Vec<WorkLine> {
    let of_line = |line: &InvoiceLine| {
        // The whole record of a session is paid in minutes.
        let minutes = line.covered.or_else(|| invoice.is_session_record().then_some(line.duration));
        let (kind, base) = match (minutes, line.kind()) {
            (Some(minutes), _) => (WorkKind::Session, session_base(minutes, branch, membership)),
            (None, LineKind::Product) => (WorkKind::Product, line.taxable),
            (None, LineKind::Service | LineKind::Custom | LineKind::Membership) => (WorkKind::Service, line.taxable),
        };
        Some(WorkLine {
            line: line.id.clone(),
            staff: line.staff_id.clone()?,
            kind,
            service_id: line.service_id.clone(),
            description: line.description.clone(),
            base,
        })
    };
    invoice.lines.iter().filter_map(of_line).collect()
}

/// The share that these minutes have of the membership's price, without the GST that was in it.
fn session_base(minutes: Minutes, branch: &Branch, membership: Option<SoldMinutes>) -> Paise {
    let Some(sold) = membership else { return Paise::ZERO };
    sold.without_tax(branch).portion(i64::from(minutes.0), i64::from(sold.minutes.0.max(1)))
}

/// The records that taking a sale back depends on at the counter, as read.
pub(crate) struct CounterUndo {
    till: Option<Stored<Till>>,
    stock: BranchStock,
    earnings: Vec<Earning>,
}

/// Money, stock and earnings that go back over the counter.
pub(crate) struct GoingBack<'a> {
    pub by_method: ByPaymentMethod,
    /// The pieces of each product that go back on the shelf.
    pub restocked: Vec<(&'a ProductId, u32)>,
    pub undoing: Undoing<'a>,
}

impl CounterUndo {
    pub async fn read(salon: &Salon, branch: &Branch, invoice: &Invoice) -> Result<Self, TableError> {
        let products: Vec<&ProductId> = invoice.lines.iter().filter_map(|line| line.product_id.as_ref()).collect();
        let workers = invoice.lines.iter().filter_map(|line| line.staff_id.as_ref());
        let mut staff: Vec<&StaffId> = workers.chain(invoice.tips.iter().map(|tip| &tip.staff_id)).collect();
        staff.sort_unstable();
        staff.dedup();
        let earned = EarningInvoice::of(invoice);
        let wanted: Vec<Key> = std::iter::once(drawer_key(&branch.id))
            .chain(BranchStock::keys(&branch.id, products.iter().copied()))
            .chain(earning_keys(&earned, staff.iter().copied()))
            .collect();
        let mut found = salon.table.get_many(wanted).await?;
        Ok(Self {
            till: found.take(&drawer_key(&branch.id))?,
            stock: BranchStock::among(&found, branch, products)?,
            earnings: earnings_among(&mut found, &earned, staff)?,
        })
    }

    /// Writes what goes back; answers the drawer that cash went out of.
    pub fn write(
        &self,
        transaction: &mut Transaction<'_>,
        salon: &Salon,
        act: &Act,
        branch: &Branch,
        invoice: &Invoice,
        back: GoingBack<'_>,
    ) -> Result<Option<DrawerId>, NoOpenDrawer> {
        let on_invoice = OnInvoice { id: &invoice.id, number: &invoice.number };
        self.stock.give_back(transaction, act, &salon.random, back.restocked, on_invoice);
        take_back(transaction, &self.earnings, back.undoing, act.at);
        let takings = Takings {
            direction: Direction::GivenBack,
            invoice_id: &invoice.id,
            invoice_number: &invoice.number,
            by_method: back.by_method,
        };
        record_cash(transaction, self.till.as_ref(), branch, takings, act, &salon.random)
    }
}

/// Takes the payments of an invoice, but for those `before`, into the drawer that is open.
pub(crate) fn take_money(
    transaction: &mut Transaction<'_>,
    salon: &Salon,
    act: &Act,
    branch: &Branch,
    till: Option<&Stored<Till>>,
    invoice: &mut Invoice,
    before: usize,
) -> Result<(), NoOpenDrawer> {
    let Invoice { id, number, payments, .. } = invoice;
    let late = payments.get_mut(before..).unwrap_or_default();
    let mut by_method = ByPaymentMethod::default();
    late.iter().for_each(|payment| by_method.add(payment.method, payment.amount));
    let takings = Takings { direction: Direction::Received, invoice_id: id, invoice_number: number, by_method };
    let drawer = record_cash(transaction, till, branch, takings, act, &salon.random)?;
    for payment in late.iter_mut().filter(|payment| payment.method == PaymentMethod::Cash) {
        payment.drawer_id.clone_from(&drawer);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_counts_on_the_price_without_the_tax_of_its_sale_wherever_it_is_given() {
        let registered = Branch { gstin: Some("27AAPFU0939F1ZV".to_owned()), ..Branch::sample() };
        let unregistered = Branch { gstin: None, ..Branch::sample() };
        let sold_on = "2026-11-16".parse().unwrap();
        let sold = |taxable| SoldMinutes { price: Paise(1_050_000), taxable, minutes: Minutes(600), sold_on };
        let base = |branch, taxable| session_base(Minutes(60), branch, Some(sold(taxable)));
        for branch in [&registered, &unregistered] {
            assert_eq!(base(branch, Some(Paise(1_000_000))), Paise(100_000));
            assert_eq!(base(branch, Some(Paise(1_050_000))), Paise(105_000), "sold without tax");
        }
        assert_eq!((base(&registered, None), base(&unregistered, None)), (Paise(100_000), Paise(105_000)));
        assert_eq!(session_base(Minutes(60), &registered, None), Paise::ZERO);
    }
}
