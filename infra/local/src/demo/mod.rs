//! Demo data: a salon that has been open for a while, so that every screen shows something.

mod branding;
mod calendar;
mod catalogue;
mod chain;
mod crowd;
mod hindi;
mod history;
mod leads;
mod messages;
mod offers;
mod past;
mod people;
mod places;
mod products;
mod team;
mod tiers;
mod today;

use calendar::Calendar;
use chain::Post;
use crowd::Crowd;
use history::Cast;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::MonthlyList;
use parlour_storage::table::{Bulk, TableError, WriteError};
use today::Day;

use crate::engine::Engine;
use crate::options::Options;
use crate::store::Store;

/// Fills an empty table; one that already holds something stays as it is. What was cut off half-way is done again: every
/// record has its fixed place.
pub async fn fill(salon: &Salon, store: &Store, engine: Option<&Engine>, options: &Options) -> Result<(), WriteError> {
    let begun = store.filled().await?;
    if begun == Some(true) || (begun.is_none() && !is_empty(salon).await?) {
        return Ok(());
    }
    store.save_filled(false).await?;
    let calendar = Calendar::at(salon.clock.now());
    if options.no_demo {
        let mut records = Bulk::new();
        people::owner_alone(&mut records, &calendar);
        records.write(&salon.table).await?;
    } else {
        open_the_salon(salon, &calendar, engine, options).await?;
    }
    Ok(store.save_filled(true).await?)
}

async fn open_the_salon(
    salon: &Salon,
    calendar: &Calendar,
    engine: Option<&Engine>,
    options: &Options,
) -> Result<(), WriteError> {
    let mut records = Bulk::new();
    branding::write(&mut records, calendar);
    messages::write(&mut records, calendar);
    let places = places::write(&mut records, calendar);
    let menu = catalogue::write(&mut records, calendar);
    let people = people::write(&mut records, calendar);
    let team = team::write(&mut records, calendar, &places, &menu, &people);
    let tier = tiers::write(&mut records, calendar);
    offers::write(&mut records, calendar, &menu);
    products::write(&mut records, calendar, &places, &people);
    let mut posts = vec![Post { branch: places.open.clone(), staff: team.staff.clone() }];
    posts.extend(chain::write(&mut records, calendar, &places, &menu, options.demo_branches));
    let months = leads::write(&mut records, calendar, &menu, &people);
    records.write(&salon.table).await?;
    MonthIndex::of(salon, MonthlyList::Leads).load(months).await?;
    let (customers, bookings) = (options.demo_customers, options.demo_bookings);
    let crowd = Crowd { posts: &posts, menu: &menu, people: &people, engine, customers, bookings };
    crowd::write(salon, calendar, &crowd).await?;
    today::write(salon, calendar, &Day { places: &places, menu: &menu, team: &team, people: &people }).await?;
    let cast = Cast { places: &places, menu: &menu, people: &people, staff: team.staff.id.clone(), tier };
    history::live(salon, calendar, &cast).await
}

async fn is_empty(salon: &Salon) -> Result<bool, TableError> {
    let found = salon.table.client().scan().table_name(salon.table.name()).limit(1).send().await?;
    Ok(found.count == 0)
}
