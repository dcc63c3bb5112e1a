//! What every sale at the counter does beside its invoice: money into the drawer, products out of stock, earnings of the
//! people. Written in the invoice's own transaction.

use crate::billing::ByPaymentMethod;
use crate::drawer::{Direction, NoOpenDrawer, Takings, Till, drawer_key, record_cash};
use crate::invoices::{Invoice, InvoiceLine, LineKind};
use crate::memberships::Membership;
use crate::pay::{CommissionRules, EarningInvoice, WorkKind, WorkLine, commission_among, commission_keys, earn};
use crate::products::{BranchStock, OnInvoice, OutOfStock, Product};
use parlour_setup::branches::Branch;
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Found, Key, Stored, TableError};
use parlour_storage::transaction::Transaction;
use parlour_values::gst::{RateSchedule, split};
use parlour_values::id::{BranchId, ProductId, StaffId};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::Minutes;

/// Why the counter cannot take a sale.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CounterRefusal {
    #[error(transparent)]
    Stock(#[from] OutOfStock),
    #[error(transparent)]
    Drawer(#[from] NoOpenDrawer),
}

/// What a sale is of, beside its invoice.
#[derive(Clone, Copy)]
pub(crate) struct CounterSale<'a> {
    pub branch: &'a Branch,
    /// Those that the lines may name.
    pub products: &'a [Stored<Product>],
    /// The one whose minutes pay for a part of it.
    pub membership: Option<&'a Membership>,
}

/// What a sale depends on, as read.
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
        self.take_money(transaction, salon, act, branch, invoice)?;
        let tips: Vec<(StaffId, Paise)> = invoice.tips.iter().map(|tip| (tip.staff_id.clone(), tip.amount)).collect();
        earn(transaction, &self.rules, &EarningInvoice::of(invoice), &work(invoice, branch, membership), &tips);
        Ok(())
    }

    fn take_money(
        &self,
        transaction: &mut Transaction<'_>,
        salon: &Salon,
        act: &Act,
        branch: &Branch,
        invoice: &mut Invoice,
    ) -> Result<(), NoOpenDrawer> {
        let mut by_method = ByPaymentMethod::default();
        for payment in &invoice.payments {
            by_method.add(payment.method, payment.amount);
        }
        let takings = Takings {
            direction: Direction::Received,
            invoice_id: &invoice.id,
            invoice_number: &invoice.number,
            by_method,
        };
        let drawer = record_cash(transaction, self.till.as_ref(), branch, takings, act, &salon.random)?;
        for payment in invoice.payments.iter_mut().filter(|payment| payment.method == PaymentMethod::Cash) {
            payment.drawer_id.clone_from(&drawer);
        }
        Ok(())
    }
}

impl<'a> EarningInvoice<'a> {
    pub fn of(invoice: &'a Invoice) -> Self {
        Self { id: &invoice.id, number: &invoice.number, branch: &invoice.branch_id, at: invoice.issued_at }
    }
}

/// What the lines with a person earn by: net without GST; minutes of a membership by their share of its price; gems by
/// nothing.
fn work(invoice: &Invoice, branch: &Branch, membership: Option<&Membership>) -> Vec<WorkLine> {
    let of_line = |line: &InvoiceLine| {
        let (kind, base) = match (line.covered, line.kind()) {
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
fn session_base(minutes: Minutes, branch: &Branch, membership: Option<&Membership>) -> Paise {
    let Some(membership) = membership else { return Paise::ZERO };
    let sold_on = membership.created_at.ist_date();
    let rate = RateSchedule::default().charged_by(branch.is_registered_for_gst(), sold_on);
    let net = split(membership.price_paid, rate).taxable;
    net.portion(i64::from(minutes.0), i64::from(membership.total_hours.0.max(1)))
}
