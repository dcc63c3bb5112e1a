//! Writes off gems that are a year old: an `expired` transaction for each lot, and the balance reduced with it. A lot that
//! was written off is no longer in the account, so a second run does not find it.

use std::convert::Infallible;

use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, Tally, processed};
use parlour_money::gems::{GemTransaction, GemTransactionType, GemsAccount, GemsStore};
use parlour_people::customers::directory::DirectoryChange;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::{Partition, Record as _, Stored, keys};
use parlour_values::gems::Gems;
use parlour_values::id::UserId;

/// How many lots are written off in one transaction, which also holds the account, the directory row, the event and the
/// audit entry.
const LOTS_AT_ONCE: usize = 80;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let past = run.salon.table.pages::<GemsAccount>(Partition::g3(keys::GEMS_DUE).through(run.now()));
    let is_due = |account: Stored<GemsAccount>| {
        let due = account.account.next_expiry().is_some_and(|at| at <= run.now());
        due.then_some(account.record.user_id)
    };
    let mut tally = Tally::default();
    tally.pages(past, is_due, |user| write_off(run, user)).await?;
    Ok(processed(tally.end()?))
}

async fn write_off(run: &Run<'_>, user: UserId) -> Result<usize, JobError> {
    let mut lots = 0_usize;
    loop {
        match run.salon.retry_on_conflict(|| write_off_some(run, &user)).await.map_err(Setback::from)? {
            0 => return Ok(lots),
            some => lots = lots.saturating_add(some),
        }
    }
}

async fn write_off_some(run: &Run<'_>, user: &UserId) -> Result<usize, Failure<Infallible>> {
    let Some(read) = GemsStore::of(run.salon).account(user).await? else { return Ok(0) };
    let mut account = GemsAccount { updated_at: run.now(), ..read.record.clone() };
    let past = account.account.expire(run.now(), LOTS_AT_ONCE);
    if past.is_empty() {
        return Ok(0);
    }
    let mut transaction = run.salon.transaction(&run.act);
    transaction.replace(&read, &account);
    for lot in &past {
        transaction.create(&GemTransaction {
            id: run.salon.random.id(),
            user_id: user.clone(),
            kind: GemTransactionType::Expired,
            gems: Gems::ZERO.minus(lot.remaining),
            description: "Gems expired".to_owned(),
            expires_at: None,
            invoice_id: None,
            invoice_number: None,
            created_at: run.now(),
        });
    }
    DirectoryChange::of(user).gems(account.account.balance()).write(&mut transaction);
    let lost: Gems = past.iter().map(|lot| lot.remaining).sum();
    let first = past.first().map(|lot| lot.id.to_string()).unwrap_or_default();
    let last_day = past.last().map(|lot| lot.expires_at.ist_date());
    let event = NotifiableEvent::GemsExpired { user_id: user.clone(), gems: lost.0, transaction_id: first, last_day };
    transaction.enqueue(event.message(run.now()));
    transaction.audit(
        EventType::GemsExpired,
        GemsAccount::KIND,
        user.as_str(),
        json!({ "gems": lost, "lots": past.len() }),
    );
    transaction.commit().await?;
    Ok(past.len())
}
