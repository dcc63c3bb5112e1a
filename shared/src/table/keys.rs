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
//! | email, phone, slug, code, number taken | `TAKEN#kind#value` | `TAKEN` | |
//! | invite | `INVITES` | `INVITE#id` | |
//! | token of a program | `TOKENS` | `TOKEN#hash` | |
//! | category, service | `CATALOGUE` | `CATEGORY#id`, `SERVICE#id` | |
//! | display order of services | `CATALOGUE` | `ORDER` | |
//! | offer | `OFFERS` | `OFFER#id` | G3 `DUE#OFFERS` / last day#id while active: past ones |
//! | branch | `BRANCHES` | `BRANCH#id` | |
//! | branding | `BRANDING` | `BRANDING` | |
//! | membership tier | `TIERS` | `TIER#id` | |
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
//! | booking | `BOOKING#id` | `BOOKING` | G1 `BOOKINGS#branch#month` / date#id: a branch's day or month, newest day first; G2 `OPEN#branch#status` / date#id: a branch's open ones by status; G3 `DUE#REMINDERS#shard` / moment#id: reminders due |
//! | booking, its customer's copy | `USER#customer` | `BOOKING#id` | |
//! | lead | `LEAD#id` | `LEAD` | G1 `LEADS#month#shard` / created#id: newest first; G2 `LEADS#status#shard` / created#id |
//! | lead note | `LEAD#id` | `NOTE#id` | |
//! | customer note | `USER#id` | `NOTE#id` | |
//! | tag on a customer | `USER#id` | `TAG#tag` | |
//! | directory row | `DIRECTORY#shard` | `ROW#id` | |
//! | change of a directory row | `DIRECTORY_LOG#shard` | moment#transaction#id | |
//! | snapshot of the directory | `DIRECTORY_SNAPSHOT`, `DIRECTORY_SNAPSHOT#chunk#number` | `HEAD`, `PART` | |
//! | gems account, transaction | `USER#id` | `GEMS`, `GEM#id` | G3 `DUE#GEMS#shard` / next end#user: gems that end by a moment |
//! | membership | `MEMBERSHIP#id` | `MEMBERSHIP` | G1 `MEMBERSHIPS#month#shard` / created#id: newest first; G2 `ACTIVE_MEMBERSHIPS#shard` / created#id; G3 `DUE#MEMBERSHIPS#shard` / end#id while active: ends by a moment |
//! | membership, its owner's copy | `USER#id` | `MEMBERSHIP#id` | |
//! | the one active membership | `USER#id` | `ACTIVE_MEMBERSHIP` | |
//! | membership session | `MEMBERSHIP#id`, `USER#id` | `SESSION#booking`, `MEMBERSHIP#id#SESSION#booking` | |
//! | invoice of a booking, its customer's copy | `USER#customer` | `BOOKING_INVOICE#booking` | |
//! | invoice | `INVOICE#id` | `INVOICE` | G1 `INVOICES#branch#month` / paid#id; G2 `INVOICES_OF#customer` / paid#id |
//! | credit note | `INVOICE#id` | `CREDIT#id` | G1 `CREDITS#branch#month` / created#id |
//! | day's summary | `SUMMARY#branch#month` | `DAY#date` | |
//! | number series | `SERIES#branch` | `name` | |
//! | offer used on a day | `USER#id` | `OFFER_DAY#date` | |
//! | notification, its mark while it is unread | `USER#id` | `NOTIFICATION#id`, `UNREAD#id` | |
//! | sent log (each message once) | `SENT#key` | `SENT` | G1 `SENT_LOG#status#month#shard` / created#notification: failed ones, newest first |
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
//! | version of a branch's people, rosters and closures | `BRANCH#id` | `VERSION` | |
//! | rate-limit window | `LIMIT#name#client` | `window` | |
//! | idempotency record | `ONCE#scope` | `ONCE` | |

use crate::id::*;
use crate::text_enum::text_enum;
use crate::time::{Instant, IstDate, Month};

mod shards;
mod topics;

use shards::shard_of;
pub use shards::{PartitionKeys, SHARDS, Shards};
pub use topics::{Topic, VERSION_COPIES, branch_version, versions};

/// The primary key of an item.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    pub pk: String,
    pub sk: String,
}

impl Key {
    fn new(pk: impl Into<String>, sk: impl Into<String>) -> Self {
        Self { pk: pk.into(), sk: sk.into() }
    }
}

/// The key of an item in a global index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub pk: String,
    pub sk: String,
}

impl Place {
    fn new(pk: impl Into<String>, sk: impl Into<String>) -> Self {
        Self { pk: pk.into(), sk: sk.into() }
    }
}

/// Names of the key attributes and indexes, as the table declares them.
pub mod names {
    pub const PK: &str = "PK";
    pub const SK: &str = "SK";
    pub const TTL: &str = "ttl";
    pub const VERSION: &str = "v";
    pub const KIND: &str = "kind";
    pub const CONTENT: &str = "packed";
    pub const G1: &str = "G1-index";
    pub const G1_PK: &str = "G1PK";
    pub const G1_SK: &str = "G1SK";
    pub const G2: &str = "G2-index";
    pub const G2_PK: &str = "G2PK";
    pub const G2_SK: &str = "G2SK";
    pub const G3: &str = "G3-index";
    pub const G3_PK: &str = "G3PK";
    pub const G3_SK: &str = "G3SK";

    /// Attributes written by the table itself; no field of a record may have such a name.
    pub const RESERVED: [&str; 12] = [PK, SK, TTL, VERSION, KIND, CONTENT, G1_PK, G1_SK, G2_PK, G2_SK, G3_PK, G3_SK];
}

// --- people

pub fn user_partition(id: &UserId) -> String {
    format!("USER#{id}")
}

pub fn user(id: &UserId) -> Key {
    Key::new(user_partition(id), "USER")
}

pub fn users_by_role(role: &str, id: &UserId) -> Place {
    Place::new(users_of_role(role), id.as_str())
}

pub fn users_of_role(role: &str) -> String {
    format!("USERS#{role}")
}

pub const SESSION_PREFIX: &str = "SESSION#";

pub fn session(user: &UserId, id: &SessionId) -> Key {
    Key::new(user_partition(user), format!("{SESSION_PREFIX}{id}"))
}

pub const SESSIONS_DUE: Shards = Shards::named("DUE#SESSIONS");

pub fn session_due(expires: Instant, id: &SessionId) -> Place {
    Place::new(SESSIONS_DUE.holding(id.as_str()), format!("{expires}#{id}"))
}

pub fn sign_in(state: &str) -> Key {
    Key::new(format!("SIGNIN#{state}"), "SIGNIN")
}

pub fn account(issuer: &str, subject: &str) -> Key {
    Key::new(format!("{ACCOUNT_PREFIX}{issuer}#{subject}"), "ACCOUNT")
}

pub const ACCOUNT_PREFIX: &str = "ACCOUNT#";

/// A user has one account at an issuer.
pub fn user_account(user: &UserId, issuer: &str) -> Key {
    Key::new(user_partition(user), format!("{ACCOUNT_PREFIX}{issuer}"))
}

/// That the next account with the user's email may become theirs.
pub fn unlinked(user: &UserId) -> Key {
    Key::new(user_partition(user), "UNLINKED")
}

pub const INVITES: &str = "INVITES";

pub fn invite(id: &InviteId) -> Key {
    Key::new(INVITES, format!("INVITE#{id}"))
}

/// Few enough for one partition: each is limited to ten requests a second.
pub const TOKENS: &str = "TOKENS";

pub fn token(hash: &str) -> Key {
    Key::new(TOKENS, format!("TOKEN#{hash}"))
}

pub fn profile(user: &UserId) -> Key {
    Key::new(user_partition(user), "PROFILE")
}

pub fn birthday(month: u32, day: u32, user: &UserId) -> Place {
    Place::new(birthdays_on(month, day), user.as_str())
}

pub fn birthdays_on(month: u32, day: u32) -> String {
    format!("BIRTHDAY#{month:02}-{day:02}")
}

text_enum! {
    /// What only one record may hold.
    pub enum Unique {
        Email => "email",
        Phone => "phone",
        /// The phone a walk-in left at the desk. It identifies them later and does not block a sign-up with the same
        /// phone.
        WalkinPhone => "walkin-phone",
        /// An invited email that has not signed in yet.
        Invite => "invite",
        ServiceSlug => "service-slug",
        CategorySlug => "category-slug",
        OfferSlug => "offer-slug",
        TagSlug => "tag-slug",
        TierSlug => "tier-slug",
        BranchCode => "branch-code",
        MembershipNumber => "membership-number",
        StaffEmail => "staff-email",
        StaffUser => "staff-user",
        /// There is a primary branch: the first branch creates it, later ones take it over.
        PrimaryBranch => "primary-branch",
        /// There has been a first owner, whatever became of them.
        FirstOwner => "first-owner",
    }
}

pub fn unique_value(what: Unique, value: &str) -> Key {
    Key::new(format!("TAKEN#{}#{value}", what.as_str()), "TAKEN")
}

// --- catalogue, offers, branches

pub const CATALOGUE: &str = "CATALOGUE";
pub const CATEGORY_PREFIX: &str = "CATEGORY#";
pub const SERVICE_PREFIX: &str = "SERVICE#";

pub fn category(id: &CategoryId) -> Key {
    Key::new(CATALOGUE, format!("{CATEGORY_PREFIX}{id}"))
}

pub fn service(id: &ServiceId) -> Key {
    Key::new(CATALOGUE, format!("{SERVICE_PREFIX}{id}"))
}

pub fn display_order() -> Key {
    Key::new(CATALOGUE, "ORDER")
}

pub const OFFERS: &str = "OFFERS";

pub fn offer(id: &OfferId) -> Key {
    Key::new(OFFERS, format!("OFFER#{id}"))
}

pub const OFFERS_DUE: &str = "DUE#OFFERS";

pub fn offer_due(last_day: IstDate, id: &OfferId) -> Place {
    Place::new(OFFERS_DUE, format!("{last_day}#{id}"))
}

pub const BRANCHES: &str = "BRANCHES";

pub fn branch(id: &BranchId) -> Key {
    Key::new(BRANCHES, format!("BRANCH#{id}"))
}

pub const BRANDING: &str = "BRANDING";

/// The salon's own face: one item.
pub fn branding() -> Key {
    Key::new(BRANDING, BRANDING)
}

pub const TIERS: &str = "TIERS";

pub fn tier(id: &TierId) -> Key {
    Key::new(TIERS, format!("TIER#{id}"))
}

pub const TAGS: &str = "TAGS";

pub fn tag(id: &TagId) -> Key {
    Key::new(TAGS, format!("TAG#{id}"))
}

// --- staff and schedule

/// The list of everybody.
pub const STAFF: &str = "STAFF";
pub const STAFF_PREFIX: &str = "STAFF#";

pub fn staff(id: &StaffId) -> Key {
    Key::new(staff_partition(id), "STAFF")
}

/// A staff member's copy in the list of everybody.
pub fn staff_listed(id: &StaffId) -> Key {
    Key::new(STAFF, format!("{STAFF_PREFIX}{id}"))
}

/// Holds the people who work at more than [`MOST_COPIES`] branches, with their rosters, and nothing else.
pub const ROAMING: &str = "ROAMING";

/// Somebody at this many branches moves to as many others within one transaction, rosters included.
const MOST_COPIES: usize = 15;

/// The copies of a staff member: in the list of everybody, and where the branches look.
pub fn staff_copies(branches: &[BranchId], id: &StaffId) -> Vec<Key> {
    let mut copies = vec![staff_listed(id)];
    if branches.len() > MOST_COPIES {
        copies.push(Key::new(ROAMING, format!("{STAFF_PREFIX}{id}")));
    } else {
        copies.extend(branches.iter().map(|branch| branch_staff(branch, id)));
    }
    copies
}

/// The copies of a person's rosters, where the branches look.
pub fn roster_copies(branches: &[BranchId], id: &StaffId) -> Vec<Key> {
    if branches.len() > MOST_COPIES {
        return vec![Key::new(ROAMING, format!("{ROSTER_PREFIX}{id}"))];
    }
    branches.iter().map(|branch| branch_roster(branch, id)).collect()
}

/// A staff member's copy at a branch.
pub fn branch_staff(branch: &BranchId, id: &StaffId) -> Key {
    Key::new(branch_partition(branch), format!("{STAFF_PREFIX}{id}"))
}

pub fn staff_partition(id: &StaffId) -> String {
    format!("{STAFF_PREFIX}{id}")
}

pub fn roster(id: &StaffId) -> Key {
    Key::new(staff_partition(id), "ROSTER")
}

pub const ROSTER_PREFIX: &str = "ROSTER#";

/// The copy of a person's rosters at a branch.
pub fn branch_roster(branch: &BranchId, id: &StaffId) -> Key {
    Key::new(branch_partition(branch), format!("{ROSTER_PREFIX}{id}"))
}

pub const DAY_PREFIX: &str = "DAY#";

pub fn staff_day(id: &StaffId, date: IstDate) -> Key {
    Key::new(staff_partition(id), format!("{DAY_PREFIX}{date}"))
}

pub fn leave(id: &LeaveId) -> Key {
    Key::new(format!("LEAVE#{id}"), "LEAVE")
}

pub const LEAVE_PREFIX: &str = "LEAVE#";

pub fn staff_leave(staff: &StaffId, id: &LeaveId) -> Key {
    Key::new(staff_partition(staff), format!("{LEAVE_PREFIX}{id}"))
}

/// The upcoming leave of a person in one item, so that two requests cannot overlap.
pub fn leave_book(staff: &StaffId) -> Key {
    Key::new(staff_partition(staff), "LEAVES_AHEAD")
}

pub fn leave_by_status(status: &str, id: &LeaveId) -> Place {
    Place::new(leave_of_status(status), id.as_str())
}

pub fn leave_of_status(status: &str) -> String {
    format!("LEAVE#{status}")
}

pub fn block(id: &BlockId) -> Key {
    Key::new(format!("BLOCK#{id}"), "BLOCK")
}

pub const BRANCH_PREFIX: &str = "BRANCH#";

/// Holds a branch's reference data and nothing else: it is read whole.
pub fn branch_partition(id: &BranchId) -> String {
    format!("{BRANCH_PREFIX}{id}")
}

pub const CLOSURE_PREFIX: &str = "CLOSURE#";

pub fn closure(branch: &BranchId, date: IstDate) -> Key {
    Key::new(branch_partition(branch), format!("{CLOSURE_PREFIX}{date}"))
}

// --- bookings

pub const BOOKING_PREFIX: &str = "BOOKING#";

pub fn booking(id: &BookingId) -> Key {
    Key::new(format!("{BOOKING_PREFIX}{id}"), "BOOKING")
}

pub fn customer_booking(customer: &UserId, id: &BookingId) -> Key {
    Key::new(user_partition(customer), format!("{BOOKING_PREFIX}{id}"))
}

pub fn booking_in_month(branch: &BranchId, date: IstDate, id: &BookingId) -> Place {
    Place::new(bookings_of_month(branch, date.calendar_month()), booking_order(date, id))
}

pub fn bookings_of_month(branch: &BranchId, month: Month) -> String {
    format!("BOOKINGS#{branch}#{month}")
}

/// The sort key prefix of a day's bookings.
pub fn bookings_on(date: IstDate) -> String {
    format!("{date}#")
}

pub fn booking_open(branch: &BranchId, status: &str, date: IstDate, id: &BookingId) -> Place {
    Place::new(bookings_open(branch, status), booking_order(date, id))
}

pub fn bookings_open(branch: &BranchId, status: &str) -> String {
    format!("OPEN#{branch}#{status}")
}

/// Sorts by the day of the booking, then by when it was created, which its id tells.
fn booking_order(date: IstDate, id: &BookingId) -> String {
    format!("{date}#{id}")
}

/// The range of sort keys for the bookings of these days.
pub fn booking_days(first: IstDate, last: IstDate) -> (String, String) {
    (first.to_string(), format!("{last}~"))
}

pub const REMINDERS_DUE: Shards = Shards::named("DUE#REMINDERS");

pub fn reminder_due(at: Instant, id: &BookingId) -> Place {
    Place::new(REMINDERS_DUE.holding(id.as_str()), format!("{at}#{id}"))
}

/// A list that is stored by month; bookings by branch as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonthlyList<'a> {
    Bookings(&'a BranchId),
    Leads,
    Memberships,
}

pub fn months(list: MonthlyList<'_>) -> Key {
    match list {
        MonthlyList::Bookings(branch) => Key::new(format!("MONTHS#{branch}"), "BOOKINGS"),
        MonthlyList::Leads => Key::new("MONTHS", "LEADS"),
        MonthlyList::Memberships => Key::new("MONTHS", "MEMBERSHIPS"),
    }
}

// --- leads and customers

pub fn lead_partition(id: &LeadId) -> String {
    format!("LEAD#{id}")
}

pub fn lead(id: &LeadId) -> Key {
    Key::new(lead_partition(id), "LEAD")
}

pub const NOTE_PREFIX: &str = "NOTE#";

pub fn lead_note(lead: &LeadId, id: &NoteId) -> Key {
    Key::new(lead_partition(lead), format!("{NOTE_PREFIX}{id}"))
}

pub fn lead_in_month(created: Instant, id: &LeadId) -> Place {
    let month = leads_of_month(created.ist_date().calendar_month());
    Place::new(month.holding(id.as_str()), format!("{created}#{id}"))
}

pub fn leads_of_month(month: Month) -> Shards {
    Shards::of(format!("LEADS#{month}"))
}

pub fn lead_by_status(status: &str, created: Instant, id: &LeadId) -> Place {
    Place::new(leads_of_status(status).holding(id.as_str()), format!("{created}#{id}"))
}

pub fn leads_of_status(status: &str) -> Shards {
    Shards::of(format!("LEADS#{status}"))
}

pub fn customer_note(customer: &UserId, id: &NoteId) -> Key {
    Key::new(user_partition(customer), format!("{NOTE_PREFIX}{id}"))
}

pub const CUSTOMER_TAG_PREFIX: &str = "TAG#";

pub fn customer_tag(customer: &UserId, tag: &TagId) -> Key {
    Key::new(user_partition(customer), format!("{CUSTOMER_TAG_PREFIX}{tag}"))
}

/// The directory is spread over this many partitions, read in parallel.
pub const DIRECTORY_SHARDS: u32 = 8;

pub fn directory_shard(shard: u32) -> String {
    format!("DIRECTORY#{shard}")
}

pub fn directory_row(customer: &UserId) -> Key {
    Key::new(directory_shard(shard_of(customer.as_str(), DIRECTORY_SHARDS)), format!("ROW#{customer}"))
}

/// The log of changes to the directory: reading what changed since a moment is consistent.
pub const DIRECTORY_LOG: Shards = Shards::named("DIRECTORY_LOG");

pub fn directory_change(at: Instant, attempt: &AttemptId, customer: &UserId) -> Key {
    Key::new(DIRECTORY_LOG.holding(customer.as_str()), format!("{at}#{attempt}#{customer}"))
}

pub fn directory_snapshot() -> Key {
    Key::new("DIRECTORY_SNAPSHOT", "HEAD")
}

pub fn directory_snapshot_part(chunk: &AttemptId, number: u32) -> Key {
    Key::new(format!("DIRECTORY_SNAPSHOT#{chunk}#{number}"), "PART")
}

// --- gems, memberships, invoices

pub fn gems(user: &UserId) -> Key {
    Key::new(user_partition(user), "GEMS")
}

/// The account and, before it, its transactions: newest first, the account comes first.
pub const GEMS_PREFIX: &str = "GEM";

pub const GEM_PREFIX: &str = "GEM#";

pub fn gem_transaction(user: &UserId, id: &GemTransactionId) -> Key {
    Key::new(user_partition(user), format!("{GEM_PREFIX}{id}"))
}

/// Ordered by end, so that one range read finds everything that is due.
pub const GEMS_DUE: Shards = Shards::named("DUE#GEMS");

pub fn gems_due(next: Instant, user: &UserId) -> Place {
    Place::new(GEMS_DUE.holding(user.as_str()), format!("{next}#{user}"))
}

pub fn membership_partition(id: &MembershipId) -> String {
    format!("MEMBERSHIP#{id}")
}

pub fn membership(id: &MembershipId) -> Key {
    Key::new(membership_partition(id), "MEMBERSHIP")
}

pub const MEMBERSHIP_PREFIX: &str = "MEMBERSHIP#";

pub fn customer_membership(customer: &UserId, id: &MembershipId) -> Key {
    Key::new(user_partition(customer), format!("{MEMBERSHIP_PREFIX}{id}"))
}

pub fn active_membership(customer: &UserId) -> Key {
    Key::new(user_partition(customer), "ACTIVE_MEMBERSHIP")
}

pub fn membership_session(membership: &MembershipId, booking: &BookingId) -> Key {
    Key::new(membership_partition(membership), format!("{SESSION_PREFIX}{booking}"))
}

pub fn customer_membership_session(customer: &UserId, membership: &MembershipId, booking: &BookingId) -> Key {
    Key::new(user_partition(customer), format!("{}{booking}", customer_membership_sessions(membership)))
}

/// The sort key prefix of a membership's sessions among the customer's items.
pub fn customer_membership_sessions(membership: &MembershipId) -> String {
    format!("{MEMBERSHIP_PREFIX}{membership}#{SESSION_PREFIX}")
}

/// Whether a customer's item under [`MEMBERSHIP_PREFIX`] is a session rather than a membership.
pub fn is_membership_session(key: &Key) -> bool {
    key.sk.strip_prefix(MEMBERSHIP_PREFIX).is_some_and(|rest| rest.contains(&format!("#{SESSION_PREFIX}")))
}

pub fn membership_in_month(created: Instant, id: &MembershipId) -> Place {
    let month = memberships_of_month(created.ist_date().calendar_month());
    Place::new(month.holding(id.as_str()), format!("{created}#{id}"))
}

pub fn memberships_of_month(month: Month) -> Shards {
    Shards::of(format!("MEMBERSHIPS#{month}"))
}

pub const ACTIVE_MEMBERSHIPS: Shards = Shards::named("ACTIVE_MEMBERSHIPS");

pub fn membership_active(created: Instant, id: &MembershipId) -> Place {
    Place::new(ACTIVE_MEMBERSHIPS.holding(id.as_str()), format!("{created}#{id}"))
}

pub const MEMBERSHIPS_DUE: Shards = Shards::named("DUE#MEMBERSHIPS");

pub fn membership_due(expires: Instant, id: &MembershipId) -> Place {
    Place::new(MEMBERSHIPS_DUE.holding(id.as_str()), format!("{expires}#{id}"))
}

pub fn invoice_partition(id: &InvoiceId) -> String {
    format!("INVOICE#{id}")
}

pub fn invoice(id: &InvoiceId) -> Key {
    Key::new(invoice_partition(id), "INVOICE")
}

/// The customer's copy of the invoice of a booking.
pub fn booking_invoice(customer: &UserId, booking: &BookingId) -> Key {
    Key::new(user_partition(customer), format!("BOOKING_INVOICE#{booking}"))
}

pub fn invoice_in_month(branch: &BranchId, paid: Instant, id: &InvoiceId) -> Place {
    Place::new(invoices_of_month(branch, paid.ist_date().calendar_month()), format!("{paid}#{id}"))
}

pub fn invoices_of_month(branch: &BranchId, month: Month) -> String {
    format!("INVOICES#{branch}#{month}")
}

pub fn invoice_of_customer(customer: &UserId, paid: Instant, id: &InvoiceId) -> Place {
    Place::new(invoices_of_customer(customer), format!("{paid}#{id}"))
}

pub fn invoices_of_customer(customer: &UserId) -> String {
    format!("INVOICES_OF#{customer}")
}

pub const CREDIT_PREFIX: &str = "CREDIT#";

pub fn credit_note(invoice: &InvoiceId, id: &CreditNoteId) -> Key {
    Key::new(invoice_partition(invoice), format!("{CREDIT_PREFIX}{id}"))
}

pub fn credit_in_month(branch: &BranchId, created: Instant, id: &CreditNoteId) -> Place {
    Place::new(credits_of_month(branch, created.ist_date().calendar_month()), format!("{created}#{id}"))
}

pub fn credits_of_month(branch: &BranchId, month: Month) -> String {
    format!("CREDITS#{branch}#{month}")
}

pub fn summaries_of_month(branch: &BranchId, month: Month) -> String {
    format!("SUMMARY#{branch}#{month}")
}

pub fn summary(branch: &BranchId, date: IstDate) -> Key {
    Key::new(summaries_of_month(branch, date.calendar_month()), format!("{DAY_PREFIX}{date}"))
}

pub fn series_partition(branch: &BranchId) -> String {
    format!("SERIES#{branch}")
}

/// The last booking number of a month; gaps are allowed.
pub fn booking_series(branch: &BranchId, month: Month, letter: char) -> Key {
    Key::new(series_partition(branch), format!("BOOKING#{month}#{letter}"))
}

/// The last invoice number of a financial year; no gaps, so it is incremented in the invoice's transaction.
pub fn invoice_series(branch: &BranchId, financial_year: &str) -> Key {
    Key::new(series_partition(branch), format!("INVOICE#{financial_year}"))
}

pub fn credit_series(branch: &BranchId, financial_year: &str) -> Key {
    Key::new(series_partition(branch), format!("CREDIT#{financial_year}"))
}

pub const OFFER_DAY_PREFIX: &str = "OFFER_DAY#";

pub fn offer_day(customer: &UserId, date: IstDate) -> Key {
    Key::new(user_partition(customer), format!("{OFFER_DAY_PREFIX}{date}"))
}

// --- messages

pub const NOTIFICATION_PREFIX: &str = "NOTIFICATION#";

pub fn notification(user: &UserId, id: &NotificationId) -> Key {
    Key::new(user_partition(user), format!("{NOTIFICATION_PREFIX}{id}"))
}

pub const UNREAD_PREFIX: &str = "UNREAD#";

/// The mark of a notification while it is unread.
pub fn unread(user: &UserId, id: &NotificationId) -> Key {
    Key::new(user_partition(user), format!("{UNREAD_PREFIX}{id}"))
}

pub fn sent_log(status: &str, created: Instant, id: &NotificationId) -> Place {
    let log = sent_log_of(status, created.ist_date().calendar_month());
    Place::new(log.holding(id.as_str()), format!("{created}#{id}"))
}

pub fn sent_log_of(status: &str, month: Month) -> Shards {
    Shards::of(format!("SENT_LOG#{status}#{month}"))
}

/// Marks a message as sent: recipient, type and occasion.
pub fn sent(key: &str) -> Key {
    Key::new(format!("SENT#{key}"), "SENT")
}

pub fn push(endpoint_hash: &str) -> Key {
    Key::new(format!("PUSH#{endpoint_hash}"), "PUSH")
}

pub const PUSH_PREFIX: &str = "PUSH#";

pub fn user_push(user: &UserId, endpoint_hash: &str) -> Key {
    Key::new(user_partition(user), format!("{PUSH_PREFIX}{endpoint_hash}"))
}

// --- events, runs, limits

pub const EVENT_PREFIX: &str = "EVENT#";

pub fn events_of_day(day: IstDate) -> Shards {
    Shards::of(format!("{EVENT_PREFIX}{day}"))
}

pub fn event(day: IstDate, id: &EventId) -> Key {
    Key::new(events_of_day(day).holding(id.as_str()), id.as_str())
}

/// The day and the id of the event that is stored under a key.
pub fn stored_event(key: &Key) -> Option<(IstDate, EventId)> {
    let (day, _) = key.pk.strip_prefix(EVENT_PREFIX)?.split_once('#')?;
    Some((day.parse().ok()?, key.sk.as_str().into()))
}

pub fn events_of(entity_type: &str, entity_id: &str) -> String {
    format!("EVENTS_OF#{entity_type}#{entity_id}")
}

pub fn event_of_entity(entity_type: &str, entity_id: &str, id: &EventId) -> Place {
    Place::new(events_of(entity_type, entity_id), id.as_str())
}

pub fn events_by(actor: &str) -> String {
    format!("EVENTS_BY#{actor}")
}

pub fn event_by_actor(actor: &str, id: &EventId) -> Place {
    Place::new(events_by(actor), id.as_str())
}

pub const FEED: &str = "FEED";

pub fn feed_segment(first: u64) -> Key {
    Key::new(FEED, feed_position(first))
}

/// Sorts as the number does.
pub fn feed_position(position: u64) -> String {
    format!("{position:012}")
}

pub fn feed_progress() -> Key {
    Key::new("FEED_PROGRESS", "FEED_PROGRESS")
}

pub const WEBHOOKS: &str = "WEBHOOKS";
pub const WEBHOOK_PREFIX: &str = "WEBHOOK#";

pub fn webhook(id: &WebhookId) -> Key {
    Key::new(WEBHOOKS, format!("{WEBHOOK_PREFIX}{id}"))
}

pub fn webhook_cursor() -> Key {
    Key::new(WEBHOOKS, "CURSOR")
}

pub fn webhook_deliveries(webhook: &WebhookId) -> String {
    format!("DELIVERIES#{webhook}")
}

pub fn webhook_delivery(webhook: &WebhookId, event: &EventId) -> Key {
    Key::new(webhook_deliveries(webhook), event.as_str())
}

pub fn webhook_deliveries_by_status(webhook: &WebhookId, status: &str) -> String {
    format!("DELIVERIES#{webhook}#{status}")
}

pub fn webhook_delivery_by_status(webhook: &WebhookId, status: &str, event: &EventId) -> Place {
    Place::new(webhook_deliveries_by_status(webhook, status), event.as_str())
}

pub fn runs_of_month(month: Month) -> String {
    format!("RUNS#{month}")
}

pub fn job_run(at: Instant, id: &JobRunId) -> Key {
    Key::new(runs_of_month(at.ist_date().calendar_month()), id.as_str())
}

pub fn limit_window(name: &str, client: &str, window: i64) -> Key {
    Key::new(format!("LIMIT#{name}#{client}"), window.to_string())
}

pub fn idempotency(scope: &str) -> Key {
    Key::new(format!("ONCE#{scope}"), "ONCE")
}

/// The result of the last test of an integration.
pub fn integration(name: &str) -> Key {
    Key::new("INTEGRATIONS", name)
}

/// Read to warm up the connection and by the health check; the item need not exist.
pub fn heartbeat() -> Key {
    Key::new("HEALTH", "HEALTH")
}

#[cfg(test)]
mod tests;
