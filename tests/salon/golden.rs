//! A golden row of every kind: `golden/KIND.FORMAT.json`, in DynamoDB's JSON, and `KIND.FORMAT.WITH.json` of one that has
//! what came later. Its record is read from it and written again
//! exactly so. With `PARLOUR_WRITE=1` the test adds rows for kinds and formats that have none, from what the walk wrote; it
//! never changes one: the row of a format that was released stays for good, and is read for good.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use parlour_storage::table::keys::names;
use parlour_storage::table::{Record, TableError, rewritten, text_of};
use serde_json::Value;

use crate::floors::sources;
use crate::generated::root;
use crate::walk;

struct Kind {
    name: &'static str,
    /// The record's type, as it is named below.
    record: &'static str,
    format: u32,
    rewritten: fn(Value) -> Result<Value, TableError>,
}

impl Kind {
    /// The place of its own golden row.
    fn plain(&self) -> (String, u32, String) {
        (self.name.to_owned(), self.format, String::new())
    }
}

macro_rules! kinds {
    ($($record:path),* $(,)?) => {
        &[$(Kind {
            name: <$record>::KIND,
            record: stringify!($record),
            format: <$record>::FORMAT,
            rewritten: rewritten::<$record>,
        }),*]
    };
}

/// Marks, logs and cursors that no other module sees have their golden rows in the tests beside them.
const KINDS: &[Kind] = kinds![
    parlour_people::auth::Account,
    parlour_people::customers::Erasure,
    parlour_people::auth::Invite,
    parlour_people::auth::Session,
    parlour_people::auth::Token,
    parlour_people::auth::Unlinked,
    parlour_people::auth::User,
    parlour_people::auth::UserAccount,
    parlour_booking::bookings::Booking,
    parlour_booking::bookings::OpenRequests,
    parlour_booking::feeds::CalendarFeed,
    parlour_booking::repeats::Repeat,
    parlour_setup::branches::Branch,
    parlour_setup::branding::Branding,
    parlour_setup::catalogue::Category,
    parlour_setup::catalogue::DisplayOrder,
    parlour_setup::catalogue::Service,
    parlour_money::checkout::OfferDay,
    parlour_people::customers::ConsentEntry,
    parlour_people::customers::CustomerAccess,
    parlour_people::customers::CustomerCard,
    parlour_people::customers::CustomerNote,
    parlour_people::customers::ExportAccess,
    parlour_people::customers::Profile,
    parlour_people::customers::Tag,
    parlour_people::customers::TagAssignment,
    parlour_people::customers::directory::DirectoryRow,
    parlour_booking::waitlist::CustomerWishes,
    parlour_booking::waitlist::Wish,
    parlour_storage::events::EventItem,
    parlour_storage::events::Segment,
    parlour_money::gems::GemTransaction,
    parlour_money::gems::GemsAccount,
    parlour_storage::idempotency::IdempotencyRecord,
    parlour_money::invoices::CreditNote,
    parlour_money::invoices::Invoice,
    parlour_money::invoices::LatePayment,
    parlour_setup::branches::NumberSeries,
    parlour_money::drawer::ClosedDrawer,
    parlour_money::drawer::DrawerMovement,
    parlour_money::drawer::Till,
    parlour_people::leads::Lead,
    parlour_people::leads::LeadNote,
    parlour_money::memberships::ActiveMembership,
    parlour_money::memberships::Membership,
    parlour_money::memberships::Tier,
    parlour_people::pins::PinTries,
    parlour_people::pins::UserPin,
    parlour_setup::messages::MessageTemplate,
    parlour_platform::notifications::ChannelHold,
    parlour_platform::notifications::DeliveryLog,
    parlour_platform::notifications::Notification,
    parlour_platform::notifications::Subscription,
    parlour_platform::notifications::UnreadMark,
    parlour_money::offers::Offer,
    parlour_money::products::Product,
    parlour_money::products::Stock,
    parlour_money::products::StockMovement,
    parlour_money::pay::CommissionRules,
    parlour_money::pay::Earning,
    parlour_money::pay::PayAdjustment,
    parlour_money::pay::PayMonth,
    parlour_money::pay::PaySheets,
    parlour_platform::operations::Integration,
    parlour_platform::operations::JobRun,
    parlour_booking::resources::Resource,
    parlour_booking::schedule::BlockRecord,
    parlour_booking::schedule::Leave,
    parlour_booking::slots::Closure,
    parlour_booking::slots::Rosters,
    parlour_booking::slots::ledger::DayLedger,
    parlour_people::staff::StaffMember,
    parlour_money::summaries::DaySummary,
    parlour_storage::table::UniqueValue,
    parlour_platform::webhooks::Webhook,
    parlour_platform::webhooks::WebhookDelivery,
    parlour_platform::whatsapp::WhatsAppNews,
];

/// A row without the moment at which it may be deleted: how long rows are kept is not part of their form.
fn lasting(mut row: Value) -> Value {
    row.as_object_mut().unwrap().remove(names::TTL);
    row
}

fn folder() -> PathBuf {
    root().join("tests/salon/golden")
}

/// The golden rows by kind and format, with what they have that others have not.
fn golden() -> BTreeMap<(String, u32, String), Value> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let read = files.map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let mut parts = name.split('.');
        let (kind, format) = (parts.next().unwrap().to_owned(), parts.next().unwrap().parse().unwrap());
        let row = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        ((kind, format, parts.next().unwrap_or_default().to_owned()), row)
    });
    read.collect()
}

#[test]
fn the_golden_row_of_every_format_is_read_and_that_of_the_current_one_written() {
    let golden = golden();
    for ((kind, format, with), row) in &golden {
        let known = KINDS.iter().find(|known| known.name == kind).expect(kind);
        let written = (known.rewritten)(row.clone()).unwrap_or_else(|error| panic!("{kind} {format} {with}: {error}"));
        if *format == known.format {
            assert_eq!(written, lasting(row.clone()), "{kind} {format} {with}");
        }
    }
    if !parlour_tests::permissions::writing() {
        let current: BTreeSet<_> = KINDS.iter().map(Kind::plain).collect();
        assert!(current.iter().all(|kind| golden.contains_key(kind)), "{current:?}");
    }
}

/// The types that a file stores as rows, without those of its tests.
fn records(shipped: &str) -> impl Iterator<Item = &str> {
    let named = shipped.split("impl Record for ").skip(1);
    named.filter_map(|rest| rest.split(|letter: char| !letter.is_alphanumeric()).next())
}

#[test]
fn every_record_has_a_golden_row_here_or_in_the_tests_beside_it() {
    let mut files = Vec::new();
    sources(&root().join("shared"), &mut files);
    let mut without = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let (shipped, tests) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        without.extend(records(shipped).filter_map(|record| {
            let here = KINDS.iter().any(|kind| kind.record.rsplit("::").next().map(str::trim) == Some(record));
            let beside = ["rewritten", "record_of"].iter().any(|read| tests.contains(&format!("{read}::<{record}>")));
            (!here && !beside).then(|| format!("{record} in {}", file.display()))
        }));
    }
    assert!(without.is_empty(), "records without a golden row:\n{}", without.join("\n"));
}

/// The row with the most to show for each kind that has no golden one.
#[tokio::test]
async fn a_kind_without_a_golden_row_gets_one_where_that_is_asked_for() {
    if !parlour_tests::permissions::writing() {
        return;
    }
    let golden = golden();
    for kind in KINDS.iter().filter(|kind| !golden.contains_key(&kind.plain())) {
        let rows = walk::rows().await.iter().filter(|row| row.get("kind").and_then(text_of) == Some(kind.name));
        let rows = rows.map(|row| serde_json::to_value(row).unwrap());
        let richest = rows.map(|row| (kind.rewritten)(row).unwrap()).max_by_key(|row| row.to_string().len());
        // One that the walk does not leave is written by hand.
        let Some(row) = richest else { continue };
        let attributes = row.as_object().into_iter().flatten();
        let lines: Vec<String> = attributes.map(|(name, value)| format!("  \"{name}\": {value}")).collect();
        let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
        std::fs::write(folder().join(format!("{}.{}.json", kind.name, kind.format)), text).unwrap();
    }
}
