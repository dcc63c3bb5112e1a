//! The life cycle of a booking.

use parlour_values::text_enum::text_enum;

text_enum! {
    pub enum BookingStatus {
        Pending => "pending",
        Confirmed => "confirmed",
        InProgress => "in_progress",
        Completed => "completed",
        Cancelled => "cancelled",
        NoShow => "no_show",
        Rejected => "rejected",
    }

    /// The actions on a booking.
    pub enum Action {
        Approve => "approve",
        Reject => "reject",
        Assign => "assign",
        CheckIn => "check_in",
        UndoCheckIn => "undo_check_in",
        Complete => "complete",
        NoShow => "no_show",
        UndoNoShow => "undo_no_show",
        CancelByCustomer => "cancel_by_customer",
        CancelByDesk => "cancel_by_desk",
        Reschedule => "reschedule",
        AutoReject => "auto_reject",
    }
}

/// An action the booking's status does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a booking that is {from} does not allow {action}")]
pub struct IllegalTransition {
    pub from: BookingStatus,
    pub action: Action,
}

impl BookingStatus {
    /// The status after `action`. A new time leaves the status as it is: whether a confirmed booking must
    /// go back to pending depends on who is free then, not on the status.
    pub fn after(self, action: Action) -> Result<Self, IllegalTransition> {
        use BookingStatus::{Cancelled, Completed, Confirmed, InProgress, NoShow, Pending, Rejected};
        match (self, action) {
            (Pending, Action::Approve) => Ok(Confirmed),
            (Pending, Action::Reject | Action::AutoReject) => Ok(Rejected),
            (Confirmed, Action::CheckIn) => Ok(InProgress),
            (InProgress, Action::UndoCheckIn) => Ok(Confirmed),
            (Confirmed | InProgress, Action::Complete) => Ok(Completed),
            (Confirmed, Action::NoShow) => Ok(NoShow),
            (NoShow, Action::UndoNoShow) => Ok(Confirmed),
            (Pending | Confirmed, Action::CancelByCustomer | Action::CancelByDesk) => Ok(Cancelled),
            (Pending | Confirmed, Action::Reschedule) => Ok(self),
            (any, Action::Assign) => Ok(any),
            (from, action) => Err(IllegalTransition { from, action }),
        }
    }

    /// Still to be dealt with by the desk.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Confirmed | Self::InProgress)
    }

    /// Whether giving the booking to somebody takes that person's time.
    pub const fn holds_time(self) -> bool {
        self.is_open()
    }

    /// Whether entering this status gives all the time back. A completed booking keeps the time it used.
    pub const fn frees_time(self) -> bool {
        matches!(self, Self::Cancelled | Self::NoShow | Self::Rejected)
    }
}

#[cfg(test)]
mod tests {
    use super::BookingStatus::{Cancelled, Completed, Confirmed, InProgress, NoShow, Pending, Rejected};
    use super::*;

    #[test]
    fn every_status_answers_every_action_as_written_here() {
        let statuses = [Pending, Confirmed, InProgress, Completed, Cancelled, NoShow, Rejected];
        assert_eq!(statuses, *BookingStatus::ALL);
        #[rustfmt::skip]
        let grid: [(Action, [Option<BookingStatus>; 7]); 12] = [
            //                         pending           confirmed         in progress       completed        cancelled        no-show       rejected
            (Action::Approve,          [Some(Confirmed), None,             None,             None,            None,            None,         None]),
            (Action::Reject,           [Some(Rejected),  None,             None,             None,            None,            None,         None]),
            (Action::Assign,           [Some(Pending),   Some(Confirmed),  Some(InProgress), Some(Completed), Some(Cancelled), Some(NoShow), Some(Rejected)]),
            (Action::CheckIn,          [None,            Some(InProgress), None,             None,            None,            None,         None]),
            (Action::UndoCheckIn,      [None,            None,             Some(Confirmed),  None,            None,            None,         None]),
            (Action::Complete,         [None,            Some(Completed),  Some(Completed),  None,            None,            None,         None]),
            (Action::NoShow,           [None,            Some(NoShow),     None,             None,            None,            None,         None]),
            (Action::UndoNoShow,       [None,            None,             None,             None,            None,            Some(Confirmed), None]),
            (Action::CancelByCustomer, [Some(Cancelled), Some(Cancelled),  None,             None,            None,            None,         None]),
            (Action::CancelByDesk,     [Some(Cancelled), Some(Cancelled),  None,             None,            None,            None,         None]),
            (Action::Reschedule,       [Some(Pending),   Some(Confirmed),  None,             None,            None,            None,         None]),
            (Action::AutoReject,       [Some(Rejected),  None,             None,             None,            None,            None,         None]),
        ];
        assert_eq!(grid.map(|(action, _)| action), *Action::ALL);
        for (action, row) in grid {
            for (from, to) in statuses.into_iter().zip(row) {
                assert_eq!(from.after(action), to.ok_or(IllegalTransition { from, action }), "{action} on {from}");
            }
        }
    }

    #[test]
    fn open_bookings_hold_time_and_only_those_that_never_happened_give_it_back() {
        for status in BookingStatus::ALL {
            assert_eq!(status.holds_time(), matches!(status, Pending | Confirmed | InProgress), "{status}");
            assert_eq!(status.frees_time(), matches!(status, Cancelled | NoShow | Rejected), "{status}");
        }
    }
}
