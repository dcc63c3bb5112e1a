//! The amounts a credit note gives back, and of what: first what is due falls, then money goes back. Pure.

use super::request::{CreditLineRequest, CreditNoteRequest, RefundRequest, RestockRequest};
use super::{BillingError, ByPaymentMethod};
use crate::counter::GoingBack;
use crate::invoices::{CreditLine, Invoice, InvoiceLine, LineKind, Payment, Refund, Restocked, credit, credit_each};
use crate::pay::{CreditedLine, Undoing};
use parlour_values::gst::Split;
use parlour_values::id::{LineId, PaymentId, ProductId, StaffId};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;

/// The reason why a credit note does not fit its invoice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CreditProblem {
    #[error("at most {left} can be given back")]
    TooMuch { left: Paise },
    #[error("must be a payment of the invoice that exists")]
    UnknownPayment { at: usize },
    #[error("at most {left} can be given back of payment {payment}")]
    TooMuchOfPayment { payment: PaymentId, left: Paise },
    #[error("must come to {wanted}, not to {given}")]
    RefundsDiffer { wanted: Paise, given: Paise },
    #[error("must be a line of the invoice that exists")]
    UnknownLine { list: &'static str, at: usize },
    #[error("at most {left} can be given back of line {line}")]
    TooMuchOfLine { line: LineId, left: Paise },
    #[error("must come to {wanted}, not to {given}")]
    LinesDiffer { wanted: Paise, given: Paise },
    #[error("line {0} is no product")]
    NoProduct(LineId),
    #[error("at most {left} of line {line} can go back on the shelf")]
    TooManyPieces { line: LineId, left: u32 },
}

/// The parts of a credit note; the invoice has them taken off already.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NoteParts {
    pub due_fell: Paise,
    pub refunds: Vec<Refund>,
    /// The amount the lines gave: not always the whole, where the invoice was rounded.
    pub on_lines: Paise,
    pub lines: Vec<CreditLine>,
    pub restocked: Vec<Restocked>,
    /// The tips that nobody paid, where nothing is left of the total: nobody will.
    pub tips_fell: Vec<(StaffId, Paise)>,
}

impl NoteParts {
    pub fn tip_fell(&self) -> Paise {
        self.tips_fell.iter().map(|(_, amount)| *amount).sum()
    }
}

/// Takes what is asked for off the invoice.
pub(super) fn give_back(invoice: &mut Invoice, request: &CreditNoteRequest) -> Result<NoteParts, CreditProblem> {
    let (amount, left) = (Paise(request.amount_paise.get()), invoice.refundable());
    if amount > left {
        return Err(CreditProblem::TooMuch { left });
    }
    let due_fell = amount.min(invoice.due);
    let going_back = amount.minus(due_fell);
    let refunds = match &request.refunds {
        Some(asked) => named_refunds(&mut invoice.payments, asked, going_back)?,
        None => refunds_by(&mut invoice.payments, request.refund_method, going_back),
    };
    let on_lines = invoice.credited_on_lines(amount);
    let lines = match &request.lines {
        Some(asked) => {
            let shares = line_shares(invoice, asked, amount, on_lines)?;
            credit_each(&mut invoice.lines, &shares)
        }
        None => credit(&mut invoice.lines, on_lines),
    };
    let restocked = restock(&mut invoice.lines, request.restock.as_deref().unwrap_or_default())?;
    invoice.due = invoice.due.minus(due_fell);
    invoice.refunded = invoice.refunded.plus(amount);
    let tips_fell = if invoice.refundable() == Paise::ZERO { drop_unpaid_tips(invoice) } else { Vec::new() };
    invoice.payment_status = invoice.standing();
    Ok(NoteParts { due_fell, refunds, on_lines, lines, restocked, tips_fell })
}

/// With nothing left of the total, what is still due is of the tips: it falls for each in proportion.
fn drop_unpaid_tips(invoice: &mut Invoice) -> Vec<(StaffId, Paise)> {
    let tips: Vec<Paise> = invoice.tips.iter().map(|tip| tip.amount).collect();
    let unpaid = invoice.due.min(tips.iter().copied().sum());
    let mut fell = Vec::new();
    for (tip, part) in invoice.tips.iter_mut().zip(unpaid.spread(&tips, &tips)) {
        tip.amount = tip.amount.minus(part);
        fell.push((tip.staff_id.clone(), part));
    }
    invoice.tips.retain(|tip| tip.amount > Paise::ZERO);
    invoice.due = invoice.due.minus(unpaid);
    invoice.tip_fell = invoice.tip_fell.plus(unpaid);
    fell.retain(|(_, part)| *part > Paise::ZERO);
    fell
}

fn taken(payment: &mut Payment, method: PaymentMethod, amount: Paise) -> Refund {
    payment.refunded = payment.refunded.plus(amount);
    Refund { payment_id: payment.id.clone(), method, amount, drawer_id: None }
}

/// As the desk names them.
fn named_refunds(
    payments: &mut [Payment],
    asked: &[RefundRequest],
    wanted: Paise,
) -> Result<Vec<Refund>, CreditProblem> {
    let mut refunds = Vec::with_capacity(asked.len());
    for (at, asked) in asked.iter().enumerate() {
        let payment = payments.iter_mut().find(|payment| payment.id == asked.payment_id);
        let payment = payment.ok_or(CreditProblem::UnknownPayment { at })?;
        let (amount, left) = (Paise(asked.amount_paise.get()), payment.refundable());
        if amount > left {
            return Err(CreditProblem::TooMuchOfPayment { payment: payment.id.clone(), left });
        }
        refunds.push(taken(payment, asked.method.unwrap_or(payment.method), amount));
    }
    let given = refunds.iter().map(|refund| refund.amount).sum();
    if given == wanted { Ok(refunds) } else { Err(CreditProblem::RefundsDiffer { wanted, given }) }
}

/// Everything by one method, of the payments in their order.
fn refunds_by(payments: &mut [Payment], method: Option<PaymentMethod>, wanted: Paise) -> Vec<Refund> {
    let mut left = wanted;
    let mut refunds = Vec::new();
    for payment in payments {
        let amount = left.min(payment.refundable());
        if amount > Paise::ZERO {
            left = left.minus(amount);
            refunds.push(taken(payment, method.unwrap_or(payment.method), amount));
        }
    }
    refunds
}

/// The amount each line gives. The lines named sum to the amount, or to what the lines have to give of it; the last
/// note takes also what rounding leaves on them.
fn line_shares(
    invoice: &Invoice,
    asked: &[CreditLineRequest],
    amount: Paise,
    on_lines: Paise,
) -> Result<Vec<Paise>, CreditProblem> {
    let left: Vec<Paise> = invoice.lines.iter().map(|line| line.remaining().total()).collect();
    let is_last = amount == invoice.refundable();
    let rounding = if is_last { amount.minus(on_lines).max(Paise::ZERO) } else { Paise::ZERO };
    let mut shares = vec![Paise::ZERO; left.len()];
    for (at, asked) in asked.iter().enumerate() {
        let parts = invoice.lines.iter().zip(&left).zip(shares.iter_mut());
        let unknown = CreditProblem::UnknownLine { list: "lines", at };
        let ((line, left), share) = parts.into_iter().find(|((line, _), _)| line.id == asked.line_id).ok_or(unknown)?;
        *share = share.plus(Paise(asked.amount_paise.get()));
        if *share > left.plus(rounding) {
            return Err(CreditProblem::TooMuchOfLine { line: line.id.clone(), left: *left });
        }
    }
    let given: Paise = shares.iter().copied().sum();
    if given != amount && given != on_lines {
        return Err(CreditProblem::LinesDiffer { wanted: amount, given });
    }
    Ok(if is_last { left } else { shares })
}

fn restock(lines: &mut [InvoiceLine], asked: &[RestockRequest]) -> Result<Vec<Restocked>, CreditProblem> {
    let mut restocked = Vec::with_capacity(asked.len());
    for (at, asked) in asked.iter().enumerate() {
        let line = lines.iter_mut().find(|line| line.id == asked.line_id);
        let line = line.ok_or(CreditProblem::UnknownLine { list: "restock", at })?;
        let product = line.product_id.clone().filter(|_| line.kind() == LineKind::Product);
        let product_id = product.ok_or_else(|| CreditProblem::NoProduct(line.id.clone()))?;
        let (quantity, left) = (asked.quantity.as_u32(), line.quantity.saturating_sub(line.restocked));
        if quantity > left {
            return Err(CreditProblem::TooManyPieces { line: line.id.clone(), left });
        }
        line.restocked = line.restocked.saturating_add(quantity);
        restocked.push(Restocked { line_id: line.id.clone(), product_id, quantity });
    }
    Ok(restocked)
}

/// Money and lines that go back when an invoice is credited or voided: for the drawer, the stock and people's earnings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GivenBack {
    pub by_method: ByPaymentMethod,
    pub lines: Vec<LineGivenBack>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct LineGivenBack {
    pub line_id: LineId,
    pub product_id: Option<ProductId>,
    /// The line's total.
    pub whole: Paise,
    /// The amount credited of it before, and now.
    pub before: Paise,
    pub after: Paise,
    /// The pieces that go back on the shelf.
    pub restocked: u32,
}

impl GivenBack {
    /// By a credit note, from the invoice before it to the invoice after.
    pub fn by_note(before: &Invoice, after: &Invoice, refunds: &[Refund]) -> Self {
        let mut by_method = ByPaymentMethod::default();
        refunds.iter().for_each(|refund| by_method.add(refund.method, refund.amount));
        let lines = before.lines.iter().zip(&after.lines);
        let lines = lines.map(|(before, after)| LineGivenBack {
            after: Split::from(after.credited).total(),
            restocked: after.restocked.saturating_sub(before.restocked),
            ..LineGivenBack::untouched(before)
        });
        Self { by_method, lines: lines.collect() }
    }

    /// By a void: everything, by the methods it was paid by.
    pub fn by_void(invoice: &Invoice) -> Self {
        let mut by_method = ByPaymentMethod::default();
        invoice.payments.iter().for_each(|payment| by_method.add(payment.method, payment.refundable()));
        let lines = invoice.lines.iter().map(|line| LineGivenBack {
            after: line.total(),
            restocked: line.product_id.as_ref().map_or(0, |_| line.quantity.saturating_sub(line.restocked)),
            ..LineGivenBack::untouched(line)
        });
        Self { by_method, lines: lines.collect() }
    }

    /// The part of it that goes back over the counter.
    pub fn going_back<'a>(&'a self, undoing: Undoing<'a>) -> GoingBack<'a> {
        GoingBack { by_method: self.by_method, restocked: self.restocked().collect(), undoing }
    }

    /// How much of each line's money has gone back, before and now.
    pub fn credited(&self) -> Vec<CreditedLine> {
        let lines = self.lines.iter().map(|line| CreditedLine {
            line: line.line_id.clone(),
            whole: line.whole,
            before: line.before,
            after: line.after,
        });
        lines.collect()
    }

    /// The products with how many pieces of each go back on the shelf.
    pub fn restocked(&self) -> impl Iterator<Item = (&ProductId, u32)> {
        let with_product = self.lines.iter().filter_map(|line| line.product_id.as_ref().map(|id| (id, line.restocked)));
        with_product.filter(|(_, pieces)| *pieces > 0)
    }
}

impl LineGivenBack {
    fn untouched(line: &InvoiceLine) -> Self {
        let credited = Split::from(line.credited).total();
        Self {
            line_id: line.id.clone(),
            product_id: line.product_id.clone(),
            whole: line.total(),
            before: credited,
            after: credited,
            restocked: 0,
        }
    }
}

impl From<CreditProblem> for BillingError {
    fn from(problem: CreditProblem) -> Self {
        Self::Credit(problem)
    }
}
