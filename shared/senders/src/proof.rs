//! Proving to a service who calls it.

use futures::future::BoxFuture;
use http::Method;
use url::Url;

use super::SendError;
use parlour_values::time::Instant;

/// Headers that prove who calls.
pub type ProofHeaders = Vec<(String, String)>;

/// A request to be proven.
#[derive(Clone, Copy)]
pub struct Proving<'a> {
    pub method: &'a Method,
    pub url: &'a Url,
    /// Headers that the proof covers.
    pub headers: &'a [(&'a str, &'a str)],
    pub body: &'a [u8],
    pub now: Instant,
}

/// Makes the proof that the service's host asks for before the request reaches the service.
pub trait Prover: Send + Sync {
    fn prove<'a>(&'a self, proving: Proving<'a>) -> BoxFuture<'a, Result<ProofHeaders, SendError>>;
}
