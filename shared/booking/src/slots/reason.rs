//! Why a slot is not available.

use super::ledger::Occupied;
use parlour_values::text_enum::text_enum;

text_enum! {
    /// Why a slot is not available, from the most to the least lasting.
    pub enum Reason {
        Closed => "closed",
        TooFar => "too_far",
        Past => "past",
        TooSoon => "too_soon",
        OffShift => "off_shift",
        OnLeave => "on_leave",
        Blocked => "blocked",
        Booked => "booked",
        NoRoom => "no_room",
    }
}

impl From<Occupied> for Reason {
    fn from(taken: Occupied) -> Self {
        match taken {
            Occupied::OnLeave => Self::OnLeave,
            Occupied::Blocked => Self::Blocked,
            Occupied::Booked => Self::Booked,
        }
    }
}
