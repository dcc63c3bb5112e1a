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

#[derive(Clone)]
pub struct AwsAccount {
    pub(crate) region: String,
    pub(crate) credentials: Credentials,
    /// Where all of its services are, instead of at AWS.
    endpoint: Option<String>,
    /// Where single services are, instead of there.
    endpoints: Vec<(&'static str, String)>,
}

/// The services with a variable of their own, and that variable.
const ENDPOINTS: [(&str, &str); 2] = [("dynamodb", "AWS_ENDPOINT_URL_DYNAMODB"), ("ssm", "AWS_ENDPOINT_URL_SSM")];

impl AwsAccount {
    pub fn new(region: impl Into<String>, credentials: Credentials) -> Self {
        Self { region: region.into(), credentials, endpoint: None, endpoints: Vec::new() }
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
    pub fn at(self, endpoint: impl Into<String>) -> Self {
        Self { endpoint: Some(endpoint.into()), ..self }
    }

    /// The same with its services where the SDK's variables say.
    pub fn with_endpoints_of_environment(self) -> Self {
        let endpoints = ENDPOINTS.into_iter().filter_map(|(service, name)| Some((service, variable(name)?))).collect();
        Self { endpoint: variable("AWS_ENDPOINT_URL").or(self.endpoint), endpoints, ..self }
    }

    pub(crate) fn address_of(&self, service: &str) -> String {
        let own = self.endpoints.iter().find(|(other, _)| *other == service).map(|(_, endpoint)| endpoint);
        match own.or(self.endpoint.as_ref()) {
            Some(endpoint) => endpoint.clone(),
            None => format!("https://{service}.{}.amazonaws.com", self.region),
        }
    }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
