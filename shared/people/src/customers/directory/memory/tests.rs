//! The memory against a plain scan, and what a customer takes in it. `PARLOUR_BULK` sets how many customers.

use std::borrow::Cow;
use std::cmp::Reverse;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::super::entry::{EntryId, ListedEntry};
use super::super::snapshot::{packed, unpack};
use super::*;
use parlour_values::id::{Random, UserId};
use parlour_values::time::Clock;

fn bulk(default: usize) -> usize {
    std::env::var("PARLOUR_BULK").ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

const FIRST: [&str; 8] = ["Asha", "ravi", "MEERA", "Zoë", "İpek", "Kiran", "आशा", "d'Arcy"];
const LAST: [&str; 5] = ["Rao", "Khan-Iyer", "D'Souza", "", "Singh"];
const TAGS: [&str; 3] = ["t1", "t2", "t3"];

/// Somebody as the test knows them.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    id: UserId,
    version: u32,
    merged: bool,
    listed: bool,
    name: String,
    email: String,
    phone: String,
    spent: i64,
    visits: u32,
    noshows: u32,
    last_visit: Option<i64>,
    gems: Option<i64>,
    tags: Vec<&'static str>,
}

impl Known {
    fn drawn(random: &Random, id: UserId, version: u32) -> Self {
        let number = |bound: usize| i64::try_from(random.below(bound)).unwrap();
        let name = format!("{} {}", FIRST[random.below(FIRST.len())], LAST[random.below(LAST.len())]);
        let email = format!("{}{}@example.test", name.split(' ').next().unwrap(), random.below(1_000));
        Self {
            id,
            version,
            merged: random.below(20) == 0,
            listed: random.below(10) > 0,
            email: if random.below(10) == 0 { email } else { email.to_lowercase() },
            name,
            phone: if random.below(5) == 0 { String::new() } else { format!("+919{}", random.text(9, "0123456789")) },
            // Few values, so that ties are common.
            spent: number(20) * 50_000,
            visits: u32::try_from(random.below(9)).unwrap(),
            noshows: u32::try_from(random.below(4)).unwrap(),
            last_visit: (random.below(3) > 0).then(|| number(30) * 86_400_000),
            gems: (random.below(3) > 0).then(|| number(6)),
            tags: TAGS.into_iter().filter(|_| random.below(3) == 0).collect(),
        }
    }

    fn is_listed(&self) -> bool {
        self.listed && !self.merged
    }

    fn entry(&self) -> Entry<'_> {
        Entry {
            id: EntryId::of(&self.id),
            version: self.version,
            merged: self.merged,
            counted_only: false,
            gems: self.gems,
            tags: self.tags.clone(),
            listed: self.is_listed().then(|| ListedEntry {
                is_from_desk: false,
                name: Cow::Borrowed(&self.name),
                email: Cow::Borrowed(&self.email),
                phone: Cow::Borrowed(&self.phone),
                created_at: 1_794_000_000_000,
                visits: self.visits,
                spent: self.spent,
                noshows: self.noshows,
                first_visit: None,
                last_visit: self.last_visit,
            }),
        }
    }
}

fn scanned(people: &[Known], wanted: &Wanted<'_>) -> Vec<String> {
    let contains = |field: &str| field.to_lowercase().contains(wanted.text);
    let mut rows: Vec<&Known> = people
        .iter()
        .filter(|row| row.is_listed())
        .filter(|row| [&row.name, &row.phone, &row.email].into_iter().any(|field| contains(field)))
        .filter(|row| wanted.tag.is_none_or(|tag| row.tags.contains(&tag)))
        .collect();
    rows.sort_by(|one, other| one.id.cmp(&other.id));
    match wanted.sort {
        Sort::Ltv => rows.sort_by_key(|row| Reverse(row.spent)),
        Sort::Visits => rows.sort_by_key(|row| Reverse(row.visits)),
        Sort::NoShows => rows.sort_by_key(|row| Reverse(row.noshows)),
        Sort::LastVisit => rows.sort_by_key(|row| Reverse(row.last_visit)),
        Sort::Gems => rows.sort_by_key(|row| Reverse(row.gems)),
        Sort::Name => rows.sort_by_key(|row| row.name.to_lowercase()),
    }
    rows.into_iter().map(|row| shown(&row.entry()).unwrap()).collect()
}

/// All that a list shows of a row.
fn shown(entry: &Entry<'_>) -> Option<String> {
    entry.listed.as_ref().map(|_| format!("{entry:?}").replace("Borrowed", "").replace("Owned", ""))
}

#[track_caller]
fn agrees(directory: &Directory, people: &[Known], random: &Random) {
    for sort in Sort::ALL {
        let text = match random.below(6) {
            0 => String::new(),
            1 => random.text(1, "aeiou9"),
            2 => random.text(2, "0123456789"),
            3 => "@example.test".to_owned(),
            4 => LAST[random.below(LAST.len())].to_lowercase(),
            _ => FIRST[random.below(FIRST.len())].to_lowercase(),
        };
        let tag = (random.below(3) == 0).then(|| TAGS[random.below(TAGS.len())]);
        let wanted = Wanted { sort: *sort, text: &text, tag };
        let expected = scanned(people, &wanted);
        let (rows, total) = directory.page(&wanted, 0, usize::MAX, |entry| shown(&entry));
        assert_eq!((&rows, total), (&expected, expected.len()), "{sort:?} {text:?} {tag:?}");
        let (skip, take) = (random.below(total + 2), 1 + random.below(20));
        let (page, counted) = directory.page(&wanted, skip, take, |entry| shown(&entry));
        assert_eq!(page, expected.iter().skip(skip).take(take).cloned().collect::<Vec<_>>());
        assert_eq!(counted, total);
    }
}

fn learn(directory: &Directory, people: &[Known]) {
    directory.learn(&people.iter().map(Known::entry).collect::<Vec<_>>());
}

#[test]
fn memory_answers_what_a_scan_would_however_it_came_to_know() {
    let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), 7);
    let directory = Directory::default();
    let mut people: Vec<Known> = Vec::new();
    let id = |number: usize| match number % 9 {
        0 => UserId::from(format!("odd-{number}")),
        _ => random.id(),
    };
    for number in 0..bulk(900).min(10_000) {
        people.push(Known::drawn(&random, id(number), 1));
    }
    // Many at once, in no order; some of them twice.
    let mut shuffled = people.clone();
    shuffled.sort_by_key(|person| person.email.clone());
    for chunk in shuffled.chunks(400) {
        learn(&directory, chunk);
    }
    learn(&directory, &people[..300]);
    agrees(&directory, &people, &random);

    for round in 0..30 {
        // A few newcomers, a few changes, and an answer that was overtaken.
        let stale: Vec<Known> = people.iter().take(5).cloned().collect();
        for _ in 0..3 {
            people.push(Known::drawn(&random, id(people.len()), 1));
        }
        for _ in 0..20 {
            let at = random.below(people.len());
            people[at] = Known::drawn(&random, people[at].id.clone(), people[at].version + 1);
        }
        learn(&directory, &people);
        learn(&directory, &stale);
        if round % 5 == 0 {
            agrees(&directory, &people, &random);
        }
    }
    agrees(&directory, &people, &random);

    // Through a snapshot.
    let (parts, _) = directory.all(|rows| packed(rows)).unwrap();
    let other = Directory::default();
    for part in &parts {
        unpack(part, |entries| other.learn(entries)).unwrap();
    }
    agrees(&other, &people, &random);
}

#[test]
fn a_customer_takes_less_than_200_bytes_with_every_order_made() {
    let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), 7);
    let directory = Directory::default();
    let count = bulk(20_000);
    let people: Vec<Known> = (0..count)
        .map(|number| {
            let name = format!("{} {}", ["Asha", "Ravi", "Meera", "Kiran"][number % 4], LAST[number % LAST.len()]);
            let email = format!("{}.{number}@example.test", name.to_lowercase().replace([' ', '\''], "."));
            Known { name, email, listed: true, merged: false, ..Known::drawn(&random, random.id(), 1) }
        })
        .collect();
    for chunk in people.chunks(5_000) {
        learn(&directory, chunk);
    }
    for sort in Sort::ALL {
        directory.page(&Wanted { sort: *sort, text: "", tag: None }, 0, 20, |_| Some(()));
    }
    let memory = directory.lock();
    let orders: usize = memory.orders.iter().flatten().map(|order| order.capacity() * size_of::<u32>()).sum();
    let each = (memory.rows.bytes() + orders) / count;
    println!("{each} bytes a customer");
    assert!(each < 200, "{each} bytes a customer");
}

/// The work of a cold instance on the table's answers until it can give its first page: parse them, unpack their parts,
/// learn the rows, make an order. The client's parser is stood in for by another. The time with a million customers, from
/// which the sizes of the functions follow (`tests/salon/template.rs`), is in `infra/docs/proofs.md`; `infra/bench chain`
/// measures it.
#[test]
fn a_cold_instance_learns_a_snapshot_of_so_many_bytes() {
    let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), 7);
    let count = bulk(20_000);
    let (mut answers, mut text_bytes) = (Vec::new(), 0);
    // An answer holds forty parts, as `keep.rs` asks for them.
    let mut parts = Vec::new();
    for first in (0..count).step_by(50_000) {
        let people: Vec<Known> = (first..count.min(first + 50_000))
            .map(|number| Known {
                email: format!("somebody.{number}@example.test"),
                listed: true,
                merged: false,
                ..Known::drawn(&random, random.id(), 1)
            })
            .collect();
        let (more, bytes) = packed(&mut people.iter().map(Known::entry)).unwrap();
        parts.extend(more);
        text_bytes += bytes;
    }
    for parts in parts.chunks(40) {
        let parts = parts.iter().map(|part| json!({ "rows": { "B": STANDARD.encode(part) } }));
        answers.push(json!({ "Responses": { "parlour": parts.collect::<Vec<_>>() } }).to_string());
    }
    drop(parts);

    let directory = Directory::default();
    directory.expect(count, text_bytes);
    for answer in &answers {
        let answer: Value = serde_json::from_str(answer).unwrap();
        for item in answer["Responses"]["parlour"].as_array().unwrap() {
            let part = STANDARD.decode(item["rows"]["B"].as_str().unwrap()).unwrap();
            unpack(&part, |entries| directory.learn(entries)).unwrap();
        }
    }
    let (_, listed) = directory.page(&Wanted { sort: Sort::Ltv, text: "", tag: None }, 0, 20, |_| Some(()));
    assert_eq!(listed, count);
    let sent: usize = answers.iter().map(String::len).sum();
    let largest = answers.iter().map(String::len).max().unwrap_or(0);
    let held = directory.lock().rows.bytes();
    println!("{count} customers: {sent} bytes, the largest answer {largest}; {held} bytes held");
    assert!(sent / count < 120, "{} bytes a customer", sent / count);
}
