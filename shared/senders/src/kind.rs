//! Message kinds: the notification types, and a few for jobs and managers.

use parlour_values::id::BookingId;
use parlour_values::text_enum::text_enum;

text_enum! {
    /// The subject of a notification row, an email or a push.
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
        /// Time that has come free is held for somebody on the waitlist.
        WaitlistOffer => "waitlist_offer",
        BookingPendingAlert => "booking_pending_alert",
        NoshowAlert => "noshow_alert",
        MembershipCreated => "membership_created",
        MembershipSessionUsed => "membership_session_used",
        MembershipExpiry30d => "membership_expiry_30d",
        MembershipExpiry7d => "membership_expiry_7d",
        MembershipExpiry1d => "membership_expiry_1d",
        MembershipExpired => "membership_expired",
        MembershipUsageNudge => "membership_usage_nudge",
        GemsExpiry7d => "gems_expiry_7d",
        GemsExpired => "gems_expired",
        Birthday => "birthday",
        /// Somebody is to be erased, as they asked.
        ErasureRequested => "erasure_requested",
        LeadFollowup => "lead_followup",
        InvoiceReady => "invoice_ready",
        CreditNoteReady => "credit_note_ready",
        /// Reports go to chat and to the report recipients, not to a feed.
        DailySalesReport => "daily_sales_report",
        WeeklyReport => "weekly_report",
        MonthlyGstSummary => "monthly_gst_summary",
        WebhookDisabled => "webhook_disabled",
        /// To developers: a channel to phones is held, or takes something of ours for wrong.
        ChannelTrouble => "channel_trouble",
        /// To reception: a customer has written.
        CustomerReply => "customer_reply",
        /// To the owner, at once: in the team's chat too.
        InvoiceVoided => "invoice_voided",
        DiscountApproved => "discount_approved",
        DrawerDiffered => "drawer_differed",
        /// A job's heartbeat.
        Heartbeat => "heartbeat",
        /// A developer's test of an integration.
        IntegrationTest => "integration_test",
    }
}

impl NotificationType {
    /// The page it speaks of, on the app of whoever reads it: the paths of both apps are alike.
    pub fn page(self, booking: Option<&BookingId>) -> String {
        let page = match (self, booking) {
            (
                Self::BookingReceived
                | Self::BookingConfirmed
                | Self::BookingRescheduled
                | Self::BookingCancelled
                | Self::BookingRejected
                | Self::BookingCompleted
                | Self::Reminder24h
                | Self::Reminder1h
                | Self::ReviewRequest
                | Self::BookingPendingAlert
                | Self::NoshowAlert
                | Self::InvoiceReady
                | Self::CreditNoteReady,
                Some(id),
            ) => return format!("/bookings/{id}"),
            (
                Self::BookingReceived
                | Self::BookingConfirmed
                | Self::BookingRescheduled
                | Self::BookingCancelled
                | Self::BookingRejected
                | Self::BookingCompleted
                | Self::Reminder24h
                | Self::Reminder1h
                | Self::ReviewRequest
                | Self::BookingPendingAlert
                | Self::NoshowAlert,
                None,
            ) => "/bookings",
            // An invoice without a booking is for a membership, or for products, which no page shows.
            (Self::InvoiceReady | Self::CreditNoteReady, None)
            | (
                Self::MembershipCreated
                | Self::MembershipSessionUsed
                | Self::MembershipExpiry30d
                | Self::MembershipExpiry7d
                | Self::MembershipExpiry1d
                | Self::MembershipExpired
                | Self::MembershipUsageNudge,
                _,
            ) => "/membership",
            (Self::WaitlistOffer, _) => "/waitlist",
            (Self::GemsExpiry7d | Self::GemsExpired, _) => "/gems",
            (Self::Birthday, _) => "/book",
            (Self::ErasureRequested, _) => "/profile",
            (Self::LeadFollowup, _) => "/leads",
            (Self::DailySalesReport | Self::WeeklyReport | Self::MonthlyGstSummary, _) => "/reports",
            (Self::WebhookDisabled, _) => "/webhooks",
            (Self::ChannelTrouble, _) => "/integrations",
            (Self::CustomerReply, _) => "/customers",
            (Self::InvoiceVoided | Self::DiscountApproved, _) => "/billing",
            (Self::DrawerDiffered, _) => "/drawer",
            (Self::Heartbeat | Self::IntegrationTest, _) => "/notifications",
        };
        page.to_owned()
    }

    /// Nothing the reader did asks for it, so they can end it from the mail itself. A follow-up reminds staff of their
    /// own work and is none of these.
    pub fn is_marketing(self) -> bool {
        matches!(self, Self::Birthday | Self::ReviewRequest | Self::MembershipUsageNudge)
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
            booking_pending_alert noshow_alert invoice_ready booking_received booking_completed membership_session_used \
            waitlist_offer";
        for text in texts.split_whitespace() {
            assert_eq!(text.parse::<NotificationType>().unwrap().as_str(), text);
        }
    }
}
