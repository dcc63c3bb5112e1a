//! The sums hold whatever is given back in whatever order, and the last note leaves nothing.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::giving_back::{CreditProblem, GivenBack, NoteParts, give_back};
use super::{ByPaymentMethod, CreditNoteRequest};
use crate::invoices::{
    Credited, Invoice, InvoiceLine, Paying, Payment, PaymentRequest, Refund, Settlement, Tip, largest, received,
};
use crate::pricing::{PerkFacts, SaleItem, SaleLine, price};
use parlour_values::gst::{GstRate, Split};
use parlour_values::input::{Field, Problems};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentStatus;

fn read<T: Field>(body: &Value) -> T {
    let mut problems = Problems::default();
    T::from_json(body, "", &mut problems).unwrap_or_else(|| panic!("{problems:?}"))
}

fn request(more: &Value) -> CreditNoteRequest {
    let mut body = json!({ "reason": "late" });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    read(&body)
}

fn payments(asked: &[(&str, i64)]) -> Vec<PaymentRequest> {
    asked.iter().map(|(method, amount)| read(&json!({ "method": method, "amountPaise": amount }))).collect()
}

/// Services at 5 % and products at 18 %, of these prices and quantities, paid like this; the rest is due.
fn sold(lines: &[(bool, i64, u32)], is_rounded: bool, paid: &[(&str, i64)], tip: i64) -> Invoice {
    let lines: Vec<SaleLine> = lines
        .iter()
        .map(|(is_product, price, quantity)| {
            let (item, rate, quantity) = if *is_product {
                (SaleItem::Product("shampoo".into()), GstRate::EIGHTEEN, *quantity)
            } else {
                (SaleItem::Service("cut".into()), GstRate::FIVE, 1)
            };
            let line = SaleLine::new(item, "line".to_owned(), Paise(*price), "999721".to_owned(), rate);
            SaleLine { quantity, ..line }
        })
        .collect();
    let receipt = price(&lines, &PerkFacts::None, None).unwrap().rounded(is_rounded);
    let sample = Invoice::sample();
    let tips = vec![Tip { staff_id: "priya".into(), staff_name: "Priya".to_owned(), amount: Paise(tip) }];
    let tips = if tip > 0 { tips } else { Vec::new() };
    let asked = payments(paid);
    let paying = if asked.is_empty() { Paying::Nothing } else { Paying::Split(&asked) };
    let settled = Settlement::of(receipt.total, tips, paying, true, sample.issued_at, "desk").unwrap();
    let mut invoice = Invoice {
        lines: receipt.lines.iter().enumerate().map(|(at, line)| InvoiceLine::of(at, line)).collect(),
        subtotal: receipt.subtotal,
        discount: receipt.discount,
        taxable: receipt.tax.taxable,
        cgst: receipt.tax.cgst,
        sgst: receipt.tax.sgst,
        round_off: receipt.round_off,
        total: receipt.total,
        payment_method: largest(&settled.payments),
        payments: settled.payments,
        tips: settled.tips,
        due: settled.due,
        ..sample
    };
    invoice.payment_status = invoice.standing();
    invoice
}

fn amounts(parts: &NoteParts) -> Vec<(String, &'static str, i64)> {
    let told = |refund: &Refund| (refund.payment_id.to_string(), refund.method.as_str(), refund.amount.0);
    parts.refunds.iter().map(told).collect()
}

fn refused(invoice: &Invoice, more: &Value) -> CreditProblem {
    give_back(&mut invoice.clone(), &request(more)).unwrap_err()
}

/// ₹1,000 for a cut and ₹600 for three bottles: ₹700 in cash, ₹400 by UPI, ₹500 due.
fn owed() -> Invoice {
    sold(&[(false, 100_000, 1), (true, 20_000, 3)], false, &[("cash", 70_000), ("upi", 40_000)], 0)
}

#[test]
fn what_is_due_falls_first_and_only_the_rest_goes_back() {
    let mut invoice = owed();
    let parts = give_back(&mut invoice, &request(&json!({ "amountPaise": 30_000, "refundMethod": "card" }))).unwrap();
    assert_eq!((parts.due_fell, amounts(&parts)), (Paise(30_000), vec![]));
    assert_eq!((invoice.due, invoice.payment_status), (Paise(20_000), PaymentStatus::PartiallyPaid));
    let parts = give_back(&mut invoice, &request(&json!({ "amountPaise": 100_000, "refundMethod": "card" }))).unwrap();
    let each = [("1".to_owned(), "card", 70_000), ("2".to_owned(), "card", 10_000)];
    assert_eq!((parts.due_fell, amounts(&parts)), (Paise(20_000), each.to_vec()));
    assert_eq!((invoice.due, invoice.payment_status), (Paise::ZERO, PaymentStatus::PartiallyRefunded));
    let refunds = json!([{ "paymentId": "2", "amountPaise": 30_000, "method": "cash" }]);
    let parts = give_back(&mut invoice, &request(&json!({ "amountPaise": 30_000, "refunds": refunds }))).unwrap();
    assert_eq!(amounts(&parts), [("2".to_owned(), "cash", 30_000)]);
    assert_eq!((invoice.payment_status, invoice.refundable()), (PaymentStatus::Refunded, Paise::ZERO));
}

#[test]
fn refunds_name_payments_never_exceed_them_and_sum_to_what_goes_back() {
    let invoice = owed();
    let note = |amount: i64, refunds: Value| json!({ "amountPaise": amount, "refunds": refunds });
    let one = |id: &str, amount: i64| json!({ "paymentId": id, "amountPaise": amount });
    assert_eq!(refused(&invoice, &note(60_000, json!([one("9", 10_000)]))), CreditProblem::UnknownPayment { at: 0 });
    let differ = |wanted, given| CreditProblem::RefundsDiffer { wanted: Paise(wanted), given: Paise(given) };
    assert_eq!(refused(&invoice, &note(60_000, json!([one("1", 9_999)]))), differ(10_000, 9_999));
    assert_eq!(refused(&invoice, &note(60_000, json!([]))), differ(10_000, 0));
    assert_eq!(refused(&invoice, &note(50_000, json!([one("1", 50_000)]))), differ(0, 50_000));
    let most = |payment: &str, left| CreditProblem::TooMuchOfPayment { payment: payment.into(), left: Paise(left) };
    assert_eq!(refused(&invoice, &note(100_000, json!([one("2", 40_001)]))), most("2", 40_000));
    let twice = json!([one("2", 30_000), one("1", 10_000), one("2", 10_001)]);
    assert_eq!(refused(&invoice, &note(100_001, twice)), most("2", 10_000));
    let whole = refused(&invoice, &json!({ "amountPaise": 160_001, "refundMethod": "cash" }));
    assert_eq!(whole, CreditProblem::TooMuch { left: Paise(160_000) });
    assert!(give_back(&mut invoice.clone(), &request(&note(50_000, json!([])))).is_ok());
}

#[test]
fn lines_are_named_up_to_what_is_left_of_them_and_products_go_back_on_the_shelf() {
    let mut invoice = owed();
    let note = |amount: i64, more: Value| {
        let mut body = json!({ "amountPaise": amount, "refundMethod": "cash" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let bottle =
        json!({ "lines": [{ "lineId": "2", "amountPaise": 20_000 }], "restock": [{ "lineId": "2", "quantity": 2 }] });
    let before = invoice.clone();
    let parts = give_back(&mut invoice, &request(&note(20_000, bottle))).unwrap();
    assert_eq!(parts.lines.iter().map(|line| line.line_id.clone()).collect::<Vec<_>>(), [Some("2".into())]);
    assert_eq!((invoice.lines[1].restocked, invoice.lines[0].credited), (2, Credited::default()));
    let back = GivenBack::by_note(&before, &invoice, &parts.refunds);
    assert_eq!((back.lines[1].before, back.lines[1].after, back.lines[1].restocked), (Paise::ZERO, Paise(20_000), 2));
    assert_eq!(back.restocked().collect::<Vec<_>>(), [(&"shampoo".into(), 2)]);

    let line = |id: &str, amount: i64| json!({ "lines": [{ "lineId": id, "amountPaise": amount }] });
    let restock = |id: &str, pieces: i64| json!({ "restock": [{ "lineId": id, "quantity": pieces }] });
    assert_eq!(
        refused(&invoice, &note(40_001, line("2", 40_001))),
        CreditProblem::TooMuchOfLine { line: "2".into(), left: Paise(40_000) }
    );
    assert_eq!(
        refused(&invoice, &note(40_000, line("2", 39_999))),
        CreditProblem::LinesDiffer { wanted: Paise(40_000), given: Paise(39_999) }
    );
    let unknown = |list| CreditProblem::UnknownLine { list, at: 0 };
    assert_eq!(refused(&invoice, &note(100, line("7", 100))), unknown("lines"));
    assert_eq!(refused(&invoice, &note(100, restock("7", 1))), unknown("restock"));
    assert_eq!(refused(&invoice, &note(100, restock("1", 1))), CreditProblem::NoProduct("1".into()));
    let many = CreditProblem::TooManyPieces { line: "2".into(), left: 1 };
    assert_eq!(refused(&invoice, &note(100, restock("2", 2))), many);
}

#[test]
fn a_tip_that_nobody_paid_falls_with_the_last_note_for_each_in_proportion() {
    let tip =
        |staff: &str, amount: i64| Tip { staff_id: staff.into(), staff_name: staff.to_owned(), amount: Paise(amount) };
    let tipped = |paid: &[(&str, i64)]| {
        let sold = sold(&[(false, 79_900, 1)], false, paid, 10_000);
        Invoice { tips: vec![tip("priya", 7_500), tip("ravi", 2_500)], ..sold }
    };
    let note = |amount: i64| request(&json!({ "amountPaise": amount, "refundMethod": "cash" }));
    let mut unpaid = tipped(&[]);
    let part = give_back(&mut unpaid, &note(70_000)).unwrap();
    assert_eq!((part.tips_fell, unpaid.due, unpaid.tip()), (Vec::new(), Paise(19_900), Paise(10_000)));
    let rest = give_back(&mut unpaid, &note(9_900)).unwrap();
    assert_eq!((rest.due_fell, rest.tip_fell()), (Paise(9_900), Paise(10_000)));
    assert_eq!(rest.tips_fell, [("priya".into(), Paise(7_500)), ("ravi".into(), Paise(2_500))]);
    assert_eq!((unpaid.due, unpaid.tips.as_slice()), (Paise::ZERO, &[][..]));
    assert_eq!(unpaid.tip_as_issued(), Paise(10_000));
    assert_eq!(unpaid.payment_status, PaymentStatus::Refunded);
    // What was paid of a tip stays with its person.
    let mut partly = tipped(&[("upi", 4_000)]);
    let all = give_back(&mut partly, &note(79_900)).unwrap();
    assert_eq!((all.refunds.len(), all.tip_fell(), partly.due), (0, Paise(6_000), Paise::ZERO));
    assert_eq!(partly.tips, [tip("priya", 3_000), tip("ravi", 1_000)]);
}

#[test]
fn a_void_gives_back_all_that_was_paid_and_every_piece() {
    let back = GivenBack::by_void(&owed());
    assert_eq!(back.by_method, ByPaymentMethod { cash: Paise(70_000), upi: Paise(40_000), card: Paise::ZERO });
    assert_eq!(back.restocked().collect::<Vec<_>>(), [(&"shampoo".into(), 3)]);
    assert!(back.lines.iter().all(|line| line.before == Paise::ZERO && line.after == line.whole));
}

#[test]
fn the_last_note_by_lines_takes_what_rounding_left_on_them() {
    for (price, total) in [(50_049, 50_000), (50_051, 50_100)] {
        let mut invoice = sold(&[(false, price, 1)], true, &[("cash", total)], 0);
        let line = json!([{ "lineId": "1", "amountPaise": total }]);
        let note = json!({ "amountPaise": total, "refundMethod": "cash", "lines": line });
        let parts = give_back(&mut invoice, &request(&note)).unwrap();
        assert_eq!((parts.on_lines, invoice.lines[0].remaining()), (Paise(price), Split::default()), "{price}");
        assert_eq!(Paise(total).minus(parts.on_lines), invoice.round_off);
    }
}

/// One thing that happens to an invoice: a share of what can be given back or paid, and how.
#[derive(Clone, Debug)]
enum Step {
    /// By one method.
    Credit(u32),
    /// Of the payments, the last first.
    CreditPayments(u32),
    /// Of the lines, the last first.
    CreditLines(u32),
    Pay(u32),
}

fn step() -> impl Strategy<Value = Step> {
    let share = 1..=1_000_u32;
    prop_oneof![
        share.clone().prop_map(Step::Credit),
        share.clone().prop_map(Step::CreditPayments),
        share.clone().prop_map(Step::CreditLines),
        share.prop_map(Step::Pay),
    ]
}

fn part(of: Paise, share: u32) -> i64 {
    of.portion(i64::from(share), 1_000).max(Paise(1)).min(of).0
}

/// Takes from the last on, as far as each has something.
fn from_the_end(wanted: i64, have: &[(String, i64)]) -> Vec<(String, i64)> {
    let mut left = wanted;
    let mut taken = Vec::new();
    for (id, most) in have.iter().rev() {
        let amount = left.min(*most);
        if amount > 0 {
            taken.push((id.clone(), amount));
            left -= amount;
        }
    }
    taken
}

fn note_of(invoice: &Invoice, step: &Step) -> Value {
    let (Step::Credit(share) | Step::CreditPayments(share) | Step::CreditLines(share) | Step::Pay(share)) = step;
    let amount = part(invoice.refundable(), *share);
    match step {
        Step::CreditPayments(_) => {
            let back = amount - amount.min(invoice.due.0);
            let have: Vec<_> =
                invoice.payments.iter().map(|payment| (payment.id.to_string(), payment.refundable().0)).collect();
            let refunds = from_the_end(back, &have);
            let one = |(id, amount): &(String, i64)| json!({ "paymentId": id, "amountPaise": amount });
            json!({ "amountPaise": amount, "refunds": refunds.iter().map(one).collect::<Vec<_>>() })
        }
        Step::CreditLines(_) => {
            let have: Vec<_> =
                invoice.lines.iter().map(|line| (line.id.to_string(), line.remaining().total().0)).collect();
            let lines = from_the_end(amount, &have);
            // Rounding up leaves more to give back than the lines have.
            if lines.iter().map(|(_, amount)| amount).sum::<i64>() != amount {
                return json!({ "amountPaise": amount, "refundMethod": "upi" });
            }
            let one = |(id, amount): &(String, i64)| json!({ "lineId": id, "amountPaise": amount });
            json!({ "amountPaise": amount, "refundMethod": "upi", "lines": lines.iter().map(one).collect::<Vec<_>>() })
        }
        Step::Credit(_) | Step::Pay(_) => json!({ "amountPaise": amount, "refundMethod": "cash" }),
    }
}

fn pay(invoice: &mut Invoice, share: u32) {
    let amount = part(invoice.due, share);
    let taken = received(&payments(&[("card", amount)]), invoice.payments.len(), invoice.issued_at, "desk");
    invoice.payments.extend(taken);
    invoice.due = invoice.due.minus(Paise(amount));
    invoice.payment_status = invoice.standing();
}

/// The payments less their refunds, with what is due, are the rest of the bill, with its tips.
fn holds(invoice: &Invoice) -> Result<(), TestCaseError> {
    let kept: Paise = invoice.payments.iter().map(Payment::refundable).sum();
    prop_assert_eq!(kept.plus(invoice.due), invoice.refundable().plus(invoice.tip()));
    prop_assert!(invoice.due >= Paise::ZERO);
    prop_assert!(invoice.payments.iter().all(|payment| payment.refundable() >= Paise::ZERO));
    for line in &invoice.lines {
        let rest = line.remaining();
        prop_assert!(rest.taxable >= Paise::ZERO && rest.cgst >= Paise::ZERO && rest.sgst >= Paise::ZERO);
    }
    Ok(())
}

proptest! {
    #[test]
    fn in_whatever_order_it_is_paid_and_given_back_the_last_note_leaves_nothing_to_the_paisa(
        lines in prop::collection::vec((any::<bool>(), 1..=300_000_i64, 1..=5_u32), 1..6),
        is_rounded in any::<bool>(),
        paid in prop::collection::vec((prop_oneof![Just("cash"), Just("upi"), Just("card")], 1..=600_u32), 0..4),
        tip in prop_oneof![Just(0_i64), 1..=20_000_i64],
        steps in prop::collection::vec(step(), 0..8),
    ) {
        let whole = sold(&lines, is_rounded, &[], tip);
        prop_assume!(whole.total > Paise::ZERO);
        let mut left = whole.due;
        let mut taken = Vec::new();
        for (method, share) in paid.iter().filter(|_| whole.due > Paise(10)) {
            let amount = part(left, *share);
            if amount > 0 {
                taken.push((*method, amount));
                left = left.minus(Paise(amount));
            }
        }
        let mut invoice = sold(&lines, is_rounded, &taken, tip);
        holds(&invoice)?;
        let mut given = Split::default();
        let (mut round_off, mut back, mut tip_fell) = (Paise::ZERO, Paise::ZERO, Paise::ZERO);
        for step in steps.iter().chain([&Step::Credit(1_000)]) {
            if let Step::Pay(share) = step {
                if invoice.due > Paise::ZERO {
                    pay(&mut invoice, *share);
                }
            } else if invoice.refundable() > Paise::ZERO {
                let asked = request(&note_of(&invoice, step));
                let before = invoice.clone();
                let parts = give_back(&mut invoice, &asked).unwrap();
                let amount = Paise(asked.amount_paise.get());
                let money: Paise = parts.refunds.iter().map(|refund| refund.amount).sum();
                prop_assert_eq!(money.plus(parts.due_fell), amount);
                prop_assert!(money == Paise::ZERO || invoice.due == Paise::ZERO);
                let tax = Invoice::credited_tax(&parts.lines);
                prop_assert_eq!(tax.total(), parts.on_lines);
                given = [given, tax].into_iter().sum();
                round_off = round_off.plus(amount).minus(parts.on_lines);
                back = back.plus(money);
                tip_fell = tip_fell.plus(parts.tip_fell());
                let given_back = GivenBack::by_note(&before, &invoice, &parts.refunds);
                let credited = given_back.lines.iter().map(|line| line.after.minus(line.before)).sum::<Paise>();
                prop_assert_eq!(credited, parts.on_lines);
            }
            holds(&invoice)?;
        }
        prop_assert_eq!((invoice.refundable(), invoice.payment_status), (Paise::ZERO, PaymentStatus::Refunded));
        prop_assert_eq!((given.taxable, given.cgst, given.sgst), (whole.taxable, whole.cgst, whole.sgst));
        prop_assert!(invoice.lines.iter().all(|line| line.remaining() == Split::default()));
        prop_assert_eq!(round_off, whole.round_off);
        // Only a tip that nobody has paid is still due.
        prop_assert!(invoice.due <= invoice.tip().minus(invoice.received().minus(back)));
        // And it falls with the last note.
        prop_assert_eq!((invoice.due, invoice.tip()), (Paise::ZERO, invoice.received().minus(back)));
        prop_assert_eq!(tip_fell, whole.tip().minus(invoice.tip()));
    }
}
