//! The senders of a local service: whatever the environment configures, but no email leaves by accident.

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_credential_types::Credentials;
use aws_credential_types::provider::SharedCredentialsProvider;
use parlour::outbound::{EmailSender, Outbound};
use parlour::settings::Settings;
use parlour::time::Clock;

/// Emails are recorded for the console. They go out as well only where an SES endpoint is named, as for an AWS stand-in.
pub fn senders(settings: &Settings, clock: &Clock) -> Outbound {
    let named = ["AWS_ENDPOINT_URL_SES", "AWS_ENDPOINT_URL"].iter().find_map(|name| std::env::var(name).ok());
    let endpoint = named.filter(|endpoint| !endpoint.trim().is_empty());
    let mut aws = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("ap-south-1"))
        .credentials_provider(SharedCredentialsProvider::new(Credentials::new("local", "local", None, None, "local")));
    aws.set_endpoint_url(endpoint.clone());
    let mut senders = Outbound::of(settings, &aws.build(), clock);
    if endpoint.is_none() {
        senders.email = EmailSender::default();
    }
    senders
}
