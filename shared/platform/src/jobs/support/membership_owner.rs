//! Notifying the owner of a membership.

use serde_json::json;

use crate::jobs::JobError;
use crate::jobs::run::Run;
use crate::notifications::{
    Channels, NoticeOutcome, Notifications, OutgoingNotice, SkipReason, Switch, membership_facts,
};
use parlour_money::memberships::Membership;
use parlour_senders::templates::{MembershipFacts, MembershipNotice, Notice};

/// Notifies the owner, unless they have switched membership alerts off.
pub async fn notify_owner(
    run: &Run<'_>,
    membership: &Membership,
    notice: MembershipNotice,
    occasion: String,
    channels: Channels,
) -> Result<NoticeOutcome, JobError> {
    let notifications = Notifications::of(run.salon);
    let Some(recipient) = notifications.recipient(&membership.customer_id).await? else {
        return Ok(NoticeOutcome::Skipped(SkipReason::UnknownRecipient));
    };
    if !recipient.agrees_to(Switch::MembershipAlerts, run.today()) {
        return Ok(NoticeOutcome::Skipped(SkipReason::OptedOut));
    }
    let days_left = u64::try_from(membership.expires_at.ist_date().days_since(run.today())).unwrap_or(0);
    let facts = membership_facts(run.salon, membership, recipient.language()).await?;
    let notice = Notice::Membership(notice, MembershipFacts { days_left, ..facts });
    let notice = OutgoingNotice::new(recipient, notice, occasion, channels)
        .published("memberships", json!({ "membershipId": membership.id }));
    Ok(notifications.send(notice).await?)
}
