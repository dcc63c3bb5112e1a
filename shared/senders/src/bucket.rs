//! Rendered invoices and pictures in an S3 bucket.

use std::time::Duration;

use futures::future::BoxFuture;
use parlour_aws::{AwsAccount, Bucket, CallError, CallLimits};

use super::documents::{DocumentStore, LINK_LIFETIME, StoreError, checked};

/// Long enough for a picture or a document of some megabytes.
const LIMITS: CallLimits =
    CallLimits { connect: Duration::from_secs(2), answer: Duration::from_secs(10), whole: Duration::from_secs(20) };

/// The bucket is private: documents are read through signed links that expire.
#[derive(Clone)]
pub struct BucketDocuments(Bucket);

impl BucketDocuments {
    pub fn connect(bucket: &str, account: &AwsAccount) -> Result<Self, CallError> {
        Ok(Self(Bucket::connect(bucket, account, Some(LIMITS))?))
    }
}

impl DocumentStore for BucketDocuments {
    fn put(&self, key: &str, document: Vec<u8>, media_type: &'static str) -> BoxFuture<'_, Result<(), StoreError>> {
        let key = checked(key);
        Box::pin(async move {
            let headers = [("content-disposition", "inline"), ("content-type", media_type)];
            self.0.put(&key?, document.into(), &headers).await.map_err(failed)
        })
    }

    fn link(&self, key: &str) -> BoxFuture<'_, Result<String, StoreError>> {
        let link = checked(key).and_then(|key| self.0.link(&key, LINK_LIFETIME).map_err(failed));
        Box::pin(async move { link })
    }

    fn get(&self, key: &str) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let key = checked(key);
        Box::pin(async move { self.0.get(&key?).await.map(|found| found.map(Vec::from)).map_err(failed) })
    }
}

fn failed(error: CallError) -> StoreError {
    StoreError(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::PDF;
    use crate::loopback::Loopback;

    #[tokio::test]
    async fn a_bucket_link_names_the_document_and_lives_five_minutes() {
        let account = AwsAccount::new(
            "ap-south-1",
            parlour_aws::Credentials {
                access_key_id: "id".to_owned(),
                secret_access_key: "secret".to_owned(),
                session_token: None,
            },
        );
        let store = BucketDocuments::connect("parlour-invoices", &account).unwrap();
        let link = store.link("invoices/1.pdf").await.unwrap();
        assert!(link.starts_with("https://parlour-invoices.s3.ap-south-1.amazonaws.com/invoices/1.pdf?"), "{link}");
        assert!(link.contains("X-Amz-Expires=300"), "{link}");
        assert!(store.link("../1.pdf").await.is_err());
    }

    async fn asked(
        status: u16,
        body: &'static str,
        ask: impl AsyncFn(&BucketDocuments) -> Result<Option<Vec<u8>>, StoreError>,
    ) -> (Result<Option<Vec<u8>>, StoreError>, Loopback) {
        let server = Loopback::answering(status, body).await;
        let account = AwsAccount::local(&server.url("")).trying_once();
        let outcome = ask(&BucketDocuments::connect("papers", &account).unwrap()).await;
        (outcome, server)
    }

    #[tokio::test]
    async fn a_document_is_kept_with_its_type_and_read_again() {
        let put =
            async |store: &BucketDocuments| store.put("invoices/1.pdf", b"%PDF-1.7".to_vec(), PDF).await.map(|()| None);
        let (outcome, server) = asked(200, "", put).await;
        assert_eq!(outcome, Ok(None));
        let request = server.only_request();
        assert_eq!((request.path.as_str(), &request.body[..]), ("/papers/invoices/1.pdf", &b"%PDF-1.7"[..]));
        assert_eq!(
            (request.header("content-type"), request.header("content-disposition")),
            (PDF.into(), "inline".into())
        );
        assert_eq!(request.header("x-amz-content-sha256").len(), 64);

        let get = async |store: &BucketDocuments| store.get("invoices/1.pdf").await;
        assert_eq!(asked(200, "%PDF-1.7", get).await.0, Ok(Some(b"%PDF-1.7".to_vec())));
        for missing in ["NoSuchKey", "AccessDenied"] {
            let body = if missing == "NoSuchKey" {
                "<Error><Code>NoSuchKey</Code></Error>"
            } else {
                "<Error><Code>AccessDenied</Code></Error>"
            };
            assert_eq!(asked(404, body, get).await.0, Ok(None), "{missing}");
        }
        assert!(asked(500, "<Error><Code>InternalError</Code></Error>", get).await.0.is_err());
    }
}
