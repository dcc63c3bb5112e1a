//! Telling the owner of a membership.

use chrono::TimeDelta;
use serde_json::json;

use super::JobError;
use super::run::Run;
use crate::memberships::Membership;
use crate::notifications::{Switch, Telling, Told, Ways};
use crate::outbound::templates::{MembershipFacts, MembershipNotice, Notice};

pub fn facts(membership: &Membership) -> MembershipFacts {
    MembershipFacts {
        number: membership.number.clone(),
        tier_name: membership.tier_name.clone(),
        customer_first_name: membership.customer_name.split_whitespace().next().unwrap_or_default().to_owned(),
        remaining: membership.hours().remaining(),
        total: membership.total_hours,
        // It ends at a midnight: the day before is the last one.
        expires_on: membership.expires_at.minus(TimeDelta::milliseconds(1)).ist_date(),
        price: membership.price_paid,
    }
}

/// Tells the owner, unless they have switched membership alerts off.
pub async fn tell_owner(
    run: &Run<'_>,
    membership: &Membership,
    notice: MembershipNotice,
    occasion: String,
    ways: Ways,
) -> Result<Told, JobError> {
    let notifications = run.salon.notifications();
    let Some(recipient) = notifications.recipient(&membership.customer_id).await? else { return Ok(Told::Before) };
    if !recipient.agrees_to(Switch::MembershipAlerts) {
        return Ok(Told::Before);
    }
    let notice = Notice::Membership(notice, facts(membership));
    let telling =
        Telling::new(recipient, notice, occasion, ways).about("memberships", json!({ "membershipId": membership.id }));
    notifications.tell(telling).await
}
