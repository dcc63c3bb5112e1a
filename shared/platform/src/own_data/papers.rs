//! The documents of somebody's bills: the newest first, as many as fit.

use zip::result::ZipResult;

use super::archive::Archive;
use super::contents::{About, Contents};
use parlour_senders::documents::DocumentStore;
use parlour_storage::at_once;
use parlour_values::document_number::DocumentNumber;

/// How many documents are fetched at the same time, and may be fetched in vain.
const AT_ONCE: usize = 8;

/// A document, where it is kept, and what it is called in the archive.
struct Paper {
    name: String,
    key: Option<String>,
}

pub(super) struct Papers(Vec<Paper>);

impl Papers {
    /// Of the bills, newest first, each with its credit notes.
    pub fn of(contents: &Contents) -> Self {
        let papers = contents.bills.iter().flat_map(|bill| {
            let own = Paper { name: file_name("invoices", &bill.invoice.number), key: bill.invoice.pdf_key.clone() };
            let notes = bill.credit_notes.iter();
            let notes =
                notes.map(|note| Paper { name: file_name("credit-notes", &note.number), key: note.pdf_key.clone() });
            [own].into_iter().chain(notes)
        });
        Self(papers.collect())
    }

    pub async fn add_to(
        self,
        archive: &mut Archive,
        about: &mut About,
        store: Option<&dyn DocumentStore>,
    ) -> ZipResult<()> {
        let mut is_full = false;
        let mut papers = self.0.into_iter().peekable();
        while papers.peek().is_some() {
            let some: Vec<Paper> = papers.by_ref().take(AT_ONCE).collect();
            let wanted = some.iter().map(|paper| async {
                match (&paper.key, store) {
                    (Some(key), Some(store)) if !is_full => store.get(key).await,
                    _ => Ok(None),
                }
            });
            let fetched = at_once::all(wanted).await;
            for (paper, document) in some.iter().zip(fetched) {
                match document {
                    // A paper older than one that did not fit is not wanted either.
                    _ if is_full => about.leaves_out(&paper.name, "too_large"),
                    Ok(Some(document)) if archive.add_document(&paper.name, &document)? => about.holds(&paper.name),
                    Ok(Some(_)) => {
                        is_full = true;
                        about.leaves_out(&paper.name, "too_large");
                    }
                    Ok(None) => about.leaves_out(&paper.name, "not_made"),
                    Err(error) => {
                        tracing::warn!(%error, "a document is left out of an archive");
                        about.leaves_out(&paper.name, "unreadable");
                    }
                }
            }
        }
        Ok(())
    }
}

/// A number as a file is called: it has slashes.
fn file_name(folder: &str, number: &DocumentNumber) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    format!("{folder}/{}.pdf", number.as_str().chars().map(plain).collect::<String>())
}
