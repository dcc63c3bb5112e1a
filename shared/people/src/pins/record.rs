//! A PIN, and what was tried in its stead, as they are kept.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::PinHash;
use parlour_storage::table::{Key, Places, Record, is_default, keys};
use parlour_values::id::UserId;
use parlour_values::time::Instant;

/// So many wrong PINs within [`WINDOW`] lock it.
const MOST_WRONG: usize = 5;
/// So many by one caller, whomever they are for, lock that caller out: whoever tries four for each of many managers. Far more
/// than a desk mistypes, since a locked caller can have nothing approved at their desk.
const MOST_WRONG_BY_CALLER: usize = 30;
const WINDOW: TimeDelta = TimeDelta::minutes(15);
const LOCKED_FOR: TimeDelta = TimeDelta::minutes(15);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserPin {
    pub user_id: UserId,
    pub hash: PinHash,
    pub set_at: Instant,
}

impl Record for UserPin {
    const KIND: &'static str = "pin";

    fn key(&self) -> Key {
        keys::pin(&self.user_id)
    }
}

/// The wrong PINs tried for an id, whether or not somebody has it: an id without a PIN looks no different. Or those that a
/// caller tried for anybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinTries {
    /// The id that was tried, or the caller's.
    pub user_id: UserId,
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_caller: bool,
    /// When, within the window of the last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wrong: Vec<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub locked_until: Option<Instant>,
}

impl PinTries {
    pub fn none(user_id: &UserId) -> Self {
        Self { user_id: user_id.clone(), by_caller: false, wrong: Vec::new(), locked_until: None }
    }

    pub fn none_by(caller: &UserId) -> Self {
        Self { by_caller: true, ..Self::none(caller) }
    }

    /// How long no PIN is looked at.
    pub fn locked_for(&self, now: Instant) -> Option<TimeDelta> {
        self.locked_until.filter(|until| now < *until).map(|until| until.since(now))
    }

    /// With one more wrong PIN; the last that is allowed locks it.
    pub fn after_wrong(self, now: Instant) -> Self {
        let mut wrong: Vec<Instant> = self.wrong.into_iter().filter(|at| now.since(*at) < WINDOW).collect();
        wrong.push(now);
        let most = if self.by_caller { MOST_WRONG_BY_CALLER } else { MOST_WRONG };
        if wrong.len() < most {
            Self { wrong, locked_until: None, ..self }
        } else {
            Self { wrong: Vec::new(), locked_until: Some(now.plus(LOCKED_FOR)), ..self }
        }
    }

    /// When nothing of it matters any more.
    fn ends_at(&self) -> Option<Instant> {
        self.locked_until.max(self.wrong.iter().max().map(|last| last.plus(WINDOW)))
    }
}

impl Record for PinTries {
    const KIND: &'static str = "pin_tries";

    fn key(&self) -> Key {
        if self.by_caller { keys::pin_tries_by(&self.user_id) } else { keys::pin_tries(&self.user_id) }
    }

    fn places(&self) -> Places {
        Places { ttl: self.ends_at(), ..Places::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: &str) -> Instant {
        format!("2026-11-16T{time}+05:30").parse().unwrap()
    }

    fn tried(times: &[&str]) -> PinTries {
        times.iter().fold(PinTries::none(&"m".into()), |tries, time| tries.after_wrong(at(time)))
    }

    #[test]
    fn the_fifth_wrong_one_within_a_quarter_of_an_hour_locks_it_for_another() {
        let four = ["10:00:00", "10:05:00", "10:10:00", "10:14:00"];
        assert_eq!(tried(&four).locked_for(at("10:14:00")), None);
        let five = tried(&[&four[..], &["10:14:59"]].concat());
        assert_eq!(five.locked_for(at("10:14:59")), Some(TimeDelta::minutes(15)));
        assert_eq!(five.locked_for(at("10:29:58")), Some(TimeDelta::seconds(1)));
        assert_eq!(five.locked_for(at("10:29:59")), None);
        assert_eq!(five.places().ttl, Some(at("10:29:59")));
        assert_eq!(five.after_wrong(at("10:29:59")).wrong, [at("10:29:59")]);
    }

    #[test]
    fn the_thirtieth_wrong_one_of_a_caller_within_a_quarter_of_an_hour_locks_them_out_for_another() {
        let nearly = (0..29).fold(PinTries::none_by(&"m".into()), |tries, _| tries.after_wrong(at("10:00:00")));
        assert_eq!((nearly.locked_for(at("10:00:00")), nearly.key()), (None, keys::pin_tries_by(&"m".into())));
        assert_eq!(nearly.clone().after_wrong(at("10:15:00")).wrong.len(), 1);
        let most = nearly.after_wrong(at("10:14:59"));
        assert_eq!(most.locked_for(at("10:14:59")), Some(TimeDelta::minutes(15)));
        assert_eq!(most.locked_for(at("10:29:59")), None);
    }

    #[test]
    fn wrong_ones_of_more_than_a_quarter_of_an_hour_ago_are_forgotten() {
        let slow = tried(&["10:00:00", "10:05:00", "10:10:00", "10:14:00", "10:15:00"]);
        assert_eq!((slow.locked_until, slow.wrong.len()), (None, 4));
        assert_eq!(slow.places().ttl, Some(at("10:30:00")));
    }
}
