//! Message kinds: the notification types, and a few for jobs and managers.

use crate::text_enum::text_enum;

text_enum! {
    /// What a notification row, an email or a push is about.
    pub enum NotificationType {
        BookingReceived => "booking_received",
        BookingConfirmed => "booking_confirmed",
        BookingRescheduled => "booking_rescheduled",
        BookingCancelled => "booking_cancelled",
        BookingRejected => "booking_rejected",
        BookingCompleted => "booking_completed",
        Reminder24h => "reminder_24h",
        Reminder1h => "reminder_1h",
        ReviewRequest => "review_request",
        BookingPendingAlert => "booking_pending_alert",
        NoshowAlert => "noshow_alert",
        MembershipCreated => "membership_created",
        MembershipExpiry30d => "membership_expiry_30d",
        MembershipExpiry7d => "membership_expiry_7d",
        MembershipExpiry1d => "membership_expiry_1d",
        MembershipExpired => "membership_expired",
        MembershipUsageNudge => "membership_usage_nudge",
        GemsExpiry7d => "gems_expiry_7d",
        GemsExpired => "gems_expired",
        Birthday => "birthday",
        LeadFollowup => "lead_followup",
        InvoiceReady => "invoice_ready",
        /// Reports go to chat and to the report recipients, not to a feed.
        DailySalesReport => "daily_sales_report",
        WeeklyReport => "weekly_report",
        MonthlyGstSummary => "monthly_gst_summary",
        /// A job's heartbeat.
        Heartbeat => "heartbeat",
        /// A developer's test of an integration.
        IntegrationTest => "integration_test",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interfaces_types_are_all_known() {
        let texts = "reminder_24h reminder_1h booking_confirmed booking_rescheduled booking_cancelled booking_rejected \
            membership_created gems_expiry_7d gems_expired membership_expiry_30d membership_expiry_7d \
            membership_expiry_1d membership_expired birthday lead_followup membership_usage_nudge review_request \
            booking_pending_alert noshow_alert invoice_ready booking_received booking_completed";
        for text in texts.split_whitespace() {
            assert_eq!(text.parse::<NotificationType>().unwrap().as_str(), text);
        }
    }
}
