//! The table of a dry run: it decides conditions and applies changes as DynamoDB does, and has no way to write.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use parlour_storage::table::{
    AtomicWrite, Bulk, Condition, Key, Partition, Places, Record, Table, TableError, Update, WriteError, keys,
};
use parlour_tests::TestSalon;
use parlour_values::time::Instant;
use serde::{Deserialize, Serialize};
use serde_dynamo::AttributeValue;

use super::everything;
use crate::generated::root;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Parcel {
    id: String,
    weight: Option<i64>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    stamps: BTreeSet<String>,
    owner: Option<String>,
    keep_until: Option<Instant>,
}

impl Record for Parcel {
    const KIND: &'static str = "parcel";

    fn key(&self) -> Key {
        key(&self.id)
    }

    fn places(&self) -> Places {
        Places { ttl: self.keep_until, ..Places::default() }
    }
}

fn key(id: &str) -> Key {
    Key { pk: "PARCELS".to_owned(), sk: id.to_owned() }
}

fn parcel(id: &str, weight: Option<i64>, owner: Option<&str>) -> Parcel {
    Parcel { id: id.to_owned(), weight, stamps: BTreeSet::new(), owner: owner.map(str::to_owned), keep_until: None }
}

async fn committed(salon: &TestSalon, table: &Table, change: impl FnOnce(&mut AtomicWrite)) -> Result<(), WriteError> {
    let mut write = AtomicWrite::new(&salon.salon.random);
    change(&mut write);
    write.commit(table).await
}

/// Whether the transaction lost, and where.
fn lost(result: &Result<(), WriteError>) -> String {
    match result {
        Ok(()) => "done".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[tokio::test]
async fn every_condition_is_decided_as_the_engine_decides_it() {
    let salon = TestSalon::open().await;
    let now = salon.salon.clock.now();
    let hour = chrono::TimeDelta::hours(1);
    salon.put(&parcel("plain", None, None)).await;
    salon.put(&parcel("light", Some(4), Some("asha"))).await;
    salon.put(&parcel("heavy", Some(5), Some("ravi"))).await;
    salon.put(&Parcel { keep_until: Some(now.minus(hour)), ..parcel("expired", None, None) }).await;
    salon.put(&Parcel { keep_until: Some(now.plus(hour)), ..parcel("kept", None, None) }).await;
    let conditions = [
        Condition::Any,
        Condition::Absent,
        Condition::Present,
        Condition::Version(1),
        Condition::Version(2),
        Condition::AbsentOrExpired(now),
        Condition::Equals("owner", AttributeValue::S("asha".to_owned())),
        Condition::Lacks("owner"),
        Condition::AbsentOrBelow("weight", 5),
    ];
    for id in ["none", "plain", "light", "heavy", "expired", "kept"] {
        for condition in &conditions {
            // An update that leaves the item as it is, where there is one: so the engine can be asked again and again.
            let same = |write: &mut AtomicWrite| {
                let update = Update::new().remove("nothing");
                write.changes.update("first", key(id), update, condition.clone());
                write.changes.check("second", key("kept-too"), Condition::Absent);
            };
            let dry = committed(&salon, &salon.salon.table.dry_run(), same).await;
            let real = committed(&salon, &salon.salon.table, same).await;
            assert_eq!(lost(&dry), lost(&real), "{condition:?} of {id}");
            // The engine creates what an update finds missing.
            salon.salon.table.forget(&key("none")).await.unwrap();
        }
    }
}

#[tokio::test]
async fn every_change_leaves_what_the_engine_leaves_and_is_seen_by_later_reads() {
    let salon = TestSalon::open().await;
    let table = salon.salon.table.dry_run();
    for id in ["a", "b", "c"] {
        salon.put(&parcel(id, Some(1), Some("asha"))).await;
    }
    let before = everything(&salon).await;
    let steps: [&(dyn Fn(&mut AtomicWrite) + Sync); 5] = [
        &|write| {
            let update = Update::new().set("owner", "ravi").add("weight", 6).include("stamps", "x");
            write.changes.merge_update("update", key("a"), update);
            write.changes.merge_update("update", key("a"), Update::new().include("stamps", "y"));
        },
        &|write| {
            let update = Update::new().exclude("stamps", "x").add("weight", -2).remove("owner");
            write.changes.update("update", key("a"), update, Condition::Version(1));
        },
        &|write| write.changes.update("update", key("a"), Update::new().exclude("stamps", "y"), Condition::Any),
        &|write| {
            write.changes.delete("delete", key("b"), Condition::Present);
            write.changes.create(&parcel("d", None, None));
        },
        &|write| {
            write.changes.update("new", key("e"), Update::new().set("id", "e").add("weight", 3), Condition::Absent)
        },
    ];
    let read = async |table: &Table| -> BTreeMap<String, Parcel> {
        let found = table.query::<Parcel>(Partition::of("PARCELS")).await.unwrap();
        found.into_iter().map(|parcel| (parcel.id.clone(), parcel.record)).collect()
    };
    for step in steps {
        committed(&salon, &table, step).await.unwrap();
    }
    let dry = read(&table).await;
    assert_eq!(table.get::<Parcel>(&key("b")).await.unwrap().map(|parcel| parcel.record), None);
    let found = table.get_many(["a", "b", "d"].map(key)).await.unwrap();
    assert_eq!((found.len(), table.count(Partition::of("PARCELS")).await.unwrap()), (2, 4));
    let newest = table.query::<Parcel>(Partition::of("PARCELS").newest_first().at_most(2)).await.unwrap();
    assert_eq!(newest.iter().map(|parcel| parcel.id.as_str()).collect::<Vec<_>>(), ["e", "d"]);
    assert!(committed(&salon, &table, |write| write.changes.create(&parcel("d", None, None))).await.is_err());
    assert!(committed(&salon, &table, |write| write.changes.create(&parcel("b", None, None))).await.is_ok());
    assert_eq!(everything(&salon).await, before, "the table itself is as it was");
    assert_eq!(read(&salon.salon.table.dry_run()).await.len(), 3, "another dry run begins anew");

    for step in steps {
        committed(&salon, &salon.salon.table, step).await.unwrap();
    }
    assert_eq!(dry, read(&salon.salon.table).await);
}

#[tokio::test]
async fn there_is_no_way_to_write() {
    let salon = TestSalon::open().await;
    salon.put(&parcel("a", None, None)).await;
    let table = salon.salon.table.dry_run();
    let counter = keys::limit_window("bookings", "somebody", 1);
    assert!(matches!(table.forget(&key("a")).await, Err(TableError::DryRun)));
    assert!(matches!(table.forget_many(vec![key("a")]).await, Err(TableError::DryRun)));
    let mut bulk = Bulk::new();
    bulk.put(&parcel("b", None, None));
    assert!(matches!(bulk.write(&table).await, Err(TableError::DryRun)));
    let before = everything(&salon).await;
    for _ in 0..2 {
        assert_eq!(
            table.count_up(&counter, salon.salon.clock.now()).await.unwrap().0,
            1,
            "the next count is not taken"
        );
    }
    assert_eq!(everything(&salon).await, before);
}

/// The calls that read.
const READS: [&str; 6] = ["GetItem", "BatchGetItem", "Query", "Scan", "DescribeTable", "GetParameter"];
/// The relay's own call, which writes to a queue what an event of the table holds: a dry run leaves no event.
const RELAYS: &str = "SendMessageBatch";

#[test]
fn whatever_writes_asks_for_the_client_that_a_dry_run_does_not_get() {
    let mut files = Vec::new();
    for folder in ["shared", "functions"] {
        collect(&root().join(folder), &mut files);
    }
    let mut found = 0;
    for file in files.iter().filter(|file| !file.starts_with(root().join("shared/aws"))) {
        let text: String = std::fs::read_to_string(file).unwrap().split_whitespace().collect();
        for (at, _) in text.match_indices(".call(").chain(text.match_indices(".call::<")) {
            // The operation is written out, behind what the answer is read as.
            let arguments = text[at..].split_once('(').unwrap().1;
            let Some((operation, _)) = arguments.strip_prefix('"').and_then(|rest| rest.split_once('"')) else {
                // A service of tower, which is handed an event.
                let is_service = arguments.starts_with("LambdaEvent") || !text.contains("JsonService");
                assert!(is_service, "{}: an operation that is not named", file.display());
                continue;
            };
            if operation != RELAYS && !READS.contains(&operation) {
                assert!(text[..at].ends_with("writer()?"), "{}: {operation} without writer()", file.display());
                found += 1;
            }
        }
    }
    assert_eq!(found, 8, "calls that write");
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}
