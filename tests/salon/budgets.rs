//! The budgets of an instance that has served others: how many calls a request makes, and which partitions it touches that
//! all branches share.

use std::collections::{BTreeMap, BTreeSet};


use crate::walk::{self, Row};

/// The calls that requests of a class may make.
const READ: usize = 2;
const STAFFED_AVAILABILITY: usize = 3;
const CREATE: usize = 5;
const COMPLETE: usize = 6;

/// App, path and case of reads that make more calls, how many, and why.
const MORE: &[(&str, &str, &str, usize, &str)] = &[];

/// The calls that a request may make; `None` where it is of no class.
fn budget((app, path, method, case): &Row) -> Option<usize> {
    let more = MORE.iter().find(|(its, other, special, ..)| (app, path, case) == (&(*its).to_owned(), &(*other).to_owned(), special));
    match (method.as_str(), path.as_str()) {
        ("GET", "/api/availability") if case.starts_with("staffed") => Some(STAFFED_AVAILABILITY),
        ("GET", path) if path.starts_with("/api/") => Some(more.map_or(READ, |(.., calls, _)| *calls)),
        ("POST", "/api/bookings") => Some(CREATE),
        ("POST", "/api/bookings/{id}/complete") => Some(COMPLETE),
        _ => None,
    }
}

#[tokio::test]
async fn no_request_makes_more_calls_than_its_class_allows() {
    let costs = walk::costs().await;
    let mut over = Vec::new();
    for (row, cost) in costs {
        if let Some(budget) = budget(row)
            && cost.calls.len() > budget
        {
            over.push(format!("{row:?}: {} calls, {budget} allowed: {:?}", cost.calls.len(), cost.calls));
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
    for (app, path, case, calls, _) in MORE {
        let row = ((*app).to_owned(), (*path).to_owned(), "GET".to_owned(), *case);
        assert_eq!(costs.get(&row).map(|cost| cost.calls.len()), Some(*calls), "{row:?} is listed with another number");
    }
}

/// Partitions that all branches share and that may be touched, and why.
const SHARED: &[(&str, &str)] = &[];

/// A partition key with what differs from one branch, person, record or client to the next written as `{…}`.
fn shape(partition: &str) -> String {
    let (index, key) = partition.split_once(' ').map_or(("", partition), |(index, key)| (index, key));
    let mut parts = key.split('#');
    let first = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    let shaped: Vec<String> = match first {
        // What is taken, limited, signed in or sent is the value itself.
        "TAKEN" | "LIMIT" | "ACCOUNT" | "SENT" | "SIGNIN" | "ONCE" | "PUSH" => vec!["{value}".to_owned()],
        _ => rest.iter().map(|part| shape_of(part)).collect(),
    };
    let key = std::iter::once(first.to_owned()).chain(shaped).collect::<Vec<_>>().join("#");
    if index.is_empty() { key } else { format!("{index} {key}") }
}

fn shape_of(part: &str) -> String {
    let is_number = |text: &str, length: usize| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = part.split('-').collect();
    match parts.as_slice() {
        [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) => "{date}".to_owned(),
        [year, month] if is_number(year, 4) && is_number(month, 2) => "{month}".to_owned(),
        [month, day] if is_number(month, 2) && is_number(day, 2) => "{birthday}".to_owned(),
        [shard] if is_number(shard, 1) => "{shard}".to_owned(),
        _ if part.len() >= 16 && part.bytes().any(|byte| byte.is_ascii_digit()) => "{id}".to_owned(),
        _ => part.to_owned(),
    }
}

fn is_shared(shape: &str) -> bool {
    !shape.contains("{id}") && !shape.contains("{value}")
}

#[tokio::test]
async fn no_partition_is_shared_by_all_branches_unless_it_is_kept_or_spread() {
    let mut touched: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for ((app, path, method, _), cost) in walk::costs().await {
        for partition in &cost.partitions {
            touched.entry(shape(partition)).or_default().insert(format!("{app} {method} {path}"));
        }
    }
    let known: BTreeSet<&str> = SHARED.iter().map(|(shape, _)| *shape).collect();
    let unknown: Vec<String> = touched
        .iter()
        .filter(|(shape, _)| is_shared(shape) && !known.contains(shape.as_str()))
        .map(|(shape, requests)| format!("{shape}: {requests:?}"))
        .collect();
    assert!(unknown.is_empty(), "shared by all branches and neither kept nor spread:\n{}", unknown.join("\n"));
    for shape in known {
        assert!(touched.contains_key(shape), "{shape} is listed and touched by nothing");
    }
}
