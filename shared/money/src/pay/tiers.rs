//! Earnings of a month's services beyond the usual rate. Tiers are progressive: each part of the month by its own
//! rate. They count the services at the usual rate, net without GST; a service with a rate of its own keeps it and is
//! in no tier. The lines carry the usual rate, and the difference is one line of the month.

use std::collections::BTreeMap;

use super::commission::{CommissionRate, CommissionRule, CommissionRules};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

/// Services that tiers count, or what was taken back of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TieredServices {
    /// When they were earned, also of what was taken back of them later.
    pub earned_at: Instant,
    /// The usual rate that was frozen with them.
    pub rate: CommissionRate,
    pub base: Paise,
}

impl CommissionRules {
    /// The earnings of a month's services by tiers, more (or less) than their lines say. Each part goes by the tiers of the
    /// rule it was earned by, and counts on top of what was earned by the rules before: so no rule changes what was earned
    /// by another.
    pub(super) fn tier_difference(&self, services: &[TieredServices]) -> Paise {
        let mut by_rule: BTreeMap<usize, Paise> = BTreeMap::new();
        for part in services {
            if let Some(place) = self.place_of_rule(part) {
                let sum = by_rule.entry(place).or_default();
                *sum = sum.plus(part.base);
            }
        }
        let mut top: Paise = services.iter().map(|part| part.base).sum();
        let mut ten_thousandths = 0_i128;
        for (place, rule) in self.rules.iter().enumerate().rev() {
            let bottom = top.minus(by_rule.get(&place).copied().unwrap_or_default());
            let difference = rule.up_to(top).saturating_sub(rule.up_to(bottom));
            ten_thousandths = ten_thousandths.saturating_add(difference);
            top = bottom;
        }
        rounded(ten_thousandths)
    }

    /// The rule that held when they were earned; none if it is not kept any more, or there was none.
    fn place_of_rule(&self, part: &TieredServices) -> Option<usize> {
        let day = part.earned_at.ist_date();
        let held =
            |rule: &CommissionRule| rule.from <= day && rule.set_at <= part.earned_at && rule.service == part.rate;
        self.rules.iter().rposition(held)
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

    fn at(moment: &str) -> Instant {
        moment.parse().unwrap()
    }

    /// By these rules, the oldest first, of these sums at their rates, earned at these moments.
    fn difference_of(rules: &[CommissionRule], services: &[(&str, u32, i64)]) -> Paise {
        let rules = CommissionRules { rules: rules.to_vec(), ..CommissionRules::none("meera".into()) };
        let services = services.iter().map(|(moment, rate, base)| TieredServices {
            earned_at: at(moment),
            rate: CommissionRate(*rate),
            base: Paise(*base),
        });
        rules.tier_difference(&services.collect::<Vec<_>>())
    }

    /// The same, of what was earned on the last day of the month.
    fn difference(rules: &[CommissionRule], services: &[(u32, i64)]) -> Paise {
        let of_that_day = services.iter().map(|(rate, base)| ("2026-11-30T12:00:00Z", *rate, *base));
        difference_of(rules, &of_that_day.collect::<Vec<_>>())
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

    fn dated(from: &str, service: u32, tiers: &[(i64, u32)]) -> CommissionRule {
        CommissionRule { from: from.parse().unwrap(), service: CommissionRate(service), ..rule(tiers) }
    }

    #[test]
    fn what_was_earned_at_an_older_rate_keeps_it_and_counts_below_what_came_later() {
        let before = dated("2026-11-01", 2000, &[]);
        let after = dated("2026-11-04", 1000, &[(0, 2000)]);
        let changed = [before, after];
        assert_eq!(difference(&changed, &[(2000, 190_380)]), Paise::ZERO);
        assert_eq!(difference(&changed, &[(2000, 190_380), (1000, 100_000)]), Paise(10_000));
        assert_eq!(difference(&changed, &[(0, 50_000)]), Paise::ZERO, "earned before there was a rule");
        // A raise takes no tier away, and one that is to come changes nothing.
        let raised = [dated("2026-11-01", 1000, &[(100_000, 1500)]), dated("2026-11-28", 1100, &[(100_000, 1600)])];
        assert_eq!(difference(&raised, &[(1000, 150_000)]), Paise(2_500));
        assert_eq!(difference(&raised, &[(1000, 150_000), (1100, 20_000)]), Paise(2_500 + 1_000));
        assert_eq!(difference(&[dated("2026-12-01", 1000, &[(0, 1500)])], &[(1000, 150_000)]), Paise::ZERO);
    }

    #[test]
    fn a_rule_of_the_same_rate_changes_nothing_of_what_was_earned_before_it_holds() {
        let (plain, tiered) = (dated("2026-11-01", 1000, &[]), dated("2026-11-30", 1000, &[(0, 9000)]));
        let earned = ("2026-11-10T06:00:00Z", 1000, 1_332_490);
        assert_eq!(difference_of(&[plain.clone(), tiered.clone()], &[earned]), Paise::ZERO);
        // It counts from its own day on, on top of what was earned before.
        let with_more = [earned, ("2026-11-30T06:00:00Z", 1000, 10_000)];
        assert_eq!(difference_of(&[plain.clone(), tiered], &with_more), Paise(8_000));
        // And the reverse: tiers are not lost to a rule without any.
        let (tiered, plain) = (dated("2026-11-01", 1000, &[(0, 9000)]), dated("2026-11-30", 1000, &[]));
        assert_eq!(difference_of(&[tiered.clone(), plain.clone()], &[earned]), Paise(1_065_992));
        // What is taken back of it goes by the rule it was earned by.
        let back = ("2026-11-10T06:00:00Z", 1000, -1_332_490);
        assert_eq!(difference_of(&[tiered, plain], &[earned, back]), Paise::ZERO);
    }

    #[test]
    fn another_rule_of_the_same_day_counts_from_when_it_was_set() {
        let morning = CommissionRule { set_at: at("2026-11-16T04:00:00Z"), ..dated("2026-11-16", 1000, &[]) };
        let noon = CommissionRule { set_at: at("2026-11-16T07:00:00Z"), ..dated("2026-11-16", 1000, &[(0, 2000)]) };
        let earned = [("2026-11-16T06:00:00Z", 1000, 50_000), ("2026-11-16T08:00:00Z", 1000, 10_000)];
        assert_eq!(difference_of(&[morning, noon], &earned), Paise(1_000));
    }
}
