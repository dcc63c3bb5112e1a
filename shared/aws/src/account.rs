//! The account that calls are made in: its region, whose rights they have, and where its services are.

use crate::call_error::CallError;

/// Who calls, as IAM knows them.
#[derive(Clone)]
pub struct Credentials {
    pub access_key_id: String,
    pub secret_access_key: String,
    /// Of a role that was taken on, as in every function.
    pub session_token: Option<String>,
}

/// A service's names, of which most have one and SES has two.
#[derive(Clone, Copy, Debug)]
pub struct ServiceName {
    pub(crate) in_signatures: &'static str,
    in_addresses: &'static str,
    /// The SDKs' variable for where it is.
    variable: &'static str,
}

impl ServiceName {
    const fn new(name: &'static str, variable: &'static str) -> Self {
        Self { in_signatures: name, in_addresses: name, variable }
    }
}

pub(crate) const DYNAMODB: ServiceName = ServiceName::new("dynamodb", "AWS_ENDPOINT_URL_DYNAMODB");
pub(crate) const S3: ServiceName = ServiceName::new("s3", "AWS_ENDPOINT_URL_S3");
pub(crate) const SQS: ServiceName = ServiceName::new("sqs", "AWS_ENDPOINT_URL_SQS");
pub(crate) const SSM: ServiceName = ServiceName::new("ssm", "AWS_ENDPOINT_URL_SSM");
pub const SCHEDULER: ServiceName = ServiceName::new("scheduler", "AWS_ENDPOINT_URL_SCHEDULER");
pub const SES: ServiceName =
    ServiceName { in_signatures: "ses", in_addresses: "email", variable: "AWS_ENDPOINT_URL_SES" };

const SERVICES: [ServiceName; 6] = [DYNAMODB, S3, SCHEDULER, SES, SQS, SSM];

/// How often a call is tried, unless the account says otherwise.
const TRIES: u32 = 3;

#[derive(Clone)]
pub struct AwsAccount {
    pub(crate) region: String,
    pub(crate) credentials: Credentials,
    pub(crate) tries: u32,
    /// Where all of its services are, instead of at AWS.
    endpoint: Option<String>,
    /// Where single services are, instead of there.
    endpoints: Vec<(&'static str, String)>,
}

impl AwsAccount {
    pub fn new(region: impl Into<String>, credentials: Credentials) -> Self {
        Self { region: region.into(), credentials, tries: TRIES, endpoint: None, endpoints: Vec::new() }
    }

    /// An engine on this machine, which takes any credentials.
    pub fn local(endpoint: &str) -> Self {
        let word = || "local".to_owned();
        let credentials = Credentials { access_key_id: word(), secret_access_key: word(), session_token: None };
        Self::new("ap-south-1", credentials).at(endpoint)
    }

    /// As Lambda tells a function: the credentials of its role last as long as the instance.
    pub fn from_environment() -> Result<Self, CallError> {
        let required = |name: &str| variable(name).ok_or_else(|| CallError::Unsendable(format!("{name} is not set")));
        let credentials = Credentials {
            access_key_id: required("AWS_ACCESS_KEY_ID")?,
            secret_access_key: required("AWS_SECRET_ACCESS_KEY")?,
            session_token: variable("AWS_SESSION_TOKEN"),
        };
        Ok(Self::new(required("AWS_REGION")?, credentials).with_endpoints_of_environment())
    }

    /// The same with all of its services there.
    #[must_use]
    pub fn at(self, endpoint: impl Into<String>) -> Self {
        Self { endpoint: Some(endpoint.into()), ..self }
    }

    /// The same with every call tried once.
    #[must_use]
    pub fn trying_once(self) -> Self {
        Self { tries: 1, ..self }
    }

    /// The same with its services where the SDKs' variables say.
    #[must_use]
    pub fn with_endpoints_of_environment(self) -> Self {
        let told = |service: ServiceName| Some((service.in_signatures, variable(service.variable)?));
        let endpoints = SERVICES.into_iter().filter_map(told).collect();
        Self { endpoint: variable("AWS_ENDPOINT_URL").or(self.endpoint), endpoints, ..self }
    }

    pub fn region(&self) -> &str {
        &self.region
    }

    pub(crate) fn address_of(&self, service: ServiceName) -> String {
        let at_aws = || format!("https://{}.{}.amazonaws.com", service.in_addresses, self.region);
        self.endpoint_of(service).map_or_else(at_aws, str::to_owned)
    }

    /// Where the service is, if it is not at AWS.
    pub(crate) fn endpoint_of(&self, service: ServiceName) -> Option<&str> {
        let own = self.endpoints.iter().find(|(name, _)| *name == service.in_signatures);
        own.map(|(_, endpoint)| endpoint).or(self.endpoint.as_ref()).map(String::as_str)
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_of_aws_stands_at_its_regions_address() {
        let account = AwsAccount::new("eu-west-1", AwsAccount::local("x").credentials);
        assert_eq!(account.address_of(SSM), "https://ssm.eu-west-1.amazonaws.com");
        assert_eq!(account.address_of(SES), "https://email.eu-west-1.amazonaws.com");
        assert_eq!(account.at("http://127.0.0.1:4566").address_of(SES), "http://127.0.0.1:4566");
    }
}
