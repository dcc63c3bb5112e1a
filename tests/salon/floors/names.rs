//! A type has a name of its own in the whole workspace. Names that are given more than once are listed with their reason; one
//! that is given less often is listed so.

use std::collections::BTreeMap;

use super::{crates, read, shipped, sources};

/// Names with the number of types that have them.
const DOUBLES: &[(&str, usize)] = &[
    // The same thing, built with the feature `push` or without it.
    ("PushSender", 2),
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
