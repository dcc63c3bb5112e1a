//! A type has a name of its own in the whole workspace. Names that are given more than once from before are listed; none is
//! added, and one that is given less often is listed so.

use std::collections::BTreeMap;

use super::{crates, read, shipped, sources};

/// Names with the number of types that have them.
const DOUBLES: &[(&str, usize)] = &[
    ("Admitted", 2),
    ("Alternatives", 2),
    ("Answer", 3),
    ("App", 2),
    ("Asked", 3),
    ("Attempt", 2),
    ("Begun", 2),
    ("Bill", 2),
    ("BranchList", 2),
    ("Buyer", 3),
    ("Card", 2),
    ("Consents", 2),
    ("Days", 2),
    ("Desk", 2),
    ("Documents", 2),
    ("Done", 2),
    ("Entry", 4),
    ("Fact", 2),
    ("Failure", 2),
    ("FeedPage", 2),
    ("Field", 2),
    ("Figure", 3),
    ("Fit", 2),
    ("Format", 2),
    ("Guard", 2),
    ("Guest", 2),
    ("Hours", 2),
    ("Identity", 2),
    ("Known", 3),
    ("Links", 2),
    ("Mark", 2),
    ("Marks", 2),
    ("Menu", 2),
    ("Message", 2),
    ("Names", 2),
    ("Next", 2),
    ("Numbers", 2),
    ("OfferedService", 2),
    ("Outcome", 2),
    ("Page", 3),
    ("Parts", 2),
    ("PayRequest", 2),
    ("People", 2),
    ("Person", 2),
    ("Piece", 2),
    ("Place", 3),
    ("Places", 3),
    ("Problem", 2),
    ("Proof", 2),
    ("PushSender", 2),
    ("Queue", 2),
    ("Read", 3),
    ("Reason", 2),
    ("RedeemableService", 2),
    ("Refusal", 4),
    ("Refused", 2),
    ("Report", 2),
    ("Rows", 2),
    ("Run", 2),
    ("Series", 3),
    ("Service", 2),
    ("Settings", 2),
    ("SettingsError", 2),
    ("Shade", 2),
    ("Shown", 2),
    ("SignIn", 2),
    ("Standing", 3),
    ("Table", 2),
    ("Tag", 2),
    ("Team", 2),
    ("Texts", 2),
    ("TokenView", 2),
    ("Tokens", 2),
    ("Visit", 2),
    ("Wish", 3),
    ("Worker", 2),
];

/// The type that a line declares. Aliases count at the top of a file: inside it they are mostly those of a trait.
fn declared(line: &str) -> Option<&str> {
    let is_inside = line.starts_with(' ');
    let mut rest = line.trim_start();
    if let Some(public) = rest.strip_prefix("pub") {
        rest = public
            .strip_prefix('(')
            .and_then(|scope| scope.split_once(')'))
            .map_or(public, |(_, rest)| rest)
            .trim_start();
    }
    let (kind, rest) = rest.split_once(' ')?;
    let declares = matches!(kind, "struct" | "enum" | "trait") || (kind == "type" && !is_inside);
    let name = rest.split(|letter: char| !letter.is_alphanumeric()).next()?;
    (declares && !name.is_empty()).then_some(name)
}

#[test]
fn a_types_name_is_given_once() {
    let mut given: BTreeMap<String, usize> = BTreeMap::new();
    for folder in crates() {
        let mut files = Vec::new();
        let source = folder.join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
        for file in files.iter().filter(|file| !file.to_str().unwrap().ends_with("tests.rs")) {
            for name in shipped(&read(file)).lines().filter_map(declared) {
                *given.entry(name.to_owned()).or_default() += 1;
            }
        }
    }
    let doubles: BTreeMap<&str, usize> =
        given.iter().filter(|(_, count)| **count > 1).map(|(name, count)| (name.as_str(), *count)).collect();
    let listed: BTreeMap<&str, usize> = DOUBLES.iter().copied().collect();
    let changed: Vec<String> = doubles
        .keys()
        .chain(listed.keys())
        .filter(|name| doubles.get(**name) != listed.get(**name))
        .map(|name| format!("{name}: {:?} listed, {:?} there", listed.get(name), doubles.get(name)))
        .collect();
    assert!(changed.is_empty(), "names of types:\n{}", changed.join("\n"));
}
