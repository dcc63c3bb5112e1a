//! Earnings of a month's services beyond the usual rate. Tiers are progressive: each part of the month by its own
//! rate. They count the services at the usual rate, net without GST; a service with a rate of its own keeps it and is
//! in no tier. The lines carry the usual rate, and the difference is one line of the month.

use std::collections::BTreeMap;

use super::commission::{CommissionRate, CommissionRule, CommissionRules};
use parlour_values::money::Paise;
use parlour_values::time::Month;

impl CommissionRules {
    /// The earnings of a month's services by tiers, more (or less) than their lines say, from their sum at each rate.
    /// A sum goes by the tiers of the last rule with its rate, and counts on top of those of the rules before: so no
    /// rule changes what was earned at another's rate.
    pub(super) fn tier_difference(&self, month: Month, services: &BTreeMap<CommissionRate, Paise>) -> Paise {
        let (mut left, mut top) = (services.clone(), services.values().copied().sum::<Paise>());
        let mut ten_thousandths = 0_i128;
        for rule in self.rules.iter().rev().filter(|rule| rule.from <= month.last_day()) {
            let bottom = top.minus(left.remove(&rule.service).unwrap_or_default());
            let difference = rule.up_to(top).saturating_sub(rule.up_to(bottom));
            ten_thousandths = ten_thousandths.saturating_add(difference);
            top = bottom;
        }
        rounded(ten_thousandths)
    }
}

impl CommissionRule {
    /// What its tiers make of services up to this sum, beyond its usual rate.
    fn up_to(&self, services: Paise) -> i128 {
        let mut ten_thousandths = 0_i128;
        for (at, tier) in self.tiers.iter().enumerate() {
            let end = self.tiers.get(at.saturating_add(1)).map_or(services, |next| next.above.min(services));
            let part = end.minus(tier.above).max(Paise::ZERO);
            let difference = i64::from(tier.rate.0).saturating_sub(i64::from(self.service.0));
            ten_thousandths = ten_thousandths.saturating_add(i128::from(part.0).saturating_mul(difference.into()));
        }
        ten_thousandths
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

    /// By these rules, the oldest first, of these sums at their rates.
    fn difference(rules: &[CommissionRule], services: &[(u32, i64)]) -> Paise {
        let rules = CommissionRules { rules: rules.to_vec(), ..CommissionRules::none("meera".into()) };
        let services = services.iter().map(|(rate, sum)| (CommissionRate(*rate), Paise(*sum)));
        rules.tier_difference("2026-11".parse().unwrap(), &services.collect())
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
            assert_eq!(difference(std::slice::from_ref(&rule), &[(1000, services)]), Paise(more), "{services}");
        }
    }

    #[test]
    fn a_tier_may_earn_less_and_without_tiers_there_is_no_difference() {
        assert_eq!(difference(&[rule(&[(1_000, 500)])], &[(1000, 3_000)]), Paise(-100));
        assert_eq!(difference(&[rule(&[])], &[(1000, 3_000)]), Paise::ZERO);
    }

    #[test]
    fn what_was_earned_at_an_older_rate_keeps_it_and_counts_below_what_came_later() {
        let at = |from: &str, service: u32, tiers: &[(i64, u32)]| CommissionRule {
            from: from.parse().unwrap(),
            service: CommissionRate(service),
            ..rule(tiers)
        };
        let before = at("2026-11-01", 2000, &[]);
        let after = at("2026-11-04", 1000, &[(0, 2000)]);
        let changed = [before, after];
        assert_eq!(difference(&changed, &[(2000, 190_380)]), Paise::ZERO);
        assert_eq!(difference(&changed, &[(2000, 190_380), (1000, 100_000)]), Paise(10_000));
        assert_eq!(difference(&changed, &[(0, 50_000)]), Paise::ZERO, "earned before there was a rule");
        // A raise takes no tier away, and one that is to come changes nothing.
        let raised = [at("2026-11-01", 1000, &[(100_000, 1500)]), at("2026-11-28", 1100, &[(100_000, 1600)])];
        assert_eq!(difference(&raised, &[(1000, 150_000)]), Paise(2_500));
        assert_eq!(difference(&raised, &[(1000, 150_000), (1100, 20_000)]), Paise(2_500 + 1_000));
        assert_eq!(difference(&[at("2026-12-01", 1000, &[(0, 1500)])], &[(1000, 150_000)]), Paise::ZERO);
    }
}
