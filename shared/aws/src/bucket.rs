//! A bucket of S3.

use std::time::Duration;

use bytes::Bytes;
use http::Method;

use crate::account::{AwsAccount, S3};
use crate::call_error::CallError;
use crate::network::CallLimits;
use crate::service::{AwsCall, AwsService};

/// Keys are of letters, digits and `-._~/`.
#[derive(Clone)]
pub struct Bucket {
    service: AwsService,
    /// What stands before each key in a path.
    folder: String,
}

impl Bucket {
    /// At AWS a bucket is a host of its own, elsewhere a folder.
    pub fn connect(name: &str, account: &AwsAccount, limits: Option<CallLimits>) -> Result<Self, CallError> {
        let (address, folder) = match account.endpoint_of(S3) {
            Some(endpoint) => (endpoint.to_owned(), format!("/{name}/")),
            None => (format!("https://{name}.s3.{}.amazonaws.com", account.region()), "/".to_owned()),
        };
        Ok(Self { service: AwsService::at(&address, S3, account, limits)?, folder })
    }

    pub async fn put(&self, key: &str, content: Bytes, headers: &[(&str, &str)]) -> Result<(), CallError> {
        self.send("PutObject", Method::PUT, key, headers, content).await.map(drop)
    }

    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, CallError> {
        match self.send("GetObject", Method::GET, key, &[], Bytes::new()).await {
            Ok(content) => Ok(Some(content)),
            // Who may not list a bucket is not told that there is no such key, only that they lack the right to know.
            Err(error) if error.is("NoSuchKey") || error.is("AccessDenied") => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A link to the content, for whoever has it, for this long. Does not check whether there is any.
    pub fn link(&self, key: &str, valid: Duration) -> Result<String, CallError> {
        self.service.link(&self.path_of(key), valid)
    }

    async fn send(
        &self,
        operation: &str,
        method: Method,
        key: &str,
        headers: &[(&str, &str)],
        body: Bytes,
    ) -> Result<Bytes, CallError> {
        self.service.send(&AwsCall { operation, method, path: &self.path_of(key), headers, body }).await
    }

    fn path_of(&self, key: &str) -> String {
        format!("{}{key}", self.folder)
    }
}
