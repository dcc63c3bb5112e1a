//! Demo data: a salon that has been open for a while, so that every screen shows something.

mod calendar;
mod catalogue;
mod leads;
mod offers;
mod people;
mod places;
mod team;

use parlour::months::Months;
use parlour::salon::Salon;
use parlour::table::keys::MonthlyList;
use parlour::table::{Bulk, TableError, WriteError};

use crate::options::Options;
use crate::store::Store;
use calendar::Calendar;

/// Fills an empty table; one that already holds something stays as it is. What was cut off half-way is done again: every
/// record has its fixed place.
pub async fn fill(salon: &Salon, store: &Store, options: &Options) -> Result<(), WriteError> {
    let begun = store.filled().await?;
    if begun == Some(true) || (begun.is_none() && !is_empty(salon).await?) {
        return Ok(());
    }
    store.save_filled(false).await?;
    let calendar = Calendar::at(salon.clock.now());
    let mut records = Bulk::new();
    if options.no_demo {
        people::owner_alone(&mut records, &calendar);
    } else {
        let places = places::write(&mut records, &calendar);
        let menu = catalogue::write(&mut records, &calendar);
        let people = people::write(&mut records, &calendar);
        team::write(&mut records, &calendar, &places, &menu, &people);
        offers::write(&mut records, &calendar, &menu);
        let months = leads::write(&mut records, &calendar, &menu, &people);
        Months::of(salon, MonthlyList::Leads).load(months).await?;
    }
    records.write(&salon.table).await?;
    Ok(store.save_filled(true).await?)
}

async fn is_empty(salon: &Salon) -> Result<bool, TableError> {
    let found = salon.table.client().scan().table_name(salon.table.name()).limit(1).send().await?;
    Ok(found.count == 0)
}
