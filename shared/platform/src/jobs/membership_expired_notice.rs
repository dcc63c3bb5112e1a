//! Tells the owner of an expired membership how to renew it, an hour after it expired, once per term.

use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use super::support::membership_owner::notify_owner;
use crate::notifications::{Channels, NoticeOutcome};
use parlour_money::memberships::rules::{MembershipStatus, is_over};
use parlour_money::memberships::{Membership, Memberships};
use parlour_senders::templates::MembershipNotice;
use parlour_values::id::MembershipId;
use parlour_values::time::Instant;

/// Past its end, whether or not it is marked as expired already; a cancelled one gets no notice. A notice that was
/// scheduled for another end is stale.
fn is_due(membership: &Membership, scheduled_for: Option<Instant>, now: Instant) -> bool {
    membership.status != MembershipStatus::Cancelled
        && is_over(membership.expires_at, now)
        && scheduled_for.is_none_or(|expires_at| expires_at == membership.expires_at)
}

pub async fn run(run: &Run<'_>, id: &MembershipId, scheduled_for: Option<Instant>) -> Result<Value, JobError> {
    let sent = match Memberships::of(run.salon).get(id).await? {
        Some(membership) if is_due(&membership, scheduled_for, run.now()) => {
            let occasion = format!("{}#{}", membership.id, membership.expires_at);
            let notice = MembershipNotice::Expired;
            notify_owner(run, &membership, notice, occasion, Channels::Email).await? == NoticeOutcome::Sent
        }
        Some(_) | None => false,
    };
    Ok(answer(sent))
}

pub fn answer(sent: bool) -> Value {
    json!({ "success": true, "sent": sent })
}
