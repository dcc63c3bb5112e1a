//! Pushing to all browsers of one person.

use super::subscriptions::push_hosts;
use super::{ChannelState, Notifications, Recipient};
use parlour_senders::{Delivery, Push, PushOutcome, SendError};

impl Notifications<'_> {
    /// A subscription that the push service reports as gone is deactivated.
    pub(crate) async fn push_to(&self, recipient: &Recipient, push: &Push) -> Result<ChannelState, SendError> {
        let hosts = push_hosts(self.0);
        let reachable = recipient.subscriptions.iter().filter_map(|one| Some((one, one.address(&hosts)?)));
        let (subscriptions, addresses): (Vec<_>, Vec<_>) = reachable.unzip();
        let report = self.0.outbound.push(push, &addresses).await?;
        for (subscription, outcome) in subscriptions.iter().zip(&report.outcomes) {
            if *outcome == PushOutcome::Gone
                && let Err(error) = self.deactivate(subscription).await
            {
                tracing::warn!(%error, "a push subscription that is gone could not be deactivated");
            }
        }
        let rate_limited = report.outcomes.iter().any(|outcome| matches!(outcome, PushOutcome::RetryAfter(_)));
        Ok(match report.delivery {
            Some(Delivery::Sent | Delivery::Recorded) => ChannelState::Sent,
            Some(Delivery::Unconfigured) => ChannelState::Nowhere,
            // An error, so that the message is delivered again.
            None if report.failed() && rate_limited => return Err(SendError::Refused(429)),
            None if report.failed() && report.outcomes.iter().any(|outcome| *outcome != PushOutcome::Gone) => {
                ChannelState::Failed
            }
            None => ChannelState::Nowhere,
        })
    }
}
