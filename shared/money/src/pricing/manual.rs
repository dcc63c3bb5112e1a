//! The desk's discounts by hand, after the offer, and how much they are.

use crate::pricing::{CheckoutError, PricedLine};
use parlour_values::money::Paise;

/// Taken off the whole bill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BillDiscount {
    /// In hundredths of a percent of what is left of the lines.
    Percent(u32),
    Amount(Paise),
}

/// Spreads the bill's discount over what is left of the lines; answers what rounding added to it.
pub fn share_out(lines: &mut [PricedLine], discount: BillDiscount) -> Result<Paise, CheckoutError> {
    let left: Vec<Paise> = lines.iter().map(PricedLine::total).collect();
    let all: Paise = left.iter().copied().sum();
    let (off, exact) = match discount {
        BillDiscount::Percent(bps) => {
            let bps = i64::from(bps.min(10_000));
            (all.portion(bps, 10_000), all.portion_rounded_down(bps, 10_000))
        }
        BillDiscount::Amount(amount) if amount > all => return Err(CheckoutError::DiscountAboveBill),
        BillDiscount::Amount(amount) => (amount, amount),
    };
    for (line, share) in lines.iter_mut().zip(off.spread(&left, &left)) {
        line.share = share;
    }
    Ok(off.minus(exact))
}

/// The share that manual prices and discounts together take off the lines that are neither covered nor paid in gems,
/// after the offer, in hundredths of a percent, rounded up. A raised price offsets nothing. `added` is what rounding
/// added to a percentage: whoever gives exactly the percentage they may is within it.
pub fn effective_bps(lines: &[PricedLine], added: Paise) -> u32 {
    let sold = || lines.iter().filter(|line| !line.is_free());
    let whole: Paise = sold().map(|line| line.list_gross().minus(line.offer).max(Paise::ZERO)).sum();
    let taken = sold().map(PricedLine::taken_off_by_hand).sum::<Paise>().minus(added);
    if taken <= Paise::ZERO {
        return 0;
    }
    let (taken, whole) = (i128::from(taken.0), i128::from(whole.0));
    if whole <= 0 {
        return 10_000;
    }
    u32::try_from((taken * 10_000 + whole - 1) / whole).unwrap_or(10_000).min(10_000)
}
