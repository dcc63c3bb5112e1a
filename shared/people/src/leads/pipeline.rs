//! The changes a lead may go through, without I/O.

use super::Lead;
use super::status::{ForbiddenMove, LeadStatus};
use parlour_storage::failure::Refused;
use parlour_values::id::{BookingId, UserId};
use parlour_values::time::Instant;

#[derive(Debug, thiserror::Error)]
pub enum LeadError {
    #[error("no such lead")]
    Unknown,
    #[error(transparent)]
    ForbiddenMove(#[from] ForbiddenMove),
    #[error("the assignee is nobody who works here")]
    UnknownAssignee,
    #[error("a note was written for a lead that does not exist")]
    NoteForUnknownLead,
}

impl Refused for LeadError {}

impl Lead {
    /// The lead after a move in the pipeline.
    pub fn moved(&self, to: LeadStatus, now: Instant) -> Result<Self, ForbiddenMove> {
        let status = self.status.move_to(to)?;
        let last_contacted_at = if status == LeadStatus::Contacted { Some(now) } else { self.last_contacted_at };
        Ok(Self { status, last_contacted_at, updated_at: now, ..self.clone() })
    }

    pub fn assigned(&self, to: UserId, now: Instant) -> Self {
        Self { assigned_to: Some(to), updated_at: now, ..self.clone() }
    }

    pub fn unassigned(&self, now: Instant) -> Self {
        Self { assigned_to: None, updated_at: now, ..self.clone() }
    }

    /// The lead after its person booked. The booking is always recorded; the status changes only if the pipeline allows
    /// it.
    pub fn converted(&self, booking: BookingId, number: String, now: Instant) -> Self {
        let status = self.status.move_to(LeadStatus::Booked).unwrap_or(self.status);
        Self {
            status,
            converted_booking_id: Some(booking),
            converted_booking_number: Some(number),
            updated_at: now,
            ..self.clone()
        }
    }
}
