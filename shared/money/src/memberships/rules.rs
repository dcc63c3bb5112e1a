//! How long a membership lasts, what is left of it, and what may happen to it.

use parlour_values::id::Random;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate, Minutes};

text_enum! {
    pub enum MembershipStatus {
        Active => "active",
        Expired => "expired",
        Cancelled => "cancelled",
    }
}

/// The ways to end a membership.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MembershipAction {
    Cancel,
    Expire,
}

/// The membership is no longer active: it has ended already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the membership is {0} already")]
pub struct Ended(pub MembershipStatus);

impl MembershipStatus {
    pub fn after(self, action: MembershipAction) -> Result<Self, Ended> {
        match (self, action) {
            (Self::Active, MembershipAction::Cancel) => Ok(Self::Cancelled),
            (Self::Active, MembershipAction::Expire) => Ok(Self::Expired),
            (ended @ (Self::Expired | Self::Cancelled), MembershipAction::Cancel | MembershipAction::Expire) => {
                Err(Ended(ended))
            }
        }
    }
}

/// From the midnight that begins `start_date` to the one that begins the day `validity_days` later, in India. None
/// when that day is beyond the calendar.
pub fn term(start_date: IstDate, validity_days: u32) -> Option<(Instant, Instant)> {
    let end = start_date.plus_days(u64::from(validity_days));
    let is_real = end.days_since(start_date) == i64::from(validity_days) && end.year() <= 9999;
    is_real.then(|| (start_date.start(), end.start()))
}

/// Whether a membership that ends at `expires_at` is over.
pub fn is_over(expires_at: Instant, now: Instant) -> bool {
    now >= expires_at
}

/// Letters and digits nobody mistakes for one another when they are read out.
const UNAMBIGUOUS: &str = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// `PAR-MEM-26-01-7KQ2X`. Drawn at random, so whoever keeps it makes sure that it is new.
pub fn draw_number(prefix: &str, today: IstDate, branch_number: &str, random: &Random) -> String {
    let year = today.year().rem_euclid(100);
    format!("{prefix}-MEM-{year:02}-{branch_number}-{}", random.text(5, UNAMBIGUOUS))
}

/// The minutes of a membership.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MembershipMinutes {
    pub total: Minutes,
    pub used: Minutes,
}

impl MembershipMinutes {
    pub fn remaining(self) -> Minutes {
        Minutes(self.total.0.saturating_sub(self.used.0))
    }
}

/// Why a session cannot be taken from a membership.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SessionRefusal {
    #[error("the membership has not begun yet")]
    NotBegun,
    #[error("a session is recorded on its day or later")]
    InTheFuture,
    #[error("the membership is not active any more")]
    Expired,
    #[error("the membership has only {} minutes left", .remaining.0)]
    InsufficientHours { remaining: Minutes },
}

/// A membership as far as a session depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SessionTerms {
    pub status: MembershipStatus,
    pub starts_at: Instant,
    pub expires_at: Instant,
    pub hours: MembershipMinutes,
}

/// The hours after a session of `wanted` on `day`.
pub fn take_session(
    terms: SessionTerms,
    wanted: Minutes,
    day: IstDate,
    now: Instant,
) -> Result<MembershipMinutes, SessionRefusal> {
    let SessionTerms { status, starts_at, expires_at, hours } = terms;
    if status != MembershipStatus::Active || is_over(expires_at, now) {
        return Err(SessionRefusal::Expired);
    }
    if now < starts_at {
        return Err(SessionRefusal::NotBegun);
    }
    if day > now.ist_date() {
        return Err(SessionRefusal::InTheFuture);
    }
    if wanted > hours.remaining() {
        return Err(SessionRefusal::InsufficientHours { remaining: hours.remaining() });
    }
    Ok(MembershipMinutes { used: hours.used.plus(wanted), ..hours })
}

/// The notes with the reason of a cancellation on a line of its own after them.
pub fn notes_with_reason(notes: Option<&str>, reason: &str) -> String {
    match notes {
        None | Some("") => reason.to_owned(),
        Some(notes) => format!("{notes}\n{reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::MembershipStatus::{Active, Cancelled, Expired};
    use super::*;
    use parlour_values::time::Clock;

    fn day(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    #[test]
    fn only_an_active_membership_can_end() {
        assert_eq!(Active.after(MembershipAction::Cancel), Ok(Cancelled));
        assert_eq!(Active.after(MembershipAction::Expire), Ok(Expired));
        for action in [MembershipAction::Cancel, MembershipAction::Expire] {
            assert_eq!(Expired.after(action), Err(Ended(Expired)));
            assert_eq!(Cancelled.after(action), Err(Ended(Cancelled)));
        }
    }

    #[test]
    fn a_term_runs_from_midnight_to_midnight_in_india() {
        let (starts, ends) = term(day("2026-11-16"), 30).unwrap();
        assert_eq!(starts.to_string(), "2026-11-15T18:30:00.000Z");
        assert_eq!(ends.to_string(), "2026-12-15T18:30:00.000Z");
        assert!(!is_over(ends, "2026-12-15T18:29:59.999Z".parse().unwrap()));
        assert!(is_over(ends, ends));
    }

    #[test]
    fn a_term_beyond_the_calendar_is_none() {
        assert!(term(day("2026-11-16"), 36_500).is_some());
        assert_eq!(term(day("2026-11-16"), 3_000_000), None);
        assert_eq!(term(day("2026-11-16"), u32::MAX), None);
    }

    #[test]
    fn numbers_have_the_year_the_branch_and_five_letters_nobody_misreads() {
        let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), 7);
        for _ in 0..200 {
            let number = draw_number("PAR", day("2026-11-16"), "01", &random);
            let drawn = number.strip_prefix("PAR-MEM-26-01-").unwrap();
            assert!(drawn.len() == 5 && drawn.chars().all(|c| UNAMBIGUOUS.contains(c)), "{number}");
        }
        assert!(!UNAMBIGUOUS.contains(['0', 'O', '1', 'I', 'L']));
    }

    #[test]
    fn a_session_takes_its_minutes_down_to_the_last_one() {
        let (hours, now) = (MembershipMinutes { total: Minutes(600), used: Minutes(540) }, day("2026-11-16").start());
        let (starts_at, expires) = term(day("2026-11-16"), 30).unwrap();
        let session = |status, minutes, now: Instant| {
            let terms = SessionTerms { status, starts_at, expires_at: expires, hours };
            take_session(terms, Minutes(minutes), now.ist_date(), now)
        };
        assert_eq!(session(Active, 60, now).unwrap().remaining(), Minutes(0));
        assert_eq!(session(Active, 61, now), Err(SessionRefusal::InsufficientHours { remaining: Minutes(60) }));
        assert_eq!(session(Active, u32::MAX, now), Err(SessionRefusal::InsufficientHours { remaining: Minutes(60) }));
        assert_eq!(session(Active, 60, expires), Err(SessionRefusal::Expired));
        assert_eq!(session(Active, 61, expires), Err(SessionRefusal::Expired));
        assert_eq!(session(Cancelled, 60, now), Err(SessionRefusal::Expired));
        assert_eq!(session(Expired, 60, now), Err(SessionRefusal::Expired));
    }

    #[test]
    fn no_session_is_taken_before_the_membership_begins_or_on_a_day_to_come() {
        let hours = MembershipMinutes { total: Minutes(600), used: Minutes(0) };
        let (starts_at, expires_at) = term(day("2026-11-16"), 30).unwrap();
        let terms = SessionTerms { status: Active, starts_at, expires_at, hours };
        let taken = |on: &str, now: &str| take_session(terms, Minutes(60), day(on), now.parse().unwrap());
        assert_eq!(taken("2026-11-15", "2026-11-15T23:59:59+05:30"), Err(SessionRefusal::NotBegun));
        assert!(taken("2026-11-16", "2026-11-16T00:00:00+05:30").is_ok());
        assert!(taken("2026-11-15", "2026-11-16T10:00:00+05:30").is_ok());
        assert_eq!(taken("2026-11-17", "2026-11-16T23:59:59+05:30"), Err(SessionRefusal::InTheFuture));
    }

    #[test]
    fn a_reason_is_added_to_the_notes() {
        assert_eq!(notes_with_reason(None, "moved away"), "moved away");
        assert_eq!(notes_with_reason(Some("gift"), "moved away"), "gift\nmoved away");
    }
}
