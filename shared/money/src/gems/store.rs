//! Gem accounts in the table.

use serde_json::json;

use super::view::{GemTransactionView, GemsSummary, GemsView, RedeemableService};
use super::{GemTransaction, GemsAccount};
use parlour_people::customers::directory::DirectoryChange;
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Setback;
use parlour_storage::paging::{FeedPage, Meta};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::UserId;

pub struct GemsStore<'a>(&'a Salon);

impl<'a> GemsStore<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl GemsStore<'_> {
    pub async fn account(&self, user: &UserId) -> Result<Option<Stored<GemsAccount>>, TableError> {
        self.0.table.get(&keys::gems(user)).await
    }

    /// The customer's own gems; the first look opens the account.
    pub async fn page(&self, act: &Act, user: &UserId, feed: FeedPage) -> Result<(GemsView, Meta), Setback> {
        let salon = self.0;
        let catalogue = CatalogueStore::of(salon);
        let own = Partition::of(keys::user_partition(user)).starting(keys::GEMS_PREFIX).newest_first();
        let own = own.at_most(feed.through().saturating_add(1));
        let (found, catalogue) = tokio::try_join!(salon.table.query_items(own), catalogue.read())?;
        let account = match found.read::<GemsAccount>(&keys::gems(user))? {
            Some(account) => account.record,
            None => self.open(act, user).await?,
        };
        let mut transactions = found.starting::<GemTransaction>(keys::GEM_PREFIX)?;
        transactions.truncate(feed.through());
        let transactions = transactions.split_off(feed.before().min(transactions.len()));
        let meta = feed.meta(transactions.len());
        let view = GemsView {
            summary: GemsSummary::from(&account.account),
            transactions: transactions
                .iter()
                .map(|transaction| GemTransactionView::from(&transaction.record))
                .collect(),
            redeemable: RedeemableService::all(&catalogue),
        };
        Ok((view, meta))
    }

    /// The newest lines of a customer's history.
    pub async fn newest(&self, user: &UserId, feed: FeedPage) -> Result<Vec<Stored<GemTransaction>>, TableError> {
        let partition = Partition::of(keys::user_partition(user)).starting(keys::GEM_PREFIX).newest_first();
        let mut read = self.0.table.query(partition.at_most(feed.through())).await?;
        Ok(read.split_off(feed.before().min(read.len())))
    }

    async fn open(&self, act: &Act, user: &UserId) -> Result<GemsAccount, Setback> {
        let account = GemsAccount::opened(user.clone(), act.at);
        let mut transaction = self.0.transaction(act);
        transaction.create(&account);
        DirectoryChange::of(user).gems(account.account.balance()).write(&mut transaction);
        transaction.audit(EventType::GemsOpened, GemsAccount::KIND, user.as_str(), json!({}));
        match transaction.commit().await {
            Ok(()) => Ok(account),
            // Another request opened the account first.
            Err(setback) if setback.has_lost() => Ok(self.account(user).await?.map_or(account, |read| read.record)),
            Err(setback) => Err(setback),
        }
    }
}
