//! The tag of a copy of the board: what it shows, and when that was seen.

use std::fmt;

use parlour_booking::bookings::DeskDay;
use parlour_values::id::BranchId;
use parlour_values::time::{Instant, IstDate};

use super::address::{Address, Columns};
use crate::assets::{DAY, STYLE};

/// Every so many seconds the whole page is made anew, so that ages and the line for now never drift far.
const REFRESHED: i64 = 15 * 60;
/// So many seconds after the day was read it is read again, whatever the events tell.
const READ_AGAIN: i64 = 2 * 60;

#[derive(Clone, Debug, PartialEq)]
pub struct BoardTag {
    /// Another one whenever what is shown, or how it is shown, has changed.
    pub content: String,
    date: IstDate,
    pub branch: BranchId,
    /// When the day itself was read last.
    read_at: Instant,
    /// Until when nothing is known to have changed it.
    pub seen_at: Instant,
}

impl BoardTag {
    pub fn of(day: &DeskDay, by: Columns, now: Instant) -> Self {
        let content = format!("{:016x}.{}", day.fingerprint(), look(by, now));
        Self { content, date: day.date, branch: day.branch.id.clone(), read_at: now, seen_at: now }
    }

    pub fn read(tag: &str) -> Option<Self> {
        let mut parts = tag.splitn(5, '~');
        let (content, date) = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
        let mut moment = || parts.next()?.parse().ok().map(Instant::from_millis);
        let (read_at, seen_at) = (moment()?, moment()?);
        Some(Self { content, date, branch: parts.next()?.into(), read_at, seen_at })
    }

    /// Nothing has changed it until now.
    pub fn seen(&self, now: Instant) -> Self {
        Self { seen_at: now, ..self.clone() }
    }

    /// Whether events can tell that the copy still shows what this address does. Without a branch the address means the main
    /// one, which seldom is another.
    pub fn is_fresh_copy_of(&self, address: &Address, date: IstDate, now: Instant) -> bool {
        let is_branch = address.branch.as_ref().is_none_or(|branch| *branch == self.branch);
        let is_look = self.content.split_once('.').is_some_and(|(_, known)| known == look(address.by, now));
        let is_fresh = self.seen_at <= now && now.seconds().saturating_sub(self.read_at.seconds()) < READ_AGAIN;
        is_branch && self.date == date && is_look && is_fresh
    }
}

impl fmt::Display for BoardTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { content, date, branch, read_at, seen_at } = self;
        write!(f, "{content}~{date}~{}~{}~{branch}", read_at.millis(), seen_at.millis())
    }
}

fn look(by: Columns, now: Instant) -> String {
    let quarter = now.seconds().div_euclid(REFRESHED);
    let by = match by {
        Columns::People => "p",
        Columns::Rooms => "r",
    };
    format!("{quarter}.{by}.{}.{}", DAY.href(), STYLE.href())
}
