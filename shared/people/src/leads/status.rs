//! The lead pipeline: which move follows which, and when a lead has been left lying.

use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    pub enum LeadStatus {
        New => "new",
        Contacted => "contacted",
        FollowUp => "follow_up",
        Booked => "booked",
        Won => "won",
        Lost => "lost",
    }
}

/// A move the pipeline does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a lead that is {from} cannot become {to}")]
pub struct ForbiddenMove {
    pub from: LeadStatus,
    pub to: LeadStatus,
}

impl LeadStatus {
    pub fn move_to(self, to: Self) -> Result<Self, ForbiddenMove> {
        use LeadStatus::{Booked, Contacted, FollowUp, Lost, New, Won};
        match (self, to) {
            (New, Contacted | Booked | Lost)
            | (Contacted, FollowUp | Booked | Lost)
            | (FollowUp, Booked | Lost)
            | (Booked, Won | Lost) => Ok(to),
            (from, to) => Err(ForbiddenMove { from, to }),
        }
    }

    /// Won or lost: nobody turns to it any more.
    pub const fn is_over(self) -> bool {
        self.stale_after_days().is_none()
    }

    /// Whole days without contact after which the lead counts as stale; none once it is won or lost.
    const fn stale_after_days(self) -> Option<i64> {
        match self {
            Self::New => Some(1),
            Self::Contacted => Some(3),
            Self::FollowUp => Some(2),
            Self::Booked => Some(7),
            Self::Won | Self::Lost => None,
        }
    }
}

/// Whether nobody has turned to the lead for longer than its status allows.
pub fn is_stale(status: LeadStatus, created_at: Instant, last_contacted_at: Option<Instant>, now: Instant) -> bool {
    let waiting = whole_days(last_contacted_at.unwrap_or(created_at), now);
    status.stale_after_days().is_some_and(|patience| waiting >= patience)
}

pub fn days_since_capture(created_at: Instant, now: Instant) -> i64 {
    whole_days(created_at, now)
}

fn whole_days(since: Instant, now: Instant) -> i64 {
    now.since(since).num_days().max(0)
}

#[cfg(test)]
mod tests {
    use super::LeadStatus::{Booked, Contacted, FollowUp, Lost, New, Won};
    use super::*;

    #[test]
    fn every_pair_of_statuses_is_allowed_or_refused_as_the_table_says() {
        const YES: bool = true;
        const NO: bool = false;
        let to = [New, Contacted, FollowUp, Booked, Won, Lost];
        let table = [
            (New, [NO, YES, NO, YES, NO, YES]),
            (Contacted, [NO, NO, YES, YES, NO, YES]),
            (FollowUp, [NO, NO, NO, YES, NO, YES]),
            (Booked, [NO, NO, NO, NO, YES, YES]),
            (Won, [NO, NO, NO, NO, NO, NO]),
            (Lost, [NO, NO, NO, NO, NO, NO]),
        ];
        assert_eq!(table.map(|(from, _)| from), *LeadStatus::ALL);
        for (from, row) in table {
            for (to, allowed) in to.into_iter().zip(row) {
                let expected = if allowed { Ok(to) } else { Err(ForbiddenMove { from, to }) };
                assert_eq!(from.move_to(to), expected, "{from} to {to}");
            }
        }
    }

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn a_lead_is_stale_from_the_day_its_status_allows() {
        let created = at("2026-11-01T06:00:00Z");
        for (status, last_fresh, first_stale) in [
            (New, "2026-11-02T05:59:59.999Z", "2026-11-02T06:00:00Z"),
            (Contacted, "2026-11-04T05:59:59.999Z", "2026-11-04T06:00:00Z"),
            (FollowUp, "2026-11-03T05:59:59.999Z", "2026-11-03T06:00:00Z"),
            (Booked, "2026-11-08T05:59:59.999Z", "2026-11-08T06:00:00Z"),
        ] {
            assert!(!is_stale(status, created, None, at(last_fresh)), "{status}");
            assert!(is_stale(status, created, None, at(first_stale)), "{status}");
        }
    }

    #[test]
    fn contact_starts_the_count_again_and_an_ended_lead_never_is_stale() {
        let (created, contacted, now) =
            (at("2026-11-01T06:00:00Z"), at("2026-11-09T06:00:00Z"), at("2026-11-11T06:00:00Z"));
        assert!(is_stale(Contacted, created, None, now));
        assert!(!is_stale(Contacted, created, Some(contacted), now));
        assert!(!is_stale(Won, created, None, now));
        assert!(!is_stale(Lost, created, None, now));
    }

    #[test]
    fn days_since_capture_are_whole_days() {
        let created = at("2026-11-01T06:00:00Z");
        assert_eq!(days_since_capture(created, at("2026-11-02T05:59:59Z")), 0);
        assert_eq!(days_since_capture(created, at("2026-11-03T06:00:00Z")), 2);
        assert_eq!(days_since_capture(created, at("2026-10-30T06:00:00Z")), 0);
    }
}
