//! Reminds customers of gems that expire in seven days, with one total per customer and day; where that day was missed,
//! a little later.

use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, Tally, processed};
use crate::notifications::{Channels, Notifications, OutgoingNotice};
use parlour_money::gems::{GemsAccount, GemsStore};
use parlour_senders::templates::{GemsFacts, GemsNotice, Notice};
use parlour_storage::table::{Partition, Stored, keys};
use parlour_values::gems::Gems;
use parlour_values::id::UserId;
use parlour_values::time::IstDate;

const DAYS_AHEAD: u64 = 7;
/// A reminder whose day was missed is sent until this many days later.
const LATE_DAYS: u64 = 3;
/// The index lists an account at the expiry of its next lot, which may be one that has expired and is not written off yet.
const DAYS_BACK: u64 = 2;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let ends_on = run.today().plus_days(DAYS_AHEAD);
    let reminded = || run.today().plus_days(DAYS_AHEAD - LATE_DAYS).through(ends_on);
    let first = run.today().minus_days(DAYS_BACK).start().to_string();
    let until = ends_on.plus_days(1).start().to_string();
    let accounts = run.salon.table.pages::<GemsAccount>(Partition::g3(keys::GEMS_DUE).between(first, until));
    let is_due = |account: Stored<GemsAccount>| {
        let due = reminded().any(|day| account.account.expiring_on(day) > Gems::ZERO);
        due.then_some(account.record.user_id)
    };
    let mut tally = Tally::default();
    let remind_each = async |user: UserId| {
        let mut reminders = 0_usize;
        for day in reminded() {
            reminders = reminders.saturating_add(remind(run, &user, day).await?);
        }
        Ok(reminders)
    };
    tally.pages(accounts, is_due, remind_each).await?;
    Ok(processed(tally.end()?))
}

async fn remind(run: &Run<'_>, user: &UserId, ends_on: IstDate) -> Result<usize, JobError> {
    let notifications = Notifications::of(run.salon);
    let Some(account) = GemsStore::of(run.salon).account(user).await? else { return Ok(0) };
    let ending = account.account.expiring_on(ends_on);
    if ending <= Gems::ZERO {
        return Ok(0);
    }
    let Some(recipient) = notifications.recipient(&account.user_id).await? else { return Ok(0) };
    let facts = GemsFacts {
        customer_first_name: recipient.user.first_name().to_owned(),
        gems: ending.count(),
        balance: account.account.balance().count(),
        expires_on: ends_on,
        days_left: u64::try_from(ends_on.days_since(run.today())).unwrap_or(0),
    };
    let notice = Notice::Gems(GemsNotice::Expiry7d, facts);
    let notice = OutgoingNotice::new(recipient, notice, ends_on.to_string(), Channels::Push);
    Ok(notifications.send(notice.published("gems", json!({}))).await?.count())
}
