//! Which line gems pay for.

use std::cmp::Reverse;

use crate::pricing::{CheckoutError, SaleLine};
use parlour_values::gems::Gems;
use parlour_values::id::ServiceId;

/// A line paid in gems: where it stands, and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redeemed {
    pub line: usize,
    pub gems: Gems,
}

/// The named line; or the dearest one the balance affords, among equals the one that costs fewer gems.
pub fn redeem(lines: &[SaleLine], service: Option<&ServiceId>, spendable: Gems) -> Result<Redeemed, CheckoutError> {
    let is_asked = |line: &SaleLine| !line.is_covered && service.is_none_or(|asked| line.item.service() == Some(asked));
    let asked = lines.iter().enumerate().filter(|(_, line)| is_asked(line));
    let redeemable: Vec<(Redeemed, &SaleLine)> = asked
        .filter_map(|(at, line)| {
            line.gems_required.map(|gems| (Redeemed { line: at, gems: gems.max(Gems::ZERO) }, line))
        })
        .collect();
    if redeemable.is_empty() {
        return Err(CheckoutError::GemsServiceNotRedeemable);
    }
    redeemable
        .into_iter()
        .filter(|(redeemed, _)| redeemed.gems <= spendable)
        .max_by_key(|(redeemed, line)| (line.price, Reverse(redeemed.gems), Reverse(redeemed.line)))
        .map(|(redeemed, _)| redeemed)
        .ok_or(CheckoutError::GemsInsufficientBalance)
}
