//! Everything that can happen: the types that the event feed and webhooks name, each with the action that the audit log
//! shows for it.

use chrono::TimeDelta;

use parlour_values::text_enum::text_enum;

/// Events of what invoices and credit notes came from and became are kept as long as they are: eight years.
pub const KEPT_LONGEST: TimeDelta = TimeDelta::days(8 * 366);
/// How long the audit log goes back otherwise: three years.
const KEPT: TimeDelta = TimeDelta::days(3 * 366);

/// Declares [`EventType`] from a list of `Variant => "type", "action"`.
macro_rules! event_types {
    ($($(#[$meta:meta])* $variant:ident => $text:literal, $action:literal;)+) => {
        text_enum! {
            /// The type of an event. It is never renamed: events are kept for years.
            pub enum EventType {
                $($(#[$meta])* $variant => $text),+
            }
        }

        impl EventType {
            /// Its name in the audit log; some types share one action.
            pub const fn action(self) -> &'static str {
                match self {
                    $(Self::$variant => $action),+
                }
            }
        }
    };
}

event_types! {
    BookingRequested => "booking.requested", "booking.book";
    BookingWalkedIn => "booking.walked_in", "booking.walk_in";
    BookingConfirmed => "booking.confirmed", "booking.approve";
    BookingRejected => "booking.rejected", "booking.reject";
    BookingAssigned => "booking.assigned", "booking.assign";
    BookingMoved => "booking.moved", "booking.reschedule";
    BookingCancelled => "booking.cancelled", "booking.cancel";
    BookingCheckedIn => "booking.checked_in", "booking.check_in";
    BookingCheckInUndone => "booking.check_in_undone", "booking.undo_check_in";
    BookingMissed => "booking.missed", "booking.no_show";
    BookingNoShowUndone => "booking.no_show_undone", "booking.undo_no_show";
    BookingCompleted => "booking.completed", "booking.complete";
    BookingCompletionUndone => "booking.completion_undone", "booking.undo_complete";
    BookingLinkRenewed => "booking.link_renewed", "booking.renew_link";
    WishMade => "wish.made", "wish.make";
    WishOffered => "wish.offered", "wish.offer";
    WishAccepted => "wish.accepted", "wish.accept";
    WishDeclined => "wish.declined", "wish.decline";
    /// Nobody answered its offer.
    WishRunOut => "wish.run_out", "wish.run_out";
    /// The salon could not keep its offer.
    WishWithdrawn => "wish.withdrawn", "wish.withdraw";
    WishEnded => "wish.ended", "wish.end";
    RepeatMade => "repeat.made", "repeat.make";
    RepeatMoved => "repeat.moved", "repeat.move";
    RepeatCancelled => "repeat.cancelled", "repeat.cancel";
    BillEdited => "bill.edited", "bill.edit";
    BillDropped => "bill.dropped", "bill.drop";
    BillApproved => "bill.approved", "bill.approve";
    InvoicePaid => "invoice.paid", "invoice.pay";
    /// Of products that were sold without a visit.
    InvoiceIssued => "invoice.issued", "invoice.issue";
    InvoiceVoided => "invoice.voided", "invoice.void";
    InvoiceSent => "invoice.sent", "invoice.send";
    CreditNoteIssued => "credit_note.issued", "invoice.credit";
    DrawerOpened => "drawer.opened", "drawer.open";
    DrawerMoved => "drawer.moved", "drawer.move";
    DrawerClosed => "drawer.closed", "drawer.close";
    MembershipSold => "membership.sold", "membership.sell";
    /// Sold before the salon kept its books here.
    MembershipImported => "membership.imported", "membership.import";
    /// Its import was wrong, and nothing had happened to it yet.
    MembershipCorrected => "membership.corrected", "membership.correct";
    MembershipUsed => "membership.used", "membership.session";
    MembershipCancelled => "membership.cancelled", "membership.cancel";
    MembershipExpired => "membership.expired", "membership.expire";
    TierCreated => "tier.created", "tier.create";
    TierUpdated => "tier.updated", "tier.patch";
    TierDeactivated => "tier.deactivated", "tier.delete";
    ProductCreated => "product.created", "product.create";
    ProductUpdated => "product.updated", "product.patch";
    ProductDeactivated => "product.deactivated", "product.delete";
    /// There is no more of it at a branch than where it is to be ordered again, and there was more before.
    ProductLow => "product.low", "product.low";
    StockMoved => "stock.moved", "stock.move";
    GemsOpened => "gems.opened", "gems.open";
    GemsExpired => "gems.expired", "gems.expire";
    LeadCaptured => "lead.captured", "lead.capture";
    LeadMoved => "lead.moved", "lead.patch";
    LeadUpdated => "lead.updated", "lead.patch";
    LeadNoted => "lead.noted", "lead.note";
    /// Nobody had touched it for two years.
    LeadErased => "lead.erased", "lead.erase";
    CustomerCreated => "customer.created", "customer.create";
    CustomerProfileChanged => "customer.profile_changed", "customer.profile";
    CustomerUpdated => "customer.updated", "customer.overrule";
    CustomerNoted => "customer.noted", "customer.note";
    CustomerTagged => "customer.tagged", "customer.tag";
    CustomerUntagged => "customer.untagged", "customer.untag";
    CustomerErasureRequested => "customer.erasure_requested", "customer.erase";
    CustomerErasureWithdrawn => "customer.erasure_withdrawn", "customer.keep";
    CustomerErased => "customer.erased", "customer.erased";
    CustomerMerged => "customer.merged", "customer.merge";
    CustomerMissedVisit => "customer.missed_visit", "customer.noshow";
    ProfileCompleted => "profile.completed", "profile.complete";
    ProfileUpdated => "profile.updated", "profile.patch";
    ProfileUnsubscribed => "profile.unsubscribed", "profile.unsubscribe";
    TagCreated => "tag.created", "tag.create";
    ServiceCreated => "service.created", "service.create";
    ServiceUpdated => "service.updated", "service.patch";
    ServiceDeactivated => "service.deactivated", "service.delete";
    ServicesOrdered => "service.ordered", "service.order";
    CategoryCreated => "category.created", "category.create";
    CategoryUpdated => "category.updated", "category.patch";
    CategoryDeactivated => "category.deactivated", "category.delete";
    OfferCreated => "offer.created", "offer.create";
    OfferUpdated => "offer.updated", "offer.patch";
    OfferExpired => "offer.expired", "offer.expire";
    BranchCreated => "branch.created", "branch.create";
    BranchUpdated => "branch.updated", "branch.patch";
    BranchSettingsChanged => "branch.settings_changed", "branch.settings";
    BrandingUpdated => "branding.updated", "branding.patch";
    PictureUploaded => "picture.uploaded", "picture.upload";
    StaffAdded => "staff.added", "staff.add";
    StaffUpdated => "staff.updated", "staff.patch";
    StaffDeactivated => "staff.deactivated", "staff.deactivate";
    StaffReactivated => "staff.reactivated", "staff.reactivate";
    CommissionSet => "commission.set", "commission.set";
    PayAdjusted => "pay.adjusted", "pay.adjust";
    PayClosed => "pay.closed", "pay.close";
    WeekPlanned => "schedule.week_planned", "schedule.week";
    DayPlanned => "schedule.day_planned", "schedule.day";
    DayCleared => "schedule.day_cleared", "schedule.clear_day";
    TimeBlocked => "schedule.blocked", "schedule.block";
    TimeUnblocked => "schedule.unblocked", "schedule.unblock";
    BranchClosed => "schedule.closed", "schedule.close";
    BranchReopened => "schedule.reopened", "schedule.reopen";
    ResourceCreated => "resource.created", "resource.create";
    ResourceUpdated => "resource.updated", "resource.patch";
    ResourceDeactivated => "resource.deactivated", "resource.delete";
    LeaveRequested => "leave.requested", "leave.ask";
    LeaveApproved => "leave.approved", "leave.decide";
    LeaveRejected => "leave.rejected", "leave.decide";
    LeaveWithdrawn => "leave.withdrawn", "leave.withdraw";
    LeaveRevoked => "leave.revoked", "leave.revoke";
    UserJoined => "user.joined", "user.join";
    UserLinked => "user.linked", "user.link";
    UserUnlinked => "user.unlinked", "user.unlink";
    UserUpdated => "user.updated", "user.patch";
    PinSet => "user.pin_set", "user.pin";
    PinAccepted => "pin.accepted", "pin.accept";
    PinRefused => "pin.refused", "pin.refuse";
    FirstOwnerNamed => "user.first_owner_named", "user.first_owner";
    UserInvited => "user.invited", "user.invite";
    InviteWithdrawn => "user.invite_withdrawn", "user.withdraw_invite";
    SessionBegun => "session.begun", "session.begin";
    SessionEnded => "session.ended", "session.end";
    SignedOut => "session.signed_out", "session.sign_out";
    SignInRefused => "session.refused", "session.refuse";
    NotificationsRead => "notification.read", "notification.read";
    PushSubscribed => "push.subscribed", "push.subscribe";
    PushUnsubscribed => "push.unsubscribed", "push.unsubscribe";
    ChannelHeld => "channel.held", "channel.hold";
    CustomerReplied => "customer.replied", "customer.reply";
    TemplateSaved => "template.saved", "template.put";
    MailRefused => "user.mail_refused", "user.mail_refused";
    TokenCreated => "token.created", "token.create";
    TokenRevoked => "token.revoked", "token.revoke";
    TokenUsedElsewhere => "token.used_elsewhere", "token.new_address";
    CalendarShared => "calendar.shared", "calendar.share";
    CalendarEnded => "calendar.ended", "calendar.end";
    /// An agent called a tool with a program's token.
    McpCalled => "mcp.called", "mcp.called";
    IntegrationTested => "integration.tested", "integration.test";
    WebhookCreated => "webhook.created", "webhook.create";
    WebhookUpdated => "webhook.updated", "webhook.patch";
    WebhookDeleted => "webhook.deleted", "webhook.delete";
    WebhookRotated => "webhook.rotated", "webhook.rotate";
    WebhookTested => "webhook.tested", "webhook.test";
    WebhookRedelivered => "webhook.redelivered", "webhook.redeliver";
    WebhookReplayed => "webhook.replayed", "webhook.replay";
    WebhookDisabled => "webhook.disabled", "webhook.disable";
    /// A change that only leaves messages for the queue. The audit log does not show it.
    MessagesQueued => "messages.queued", "messages.queue";
}

parlour_values::input::enum_fields!(EventType);

impl EventType {
    /// Whether the audit log shows it: what was done to a record, not what only follows from something else.
    pub const fn is_audited(self) -> bool {
        !matches!(self, Self::MessagesQueued)
    }

    /// Whether the board of a day may look different after it.
    pub fn is_on_the_board(self) -> bool {
        let of_it = ["booking", "repeat", "wish", "schedule", "leave", "branch", "staff", "resource"];
        let is_of_people = matches!(self, Self::UserUpdated | Self::CustomerMerged | Self::CustomerErased);
        is_of_people || self.as_str().split('.').next().is_some_and(|noun| of_it.contains(&noun))
    }

    /// How long an event of this type is kept.
    pub const fn kept(self) -> TimeDelta {
        if self.is_of_a_paper() { KEPT_LONGEST } else { KEPT }
    }

    /// Whether an invoice or a credit note was made, changed or sent by it.
    const fn is_of_a_paper(self) -> bool {
        matches!(
            self,
            Self::BookingCompleted
                | Self::InvoiceIssued
                | Self::InvoicePaid
                | Self::InvoiceVoided
                | Self::InvoiceSent
                | Self::CreditNoteIssued
                | Self::MembershipSold
                | Self::MembershipUsed
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_type_is_a_noun_and_what_became_of_it_and_is_there_once() {
        let names: BTreeSet<&str> = EventType::ALL.iter().map(|kind| kind.as_str()).collect();
        assert_eq!(names.len(), EventType::ALL.len());
        for name in names {
            let parts: Vec<&str> = name.split('.').collect();
            let is_plain = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
            assert!(parts.len() == 2 && parts.iter().all(is_plain), "{name}");
        }
    }

    #[test]
    fn what_happened_to_an_invoice_is_kept_for_eight_years_and_the_rest_for_three() {
        for kind in EventType::ALL {
            let of_paper = ["invoice.", "credit_note."].iter().any(|noun| kind.as_str().starts_with(noun));
            let makes_one = ["booking.completed", "membership.sold", "membership.used"].contains(&kind.as_str());
            let years = if of_paper || makes_one { 8 } else { 3 };
            assert_eq!(kind.kept(), TimeDelta::days(years * 366), "{kind}");
        }
    }

    #[test]
    fn visits_and_working_time_are_on_the_board_and_money_and_notes_are_not() {
        use EventType::{
            BookingCheckedIn, BookingWalkedIn, CustomerMerged, CustomerNoted, InvoicePaid, LeaveApproved,
            MessagesQueued, StaffUpdated, TimeBlocked, WishOffered,
        };
        let shown =
            [BookingWalkedIn, BookingCheckedIn, TimeBlocked, LeaveApproved, WishOffered, StaffUpdated, CustomerMerged];
        for kind in shown {
            assert!(kind.is_on_the_board(), "{kind}");
        }
        for kind in [InvoicePaid, CustomerNoted, MessagesQueued] {
            assert!(!kind.is_on_the_board(), "{kind}");
        }
    }

    #[test]
    fn the_contract_names_these() {
        for name in [
            "booking.requested",
            "booking.confirmed",
            "booking.moved",
            "booking.completed",
            "invoice.voided",
            "credit_note.issued",
            "lead.moved",
            "membership.sold",
            "customer.updated",
        ] {
            assert!(name.parse::<EventType>().is_ok(), "{name}");
        }
    }
}
