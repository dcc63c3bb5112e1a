//! Rendered invoices and pictures in an S3 bucket.

use aws_sdk_s3::error::{DisplayErrorContext, ProvideErrorMetadata as _};
use aws_sdk_s3::presigning::PresigningConfig;
use aws_sdk_s3::primitives::ByteStream;
use futures::future::BoxFuture;

use super::documents::{DocumentStore, LINK_LIFETIME, StoreError};

/// The bucket is private: documents are read through presigned links that expire.
#[derive(Clone)]
pub struct BucketDocuments {
    client: aws_sdk_s3::Client,
    bucket: String,
}

impl BucketDocuments {
    pub fn new(client: aws_sdk_s3::Client, bucket: String) -> Self {
        Self { client, bucket }
    }
}

impl DocumentStore for BucketDocuments {
    fn put(&self, key: &str, document: Vec<u8>, media_type: &'static str) -> BoxFuture<'_, Result<(), StoreError>> {
        let request = self.client.put_object().bucket(&self.bucket).key(key);
        let request = request.content_type(media_type).content_disposition("inline").body(ByteStream::from(document));
        Box::pin(async move { request.send().await.map(drop).map_err(failed) })
    }

    fn link(&self, key: &str) -> BoxFuture<'_, Result<String, StoreError>> {
        let request = self.client.get_object().bucket(&self.bucket).key(key);
        Box::pin(async move {
            let lifetime = PresigningConfig::expires_in(LINK_LIFETIME).map_err(failed)?;
            request.presigned(lifetime).await.map(|link| link.uri().to_owned()).map_err(failed)
        })
    }

    fn get(&self, key: &str) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let request = self.client.get_object().bucket(&self.bucket).key(key);
        Box::pin(async move {
            match request.send().await {
                Ok(found) => found.body.collect().await.map(|body| Some(body.to_vec())).map_err(failed),
                // A role that may not list a bucket is not told that there is no such document, only a lack of rights.
                Err(error)
                    if error
                        .as_service_error()
                        .is_some_and(|error| error.is_no_such_key() || error.code() == Some("AccessDenied")) =>
                {
                    Ok(None)
                }
                Err(error) => Err(failed(error)),
            }
        })
    }
}

fn failed(error: impl std::error::Error) -> StoreError {
    StoreError(DisplayErrorContext(error).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bucket_link_names_the_document_and_lives_five_minutes() {
        let config = aws_sdk_s3::Config::builder()
            .behavior_version(aws_sdk_s3::config::BehaviorVersion::latest())
            .region(aws_sdk_s3::config::Region::new("ap-south-1"))
            .credentials_provider(aws_sdk_s3::config::Credentials::new("id", "secret", None, None, "test"))
            .build();
        let store = BucketDocuments::new(aws_sdk_s3::Client::from_conf(config), "parlour-invoices".to_owned());
        let link = store.link("invoices/1.pdf").await.unwrap();
        assert!(link.starts_with("https://parlour-invoices.s3.ap-south-1.amazonaws.com/invoices/1.pdf?"), "{link}");
        assert!(link.contains("X-Amz-Expires=300"), "{link}");
    }
}
