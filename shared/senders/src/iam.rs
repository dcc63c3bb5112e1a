//! Signs requests for IAM (SigV4), as the URLs of Lambda functions and the APIs of AWS ask for.

use futures::future::BoxFuture;
use parlour_aws::{AwsAccount, SignedParts, Signer};
use url::Position;

use super::SendError;
use super::proof::{ProofHeaders, Prover, Proving};

/// The service that a signature for a function's URL is made for.
pub(super) const FUNCTION_URLS: &str = "lambda";

/// The process's own role.
pub(super) struct IamSigner(Signer);

impl IamSigner {
    pub(super) fn of(account: &AwsAccount, service: &'static str) -> Self {
        Self(Signer::of(account, service))
    }

    #[cfg(test)]
    pub(crate) fn for_tests(service: &'static str) -> Self {
        let credentials = parlour_aws::Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "secret".to_owned(),
            session_token: Some("a-session".to_owned()),
        };
        Self::of(&AwsAccount::new("ap-south-1", credentials), service)
    }

    fn sign(&self, proving: Proving<'_>) -> Result<ProofHeaders, SendError> {
        let failed = || SendError::Unreachable("the request could not be signed".to_owned());
        let Proving { method, url, headers, body, now } = proving;
        if url.query().is_some() {
            return Err(failed());
        }
        let host = &url[Position::BeforeHost..Position::AfterPort];
        let proof = self.0.proof(&SignedParts { method, host, path: url.path(), headers, body }, now);
        let proof = proof.map_err(|_| failed())?;
        let text = |value: &http::HeaderValue| value.to_str().map(str::to_owned).map_err(|_| failed());
        proof.iter().map(|(name, value)| Ok((name.to_string(), text(value)?))).collect()
    }
}

impl Prover for IamSigner {
    fn prove<'a>(&'a self, proving: Proving<'a>) -> BoxFuture<'a, Result<ProofHeaders, SendError>> {
        let proof = self.sign(proving);
        Box::pin(async move { proof })
    }
}

#[cfg(test)]
mod tests {
    use http::Method;

    use super::*;

    fn proof(path: &str, body: &[u8]) -> ProofHeaders {
        let url = format!("https://abc.lambda-url.ap-south-1.on.aws{path}").parse().unwrap();
        let now = "2026-11-16T04:30:00Z".parse().unwrap();
        let proving = Proving { method: &Method::POST, url: &url, headers: &[], body, now };
        IamSigner::for_tests(FUNCTION_URLS).sign(proving).unwrap()
    }

    #[test]
    fn a_request_is_signed_for_lambda_in_this_region_with_the_roles_session() {
        let proof = proof("/", b"{}");
        let header = |name: &str| proof.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str()).unwrap();
        let scope = "Credential=AKIDEXAMPLE/20261116/ap-south-1/lambda/aws4_request";
        assert!(header("authorization").starts_with(&format!("AWS4-HMAC-SHA256 {scope}")), "{proof:?}");
        assert!(header("authorization").contains("SignedHeaders=host;"), "{proof:?}");
        assert_eq!((header("x-amz-date"), header("x-amz-security-token")), ("20261116T043000Z", "a-session"));
    }

    #[test]
    fn another_body_or_path_has_another_signature() {
        let first = proof("/", b"{}");
        assert_eq!(first, proof("/", b"{}"));
        assert_ne!(first, proof("/", b"{} "));
        assert_ne!(first, proof("/other", b"{}"));
    }
}
