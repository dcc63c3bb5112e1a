//! PINs in the table: set one's own, try somebody's.

use chrono::TimeDelta;
use serde_json::json;

use super::{Pin, PinHash, PinTries, SetPinRequest, UserPin};
use crate::auth::{Caller, User};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Condition, Found, Key, Record as _, Stored, TableError, keys};
use parlour_values::id::UserId;
use parlour_values::role::Role;
use parlour_values::time::Instant;

#[derive(Clone, Debug, thiserror::Error)]
pub enum PinError {
    /// Also of somebody who has none, may not approve or does not exist: whoever tries does not learn which.
    #[error("the PIN is wrong")]
    Wrong,
    #[error("too many wrong PINs")]
    Locked {
        /// How long until one is looked at again.
        wait: TimeDelta,
    },
    #[error("the PIN could not be hashed: {0}")]
    Unhashed(String),
}

impl Refused for PinError {}

pub struct Pins<'a>(&'a Salon);

impl<'a> Pins<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Pins<'_> {
    /// Whether they have one.
    pub async fn is_set(&self, user: &UserId) -> Result<bool, TableError> {
        Ok(self.0.table.get::<UserPin>(&keys::pin(user)).await?.is_some())
    }

    /// Sets the caller's own; what was tried against the one before is forgotten.
    pub async fn set(&self, caller: &Caller, request: SetPinRequest) -> Result<(), Failure<PinError>> {
        let user = &caller.user.id;
        let hash = {
            let (pin, random) = (request.pin.clone(), self.0.random.secret());
            off_thread(move || PinHash::of(&pin, random)).await?
        };
        self.0
            .retry_on_conflict(|| async {
                let (kept, tries) = self.read(user).await?;
                if let Some(kept) = kept.as_ref().filter(|_| tries.is_none())
                    && matches(kept.hash.clone(), &request.pin).await?
                {
                    return Ok(());
                }
                let mut transaction = self.0.transaction(&caller.act);
                let pin = UserPin { user_id: user.clone(), hash: hash.clone(), set_at: caller.act.at };
                transaction.save(kept.as_ref(), &pin);
                if let Some(tries) = &tries {
                    transaction.remove(tries);
                }
                transaction.audit(EventType::PinSet, User::KIND, user.as_str(), json!({}));
                Ok(transaction.commit().await?)
            })
            .await
    }

    async fn read(&self, user: &UserId) -> Result<(Option<Stored<UserPin>>, Option<Stored<PinTries>>), TableError> {
        let (pin, tries) = (keys::pin(user), keys::pin_tries(user));
        let mut found = self.0.table.get_many([pin.clone(), tries.clone()]).await?;
        Ok((found.take(&pin)?, found.take(&tries)?))
    }

    /// Tries a PIN for an act of somebody else: `Ok` where it is that of an active manager. Five wrong ones within a quarter
    /// of an hour lock it for another, and thirty by one caller lock that caller out, whomever they were for. What was found is
    /// only told once it is counted, so that many tries at the same moment tell no more than as many as may be.
    ///
    /// A dry run counts nothing, so it does not look at the PIN either, and goes on as if it were right.
    pub async fn verify(&self, act: &Act, approver: &UserId, pin: &Pin) -> Result<(), Failure<PinError>> {
        let tried = Tried { approver, caller: UserId::from(act.actor.id()) };
        let (user_key, pin_key) = (keys::user(approver), keys::pin(approver));
        let wanted = [user_key.clone(), pin_key.clone()].into_iter().chain(tried.keys());
        let mut found = self.0.table.get_many(wanted).await?;
        let user = found.take::<User>(&user_key)?.filter(|user| may_approve(user));
        let kept = found.take::<UserPin>(&pin_key)?.filter(|_| user.is_some());
        let before = tried.among(&mut found)?;
        let is_right = if self.0.is_dry_run() {
            true
        } else if before.locked_for(act.at).is_some() {
            false
        } else {
            matches(kept.map_or_else(PinHash::of_nobody, |kept| kept.record.hash), pin).await?
        };
        let mut read = Some(before);
        self.0
            .retry_on_conflict(|| {
                let (read, tried) = (read.take(), &tried);
                async move {
                    let before = match read {
                        Some(read) => read,
                        None => tried.among(&mut self.0.table.get_many(tried.keys()).await?)?,
                    };
                    self.count(act, tried, &before, is_right).await
                }
            })
            .await
    }

    /// Writes what came of a try, and says it.
    async fn count(
        &self,
        act: &Act,
        tried: &Tried<'_>,
        before: &Before,
        is_right: bool,
    ) -> Result<(), Failure<PinError>> {
        let outcome = before.outcome(is_right, act.at);
        let mut transaction = self.0.transaction(act);
        let (event, reason) = match &outcome {
            Ok(()) => (EventType::PinAccepted, None),
            Err(PinError::Locked { .. }) => (EventType::PinRefused, Some("locked")),
            Err(_) => (EventType::PinRefused, Some("wrong")),
        };
        let [of_approver, of_caller] = tried.keys();
        match &outcome {
            Ok(()) => {
                match &before.of_approver {
                    Some(read) => transaction.remove(read),
                    None => transaction.check(PinTries::KIND, of_approver, Condition::Absent),
                }
                // The caller's wrong ones still count: one PIN that they know would let them try on.
                let unchanged = before.of_caller.as_ref().map(|read| Condition::Version(read.version));
                transaction.check(PinTries::KIND, of_caller, unchanged.unwrap_or(Condition::Absent));
            }
            Err(PinError::Wrong) => {
                let own = [
                    (&before.of_approver, PinTries::none(tried.approver)),
                    (&before.of_caller, PinTries::none_by(&tried.caller)),
                ];
                for (read, none) in own {
                    let tries = read.as_ref().map_or(none, |read| read.record.clone());
                    transaction.save(read.as_ref(), &tries.after_wrong(act.at));
                }
            }
            Err(_) => {}
        }
        let details = reason.map_or_else(|| json!({}), |reason| json!({ "reason": reason }));
        transaction.audit(event, User::KIND, tried.approver.as_str(), details);
        transaction.commit().await?;
        Ok(outcome?)
    }
}

/// The approver whose PIN is tried, and the caller who tries it.
struct Tried<'a> {
    approver: &'a UserId,
    caller: UserId,
}

impl Tried<'_> {
    /// The keys under which wrong ones are counted: for the approver, and for the caller.
    fn keys(&self) -> [Key; 2] {
        [keys::pin_tries(self.approver), keys::pin_tries_by(&self.caller)]
    }

    fn among(&self, found: &mut Found) -> Result<Before, TableError> {
        let [of_approver, of_caller] = self.keys();
        Ok(Before { of_approver: found.take(&of_approver)?, of_caller: found.take(&of_caller)? })
    }
}

/// The counts before a try.
struct Before {
    of_approver: Option<Stored<PinTries>>,
    of_caller: Option<Stored<PinTries>>,
}

impl Before {
    /// How long no PIN of this approver, or none by this caller, is looked at.
    fn locked_for(&self, now: Instant) -> Option<TimeDelta> {
        let both = [&self.of_approver, &self.of_caller];
        both.into_iter().flatten().filter_map(|tries| tries.locked_for(now)).max()
    }

    fn outcome(&self, is_right: bool, now: Instant) -> Result<(), PinError> {
        match self.locked_for(now) {
            Some(wait) => Err(PinError::Locked { wait }),
            None if is_right => Ok(()),
            None => Err(PinError::Wrong),
        }
    }
}

fn may_approve(user: &User) -> bool {
    user.is_active && user.role.satisfies(Role::Manager)
}

async fn matches(hash: PinHash, pin: &Pin) -> Result<bool, PinError> {
    let pin = pin.clone();
    off_thread(move || hash.matches(&pin)).await
}

/// Hashing takes a processor for a tenth of a second: requests are served meanwhile.
async fn off_thread<T: Send + 'static>(hash: impl FnOnce() -> T + Send + 'static) -> Result<T, PinError> {
    tokio::task::spawn_blocking(hash).await.map_err(|error| PinError::Unhashed(error.to_string()))
}
