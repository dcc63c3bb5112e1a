//! The log of who looked at a customer, and who exported lists that they are in, by the day: kept for a year, for the
//! customer's own question.

use std::cmp::Reverse;
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
use parlour_values::text_enum::text_enum;
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
    /// The user who looked; a program by its token.
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

/// Somebody exported a list on a day, and with it what it says of every customer: noted once, not for each of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportAccess {
    pub on: IstDate,
    /// The user who exported; a program by its token.
    pub by: UserId,
    pub name: String,
    /// Such as `customers` or `bookings`.
    pub list: String,
    pub at: Instant,
}

impl Record for ExportAccess {
    const KIND: &'static str = "export_access";
    const IS_VERSIONED: bool = false;

    fn key(&self) -> Key {
        keys::export_access(self.on, &self.by, &self.list)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.at.plus(KEPT)), ..Places::default() }
    }
}

text_enum! {
    /// The use somebody made of what is known of a customer.
    pub enum AccessKind {
        /// They looked at the customer's page.
        Look => "look",
        /// They exported a list in which the customer may be.
        Export => "export",
    }
}

body! {
    /// The customer whose page was looked at.
    pub struct AccessLogRequest {
        customer_id: UserId,
    }
}

/// Looks at a customer and exports of lists that they may be in, the last day first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccessLog {
    pub accesses: Vec<AccessView>,
}

/// Somebody who looked or exported on a day.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessView {
    pub date: IstDate,
    pub what: AccessKind,
    /// The list that was exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<String>,
    pub user_id: UserId,
    pub name: String,
    /// When they last did, as far as it was noted.
    pub at: Instant,
}

/// Accesses this instance has noted already, so that a page that is open all day is written once.
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
        self.note_once(&access).await
    }

    /// Notes that the caller exports a list of what is known of customers.
    pub async fn note_export(&self, caller: &Caller, list: &str) -> Result<(), TableError> {
        let (user, at) = (&caller.user, caller.act.at);
        let (by, name) = (user.id.clone(), user.name.clone());
        self.note_once(&ExportAccess { on: at.ist_date(), by, name, list: list.to_owned(), at }).await
    }

    /// Writes what this instance has not written yet.
    async fn note_once<R: Record>(&self, access: &R) -> Result<(), TableError> {
        let (noted, key) = (self.0.remembered::<Noted>(), access.key());
        if !noted.is_first(&key) {
            return Ok(());
        }
        let written = self.0.table.put(access).await;
        if written.is_err() {
            noted.forget(&key);
        }
        written
    }

    /// Looks at a customer, and exports of lists of customers' data, within a year.
    pub async fn accesses(&self, request: &AccessLogRequest) -> Result<AccessLog, TableError> {
        let last = |partition: String| Partition::of(partition).newest_first().at_most(SHOWN);
        let (looks, exports) = tokio::try_join!(
            self.0.table.query::<CustomerAccess>(last(keys::customer_accesses(&request.customer_id))),
            self.0.table.query::<ExportAccess>(last(keys::EXPORT_ACCESSES.to_owned())),
        )?;
        let begin = self.0.clock.now().minus(KEPT);
        let looks = looks.into_iter().map(|look| AccessView::from(look.record));
        let exports = exports.into_iter().map(|export| AccessView::from(export.record));
        let mut accesses: Vec<AccessView> = looks.chain(exports).filter(|line| line.at > begin).collect();
        accesses.sort_by_key(|line| Reverse((line.date, line.at)));
        accesses.truncate(SHOWN);
        Ok(AccessLog { accesses })
    }
}

impl From<CustomerAccess> for AccessView {
    fn from(look: CustomerAccess) -> Self {
        Self { date: look.on, what: AccessKind::Look, list: None, user_id: look.by, name: look.name, at: look.at }
    }
}

impl From<ExportAccess> for AccessView {
    fn from(export: ExportAccess) -> Self {
        let (what, list) = (AccessKind::Export, Some(export.list));
        Self { date: export.on, what, list, user_id: export.by, name: export.name, at: export.at }
    }
}
