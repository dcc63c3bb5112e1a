//! Customers hear of gems that end in exactly seven days, one total for each customer and day.

use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, processed, tally};
use crate::gems::{Gems, GemsAccount};
use crate::notifications::{Telling, Ways};
use crate::outbound::templates::{GemsFacts, GemsNotice, Notice};
use crate::table::{Partition, Stored, keys};

const DAYS_AHEAD: u64 = 7;
/// An account stands in the index on the day of its next lot, which may be one that is still to be written off.
const DAYS_BACK: u64 = 2;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let ends_on = run.today().plus_days(DAYS_AHEAD);
    let mut count = 0_usize;
    for day in run.today().minus_days(DAYS_BACK).through(ends_on) {
        let accounts = run.salon.table.query::<GemsAccount>(Partition::g3(keys::gems_due_on(day))).await?;
        let due = accounts.into_iter().filter(|account| account.account.expiring_on(ends_on) > Gems::ZERO).collect();
        count = count.saturating_add(tally(due, |account| remind(run, account)).await?);
    }
    Ok(processed(count))
}

async fn remind(run: &Run<'_>, listed: Stored<GemsAccount>) -> Result<usize, JobError> {
    let notifications = run.salon.notifications();
    let ends_on = run.today().plus_days(DAYS_AHEAD);
    let Some(account) = run.salon.gems().account(&listed.user_id).await? else { return Ok(0) };
    let ending = account.account.expiring_on(ends_on);
    if ending <= Gems::ZERO {
        return Ok(0);
    }
    let Some(recipient) = notifications.recipient(&account.user_id).await? else { return Ok(0) };
    let facts = GemsFacts {
        customer_first_name: recipient.user.first_name().to_owned(),
        gems: count_of(ending),
        balance: count_of(account.account.balance()),
        expires_on: ends_on,
    };
    let notice = Notice::Gems(GemsNotice::Expiry7d, facts);
    let telling = Telling::new(recipient, notice, ends_on.to_string(), Ways::Push).about("gems", json!({}));
    Ok(notifications.tell(telling).await?.count())
}

pub(crate) fn count_of(gems: Gems) -> u64 {
    u64::try_from(gems.0).unwrap_or(0)
}
