//! Earnings of a month's services beyond the usual rate. Tiers are progressive: each part of the month by its own
//! rate. They count the services at the usual rate, net without GST; a service with a rate of its own keeps it and is
//! in no tier. The lines carry the usual rate, and the difference is one line of the month.

use super::commission::{CommissionRate, CommissionRule};
use parlour_values::money::Paise;

impl CommissionRule {
    /// The earnings of a month's services by tiers, more (or less) than their lines say.
    pub(super) fn tier_difference(&self, services: Paise) -> Paise {
        let mut ten_thousandths = 0_i128;
        for (at, tier) in self.tiers.iter().enumerate() {
            let end = self.tiers.get(at.saturating_add(1)).map_or(services, |next| next.above.min(services));
            let part = end.minus(tier.above).max(Paise::ZERO);
            let difference = i64::from(tier.rate.0).saturating_sub(i64::from(self.service.0));
            ten_thousandths = ten_thousandths.saturating_add(i128::from(part.0).saturating_mul(difference.into()));
        }
        rounded(ten_thousandths)
    }
}

/// Half up to the paisa.
fn rounded(ten_thousandths: i128) -> Paise {
    let whole = i128::from(CommissionRate::WHOLE);
    let paise = ten_thousandths.saturating_mul(2).saturating_add(whole).div_euclid(2 * whole);
    Paise(i64::try_from(paise).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pay::CommissionTier;

    fn rule(tiers: &[(i64, u32)]) -> CommissionRule {
        let tiers = tiers
            .iter()
            .map(|(above, rate)| CommissionTier { above: Paise(*above), rate: CommissionRate(*rate) })
            .collect();
        CommissionRule { tiers, ..CommissionRule::sample("2026-11-01") }
    }

    #[test]
    fn each_part_of_the_month_earns_by_its_own_rate() {
        let rule = rule(&[(5_000_000, 1500), (10_000_000, 2000)]);
        for (services, more) in [
            (0, 0),
            (-100_000, 0),
            (5_000_000, 0),
            (5_000_001, 0),
            (5_000_010, 1),
            (10_000_000, 250_000),
            (12_000_000, 250_000 + 200_000),
        ] {
            assert_eq!(rule.tier_difference(Paise(services)), Paise(more), "{services}");
        }
    }

    #[test]
    fn a_tier_may_earn_less_and_without_tiers_there_is_no_difference() {
        assert_eq!(rule(&[(1_000, 500)]).tier_difference(Paise(3_000)), Paise(-100));
        assert_eq!(rule(&[]).tier_difference(Paise(3_000)), Paise::ZERO);
    }
}
