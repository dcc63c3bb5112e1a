//! Exports of people and of what hangs on them: customers, their gems, their memberships.

use std::collections::BTreeMap;

use super::place::{NextPlace, Place};
use super::rows::{ExportedCustomer, ExportedGems, ExportedMembership};
use super::sheet::Sheet;
use super::{Exports, ROWS};
use parlour_money::gems::GemTransaction;
use parlour_money::memberships::Membership;
use parlour_people::customers::directory::DirectoryRow;
use parlour_people::customers::{CustomerCard, Customers, Profile};
use parlour_people::staff::Staff;
use parlour_setup::branches::Branches;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::table::keys::{MonthlyList, PartitionKeys};
use parlour_storage::table::{Partition, Record, Stored, TableError, keys};
use parlour_values::id::{TagId, UserId};

/// The most customers whose gems are read for a page: each has a list of their own.
const ACCOUNTS: usize = 100;

impl Exports<'_> {
    pub(super) async fn customers(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let customers = Customers::of(self.0);
        let after = after.and_then(|place| place.position);
        let staff = Staff::of(self.0);
        let (tags, staff, (rows, next)) = tokio::try_join!(
            customers.tags(),
            staff.all(),
            self.directory(after.as_deref(), ROWS, |row| row.listed().is_some())
        )?;
        let tags: BTreeMap<TagId, String> = tags.iter().map(|tag| (tag.id.clone(), tag.name.to_string())).collect();
        let wanted = rows.iter().flat_map(|row| [keys::profile(&row.id), keys::customer_card(&row.id)]);
        let mut found = self.0.table.get_many(wanted).await?;
        let mut exported = Vec::with_capacity(rows.len());
        for row in rows {
            let profile = found.take::<Profile>(&keys::profile(&row.id))?;
            let card = found.take::<CustomerCard>(&keys::customer_card(&row.id))?;
            let Some(profile) = profile else { continue };
            let customer = ExportedCustomer::of(&row, &profile, card.as_deref(), &tags, &staff);
            exported.extend(customer.map(|customer| (Place::at("", row.key().sk), customer)));
        }
        Ok(sheet.fill(exported, next.map(|position| Place::at("", position)))?)
    }

    /// Rows of the directory behind a sort key, and the one to go on behind.
    async fn directory(
        &self,
        after: Option<&str>,
        limit: usize,
        wanted: impl Fn(&DirectoryRow) -> bool,
    ) -> Result<(Vec<Stored<DirectoryRow>>, Option<String>), TableError> {
        let shards = PartitionKeys::several((0..keys::DIRECTORY_SHARDS).map(keys::directory_shard));
        let all = shards.map(|shards| Partition::of(shards).newest_first());
        self.0.table.first(all.into_iter().collect(), after, limit, ROWS, wanted).await
    }

    /// Every line of every customer's history: a customer's lines behind one another, then the next customer's.
    pub(super) async fn gems(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let mut lines: Vec<(Place, ExportedGems)> = Vec::new();
        let (mut behind, mut next) = (None, None);
        if let Some(Place { list, position }) = after {
            let (more, rest) = self.gems_of(&list, position.as_deref(), ROWS).await?;
            lines.extend(more);
            next = rest;
            behind = Some(keys::directory_row(&UserId::from(list)).sk);
        }
        if next.is_none() {
            let (rows, more) = self.directory(behind.as_deref(), ACCOUNTS, |row| row.gems.is_some()).await?;
            let last = rows.last().map(|row| row.id.to_string());
            // The customer after whom the directory goes on has been read to the end then.
            next = more.and_then(|sort| customer_of(&sort).or(last)).map(|id| Place::at(id, END_OF_HISTORY));
            for row in rows {
                let room = ROWS.saturating_sub(lines.len());
                if room == 0 {
                    next = Some(Place::before(row.id.to_string()));
                    break;
                }
                let (more, rest) = self.gems_of(row.id.as_str(), None, room).await?;
                lines.extend(more);
                if rest.is_some() {
                    next = rest;
                    break;
                }
            }
        }
        Ok(sheet.fill(lines, next)?)
    }

    /// Lines of one customer behind a sort key, and the place to go on from if there are more.
    async fn gems_of(
        &self,
        customer: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<(Vec<(Place, ExportedGems)>, Option<Place>), TableError> {
        let own = keys::user_partition(&UserId::from(customer.to_owned()));
        let all = Partition::of(own).starting(keys::GEM_PREFIX).newest_first();
        let (lines, next) = self.0.table.first::<GemTransaction>(vec![all], after, limit, ROWS, |_| true).await?;
        let placed = lines.into_iter().map(|line| {
            let place = Place::at(customer, line.key().sk);
            (place, ExportedGems::from(line.record))
        });
        Ok((placed.collect(), next.map(|position| Place::at(customer, position))))
    }

    pub(super) async fn memberships(&self, after: Option<Place>, sheet: &mut Sheet) -> NextPlace {
        let after = after.and_then(|place| place.position);
        let months = MonthIndex::of(self.0, MonthlyList::Memberships).until(after.as_deref()).await?;
        let all = months.into_iter().map(|month| Partition::g1(keys::memberships_of_month(month)).newest_first());
        let read = self.0.table.first::<Membership>(all.collect(), after.as_deref(), ROWS, ROWS, |_| true);
        let (rows, next) = read.await?;
        let profiles = self.0.table.get_many(rows.iter().map(|row| keys::profile(&row.customer_id)));
        let branches = Branches::of(self.0);
        let (profiles, branches) = tokio::try_join!(profiles, branches.all())?;
        let mut exported = Vec::with_capacity(rows.len());
        for row in rows {
            let profile = profiles.read::<Profile>(&keys::profile(&row.customer_id))?;
            let place = row.places().g1.map(|key| Place::at("", key.sk)).unwrap_or_default();
            exported.push((place, ExportedMembership::of(&row, profile.as_deref(), &branches)));
        }
        Ok(sheet.fill(exported, next.map(|position| Place::at("", position)))?)
    }
}

/// Sorts before every line of a history, which is read from the newest on.
const END_OF_HISTORY: &str = "GEM";

/// The customer whose row of the directory this is.
fn customer_of(sort: &str) -> Option<String> {
    sort.strip_prefix(keys::DIRECTORY_ROW_PREFIX).map(str::to_owned)
}
