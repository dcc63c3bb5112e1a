//! The store of pictures: beside the invoices, a file for each size.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::name::{PictureName, Size};
use crate::picture::{Picture, PictureError};
use parlour_senders::documents::StoreError;
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;

/// The address of an uploaded picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PictureView {
    /// A path of both apps, for `imageUrl` and `logoUrl`; `?w=320`, `640` or `1280` picks the longest side.
    #[schema(pattern = "^/pictures/[0-9a-f]{64}\\.(jpg|png)$")]
    pub url: String,
}

pub struct Pictures<'a>(&'a Salon);

impl<'a> Pictures<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Pictures<'_> {
    /// Keeps what was uploaded. The same picture once more replaces its copies by the same ones.
    pub async fn keep(&self, act: &Act, uploaded: Vec<u8>) -> Result<PictureView, Failure<PictureError>> {
        let documents = self.0.outbound.documents().ok_or(PictureError::NoStore)?;
        let bytes = uploaded.len();
        // If a reader of pictures stumbles over something, this request alone fails by it.
        let reading = tokio::task::spawn_blocking(move || Picture::read(&uploaded)).await;
        let picture = reading.unwrap_or(Err(PictureError::Broken))?;
        let name = &picture.name;
        let copies = picture.copies.into_iter();
        at_once::try_all(copies.map(|(size, copy)| documents.put(&name.key(size), copy, name.format.media_type())))
            .await
            .map_err(PictureError::Store)?;
        let url = name.path();
        let mut transaction = self.0.transaction(act);
        transaction.audit(EventType::PictureUploaded, "picture", name.hash(), json!({ "url": url, "bytes": bytes }));
        transaction.commit().await?;
        Ok(PictureView { url })
    }

    pub async fn copy(&self, name: &PictureName, size: Size) -> Result<Option<Vec<u8>>, StoreError> {
        match self.0.outbound.documents() {
            Some(documents) => documents.get(&name.key(size)).await,
            None => Ok(None),
        }
    }
}
