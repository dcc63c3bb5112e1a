//! Gems as their owner sees them.

use serde::Serialize;
use utoipa::ToSchema;

use super::lots::GemAccount;
use super::{GemTransaction, GemTransactionType};
use parlour_setup::catalogue::{Catalogue, Service};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::id::{GemTransactionId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;
use parlour_values::translations::{Translated, Translations};

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GemsView {
    pub summary: GemsSummary,
    pub transactions: Vec<GemTransactionView>,
    pub redeemable: Vec<RedeemableService>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GemsSummary {
    pub balance: Gems,
    pub total_earned: Gems,
    pub total_redeemed: Gems,
}

impl From<&GemAccount> for GemsSummary {
    fn from(account: &GemAccount) -> Self {
        Self {
            balance: account.balance(),
            total_earned: account.total_earned(),
            total_redeemed: account.total_redeemed(),
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GemTransactionView {
    pub id: GemTransactionId,
    pub r#type: GemTransactionType,
    pub gems_amount: Gems,
    pub description: String,
    pub expires_at: Option<Instant>,
    pub created_at: Instant,
    pub invoice_number: Option<DocumentNumber>,
}

impl From<&GemTransaction> for GemTransactionView {
    fn from(transaction: &GemTransaction) -> Self {
        Self {
            id: transaction.id.clone(),
            r#type: transaction.kind,
            gems_amount: transaction.gems,
            description: transaction.description.clone(),
            expires_at: transaction.expires_at,
            created_at: transaction.created_at,
            invoice_number: transaction.invoice_number.clone(),
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemableService {
    pub id: ServiceId,
    pub name: String,
    /// Its texts in other languages; left out where nothing is translated.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub gems_required: Gems,
    pub price_paise: Paise,
}

impl Translated for RedeemableService {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, "")
    }
}

impl RedeemableService {
    pub fn all(catalogue: &Catalogue) -> Vec<Self> {
        let entry = |service: &Service| {
            let gems_required = service.redeemable_for()?;
            let (id, name, translations) = (service.id.clone(), service.name.clone(), service.translations.clone());
            Some(Self { id, name, translations, gems_required, price_paise: service.price })
        };
        catalogue.redeemable().into_iter().filter_map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_had_for_gems_tells_its_price_in_both() {
        let trim = Service { gems_redeemable: true, gems_required: Some(Gems(40)), ..Service::sample("trim") };
        let catalogue = Catalogue::sample([Service::sample("haircut"), trim]);
        let offered: Vec<(String, Gems, Paise)> = RedeemableService::all(&catalogue)
            .into_iter()
            .map(|service| (service.name, service.gems_required, service.price_paise))
            .collect();
        assert_eq!(offered, [("trim".to_owned(), Gems(40), Paise(50_000))]);
    }
}
