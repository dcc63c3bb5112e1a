//! The first and the last visit of a customer, and how a visit is taken back on its own day.

use serde::{Deserialize, Serialize};

use super::Profile;
use parlour_storage::table::is_default;
use parlour_values::time::{Instant, IstDate};

/// The visits of one day, and which were the first and the last before it: whichever of them is taken back, the first and
/// the last of those that stand are known without reading any other record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DayOfVisits {
    pub on: IstDate,
    #[serde(default, skip_serializing_if = "is_default")]
    pub first_before: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub last_before: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub visits: Vec<Instant>,
}

impl DayOfVisits {
    fn first(&self) -> Option<Instant> {
        self.first_before.into_iter().chain(self.visits.iter().copied()).min()
    }

    fn last(&self) -> Option<Instant> {
        self.last_before.into_iter().chain(self.visits.iter().copied()).max()
    }
}

impl Profile {
    /// The day, as far as it is known: without any visit where another day was the last with some.
    fn day_of_visits(&self, on: IstDate) -> DayOfVisits {
        let known = self.day_of_visits.clone().filter(|day| day.on == on);
        known.unwrap_or_else(|| DayOfVisits {
            on,
            first_before: self.first_visit_at,
            last_before: self.last_visit_at,
            visits: Vec::new(),
        })
    }

    /// Counts a visit that is completed now.
    pub fn count_visit(&mut self, now: Instant) {
        let mut day = self.day_of_visits(now.ist_date());
        day.visits.push(now);
        self.total_visits = self.total_visits.saturating_add(1);
        self.take_visits_of(day);
    }

    /// Takes a visit back on the day it was counted.
    pub fn uncount_visit(&mut self, at: Instant) {
        self.total_visits = self.total_visits.saturating_sub(1);
        let Some(mut day) = self.day_of_visits.clone().filter(|day| day.on == at.ist_date()) else { return };
        if let Some(place) = day.visits.iter().position(|visit| *visit == at) {
            day.visits.swap_remove(place);
        }
        self.take_visits_of(day);
    }

    fn take_visits_of(&mut self, day: DayOfVisits) {
        (self.first_visit_at, self.last_visit_at) = (day.first(), day.last());
        self.day_of_visits = Some(day);
    }

    /// Takes over another profile's visits.
    pub fn join_visits(&mut self, other: &Self) {
        self.total_visits = self.total_visits.saturating_add(other.total_visits);
        let newest = self.day_of_visits.iter().chain(&other.day_of_visits).map(|day| day.on).max();
        let joined = newest.map(|on| {
            let (own, others) = (self.day_of_visits(on), other.day_of_visits(on));
            DayOfVisits {
                on,
                first_before: own.first_before.into_iter().chain(others.first_before).min(),
                last_before: own.last_before.max(others.last_before),
                visits: own.visits.into_iter().chain(others.visits).collect(),
            }
        });
        self.first_visit_at = self.first_visit_at.into_iter().chain(other.first_visit_at).min();
        self.last_visit_at = self.last_visit_at.max(other.last_visit_at);
        self.day_of_visits = joined;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        format!("{text}:00+05:30").parse().unwrap()
    }

    fn profile(visits: &[&str]) -> Profile {
        let mut profile = Profile::bare("p1".into(), "asha".into(), at("2026-01-01T00:00"));
        visits.iter().for_each(|visit| profile.count_visit(at(visit)));
        profile
    }

    fn seen(profile: &Profile) -> (u32, Option<Instant>, Option<Instant>) {
        (profile.total_visits, profile.first_visit_at, profile.last_visit_at)
    }

    const VISITS: [&str; 4] = ["2026-11-10T10:00", "2026-11-16T10:00", "2026-11-16T11:00", "2026-11-16T12:00"];

    #[test]
    fn whichever_visit_of_the_day_is_taken_back_those_that_stand_are_first_and_last() {
        for order in [[1, 2, 3], [3, 2, 1], [2, 1, 3], [2, 3, 1]] {
            let (mut all, mut standing) = (profile(&VISITS), VISITS.to_vec());
            for taken in order {
                all.uncount_visit(at(VISITS[taken]));
                standing.retain(|visit| *visit != VISITS[taken]);
                assert_eq!(seen(&all), seen(&profile(&standing)), "{order:?}");
            }
        }
    }

    #[test]
    fn the_first_visit_ever_leaves_nothing() {
        let mut only = profile(&VISITS[3..]);
        only.uncount_visit(at(VISITS[3]));
        assert_eq!(seen(&only), (0, None, None));
    }

    #[test]
    fn visits_of_two_that_become_one_are_taken_back_as_if_they_had_always_been_one() {
        for (own, others) in [(&VISITS[..1], &VISITS[1..]), (&VISITS[2..], &VISITS[..2]), (&VISITS[1..3], &VISITS[3..])]
        {
            let (mut joined, mut standing) = (profile(own), VISITS.to_vec());
            standing.retain(|visit| own.contains(visit) || others.contains(visit));
            joined.join_visits(&profile(others));
            for taken in &VISITS[1..] {
                joined.uncount_visit(at(taken));
                standing.retain(|visit| visit != taken);
                assert_eq!(seen(&joined), seen(&profile(&standing)), "{taken}");
            }
        }
    }
}
