//! The jobs by name.

use parlour_values::text_enum::text_enum;

text_enum! {
    /// The jobs that have a route of their own: fourteen run on a schedule, five are triggered by an event.
    pub enum Job {
        AppointmentReminders => "appointment-reminders",
        MembershipExpiry => "membership-expiry",
        BirthdayEmails => "birthday-emails",
        LeadFollowups => "lead-followups",
        GemsExpiryReminder => "gems-expiry-reminder",
        MembershipUsageNudges => "membership-usage-nudges",
        DailySalesReport => "daily-sales-report",
        WeeklyReport => "weekly-report",
        NightlySalesSummary => "nightly-sales-summary",
        MembershipAutoExpire => "membership-auto-expire",
        OfferAutoExpire => "offer-auto-expire",
        GemsAutoExpire => "gems-auto-expire",
        SessionCleanup => "session-cleanup",
        MonthlyGstSummary => "monthly-gst-summary",
        PostServiceFollowup => "post-service-followup",
        StaleBookingAlert => "stale-booking-alert",
        NoshowCheck => "noshow-check",
        MembershipExpiredNotice => "membership-expired-notice",
        InvoicePdf => "invoice-pdf",
    }
}

impl Job {
    /// The five that an event of the application triggers.
    pub const TRIGGERED: [Self; 5] = [
        Self::PostServiceFollowup,
        Self::StaleBookingAlert,
        Self::NoshowCheck,
        Self::MembershipExpiredNotice,
        Self::InvoicePdf,
    ];

    pub fn is_triggered(self) -> bool {
        Self::TRIGGERED.contains(&self)
    }
}
