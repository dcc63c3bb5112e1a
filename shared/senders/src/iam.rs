//! Signs requests for IAM (SigV4), as the URLs of Lambda functions and the APIs of AWS ask for.

use std::time::SystemTime;

use aws_credential_types::provider::{ProvideCredentials as _, SharedCredentialsProvider};
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4;
use futures::future::BoxFuture;

use super::SendError;
use super::proof::{ProofHeaders, Prover, Proving};

/// The service that a signature for a function's URL is made for.
pub(super) const FUNCTION_URLS: &str = "lambda";

/// The process's own role.
pub(super) struct IamSigner {
    credentials: SharedCredentialsProvider,
    region: String,
    service: &'static str,
}

impl IamSigner {
    /// None outside AWS, where there is no role to sign with.
    pub(super) fn of(aws: &aws_config::SdkConfig, service: &'static str) -> Option<Self> {
        Some(Self { credentials: aws.credentials_provider()?, region: aws.region()?.to_string(), service })
    }

    #[cfg(test)]
    pub(crate) fn for_tests(service: &'static str) -> Self {
        let session = Some("a-session".to_owned());
        let known = aws_credential_types::Credentials::new("AKIDEXAMPLE", "secret", session, None, "test");
        Self { credentials: SharedCredentialsProvider::new(known), region: "ap-south-1".to_owned(), service }
    }

    async fn sign(&self, proving: Proving<'_>) -> Result<ProofHeaders, SendError> {
        let failed = |_| SendError::Unreachable("the request could not be signed".to_owned());
        let credentials = self.credentials.provide_credentials().await;
        let identity =
            credentials.map_err(|_| SendError::Unreachable("no credentials to sign with".to_owned()))?.into();
        let params = v4::SigningParams::builder()
            .identity(&identity)
            .region(&self.region)
            .name(self.service)
            .time(SystemTime::from(proving.now.utc()))
            .settings(SigningSettings::default())
            .build()
            .map_err(|_| SendError::Unreachable("the request could not be signed".to_owned()))?
            .into();
        let (method, url) = (proving.method.as_str(), proving.url.as_str());
        let headers = proving.headers.iter().copied();
        let request = SignableRequest::new(method, url, headers, SignableBody::Bytes(proving.body));
        let (instructions, _) = sign(request.map_err(failed)?, &params).map_err(failed)?.into_parts();
        Ok(instructions.headers().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }
}

impl Prover for IamSigner {
    fn prove<'a>(&'a self, proving: Proving<'a>) -> BoxFuture<'a, Result<ProofHeaders, SendError>> {
        Box::pin(self.sign(proving))
    }
}

#[cfg(test)]
mod tests {
    use http::Method;

    use super::*;

    async fn proof(path: &str, body: &[u8]) -> ProofHeaders {
        let url = format!("https://abc.lambda-url.ap-south-1.on.aws{path}").parse().unwrap();
        let now = "2026-11-16T04:30:00Z".parse().unwrap();
        let proving = Proving { method: &Method::POST, url: &url, headers: &[], body, now };
        IamSigner::for_tests(FUNCTION_URLS).sign(proving).await.unwrap()
    }

    #[tokio::test]
    async fn a_request_is_signed_for_lambda_in_this_region_with_the_roles_session() {
        let proof = proof("/", b"{}").await;
        let header = |name: &str| proof.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str()).unwrap();
        let scope = "Credential=AKIDEXAMPLE/20261116/ap-south-1/lambda/aws4_request";
        assert!(header("authorization").starts_with(&format!("AWS4-HMAC-SHA256 {scope}")), "{proof:?}");
        assert!(header("authorization").contains("SignedHeaders=host;"), "{proof:?}");
        assert_eq!((header("x-amz-date"), header("x-amz-security-token")), ("20261116T043000Z", "a-session"));
    }

    #[tokio::test]
    async fn another_body_or_path_has_another_signature() {
        let first = proof("/", b"{}").await;
        assert_eq!(first, proof("/", b"{}").await);
        assert_ne!(first, proof("/", b"{} ").await);
        assert_ne!(first, proof("/other", b"{}").await);
    }
}
