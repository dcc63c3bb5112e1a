//! Every key of the table. Keys are built nowhere else.
//!
//! One table with `PK` and `SK`, and three sparse global indexes (`G1`, `G2`, `G3`: eventually consistent, for admin lists
//! and jobs). What must be consistent is read by `PK` and `SK`.
//!
//! `#shard` at the end of a partition: the list is spread over [`SHARDS`] partitions by the item's id.
//!
//! | Item | PK | SK | Indexes and the question they answer |
//! |---|---|---|---|
//! | user | `USER#id` | `USER` | G1 `USERS#role` / id: who has this role |
//! | session | `USER#id` | `SESSION#hash` | G3 `DUE#SESSIONS#shard` / end#hash: ended ones |
//! | profile | `USER#id` | `PROFILE` | G1 `BIRTHDAY#MM-DD` / id: birthdays of a day |
//! | pending sign-in | `SIGNIN#state` | `SIGNIN` | |
//! | account of a provider | `ACCOUNT#issuer#subject` | `ACCOUNT` | |
//! | link of a user to an issuer, one each | `USER#id` | `ACCOUNT#issuer` | |
//! | leave for the next account to be linked | `USER#id` | `UNLINKED` | |
//! | erasure that was asked for | `USER#id` | `ERASURE` | |
//! | PIN of a manager | `USER#id` | `PIN` | |
//! | calendar feed of a user's visits, of their work | `USER#id` | `CALENDAR#visits`, `CALENDAR#work` | |
//! | wrong PINs tried for an id | `PIN_TRIES#id` | `PIN_TRIES` | |
//! | wrong PINs that a caller tried, whomever for | `PIN_TRIES#caller` | `BY_CALLER` | |
//! | email, phone, slug, code, number taken | `TAKEN#kind#value` | `TAKEN` | |
//! | invite | `INVITES` | `INVITE#id` | |
//! | token of a program | `TOKENS` | `TOKEN#hash` | |
//! | category, service | `CATALOGUE` | `CATEGORY#id`, `SERVICE#id` | |
//! | display order of services | `CATALOGUE` | `ORDER` | |
//! | offer | `OFFERS` | `OFFER#id` | G3 `DUE#OFFERS` / last day#id while active: past ones |
//! | branch | `BRANCHES` | `BRANCH#id` | |
//! | branding | `BRANDING` | `BRANDING` | |
//! | membership tier | `TIERS` | `TIER#id` | |
//! | product | `PRODUCTS` | `PRODUCT#id` | |
//! | stock of a product at a branch | `STOCK#branch` | `PRODUCT#id` | |
//! | movement of stock | `PRODUCT#id` | `MOVEMENT#id` | |
//! | tag | `TAGS` | `TAG#id` | |
//! | staff member | `STAFF#id` | `STAFF` | |
//! | staff member, the list's copy and each branch's | `STAFF`, `BRANCH#id` | `STAFF#id` | |
//! | rosters of a person | `STAFF#id` | `ROSTER` | |
//! | rosters of a person, each branch's copy | `BRANCH#id` | `ROSTER#id` | |
//! | copies of people at many branches and of their rosters | `ROAMING` | `STAFF#id`, `ROSTER#id` | |
//! | a person's day | `STAFF#id` | `DAY#date` | |
//! | leave | `LEAVE#id` | `LEAVE` | G1 `LEAVE#status` / id: requests by status |
//! | leave, its person's copy | `STAFF#id` | `LEAVE#id` | |
//! | upcoming leave of a person | `STAFF#id` | `LEAVES_AHEAD` | |
//! | block | `BLOCK#id` | `BLOCK` | |
//! | closure | `BRANCH#id` | `CLOSURE#date` | |
//! | room or equipment | `BRANCH#id` | `RESOURCE#id` | |
//! | room or equipment, the copy found by its id | `RESOURCE#id` | `RESOURCE` | |
//! | day of a room | `RESOURCE#id` | `DAY#date` | |
//! | booking | `BOOKING#id` | `BOOKING` | G1 `BOOKINGS#branch#month` / date#id: a branch's day or month, newest day first; G2 `OPEN#branch#status` / date#id: a branch's open ones by status; G3 `DUE#REMINDERS#shard` / moment#id: reminders due |
//! | bill of a booking that somebody has edited | `BOOKING#id` | `BILL` | |
//! | repeat, with the list of its bookings | `REPEAT#id` | `REPEAT` | |
//! | booking, its customer's copy | `USER#customer` | `BOOKING#id` | |
//! | requests of a customer that may still be open | `USER#customer` | `OPEN_REQUESTS` | |
//! | wish | `WISH#id` | `WISH` | G1 `WISHES#branch` / id while open: who waits at a branch |
//! | wish, its place in the line of each of its days | `WISH#branch#date` | id | |
//! | wishes that a customer has made | `USER#customer` | `WISHES` | |
//! | lead | `LEAD#id` | `LEAD` | G1 `LEADS#month#shard` / created#id: newest first; G2 `LEADS#status#shard` / created#id |
//! | lead note | `LEAD#id` | `NOTE#id` | |
//! | customer note | `USER#id` | `NOTE#id` | |
//! | who looked at a customer on a day | `ACCESS#customer` | day#user | |
//! | who exported a list of customers' data on a day | `ACCESS_BY_EXPORT` | day#user#list | |
//! | consent given or withdrawn | `USER#id` | `CONSENT#version of the profile#purpose`, with `#id` of the walk-in whose it was | |
//! | alerts of a customer, with copies of pinned notes and formulas | `USER#id` | `CARD` | |
//! | tag on a customer | `USER#id` | `TAG#tag` | |
//! | directory row | `DIRECTORY#shard` | `ROW#id` | |
//! | change of a directory row | `DIRECTORY_LOG` | moment#transaction#id | |
//! | snapshot of the directory, each of its chunks | `DIRECTORY_SNAPSHOT`, `DIRECTORY_SNAPSHOT#chunk#number` | `HEAD`, `CHUNK#id`; `PART` | |
//! | gems account, transaction | `USER#id` | `GEMS`, `GEM#id` | G3 `DUE#GEMS#shard` / next end#user: gems that end by a moment |
//! | membership | `MEMBERSHIP#id` | `MEMBERSHIP` | G1 `MEMBERSHIPS#month#shard` / created#id: newest first; G2 `ACTIVE_MEMBERSHIPS#shard` / created#id; G3 `DUE#MEMBERSHIPS#shard` / end#id while active: ends by a moment |
//! | membership, its owner's copy | `USER#id` | `MEMBERSHIP#id` | |
//! | the one active membership | `USER#id` | `ACTIVE_MEMBERSHIP` | |
//! | membership session | `MEMBERSHIP#id`, `USER#id` | `SESSION#booking`, `MEMBERSHIP#id#SESSION#booking` | |
//! | invoice of a booking, its customer's copy | `USER#customer` | `BOOKING_INVOICE#booking` | |
//! | invoice | `INVOICE#id` | `INVOICE` | G1 `INVOICES#branch#month` / issued#id; G2 `INVOICES_OF#customer` / issued#id; G3 `DUES#branch` / issued#id while something is due: the oldest first |
//! | payment of a later day than its invoice | `INVOICE#id` | `PAYMENT#id` | G1 `RECEIVED#branch#month` / moment#invoice#id: what came on a day |
//! | credit note | `INVOICE#id` | `CREDIT#id` | G1 `CREDITS#branch#month` / created#id |
//! | commission rules of a person | `STAFF#id` | `COMMISSION` | |
//! | earning of a person by an invoice, taking back of it | `EARNINGS#branch#month` | staff#moment#invoice, staff#moment#invoice#credit note | |
//! | month of pay, adjustment, sheets of a closed month | `PAY#month` | `MONTH`, `ADJUSTMENT#id`, `SHEETS#number` | |
//! | open drawer of a branch, and what the last one left | `DRAWERS#branch` | `TILL` | |
//! | closed drawer | `DRAWERS#branch` | `CLOSED#closed#id` | |
//! | movement of cash | `DRAWERS#branch` | `MOVEMENT#drawer#id` | |
//! | day's summary | `SUMMARY#branch#month` | `DAY#date` | |
//! | number series | `SERIES#branch` | `name` | |
//! | offer used on a day | `USER#id` | `OFFER_DAY#date` | |
//! | notification, its mark while it is unread | `USER#id` | `NOTIFICATION#id`, `UNREAD#id` | G1 `ABOUT#partition` / id where it is about a customer or a lead: what to erase with them |
//! | message template | `MESSAGE_TEMPLATES` | `TEMPLATE#kind#language` | |
//! | what WhatsApp told our webhook | `WHATSAPP_NEWS#id` | `WHATSAPP_NEWS` | |
//! | channel to phones that is held | `CHANNEL_HOLDS` | `HOLD#channel#template` | |
//! | sent log (each message once) | `SENT#key` | `SENT` | G1 `SENT_LOG#status#month#shard` / created#notification: failed ones, newest first; G2 `WHATSAPP#id` / `SENT`: what WhatsApp knows by an id of its own |
//! | push subscription | `PUSH#hash` and `USER#id` | `PUSH`, `PUSH#hash` | |
//! | months of a list, of a branch where it has one | `MONTHS#branch`, `MONTHS` | list | |
//! | event, with the queue messages that follow | `EVENT#day#shard` | `id` | G1 `EVENTS_OF#type#id` / id: what happened to a record; G2 `EVENTS_BY#actor` / id: what somebody did |
//! | segment of the event feed | `FEED` | position of its first event | |
//! | how far all events are in the feed | `FEED_PROGRESS` | `FEED_PROGRESS` | |
//! | webhook, how far the feed was handed to them | `WEBHOOKS` | `WEBHOOK#id`, `CURSOR` | |
//! | delivery of an event to a webhook | `DELIVERIES#webhook` | event | G1 `DELIVERIES#webhook#status` / event: those that are pending or failed |
//! | job run | `RUNS#month` | `id` | |
//! | test of an integration | `INTEGRATIONS` | key | |
//! | versions of what all branches share | `VERSIONS#copy` | `VERSIONS` | |
//! | version of a branch's people, rosters, closures and rooms | `BRANCH#id` | `VERSION` | |
//! | rate-limit window | `LIMIT#name#client` | `window` | |
//! | idempotency record | `ONCE#scope` | `ONCE` | G1, G2, G3 `ABOUT#partition` / scope of the people, leads, repeats and invoices that were written: what to erase with them |

mod accounts;
mod bookings;
mod catalogue;
mod customers;
mod drawers;
mod events;
mod key;
mod messages;
mod pay;
mod people;
mod products;
mod schedule;
mod shards;
mod topics;
mod waitlist;

pub use accounts::*;
pub use bookings::*;
pub use catalogue::*;
pub use customers::*;
pub use drawers::*;
pub use events::*;
pub use key::{IndexKey, Key, names};
pub use messages::*;
pub use pay::*;
pub use people::*;
pub use products::*;
pub use schedule::*;
pub use shards::{PartitionKeys, SHARDS, Shards};
pub use topics::{Topic, VERSION_COPIES, branch_version, versions};
pub use waitlist::*;

#[cfg(test)]
mod tests;
