//! Money that came in for an invoice: payments, tips, and what is still due. Pure.

use super::Invoice;
use super::request::PaymentRequest;
use parlour_values::id::{DrawerId, PaymentId, StaffId};
use parlour_values::money::Paise;
use parlour_values::payment::{PaymentMethod, PaymentStatus};
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq)]
pub struct Payment {
    pub id: PaymentId,
    pub method: PaymentMethod,
    pub amount: Paise,
    /// The cash the customer handed over, where the desk said so.
    pub tendered: Option<Paise>,
    pub reference: Option<String>,
    pub at: Instant,
    /// The person who took it; none of invoices from before this was kept.
    pub by: Option<String>,
    /// The drawer that the cash went into; none outside of one.
    pub drawer_id: Option<DrawerId>,
    /// The amount credit notes have given back of it.
    pub refunded: Paise,
}

impl Payment {
    pub fn plain(method: PaymentMethod, amount: Paise, at: Instant, by: Option<String>) -> Self {
        Self {
            id: nth(0),
            method,
            amount,
            tendered: None,
            reference: None,
            at,
            by,
            drawer_id: None,
            refunded: Paise::ZERO,
        }
    }

    pub fn change(&self) -> Option<Paise> {
        self.tendered.map(|tendered| tendered.minus(self.amount))
    }

    /// The amount that can still be given back of it.
    pub fn refundable(&self) -> Paise {
        self.amount.minus(self.refunded)
    }
}

/// Payments are numbered within their invoice.
pub(super) fn nth(at: usize) -> PaymentId {
    at.saturating_add(1).to_string().into()
}

/// A tip for one person: it is passed on whole, and is in no base of anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Tip {
    pub staff_id: StaffId,
    pub staff_name: String,
    pub amount: Paise,
}

/// How a sale was paid: `Σ payments + due = total + tips`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settlement {
    /// The largest payment's, the first of equals; or the one named for a bill of nothing.
    pub method: Option<PaymentMethod>,
    pub payments: Vec<Payment>,
    pub tips: Vec<Tip>,
    pub due: Paise,
}

/// The desk's choice of how it is paid.
#[derive(Clone, Copy, Debug)]
pub enum Paying<'a> {
    Nothing,
    /// Everything by it.
    By(PaymentMethod),
    Split(&'a [PaymentRequest]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentProblem {
    #[error("exactly one of paymentMethod and payments is required")]
    HowMissing,
    #[error("must come to {wanted} with tips, not to {given}")]
    SumDiffers { wanted: Paise, given: Paise },
    #[error("a bill of nothing takes no payments")]
    NothingToPay,
}

impl Settlement {
    /// Everything by one method.
    pub fn whole(method: PaymentMethod, total: Paise, at: Instant, by: &str) -> Self {
        let payments =
            if total > Paise::ZERO { vec![Payment::plain(method, total, at, Some(by.to_owned()))] } else { Vec::new() };
        Self { method: Some(method), payments, tips: Vec::new(), due: Paise::ZERO }
    }

    /// The desk's choice, held against what is to be paid.
    pub fn of(
        total: Paise,
        tips: Vec<Tip>,
        paying: Paying<'_>,
        leave_due: bool,
        at: Instant,
        by: &str,
    ) -> Result<Self, PaymentProblem> {
        let wanted = tips.iter().map(|tip| tip.amount).fold(total, Paise::plus);
        let settled = match paying {
            Paying::By(method) => Self::whole(method, wanted, at, by),
            Paying::Split(_) if wanted == Paise::ZERO => return Err(PaymentProblem::NothingToPay),
            Paying::Split(asked) => {
                let payments = received(asked, 0, at, by);
                let given: Paise = payments.iter().map(|payment| payment.amount).sum();
                if given > wanted || (given < wanted && !leave_due) {
                    return Err(PaymentProblem::SumDiffers { wanted, given });
                }
                Self { method: largest(&payments), payments, tips: Vec::new(), due: wanted.minus(given) }
            }
            Paying::Nothing if wanted == Paise::ZERO || leave_due => Self { due: wanted, ..Self::default() },
            Paying::Nothing => return Err(PaymentProblem::HowMissing),
        };
        Ok(Self { tips, ..settled })
    }
}

/// The payments as they are kept, numbered after those that there are already.
pub fn received(asked: &[PaymentRequest], before: usize, at: Instant, by: &str) -> Vec<Payment> {
    let numbered = asked.iter().enumerate();
    let payments = numbered.map(|(place, asked)| Payment {
        id: nth(place.saturating_add(before)),
        tendered: asked.tendered_paise,
        reference: asked.reference.as_ref().map(ToString::to_string),
        ..Payment::plain(asked.method, Paise(asked.amount_paise.get()), at, Some(by.to_owned()))
    });
    payments.collect()
}

/// The method of the largest payment, the first of equals.
pub fn largest(payments: &[Payment]) -> Option<PaymentMethod> {
    let mut best: Option<&Payment> = None;
    for payment in payments {
        if best.is_none_or(|best| payment.amount > best.amount) {
            best = Some(payment);
        }
    }
    best.map(|payment| payment.method)
}

/// The status of an invoice that no credit note has touched.
pub fn status_of(due: Paise, payments: &[Payment]) -> PaymentStatus {
    if due <= Paise::ZERO {
        PaymentStatus::Paid
    } else if payments.is_empty() {
        PaymentStatus::Unpaid
    } else {
        PaymentStatus::PartiallyPaid
    }
}

impl Invoice {
    /// The tips given on top, passed on whole.
    pub fn tip(&self) -> Paise {
        self.tips.iter().map(|tip| tip.amount).sum()
    }

    /// The tips that it was issued with.
    pub fn tip_as_issued(&self) -> Paise {
        self.tip().plus(self.tip_fell)
    }

    /// The sum of its payments, tips included.
    pub fn received(&self) -> Paise {
        self.payments.iter().map(|payment| payment.amount).sum()
    }

    /// The tip in each payment: those that were taken together share it in proportion, and what they do not cover comes
    /// with later ones. So a payment that comes later changes nothing of what an earlier day was told.
    pub fn tip_parts(&self) -> Vec<Paise> {
        let mut left = self.tip();
        let mut parts = Vec::with_capacity(self.payments.len());
        for together in self.payments.chunk_by(|a, b| a.at == b.at) {
            let amounts: Vec<Paise> = together.iter().map(|payment| payment.amount).collect();
            let share = left.min(amounts.iter().copied().sum());
            parts.extend(share.spread(&amounts, &amounts));
            left = left.minus(share);
        }
        parts
    }

    /// Each payment with what it paid of the total: all but its tip.
    pub fn payments_on_total(&self) -> impl Iterator<Item = (&Payment, Paise)> {
        self.payments.iter().zip(self.tip_parts()).map(|(payment, tip)| (payment, payment.amount.minus(tip)))
    }

    /// The part of its total that each payment paid.
    pub fn paid_by_method(&self) -> Vec<(PaymentMethod, Paise)> {
        self.payments_on_total().map(|(payment, amount)| (payment.method, amount)).collect()
    }

    /// Whether any of its payments was by this method.
    pub fn is_paid_by(&self, method: PaymentMethod) -> bool {
        self.payment_method == Some(method) || self.payments.iter().any(|payment| payment.method == method)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use parlour_values::input::{Field as _, Problems};

    fn asked(method: &str, amount: i64) -> PaymentRequest {
        let body = json!({ "method": method, "amountPaise": amount });
        PaymentRequest::from_json(&body, "", &mut Problems::default()).unwrap()
    }

    fn tip(amount: i64) -> Vec<Tip> {
        vec![Tip { staff_id: "priya".into(), staff_name: "Priya".to_owned(), amount: Paise(amount) }]
    }

    fn settle(
        total: i64,
        tips: Vec<Tip>,
        paying: Paying<'_>,
        leave_due: bool,
    ) -> Result<(Vec<i64>, i64), PaymentProblem> {
        let settled = Settlement::of(Paise(total), tips, paying, leave_due, Instant::from_millis(0), "desk")?;
        Ok((settled.payments.iter().map(|payment| payment.amount.0).collect(), settled.due.0))
    }

    #[test]
    fn payments_sum_to_the_total_and_the_tips() {
        let halves = [asked("cash", 600), asked("upi", 500)];
        assert_eq!(settle(1_000, tip(100), Paying::Split(&halves), false), Ok((vec![600, 500], 0)));
        assert_eq!(settle(1_000, tip(100), Paying::By(PaymentMethod::Upi), false), Ok((vec![1_100], 0)));
        let differs = PaymentProblem::SumDiffers { wanted: Paise(1_000), given: Paise(1_100) };
        assert_eq!(settle(1_000, vec![], Paying::Split(&halves), true), Err(differs));
    }

    #[test]
    fn what_is_not_paid_is_due_where_that_is_wished() {
        let part = [asked("cash", 400)];
        let differs = PaymentProblem::SumDiffers { wanted: Paise(1_000), given: Paise(400) };
        assert_eq!(settle(1_000, vec![], Paying::Split(&part), false), Err(differs));
        assert_eq!(settle(1_000, vec![], Paying::Split(&part), true), Ok((vec![400], 600)));
        assert_eq!(settle(1_000, vec![], Paying::Nothing, true), Ok((vec![], 1_000)));
        assert_eq!(settle(1_000, vec![], Paying::Nothing, false), Err(PaymentProblem::HowMissing));
    }

    #[test]
    fn a_bill_of_nothing_takes_no_payments_and_may_name_a_method() {
        assert_eq!(settle(0, vec![], Paying::Nothing, false), Ok((vec![], 0)));
        assert_eq!(settle(0, vec![], Paying::By(PaymentMethod::Card), false), Ok((vec![], 0)));
        assert_eq!(settle(0, vec![], Paying::Split(&[asked("cash", 1)]), false), Err(PaymentProblem::NothingToPay));
    }

    #[test]
    fn the_largest_payment_names_the_method_and_the_first_of_equals() {
        let of = |asked: &[PaymentRequest]| largest(&received(asked, 0, Instant::from_millis(0), "desk"));
        assert_eq!(of(&[asked("cash", 400), asked("card", 600)]), Some(PaymentMethod::Card));
        assert_eq!(of(&[asked("upi", 500), asked("card", 500)]), Some(PaymentMethod::Upi));
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn cash_that_was_handed_over_gives_change() {
        let payment = Payment {
            tendered: Some(Paise(2_000)),
            ..Payment::plain(PaymentMethod::Cash, Paise(1_180), Instant::from_millis(0), None)
        };
        assert_eq!((payment.change(), payment.id.as_str()), (Some(Paise(820)), "1"));
    }
}
