//! The commission rules of a person: dated, and never changed backwards.

use serde::{Deserialize, Serialize};

use parlour_storage::table::{Found, Key, Record, TableError, is_default, keys};
use parlour_values::id::{ServiceId, StaffId};
use parlour_values::money::Paise;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate};

/// A share of a base in basis points: 1000 is 10 %.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommissionRate(pub u32);

impl CommissionRate {
    pub const ZERO: Self = Self(0);

    /// The whole of a base.
    pub const WHOLE: i64 = 10_000;

    /// The commission on a base, rounded half up to the paisa.
    pub fn of(self, base: Paise) -> Paise {
        base.portion(i64::from(self.0), Self::WHOLE)
    }
}

text_enum! {
    /// The kind of work a line of an invoice was.
    pub enum WorkKind {
        Service => "service",
        Product => "product",
        /// Minutes of a membership.
        Session => "session",
    }
}

/// A person's commission rates from a day on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommissionRule {
    pub from: IstDate,
    pub service: CommissionRate,
    pub product: CommissionRate,
    /// Sessions of memberships; as services where it is not given.
    #[serde(default, skip_serializing_if = "is_default")]
    pub session: Option<CommissionRate>,
    /// Services with a rate of their own.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_service: Vec<ServiceRate>,
    /// The rates of a month's services beyond an amount, the lowest first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tiers: Vec<CommissionTier>,
    /// The user who set it.
    pub set_by: String,
    pub set_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ServiceRate {
    pub service_id: ServiceId,
    pub rate: CommissionRate,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommissionTier {
    pub above: Paise,
    pub rate: CommissionRate,
}

impl CommissionRule {
    /// Whether another rule says the same, whoever set it.
    pub(super) fn says(&self, other: &Self) -> bool {
        *self == Self { set_by: self.set_by.clone(), set_at: self.set_at, ..other.clone() }
    }

    /// The rate of a line, and whether it is the service's own.
    pub(super) fn rate(&self, kind: WorkKind, service: Option<&ServiceId>) -> (CommissionRate, bool) {
        match kind {
            WorkKind::Product => (self.product, false),
            WorkKind::Session => (self.session.unwrap_or(self.service), false),
            WorkKind::Service => {
                let own = self.by_service.iter().find(|own| Some(&own.service_id) == service);
                own.map_or((self.service, false), |own| (own.rate, true))
            }
        }
    }
}

/// The rules of a person, in the order of their days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommissionRules {
    pub staff_id: StaffId,
    pub rules: Vec<CommissionRule>,
}

/// So many rules are kept of a person: with all their services in each they still fit into an item. What was earned by
/// older ones is frozen with the earnings.
const MOST_RULES: usize = 60;

impl CommissionRules {
    pub fn none(staff_id: StaffId) -> Self {
        Self { staff_id, rules: Vec::new() }
    }

    /// The rule that holds on a day: of those that began, the one that began last. Of one day, the one set last.
    pub fn on(&self, day: IstDate) -> Option<&CommissionRule> {
        self.rules.iter().rev().find(|rule| rule.from <= day)
    }

    /// With a further rule. It takes the place of one of the same day that has not begun yet; one that holds already
    /// stays in the history.
    pub fn with(mut self, rule: CommissionRule, today: IstDate) -> Self {
        self.rules.retain(|other| other.from != rule.from || other.from <= today);
        let place = self.rules.partition_point(|other| other.from <= rule.from);
        self.rules.insert(place, rule);
        let surplus = self.rules.len().saturating_sub(MOST_RULES);
        self.rules.drain(..surplus);
        self
    }
}

impl Record for CommissionRules {
    const KIND: &'static str = "commission_rules";

    fn key(&self) -> Key {
        keys::commission_rules(&self.staff_id)
    }
}

/// The keys that [`commission_among`] reads.
pub fn commission_keys<'a>(staff: impl IntoIterator<Item = &'a StaffId>) -> impl Iterator<Item = Key> {
    staff.into_iter().map(keys::commission_rules)
}

/// The rules of those of these people who have any.
pub fn commission_among<'a>(
    found: &Found,
    staff: impl IntoIterator<Item = &'a StaffId>,
) -> Result<Vec<CommissionRules>, TableError> {
    let read = |id| found.read::<CommissionRules>(&keys::commission_rules(id)).map(|read| read.map(|read| read.record));
    staff.into_iter().filter_map(|id| read(id).transpose()).collect()
}

impl CommissionRule {
    /// For tests: 10 % of services, 5 % of products.
    #[cfg(test)]
    pub(super) fn sample(from: &str) -> Self {
        Self {
            from: from.parse().unwrap(),
            service: CommissionRate(1000),
            product: CommissionRate(500),
            session: None,
            by_service: Vec::new(),
            tiers: Vec::new(),
            set_by: "manager".to_owned(),
            set_at: "2026-11-01T04:30:00Z".parse().unwrap(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    fn rule(from: &str, service: u32) -> CommissionRule {
        CommissionRule { service: CommissionRate(service), ..CommissionRule::sample(from) }
    }

    fn rates(rules: &CommissionRules) -> Vec<u32> {
        rules.rules.iter().map(|rule| rule.service.0).collect()
    }

    #[test]
    fn the_rule_that_began_last_holds() {
        let today = day("2026-11-17");
        let rules = CommissionRules::none("meera".into())
            .with(rule("2026-12-01", 1200), today)
            .with(rule("2026-11-17", 1000), today);
        let on = |text: &str| rules.on(day(text)).map(|rule| rule.service.0);
        assert_eq!(on("2026-11-16"), None);
        assert_eq!(on("2026-11-17"), Some(1000));
        assert_eq!(on("2026-11-30"), Some(1000));
        assert_eq!(on("2026-12-01"), Some(1200));
    }

    #[test]
    fn a_rule_that_has_not_begun_is_replaced_and_one_that_holds_stays_in_the_history() {
        let today = day("2026-11-17");
        let rules = CommissionRules::none("meera".into()).with(rule("2026-12-01", 1200), today);
        let rules = rules.with(rule("2026-12-01", 1300), today);
        assert_eq!(rates(&rules), [1300]);
        let rules = rules.with(rule("2026-11-17", 900), today).with(rule("2026-11-17", 1100), today);
        assert_eq!(rates(&rules), [900, 1100, 1300]);
        assert_eq!(rules.on(today).map(|rule| rule.service.0), Some(1100));
    }

    #[test]
    fn the_oldest_rules_go_when_there_are_too_many() {
        let today = day("2026-11-17");
        let all = (0..100)
            .fold(CommissionRules::none("meera".into()), |rules, rate| rules.with(rule("2026-11-17", rate), today));
        assert_eq!((all.rules.len(), rates(&all)[0]), (MOST_RULES, 40));
    }

    #[test]
    fn each_kind_of_work_has_its_rate_and_a_service_may_have_its_own() {
        let own = ServiceRate { service_id: "colour".into(), rate: CommissionRate(1500) };
        let rule = CommissionRule { by_service: vec![own], ..CommissionRule::sample("2026-11-01") };
        let (cut, colour) = (ServiceId::from("cut"), ServiceId::from("colour"));
        assert_eq!(rule.rate(WorkKind::Service, Some(&cut)), (CommissionRate(1000), false));
        assert_eq!(rule.rate(WorkKind::Service, Some(&colour)), (CommissionRate(1500), true));
        assert_eq!(rule.rate(WorkKind::Service, None), (CommissionRate(1000), false));
        assert_eq!(rule.rate(WorkKind::Product, None), (CommissionRate(500), false));
        assert_eq!(rule.rate(WorkKind::Session, Some(&colour)), (CommissionRate(1000), false));
        let rule = CommissionRule { session: Some(CommissionRate(700)), ..rule };
        assert_eq!(rule.rate(WorkKind::Session, Some(&colour)), (CommissionRate(700), false));
    }
}
