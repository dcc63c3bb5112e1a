//! The names that records carry a copy of, in the reader's language.

use std::sync::Arc;

use crate::branches::{Branch, Branches};
use crate::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Stored, TableError};
use parlour_values::id::{BranchId, ServiceId};
use parlour_values::language::Language;

/// If a thing has no name in that language, and in English, the copy is told. The default is English.
#[derive(Clone, Debug, Default)]
pub struct TranslatedNames {
    language: Language,
    catalogue: Arc<Catalogue>,
    branches: Arc<Vec<Stored<Branch>>>,
}

impl TranslatedNames {
    /// English readers are told the copies, so that nothing is read for them.
    pub async fn read(salon: &Salon, language: Language) -> Result<Self, TableError> {
        if language == Language::English {
            return Ok(Self::default());
        }
        let (catalogue, branches) = (CatalogueStore::of(salon), Branches::of(salon));
        let (catalogue, branches) = tokio::try_join!(catalogue.read(), branches.all())?;
        Ok(Self { language, catalogue, branches })
    }

    pub fn language(&self) -> Language {
        self.language
    }

    pub fn service<'a>(&'a self, id: &ServiceId, copy: &'a str) -> &'a str {
        self.catalogue.service(id).and_then(|service| service.translations.name(self.language)).unwrap_or(copy)
    }

    pub fn branch<'a>(&'a self, id: &BranchId, copy: &'a str) -> &'a str {
        let branch = self.branches.iter().find(|branch| branch.id == *id);
        branch.and_then(|branch| branch.translations.name(self.language)).unwrap_or(copy)
    }
}
