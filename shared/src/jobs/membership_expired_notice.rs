//! An hour after a membership ended its owner is told how to renew it, once for each term.

use serde_json::{Value, json};

use super::JobError;
use super::members::tell_owner;
use super::run::Run;
use crate::memberships::Membership;
use crate::memberships::rules::{MembershipStatus, is_over};
use crate::notifications::{Told, Ways};
use crate::outbound::templates::MembershipNotice;
use crate::time::Instant;

/// Ended by its time, whether or not that has been noted yet; a cancelled one has no notice.
fn is_due(membership: &Membership, now: Instant) -> bool {
    membership.status != MembershipStatus::Cancelled && is_over(membership.expires_at, now)
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let membership = match run.membership_id() {
        Some(id) => run.salon.memberships().get(&id).await?,
        None => None,
    };
    let sent = match membership {
        Some(membership) if is_due(&membership, run.now()) && run.fits("expiresAt", membership.expires_at) => {
            let occasion = format!("{}#{}", membership.id, membership.expires_at);
            tell_owner(run, &membership, MembershipNotice::Expired, occasion, Ways::Email).await? == Told::Now
        }
        _ => false,
    };
    Ok(json!({ "success": true, "sent": sent }))
}
