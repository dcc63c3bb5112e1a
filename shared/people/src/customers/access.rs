//! Who looked at a customer, by the day: kept for a year, for the customer's own question.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CustomerDetail, CustomerError, Customers};
use crate::auth::Caller;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Key, Partition, Places, Record, TableError, keys};
use parlour_values::id::UserId;
use parlour_values::input::body;
use parlour_values::time::{Instant, IstDate};

/// How long it is known who looked.
const KEPT: TimeDelta = TimeDelta::days(365);
/// How many lines an answer has at most.
const SHOWN: usize = 1_000;
/// How many looks an instance remembers to have noted.
const MAX_REMEMBERED: usize = 10_000;

/// Somebody looked at a customer on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomerAccess {
    pub customer_id: UserId,
    pub on: IstDate,
    /// Who looked; a program by its token.
    pub by: UserId,
    pub name: String,
    pub at: Instant,
}

impl Record for CustomerAccess {
    const KIND: &'static str = "customer_access";
    const IS_VERSIONED: bool = false;

    fn key(&self) -> Key {
        keys::customer_access(&self.customer_id, self.on, &self.by)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.at.plus(KEPT)), ..Places::default() }
    }
}

body! {
    /// Whose page was looked at.
    pub struct AccessLogRequest {
        customer_id: UserId,
    }
}

/// Who looked at a customer, the last day first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLog {
    pub accesses: Vec<AccessView>,
}

/// Somebody who looked on a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessView {
    pub date: IstDate,
    pub user_id: UserId,
    pub name: String,
    /// When they last did, as far as it was noted.
    pub at: Instant,
}

/// What this instance has noted already, so that a page that is open all day is written once.
#[derive(Default)]
struct Noted(Mutex<HashSet<Key>>);

impl Noted {
    fn is_first(&self, key: &Key) -> bool {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() >= MAX_REMEMBERED {
            noted.clear();
        }
        noted.insert(key.clone())
    }

    fn forget(&self, key: &Key) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
    }
}

impl Customers<'_> {
    /// One customer, as the caller sees them, who is noted to have looked.
    pub async fn detail_for(&self, caller: &Caller, id: &UserId) -> Result<CustomerDetail, Failure<CustomerError>> {
        let customer = self.detail(id).await?;
        self.note_access(caller, id).await?;
        Ok(customer)
    }

    /// Notes that the caller looks at a customer.
    pub async fn note_access(&self, caller: &Caller, customer: &UserId) -> Result<(), TableError> {
        let (user, at) = (&caller.user, caller.act.at);
        let access = CustomerAccess {
            customer_id: customer.clone(),
            on: at.ist_date(),
            by: user.id.clone(),
            name: user.name.clone(),
            at,
        };
        let (noted, key) = (self.0.remembered::<Noted>(), access.key());
        if !noted.is_first(&key) {
            return Ok(());
        }
        let written = self.0.table.put(&access).await;
        if written.is_err() {
            noted.forget(&key);
        }
        written
    }

    /// Who looked at a customer within a year.
    pub async fn accesses(&self, request: &AccessLogRequest) -> Result<AccessLog, TableError> {
        let lines = Partition::of(keys::customer_accesses(&request.customer_id)).newest_first().at_most(SHOWN);
        let lines = self.0.table.query::<CustomerAccess>(lines).await?;
        let begin = self.0.clock.now().minus(KEPT);
        let kept = lines.into_iter().map(|line| line.record).filter(|line| line.at > begin);
        let view = |line: CustomerAccess| AccessView { date: line.on, user_id: line.by, name: line.name, at: line.at };
        Ok(AccessLog { accesses: kept.map(view).collect() })
    }
}
