//! A branch on a day: its hours, and how far ahead and how late one may book there.

use parlour_setup::branches::{Branch, SlotPolicy};
use parlour_values::time::interval::Interval;
use parlour_values::time::{Instant, IstDate, Minutes, TimeOfDay};

/// How many days ahead anything can be booked, whatever a branch allows.
pub const FURTHEST: u32 = 400;

/// Whether the minute of a start has begun: it is then past, for whoever asks for it.
pub fn has_begun(date: IstDate, start: TimeOfDay, now: Instant) -> bool {
    date.at(start) <= now
}

/// Whether a start is closer than the time that customers leave before it; without one nothing is.
pub fn is_too_soon(date: IstDate, start: TimeOfDay, lead: Minutes, now: Instant) -> bool {
    lead > Minutes(0) && date.at(start).since(now) < lead.delta()
}

/// A branch on a day, as of now.
#[derive(Clone, Copy, Debug)]
pub struct BranchDay {
    pub date: IstDate,
    pub policy: SlotPolicy,
    pub opening: Interval,
    /// Whether its weekday has hours of its own: they are then what slots are made of.
    pub has_own_hours: bool,
    pub is_closed: bool,
    /// How far ahead customers may book; the desk is not bound by it.
    pub days_ahead: u32,
    /// How long before a start customers book at the latest; the desk is not bound by it.
    pub lead: Minutes,
    pub now: Instant,
}

/// How many days ahead one may book at a branch.
pub fn days_ahead(horizon_days: Option<u32>) -> u32 {
    horizon_days.map_or(FURTHEST, |horizon| horizon.min(FURTHEST))
}

impl BranchDay {
    /// The branch on a day, as of now.
    pub fn of(branch: &Branch, date: IstDate, is_closed: bool, now: Instant) -> Self {
        let settings = &branch.settings;
        let opening = branch.opening_on(date);
        Self {
            date,
            policy: settings.slot_policy,
            opening: opening.unwrap_or(branch.opening()),
            has_own_hours: opening.is_some() && branch.own_hours(date.weekday()).is_some(),
            is_closed: is_closed || opening.is_none(),
            days_ahead: days_ahead(settings.horizon_days),
            lead: Minutes(settings.lead_minutes),
            now,
        }
    }

    /// The same day for the desk, which leaves no time before a visit.
    #[must_use]
    pub fn at_desk(self) -> Self {
        Self { lead: Minutes(0), ..self }
    }
}
