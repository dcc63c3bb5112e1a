//! How a function reaches AWS.

use aws_config::environment::{EnvironmentVariableCredentialsProvider, EnvironmentVariableRegionProvider};
use aws_config::meta::region::ProvideRegion as _;
use aws_config::{BehaviorVersion, SdkConfig};
use aws_credential_types::provider::SharedCredentialsProvider;

/// Lambda puts the region and the role's credentials into the environment. The SDK's default chain would also look for
/// profiles, web identities and a machine's metadata: none of them exists there, and each makes every function larger.
pub async fn config() -> SdkConfig {
    let credentials = SharedCredentialsProvider::new(EnvironmentVariableCredentialsProvider::new());
    let mut config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(EnvironmentVariableRegionProvider::new().region().await)
        .credentials_provider(credentials);
    config.set_endpoint_url(std::env::var("AWS_ENDPOINT_URL").ok());
    config.build()
}
