//! Background work: who may call a job, what runs on a schedule, and what the queue delivers.

pub mod signature;

use crate::text_enum::text_enum;

text_enum! {
    /// What a queue message asks for: the five triggered jobs and the internal ones.
    pub enum Task {
        PostServiceFollowup => "post-service-followup",
        StaleBookingAlert => "stale-booking-alert",
        NoshowCheck => "noshow-check",
        MembershipExpiredNotice => "membership-expired-notice",
        InvoicePdf => "invoice-pdf",
        /// Tells people of an event: in-app row, push, email, realtime.
        Notify => "notify",
        /// Counts a no-show against the customer, once per booking.
        NoshowEscalation => "noshow-escalation",
    }
}
