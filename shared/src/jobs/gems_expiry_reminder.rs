//! Customers hear of gems that end in exactly seven days, one total for each customer and day.

use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, Tally, processed};
use crate::gems::{Gems, GemsAccount};
use crate::id::UserId;
use crate::notifications::{Telling, Ways};
use crate::outbound::templates::{GemsFacts, GemsNotice, Notice};
use crate::table::{Partition, Stored, keys};

const DAYS_AHEAD: u64 = 7;
/// An account stands in the index at the end of its next lot, which may be one that is still to be written off.
const DAYS_BACK: u64 = 2;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let ends_on = run.today().plus_days(DAYS_AHEAD);
    let first = run.today().minus_days(DAYS_BACK).start().to_string();
    let until = ends_on.plus_days(1).start().to_string();
    let accounts = run.salon.table.pages::<GemsAccount>(Partition::g3(keys::GEMS_DUE).between(first, until));
    let is_due = |account: Stored<GemsAccount>| {
        let due = account.account.expiring_on(ends_on) > Gems::ZERO;
        due.then_some(account.record.user_id)
    };
    let mut tally = Tally::default();
    tally.pages(accounts, is_due, |user| remind(run, user)).await?;
    Ok(processed(tally.end()?))
}

async fn remind(run: &Run<'_>, user: UserId) -> Result<usize, JobError> {
    let notifications = run.salon.notifications();
    let ends_on = run.today().plus_days(DAYS_AHEAD);
    let Some(account) = run.salon.gems().account(&user).await? else { return Ok(0) };
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
