//! The store of rendered invoices and of pictures: an S3 bucket on AWS (`bucket.rs`), a folder or memory locally.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::future::BoxFuture;

/// How long a link to a document is valid.
pub const LINK_LIFETIME: Duration = Duration::from_secs(5 * 60);

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the document store failed: {0}")]
pub struct StoreError(pub(super) String);

/// The media type of a rendered invoice.
pub const PDF: &str = "application/pdf";

/// A store of files by key. Storing a key again replaces the document.
pub trait DocumentStore: Send + Sync {
    /// `media_type` is what the bucket says of it to whoever follows a link.
    fn put(&self, key: &str, document: Vec<u8>, media_type: &'static str) -> BoxFuture<'_, Result<(), StoreError>>;

    /// A link to the document, valid for five minutes. Does not check whether it exists.
    fn link(&self, key: &str) -> BoxFuture<'_, Result<String, StoreError>>;

    fn get(&self, key: &str) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>>;
}

fn failed(error: impl std::error::Error) -> StoreError {
    StoreError(error.to_string())
}

/// The store of a dry run: it is read, and keeps nothing.
pub(crate) struct Rehearsed(pub(crate) Arc<dyn DocumentStore>);

impl DocumentStore for Rehearsed {
    fn put(&self, _: &str, _: Vec<u8>, _: &'static str) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async { Ok(()) })
    }

    fn link(&self, key: &str) -> BoxFuture<'_, Result<String, StoreError>> {
        self.0.link(key)
    }

    fn get(&self, key: &str) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        self.0.get(key)
    }
}

/// Documents on the local machine, for the local service and the tests. Links are below `base`, where the server uses
/// [`DocumentStore::get`]; they do not expire.
#[derive(Clone)]
pub struct LocalDocuments {
    base: String,
    store: LocalStore,
}

#[derive(Clone)]
enum LocalStore {
    Memory(Arc<Mutex<HashMap<String, Vec<u8>>>>),
    Folder(PathBuf),
}

impl LocalDocuments {
    pub fn in_memory(base: impl Into<String>) -> Self {
        Self { base: base.into(), store: LocalStore::Memory(Arc::default()) }
    }

    pub fn in_folder(base: impl Into<String>, folder: PathBuf) -> Self {
        Self { base: base.into(), store: LocalStore::Folder(folder) }
    }

    fn save(&self, key: &str, document: Vec<u8>) -> Result<(), StoreError> {
        match &self.store {
            LocalStore::Memory(kept) => {
                kept.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned(), document);
                Ok(())
            }
            LocalStore::Folder(folder) => {
                let path = folder.join(below(key)?);
                path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(failed)?;
                // Write and rename, so that concurrent readers, and a crash, never see half a document.
                let unfinished = path.with_extension("part");
                std::fs::write(&unfinished, document).and_then(|()| std::fs::rename(&unfinished, &path)).map_err(failed)
            }
        }
    }

    fn load(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        match &self.store {
            LocalStore::Memory(kept) => Ok(kept.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()),
            LocalStore::Folder(folder) => match std::fs::read(folder.join(below(key)?)) {
                Ok(document) => Ok(Some(document)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(failed(error)),
            },
        }
    }
}

impl DocumentStore for LocalDocuments {
    fn put(&self, key: &str, document: Vec<u8>, _: &'static str) -> BoxFuture<'_, Result<(), StoreError>> {
        let saved = self.save(key, document);
        Box::pin(async move { saved })
    }

    fn link(&self, key: &str) -> BoxFuture<'_, Result<String, StoreError>> {
        let link = format!("{}/{key}", self.base.trim_end_matches('/'));
        Box::pin(async move { Ok(link) })
    }

    fn get(&self, key: &str) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        let loaded = self.load(key);
        Box::pin(async move { loaded })
    }
}

/// The key as a path that cannot escape its folder.
fn below(key: &str) -> Result<PathBuf, StoreError> {
    checked(key).map(|key| key.split('/').collect())
}

/// Every store takes the same keys: of plain names, none of which is hidden.
pub(super) fn checked(key: &str) -> Result<String, StoreError> {
    let plain = |part: &str| {
        !part.starts_with('.') && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    let fine = !key.is_empty() && key.split('/').all(|part| !part.is_empty() && plain(part));
    if fine { Ok(key.to_owned()) } else { Err(StoreError("no such key".to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("parlour-documents-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    async fn keeps_what_it_is_given(store: &dyn DocumentStore) {
        assert_eq!(store.get("invoices/1.pdf").await, Ok(None));
        store.put("invoices/1.pdf", b"first".to_vec(), PDF).await.unwrap();
        store.put("invoices/1.pdf", b"second".to_vec(), PDF).await.unwrap();
        assert_eq!(store.get("invoices/1.pdf").await, Ok(Some(b"second".to_vec())));
        assert_eq!(store.link("invoices/1.pdf").await.unwrap(), "http://localhost:3002/documents/invoices/1.pdf");
    }

    #[tokio::test]
    async fn memory_keeps_the_last_version_of_a_document() {
        keeps_what_it_is_given(&LocalDocuments::in_memory("http://localhost:3002/documents")).await;
    }

    #[tokio::test]
    async fn a_folder_keeps_the_last_version_of_a_document() {
        let folder = folder("last");
        keeps_what_it_is_given(&LocalDocuments::in_folder("http://localhost:3002/documents/", folder.clone())).await;
        let reopened = LocalDocuments::in_folder("", folder.clone());
        assert_eq!(reopened.get("invoices/1.pdf").await, Ok(Some(b"second".to_vec())));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_dry_run_reads_and_keeps_nothing() {
        let store: Arc<dyn DocumentStore> = Arc::new(LocalDocuments::in_memory("http://localhost:3002/documents"));
        store.put("invoices/1.pdf", b"first".to_vec(), PDF).await.unwrap();
        let rehearsed = Rehearsed(store.clone());
        rehearsed.put("invoices/1.pdf", b"second".to_vec(), PDF).await.unwrap();
        assert_eq!(rehearsed.get("invoices/1.pdf").await, Ok(Some(b"first".to_vec())));
        assert_eq!(rehearsed.link("invoices/1.pdf").await, store.link("invoices/1.pdf").await);
    }

    #[tokio::test]
    async fn no_key_leads_out_of_the_folder() {
        let store = LocalDocuments::in_folder("", folder("out"));
        for key in ["../secret", "/etc/passwd", "a/../../b", "", "a//b", ".hidden", "a\\b"] {
            assert!(store.get(key).await.is_err(), "{key}");
            assert!(store.put(key, Vec::new(), PDF).await.is_err(), "{key}");
        }
    }
}
